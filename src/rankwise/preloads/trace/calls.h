/* Written by tools/trace_calls.py from the MPI standard's description. Do not edit: run `make schema`. */
/* clang-format off */

enum {
    CALL_Accumulate,
    CALL_Allgather,
    CALL_Allgather_init,
    CALL_Allgatherv,
    CALL_Allgatherv_init,
    CALL_Alloc_mem,
    CALL_Allreduce,
    CALL_Allreduce_init,
    CALL_Alltoall,
    CALL_Alltoall_init,
    CALL_Alltoallv,
    CALL_Alltoallv_init,
    CALL_Alltoallw,
    CALL_Alltoallw_init,
    CALL_Attr_delete,
    CALL_Attr_get,
    CALL_Attr_put,
    CALL_Barrier,
    CALL_Barrier_init,
    CALL_Bcast,
    CALL_Bcast_init,
    CALL_Bsend,
    CALL_Bsend_init,
    CALL_Buffer_attach,
    CALL_Buffer_detach,
    CALL_Buffer_flush,
    CALL_Buffer_iflush,
    CALL_Cancel,
    CALL_Cart_coords,
    CALL_Cart_create,
    CALL_Cart_get,
    CALL_Cart_map,
    CALL_Cart_rank,
    CALL_Cart_shift,
    CALL_Cart_sub,
    CALL_Cartdim_get,
    CALL_Close_port,
    CALL_Comm_accept,
    CALL_Comm_attach_buffer,
    CALL_Comm_compare,
    CALL_Comm_connect,
    CALL_Comm_create,
    CALL_Comm_create_from_group,
    CALL_Comm_create_group,
    CALL_Comm_create_keyval,
    CALL_Comm_delete_attr,
    CALL_Comm_detach_buffer,
    CALL_Comm_disconnect,
    CALL_Comm_dup,
    CALL_Comm_dup_with_info,
    CALL_Comm_flush_buffer,
    CALL_Comm_free,
    CALL_Comm_free_keyval,
    CALL_Comm_get_attr,
    CALL_Comm_get_info,
    CALL_Comm_get_name,
    CALL_Comm_get_parent,
    CALL_Comm_group,
    CALL_Comm_idup,
    CALL_Comm_idup_with_info,
    CALL_Comm_iflush_buffer,
    CALL_Comm_join,
    CALL_Comm_rank,
    CALL_Comm_remote_group,
    CALL_Comm_remote_size,
    CALL_Comm_set_attr,
    CALL_Comm_set_info,
    CALL_Comm_set_name,
    CALL_Comm_size,
    CALL_Comm_spawn,
    CALL_Comm_spawn_multiple,
    CALL_Comm_split,
    CALL_Comm_split_type,
    CALL_Comm_test_inter,
    CALL_Comm_toint,
    CALL_Compare_and_swap,
    CALL_Dims_create,
    CALL_Dist_graph_create,
    CALL_Dist_graph_create_adjacent,
    CALL_Dist_graph_neighbors,
    CALL_Dist_graph_neighbors_count,
    CALL_Errhandler_free,
    CALL_Errhandler_toint,
    CALL_Exscan,
    CALL_Exscan_init,
    CALL_Fetch_and_op,
    CALL_File_close,
    CALL_File_delete,
    CALL_File_get_amode,
    CALL_File_get_atomicity,
    CALL_File_get_byte_offset,
    CALL_File_get_group,
    CALL_File_get_info,
    CALL_File_get_position,
    CALL_File_get_position_shared,
    CALL_File_get_size,
    CALL_File_get_type_extent,
    CALL_File_get_view,
    CALL_File_iread,
    CALL_File_iread_all,
    CALL_File_iread_at,
    CALL_File_iread_at_all,
    CALL_File_iread_shared,
    CALL_File_iwrite,
    CALL_File_iwrite_all,
    CALL_File_iwrite_at,
    CALL_File_iwrite_at_all,
    CALL_File_iwrite_shared,
    CALL_File_open,
    CALL_File_preallocate,
    CALL_File_read,
    CALL_File_read_all,
    CALL_File_read_all_begin,
    CALL_File_read_all_end,
    CALL_File_read_at,
    CALL_File_read_at_all,
    CALL_File_read_at_all_begin,
    CALL_File_read_at_all_end,
    CALL_File_read_ordered,
    CALL_File_read_ordered_begin,
    CALL_File_read_ordered_end,
    CALL_File_read_shared,
    CALL_File_seek,
    CALL_File_seek_shared,
    CALL_File_set_atomicity,
    CALL_File_set_info,
    CALL_File_set_size,
    CALL_File_set_view,
    CALL_File_sync,
    CALL_File_toint,
    CALL_File_write,
    CALL_File_write_all,
    CALL_File_write_all_begin,
    CALL_File_write_all_end,
    CALL_File_write_at,
    CALL_File_write_at_all,
    CALL_File_write_at_all_begin,
    CALL_File_write_at_all_end,
    CALL_File_write_ordered,
    CALL_File_write_ordered_begin,
    CALL_File_write_ordered_end,
    CALL_File_write_shared,
    CALL_Free_mem,
    CALL_Gather,
    CALL_Gather_init,
    CALL_Gatherv,
    CALL_Gatherv_init,
    CALL_Get,
    CALL_Get_accumulate,
    CALL_Get_address,
    CALL_Get_hw_resource_info,
    CALL_Get_processor_name,
    CALL_Graph_create,
    CALL_Graph_get,
    CALL_Graph_map,
    CALL_Graph_neighbors,
    CALL_Graph_neighbors_count,
    CALL_Graphdims_get,
    CALL_Grequest_complete,
    CALL_Grequest_start,
    CALL_Group_compare,
    CALL_Group_difference,
    CALL_Group_excl,
    CALL_Group_free,
    CALL_Group_from_session_pset,
    CALL_Group_incl,
    CALL_Group_intersection,
    CALL_Group_range_excl,
    CALL_Group_range_incl,
    CALL_Group_rank,
    CALL_Group_size,
    CALL_Group_toint,
    CALL_Group_translate_ranks,
    CALL_Group_union,
    CALL_Iallgather,
    CALL_Iallgatherv,
    CALL_Iallreduce,
    CALL_Ialltoall,
    CALL_Ialltoallv,
    CALL_Ialltoallw,
    CALL_Ibarrier,
    CALL_Ibcast,
    CALL_Ibsend,
    CALL_Iexscan,
    CALL_Igather,
    CALL_Igatherv,
    CALL_Improbe,
    CALL_Imrecv,
    CALL_Ineighbor_allgather,
    CALL_Ineighbor_allgatherv,
    CALL_Ineighbor_alltoall,
    CALL_Ineighbor_alltoallv,
    CALL_Ineighbor_alltoallw,
    CALL_Info_create,
    CALL_Info_delete,
    CALL_Info_dup,
    CALL_Info_free,
    CALL_Info_get,
    CALL_Info_get_nkeys,
    CALL_Info_get_nthkey,
    CALL_Info_get_string,
    CALL_Info_get_valuelen,
    CALL_Info_set,
    CALL_Info_toint,
    CALL_Intercomm_create,
    CALL_Intercomm_create_from_groups,
    CALL_Intercomm_merge,
    CALL_Iprobe,
    CALL_Irecv,
    CALL_Ireduce,
    CALL_Ireduce_scatter,
    CALL_Ireduce_scatter_block,
    CALL_Irsend,
    CALL_Iscan,
    CALL_Iscatter,
    CALL_Iscatterv,
    CALL_Isend,
    CALL_Isendrecv,
    CALL_Isendrecv_replace,
    CALL_Issend,
    CALL_Keyval_create,
    CALL_Keyval_free,
    CALL_Lookup_name,
    CALL_Message_toint,
    CALL_Mprobe,
    CALL_Mrecv,
    CALL_Neighbor_allgather,
    CALL_Neighbor_allgather_init,
    CALL_Neighbor_allgatherv,
    CALL_Neighbor_allgatherv_init,
    CALL_Neighbor_alltoall,
    CALL_Neighbor_alltoall_init,
    CALL_Neighbor_alltoallv,
    CALL_Neighbor_alltoallv_init,
    CALL_Neighbor_alltoallw,
    CALL_Neighbor_alltoallw_init,
    CALL_Op_commutative,
    CALL_Op_create,
    CALL_Op_free,
    CALL_Op_toint,
    CALL_Open_port,
    CALL_Pack,
    CALL_Pack_external,
    CALL_Pack_external_size,
    CALL_Pack_size,
    CALL_Parrived,
    CALL_Pready,
    CALL_Pready_range,
    CALL_Precv_init,
    CALL_Probe,
    CALL_Psend_init,
    CALL_Publish_name,
    CALL_Put,
    CALL_Raccumulate,
    CALL_Recv,
    CALL_Recv_init,
    CALL_Reduce,
    CALL_Reduce_init,
    CALL_Reduce_local,
    CALL_Reduce_scatter,
    CALL_Reduce_scatter_block,
    CALL_Reduce_scatter_block_init,
    CALL_Reduce_scatter_init,
    CALL_Register_datarep,
    CALL_Request_free,
    CALL_Request_get_status,
    CALL_Request_toint,
    CALL_Rget,
    CALL_Rget_accumulate,
    CALL_Rput,
    CALL_Rsend,
    CALL_Rsend_init,
    CALL_Scan,
    CALL_Scan_init,
    CALL_Scatter,
    CALL_Scatter_init,
    CALL_Scatterv,
    CALL_Scatterv_init,
    CALL_Send,
    CALL_Send_init,
    CALL_Sendrecv,
    CALL_Sendrecv_replace,
    CALL_Session_attach_buffer,
    CALL_Session_detach_buffer,
    CALL_Session_flush_buffer,
    CALL_Session_get_info,
    CALL_Session_get_nth_pset,
    CALL_Session_get_num_psets,
    CALL_Session_get_pset_info,
    CALL_Session_iflush_buffer,
    CALL_Session_toint,
    CALL_Ssend,
    CALL_Ssend_init,
    CALL_Start,
    CALL_Startall,
    CALL_Test,
    CALL_Test_cancelled,
    CALL_Testall,
    CALL_Testany,
    CALL_Testsome,
    CALL_Topo_test,
    CALL_Type_commit,
    CALL_Type_contiguous,
    CALL_Type_create_darray,
    CALL_Type_create_f90_complex,
    CALL_Type_create_f90_integer,
    CALL_Type_create_f90_real,
    CALL_Type_create_hindexed,
    CALL_Type_create_hindexed_block,
    CALL_Type_create_hvector,
    CALL_Type_create_indexed_block,
    CALL_Type_create_keyval,
    CALL_Type_create_resized,
    CALL_Type_create_struct,
    CALL_Type_create_subarray,
    CALL_Type_delete_attr,
    CALL_Type_dup,
    CALL_Type_free,
    CALL_Type_free_keyval,
    CALL_Type_get_attr,
    CALL_Type_get_contents,
    CALL_Type_get_envelope,
    CALL_Type_get_extent,
    CALL_Type_get_extent_x,
    CALL_Type_get_name,
    CALL_Type_get_true_extent,
    CALL_Type_get_true_extent_x,
    CALL_Type_get_value_index,
    CALL_Type_indexed,
    CALL_Type_match_size,
    CALL_Type_set_attr,
    CALL_Type_set_name,
    CALL_Type_size,
    CALL_Type_size_x,
    CALL_Type_toint,
    CALL_Type_vector,
    CALL_Unpack,
    CALL_Unpack_external,
    CALL_Unpublish_name,
    CALL_Wait,
    CALL_Waitall,
    CALL_Waitany,
    CALL_Waitsome,
    CALL_Win_allocate,
    CALL_Win_allocate_shared,
    CALL_Win_attach,
    CALL_Win_complete,
    CALL_Win_create,
    CALL_Win_create_dynamic,
    CALL_Win_create_keyval,
    CALL_Win_delete_attr,
    CALL_Win_detach,
    CALL_Win_fence,
    CALL_Win_flush,
    CALL_Win_flush_all,
    CALL_Win_flush_local,
    CALL_Win_flush_local_all,
    CALL_Win_free,
    CALL_Win_free_keyval,
    CALL_Win_get_attr,
    CALL_Win_get_group,
    CALL_Win_get_info,
    CALL_Win_get_name,
    CALL_Win_lock,
    CALL_Win_lock_all,
    CALL_Win_post,
    CALL_Win_set_attr,
    CALL_Win_set_info,
    CALL_Win_set_name,
    CALL_Win_shared_query,
    CALL_Win_start,
    CALL_Win_sync,
    CALL_Win_test,
    CALL_Win_toint,
    CALL_Win_unlock,
    CALL_Win_unlock_all,
    CALL_Win_wait,
    CALLS
};

static const char* const call_names[] = {
    "Accumulate",
    "Allgather",
    "Allgather_init",
    "Allgatherv",
    "Allgatherv_init",
    "Alloc_mem",
    "Allreduce",
    "Allreduce_init",
    "Alltoall",
    "Alltoall_init",
    "Alltoallv",
    "Alltoallv_init",
    "Alltoallw",
    "Alltoallw_init",
    "Attr_delete",
    "Attr_get",
    "Attr_put",
    "Barrier",
    "Barrier_init",
    "Bcast",
    "Bcast_init",
    "Bsend",
    "Bsend_init",
    "Buffer_attach",
    "Buffer_detach",
    "Buffer_flush",
    "Buffer_iflush",
    "Cancel",
    "Cart_coords",
    "Cart_create",
    "Cart_get",
    "Cart_map",
    "Cart_rank",
    "Cart_shift",
    "Cart_sub",
    "Cartdim_get",
    "Close_port",
    "Comm_accept",
    "Comm_attach_buffer",
    "Comm_compare",
    "Comm_connect",
    "Comm_create",
    "Comm_create_from_group",
    "Comm_create_group",
    "Comm_create_keyval",
    "Comm_delete_attr",
    "Comm_detach_buffer",
    "Comm_disconnect",
    "Comm_dup",
    "Comm_dup_with_info",
    "Comm_flush_buffer",
    "Comm_free",
    "Comm_free_keyval",
    "Comm_get_attr",
    "Comm_get_info",
    "Comm_get_name",
    "Comm_get_parent",
    "Comm_group",
    "Comm_idup",
    "Comm_idup_with_info",
    "Comm_iflush_buffer",
    "Comm_join",
    "Comm_rank",
    "Comm_remote_group",
    "Comm_remote_size",
    "Comm_set_attr",
    "Comm_set_info",
    "Comm_set_name",
    "Comm_size",
    "Comm_spawn",
    "Comm_spawn_multiple",
    "Comm_split",
    "Comm_split_type",
    "Comm_test_inter",
    "Comm_toint",
    "Compare_and_swap",
    "Dims_create",
    "Dist_graph_create",
    "Dist_graph_create_adjacent",
    "Dist_graph_neighbors",
    "Dist_graph_neighbors_count",
    "Errhandler_free",
    "Errhandler_toint",
    "Exscan",
    "Exscan_init",
    "Fetch_and_op",
    "File_close",
    "File_delete",
    "File_get_amode",
    "File_get_atomicity",
    "File_get_byte_offset",
    "File_get_group",
    "File_get_info",
    "File_get_position",
    "File_get_position_shared",
    "File_get_size",
    "File_get_type_extent",
    "File_get_view",
    "File_iread",
    "File_iread_all",
    "File_iread_at",
    "File_iread_at_all",
    "File_iread_shared",
    "File_iwrite",
    "File_iwrite_all",
    "File_iwrite_at",
    "File_iwrite_at_all",
    "File_iwrite_shared",
    "File_open",
    "File_preallocate",
    "File_read",
    "File_read_all",
    "File_read_all_begin",
    "File_read_all_end",
    "File_read_at",
    "File_read_at_all",
    "File_read_at_all_begin",
    "File_read_at_all_end",
    "File_read_ordered",
    "File_read_ordered_begin",
    "File_read_ordered_end",
    "File_read_shared",
    "File_seek",
    "File_seek_shared",
    "File_set_atomicity",
    "File_set_info",
    "File_set_size",
    "File_set_view",
    "File_sync",
    "File_toint",
    "File_write",
    "File_write_all",
    "File_write_all_begin",
    "File_write_all_end",
    "File_write_at",
    "File_write_at_all",
    "File_write_at_all_begin",
    "File_write_at_all_end",
    "File_write_ordered",
    "File_write_ordered_begin",
    "File_write_ordered_end",
    "File_write_shared",
    "Free_mem",
    "Gather",
    "Gather_init",
    "Gatherv",
    "Gatherv_init",
    "Get",
    "Get_accumulate",
    "Get_address",
    "Get_hw_resource_info",
    "Get_processor_name",
    "Graph_create",
    "Graph_get",
    "Graph_map",
    "Graph_neighbors",
    "Graph_neighbors_count",
    "Graphdims_get",
    "Grequest_complete",
    "Grequest_start",
    "Group_compare",
    "Group_difference",
    "Group_excl",
    "Group_free",
    "Group_from_session_pset",
    "Group_incl",
    "Group_intersection",
    "Group_range_excl",
    "Group_range_incl",
    "Group_rank",
    "Group_size",
    "Group_toint",
    "Group_translate_ranks",
    "Group_union",
    "Iallgather",
    "Iallgatherv",
    "Iallreduce",
    "Ialltoall",
    "Ialltoallv",
    "Ialltoallw",
    "Ibarrier",
    "Ibcast",
    "Ibsend",
    "Iexscan",
    "Igather",
    "Igatherv",
    "Improbe",
    "Imrecv",
    "Ineighbor_allgather",
    "Ineighbor_allgatherv",
    "Ineighbor_alltoall",
    "Ineighbor_alltoallv",
    "Ineighbor_alltoallw",
    "Info_create",
    "Info_delete",
    "Info_dup",
    "Info_free",
    "Info_get",
    "Info_get_nkeys",
    "Info_get_nthkey",
    "Info_get_string",
    "Info_get_valuelen",
    "Info_set",
    "Info_toint",
    "Intercomm_create",
    "Intercomm_create_from_groups",
    "Intercomm_merge",
    "Iprobe",
    "Irecv",
    "Ireduce",
    "Ireduce_scatter",
    "Ireduce_scatter_block",
    "Irsend",
    "Iscan",
    "Iscatter",
    "Iscatterv",
    "Isend",
    "Isendrecv",
    "Isendrecv_replace",
    "Issend",
    "Keyval_create",
    "Keyval_free",
    "Lookup_name",
    "Message_toint",
    "Mprobe",
    "Mrecv",
    "Neighbor_allgather",
    "Neighbor_allgather_init",
    "Neighbor_allgatherv",
    "Neighbor_allgatherv_init",
    "Neighbor_alltoall",
    "Neighbor_alltoall_init",
    "Neighbor_alltoallv",
    "Neighbor_alltoallv_init",
    "Neighbor_alltoallw",
    "Neighbor_alltoallw_init",
    "Op_commutative",
    "Op_create",
    "Op_free",
    "Op_toint",
    "Open_port",
    "Pack",
    "Pack_external",
    "Pack_external_size",
    "Pack_size",
    "Parrived",
    "Pready",
    "Pready_range",
    "Precv_init",
    "Probe",
    "Psend_init",
    "Publish_name",
    "Put",
    "Raccumulate",
    "Recv",
    "Recv_init",
    "Reduce",
    "Reduce_init",
    "Reduce_local",
    "Reduce_scatter",
    "Reduce_scatter_block",
    "Reduce_scatter_block_init",
    "Reduce_scatter_init",
    "Register_datarep",
    "Request_free",
    "Request_get_status",
    "Request_toint",
    "Rget",
    "Rget_accumulate",
    "Rput",
    "Rsend",
    "Rsend_init",
    "Scan",
    "Scan_init",
    "Scatter",
    "Scatter_init",
    "Scatterv",
    "Scatterv_init",
    "Send",
    "Send_init",
    "Sendrecv",
    "Sendrecv_replace",
    "Session_attach_buffer",
    "Session_detach_buffer",
    "Session_flush_buffer",
    "Session_get_info",
    "Session_get_nth_pset",
    "Session_get_num_psets",
    "Session_get_pset_info",
    "Session_iflush_buffer",
    "Session_toint",
    "Ssend",
    "Ssend_init",
    "Start",
    "Startall",
    "Test",
    "Test_cancelled",
    "Testall",
    "Testany",
    "Testsome",
    "Topo_test",
    "Type_commit",
    "Type_contiguous",
    "Type_create_darray",
    "Type_create_f90_complex",
    "Type_create_f90_integer",
    "Type_create_f90_real",
    "Type_create_hindexed",
    "Type_create_hindexed_block",
    "Type_create_hvector",
    "Type_create_indexed_block",
    "Type_create_keyval",
    "Type_create_resized",
    "Type_create_struct",
    "Type_create_subarray",
    "Type_delete_attr",
    "Type_dup",
    "Type_free",
    "Type_free_keyval",
    "Type_get_attr",
    "Type_get_contents",
    "Type_get_envelope",
    "Type_get_extent",
    "Type_get_extent_x",
    "Type_get_name",
    "Type_get_true_extent",
    "Type_get_true_extent_x",
    "Type_get_value_index",
    "Type_indexed",
    "Type_match_size",
    "Type_set_attr",
    "Type_set_name",
    "Type_size",
    "Type_size_x",
    "Type_toint",
    "Type_vector",
    "Unpack",
    "Unpack_external",
    "Unpublish_name",
    "Wait",
    "Waitall",
    "Waitany",
    "Waitsome",
    "Win_allocate",
    "Win_allocate_shared",
    "Win_attach",
    "Win_complete",
    "Win_create",
    "Win_create_dynamic",
    "Win_create_keyval",
    "Win_delete_attr",
    "Win_detach",
    "Win_fence",
    "Win_flush",
    "Win_flush_all",
    "Win_flush_local",
    "Win_flush_local_all",
    "Win_free",
    "Win_free_keyval",
    "Win_get_attr",
    "Win_get_group",
    "Win_get_info",
    "Win_get_name",
    "Win_lock",
    "Win_lock_all",
    "Win_post",
    "Win_set_attr",
    "Win_set_info",
    "Win_set_name",
    "Win_shared_query",
    "Win_start",
    "Win_sync",
    "Win_test",
    "Win_toint",
    "Win_unlock",
    "Win_unlock_all",
    "Win_wait",
};

#ifdef HAVE_MPI_Accumulate
int MPI_Accumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Accumulate");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
        --depth;
        return ended;
    }
    inside(CALL_Accumulate);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Accumulate, took, win, target_rank, bytes_of(origin_count, origin_datatype), NOTHING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Accumulate_c
int MPI_Accumulate_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Accumulate_c");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
        --depth;
        return ended;
    }
    inside(CALL_Accumulate);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Accumulate, took, win, target_rank, bytes_of(origin_count, origin_datatype), NOTHING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_accumulate_
void mpi_accumulate_(void* origin_addr, void* origin_count, void* origin_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* op, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_accumulate_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Accumulate);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Accumulate, took, WIN_F(win), *(int*)target_rank, bytes_of(*(int*)origin_count, TYPE_F(origin_datatype)), NOTHING);
    leave(since + took);
}
void mpi_accumulate(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_accumulate_")));
void mpi_accumulate__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_accumulate_")));
void MPI_ACCUMULATE(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_accumulate_")));
#endif

#ifdef HAVE_F_mpi_accumulate_f08_
void mpi_accumulate_f08_(void* origin_addr, void* origin_count, void* origin_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* op, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_accumulate_f08_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Accumulate);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Accumulate, took, WIN_F(win), *(int*)target_rank, bytes_of(*(int*)origin_count, TYPE_F(origin_datatype)), NOTHING);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Allgather
int MPI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Allgather");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Allgather);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Allgather, took, comm, bytes_of(recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Allgather_c
int MPI_Allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Allgather_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Allgather);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Allgather, took, comm, bytes_of(recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_allgather_
void mpi_allgather_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_allgather_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Allgather);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Allgather, took, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
void mpi_allgather(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allgather_")));
void mpi_allgather__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allgather_")));
void MPI_ALLGATHER(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allgather_")));
#endif

#ifdef HAVE_F_mpi_allgather_f08_
void mpi_allgather_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_allgather_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Allgather);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Allgather, took, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Allgather_init
int MPI_Allgather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Allgather_init");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Allgather_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Allgather_init, took, request, comm, bytes_of(recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Allgather_init_c
int MPI_Allgather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Allgather_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Allgather_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Allgather_init, took, request, comm, bytes_of(recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_allgather_init_
void mpi_allgather_init_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_allgather_init_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Allgather_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Allgather_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
void mpi_allgather_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allgather_init_")));
void mpi_allgather_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allgather_init_")));
void MPI_ALLGATHER_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allgather_init_")));
#endif

#ifdef HAVE_F_mpi_allgather_init_f08_
void mpi_allgather_init_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_allgather_init_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Allgather_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Allgather_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Allgatherv
int MPI_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Allgatherv");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Allgatherv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Allgatherv, took, comm, SUM(recvcounts, comm) * size_of(recvtype) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Allgatherv_c
int MPI_Allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Allgatherv_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Allgatherv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Allgatherv, took, comm, SUM(recvcounts, comm) * size_of(recvtype) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_allgatherv_
void mpi_allgatherv_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_allgatherv_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Allgatherv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Allgatherv, took, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(recvtype)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
void mpi_allgatherv(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allgatherv_")));
void mpi_allgatherv__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allgatherv_")));
void MPI_ALLGATHERV(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allgatherv_")));
#endif

#ifdef HAVE_F_mpi_allgatherv_f08_
void mpi_allgatherv_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_allgatherv_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Allgatherv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Allgatherv, took, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(recvtype)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Allgatherv_init
int MPI_Allgatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Allgatherv_init");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Allgatherv_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Allgatherv_init, took, request, comm, SUM(recvcounts, comm) * size_of(recvtype) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Allgatherv_init_c
int MPI_Allgatherv_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Allgatherv_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Allgatherv_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Allgatherv_init, took, request, comm, SUM(recvcounts, comm) * size_of(recvtype) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_allgatherv_init_
void mpi_allgatherv_init_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_allgatherv_init_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Allgatherv_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Allgatherv_init, took, (const int*)request, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(recvtype)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
void mpi_allgatherv_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allgatherv_init_")));
void mpi_allgatherv_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allgatherv_init_")));
void MPI_ALLGATHERV_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allgatherv_init_")));
#endif

#ifdef HAVE_F_mpi_allgatherv_init_f08_
void mpi_allgatherv_init_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_allgatherv_init_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Allgatherv_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Allgatherv_init, took, (const int*)request, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(recvtype)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Alloc_mem
int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void* baseptr) {
    static int (*next)(MPI_Aint size, MPI_Info info, void* baseptr);
    if (!next) *(void**)&next = next_of("MPI_Alloc_mem");
    if (!enter()) {
        const int ended = next(size, info, baseptr);
        --depth;
        return ended;
    }
    inside(CALL_Alloc_mem);
    const uint64_t since = now();
    const int ended = next(size, info, baseptr);
    const uint64_t took = now() - since;
    other(CALL_Alloc_mem, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_alloc_mem_
void mpi_alloc_mem_(void* size, void* info, void* baseptr, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_alloc_mem_");
    if (!enter()) {
        next(size, info, baseptr, ierror);
        --depth;
        return;
    }
    inside(CALL_Alloc_mem);
    const uint64_t since = now();
    next(size, info, baseptr, ierror);
    const uint64_t took = now() - since;
    other(CALL_Alloc_mem, took);
    leave(since + took);
}
void mpi_alloc_mem(void*, void*, void*, void*) __attribute__((alias("mpi_alloc_mem_")));
void mpi_alloc_mem__(void*, void*, void*, void*) __attribute__((alias("mpi_alloc_mem_")));
void MPI_ALLOC_MEM(void*, void*, void*, void*) __attribute__((alias("mpi_alloc_mem_")));
#endif

#ifdef HAVE_F_mpi_alloc_mem_f08_
void mpi_alloc_mem_f08_(void* size, void* info, void* baseptr, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_alloc_mem_f08_");
    if (!enter()) {
        next(size, info, baseptr, ierror);
        --depth;
        return;
    }
    inside(CALL_Alloc_mem);
    const uint64_t since = now();
    next(size, info, baseptr, ierror);
    const uint64_t took = now() - since;
    other(CALL_Alloc_mem, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Allreduce
int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Allreduce");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm);
        --depth;
        return ended;
    }
    inside(CALL_Allreduce);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Allreduce, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Allreduce_c
int MPI_Allreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Allreduce_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm);
        --depth;
        return ended;
    }
    inside(CALL_Allreduce);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Allreduce, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_allreduce_
void mpi_allreduce_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_allreduce_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Allreduce);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Allreduce, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_allreduce(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allreduce_")));
void mpi_allreduce__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allreduce_")));
void MPI_ALLREDUCE(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allreduce_")));
#endif

#ifdef HAVE_F_mpi_allreduce_f08_
void mpi_allreduce_f08_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_allreduce_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Allreduce);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Allreduce, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Allreduce_init
int MPI_Allreduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Allreduce_init");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Allreduce_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Allreduce_init, took, request, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Allreduce_init_c
int MPI_Allreduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Allreduce_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Allreduce_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Allreduce_init, took, request, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_allreduce_init_
void mpi_allreduce_init_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_allreduce_init_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Allreduce_init);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Allreduce_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_allreduce_init(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allreduce_init_")));
void mpi_allreduce_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allreduce_init_")));
void MPI_ALLREDUCE_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_allreduce_init_")));
#endif

#ifdef HAVE_F_mpi_allreduce_init_f08_
void mpi_allreduce_init_f08_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_allreduce_init_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Allreduce_init);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Allreduce_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Alltoall
int MPI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Alltoall");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Alltoall);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Alltoall, took, comm, bytes_of(recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Alltoall_c
int MPI_Alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Alltoall_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Alltoall);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Alltoall, took, comm, bytes_of(recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_alltoall_
void mpi_alltoall_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_alltoall_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Alltoall);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Alltoall, took, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
void mpi_alltoall(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoall_")));
void mpi_alltoall__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoall_")));
void MPI_ALLTOALL(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoall_")));
#endif

#ifdef HAVE_F_mpi_alltoall_f08_
void mpi_alltoall_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_alltoall_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Alltoall);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Alltoall, took, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Alltoall_init
int MPI_Alltoall_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Alltoall_init");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Alltoall_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Alltoall_init, took, request, comm, bytes_of(recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Alltoall_init_c
int MPI_Alltoall_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Alltoall_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Alltoall_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Alltoall_init, took, request, comm, bytes_of(recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_alltoall_init_
void mpi_alltoall_init_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_alltoall_init_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Alltoall_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Alltoall_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
void mpi_alltoall_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoall_init_")));
void mpi_alltoall_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoall_init_")));
void MPI_ALLTOALL_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoall_init_")));
#endif

#ifdef HAVE_F_mpi_alltoall_init_f08_
void mpi_alltoall_init_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_alltoall_init_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Alltoall_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Alltoall_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Alltoallv
int MPI_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Alltoallv");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Alltoallv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Alltoallv, took, comm, SUM(recvcounts, comm) * size_of(recvtype) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Alltoallv_c
int MPI_Alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Alltoallv_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Alltoallv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Alltoallv, took, comm, SUM(recvcounts, comm) * size_of(recvtype) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_alltoallv_
void mpi_alltoallv_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtype, void* recvbuf, void* recvcounts, void* rdispls, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_alltoallv_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Alltoallv);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Alltoallv, took, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(recvtype)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
void mpi_alltoallv(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoallv_")));
void mpi_alltoallv__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoallv_")));
void MPI_ALLTOALLV(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoallv_")));
#endif

#ifdef HAVE_F_mpi_alltoallv_f08_
void mpi_alltoallv_f08_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtype, void* recvbuf, void* recvcounts, void* rdispls, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_alltoallv_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Alltoallv);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Alltoallv, took, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(recvtype)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Alltoallv_init
int MPI_Alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Alltoallv_init");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Alltoallv_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Alltoallv_init, took, request, comm, SUM(recvcounts, comm) * size_of(recvtype) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Alltoallv_init_c
int MPI_Alltoallv_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Alltoallv_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Alltoallv_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Alltoallv_init, took, request, comm, SUM(recvcounts, comm) * size_of(recvtype) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_alltoallv_init_
void mpi_alltoallv_init_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtype, void* recvbuf, void* recvcounts, void* rdispls, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_alltoallv_init_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Alltoallv_init);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Alltoallv_init, took, (const int*)request, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(recvtype)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
void mpi_alltoallv_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoallv_init_")));
void mpi_alltoallv_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoallv_init_")));
void MPI_ALLTOALLV_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoallv_init_")));
#endif

#ifdef HAVE_F_mpi_alltoallv_init_f08_
void mpi_alltoallv_init_f08_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtype, void* recvbuf, void* recvcounts, void* rdispls, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_alltoallv_init_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Alltoallv_init);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Alltoallv_init, took, (const int*)request, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(recvtype)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Alltoallw
int MPI_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Alltoallw");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
        --depth;
        return ended;
    }
    inside(CALL_Alltoallw);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Alltoallw, took, comm, SUM_W(recvcounts, recvtypes, comm) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Alltoallw_c
int MPI_Alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Alltoallw_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
        --depth;
        return ended;
    }
    inside(CALL_Alltoallw);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Alltoallw, took, comm, SUM_W(recvcounts, recvtypes, comm) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_alltoallw_
void mpi_alltoallw_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtypes, void* recvbuf, void* recvcounts, void* rdispls, void* recvtypes, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_alltoallw_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Alltoallw);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Alltoallw, took, COMM_F(comm), SUM_W_F((const int*)recvcounts, (const int*)recvtypes, COMM_F(comm)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
void mpi_alltoallw(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoallw_")));
void mpi_alltoallw__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoallw_")));
void MPI_ALLTOALLW(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoallw_")));
#endif

#ifdef HAVE_F_mpi_alltoallw_f08_
void mpi_alltoallw_f08_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtypes, void* recvbuf, void* recvcounts, void* rdispls, void* recvtypes, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_alltoallw_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Alltoallw);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Alltoallw, took, COMM_F(comm), SUM_W_F((const int*)recvcounts, (const int*)recvtypes, COMM_F(comm)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Alltoallw_init
int MPI_Alltoallw_init(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Alltoallw_init");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Alltoallw_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Alltoallw_init, took, request, comm, SUM_W(recvcounts, recvtypes, comm) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Alltoallw_init_c
int MPI_Alltoallw_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Alltoallw_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Alltoallw_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Alltoallw_init, took, request, comm, SUM_W(recvcounts, recvtypes, comm) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_alltoallw_init_
void mpi_alltoallw_init_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtypes, void* recvbuf, void* recvcounts, void* rdispls, void* recvtypes, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_alltoallw_init_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Alltoallw_init);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Alltoallw_init, took, (const int*)request, COMM_F(comm), SUM_W_F((const int*)recvcounts, (const int*)recvtypes, COMM_F(comm)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
void mpi_alltoallw_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoallw_init_")));
void mpi_alltoallw_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoallw_init_")));
void MPI_ALLTOALLW_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_alltoallw_init_")));
#endif

#ifdef HAVE_F_mpi_alltoallw_init_f08_
void mpi_alltoallw_init_f08_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtypes, void* recvbuf, void* recvcounts, void* rdispls, void* recvtypes, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_alltoallw_init_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Alltoallw_init);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Alltoallw_init, took, (const int*)request, COMM_F(comm), SUM_W_F((const int*)recvcounts, (const int*)recvtypes, COMM_F(comm)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Attr_delete
int MPI_Attr_delete(MPI_Comm comm, int keyval) {
    static int (*next)(MPI_Comm comm, int keyval);
    if (!next) *(void**)&next = next_of("MPI_Attr_delete");
    if (!enter()) {
        const int ended = next(comm, keyval);
        --depth;
        return ended;
    }
    inside(CALL_Attr_delete);
    const uint64_t since = now();
    const int ended = next(comm, keyval);
    const uint64_t took = now() - since;
    other(CALL_Attr_delete, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_attr_delete_
void mpi_attr_delete_(void* comm, void* keyval, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_attr_delete_");
    if (!enter()) {
        next(comm, keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Attr_delete);
    const uint64_t since = now();
    next(comm, keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Attr_delete, took);
    leave(since + took);
}
void mpi_attr_delete(void*, void*, void*) __attribute__((alias("mpi_attr_delete_")));
void mpi_attr_delete__(void*, void*, void*) __attribute__((alias("mpi_attr_delete_")));
void MPI_ATTR_DELETE(void*, void*, void*) __attribute__((alias("mpi_attr_delete_")));
#endif

#ifdef HAVE_F_mpi_attr_delete_f08_
void mpi_attr_delete_f08_(void* comm, void* keyval, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_attr_delete_f08_");
    if (!enter()) {
        next(comm, keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Attr_delete);
    const uint64_t since = now();
    next(comm, keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Attr_delete, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Attr_get
int MPI_Attr_get(MPI_Comm comm, int keyval, void* attribute_val, int* flag) {
    static int (*next)(MPI_Comm comm, int keyval, void* attribute_val, int* flag);
    if (!next) *(void**)&next = next_of("MPI_Attr_get");
    if (!enter()) {
        const int ended = next(comm, keyval, attribute_val, flag);
        --depth;
        return ended;
    }
    inside(CALL_Attr_get);
    const uint64_t since = now();
    const int ended = next(comm, keyval, attribute_val, flag);
    const uint64_t took = now() - since;
    other(CALL_Attr_get, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_attr_get_
void mpi_attr_get_(void* comm, void* keyval, void* attribute_val, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_attr_get_");
    if (!enter()) {
        next(comm, keyval, attribute_val, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Attr_get);
    const uint64_t since = now();
    next(comm, keyval, attribute_val, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Attr_get, took);
    leave(since + took);
}
void mpi_attr_get(void*, void*, void*, void*, void*) __attribute__((alias("mpi_attr_get_")));
void mpi_attr_get__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_attr_get_")));
void MPI_ATTR_GET(void*, void*, void*, void*, void*) __attribute__((alias("mpi_attr_get_")));
#endif

#ifdef HAVE_F_mpi_attr_get_f08_
void mpi_attr_get_f08_(void* comm, void* keyval, void* attribute_val, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_attr_get_f08_");
    if (!enter()) {
        next(comm, keyval, attribute_val, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Attr_get);
    const uint64_t since = now();
    next(comm, keyval, attribute_val, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Attr_get, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Attr_put
int MPI_Attr_put(MPI_Comm comm, int keyval, void* attribute_val) {
    static int (*next)(MPI_Comm comm, int keyval, void* attribute_val);
    if (!next) *(void**)&next = next_of("MPI_Attr_put");
    if (!enter()) {
        const int ended = next(comm, keyval, attribute_val);
        --depth;
        return ended;
    }
    inside(CALL_Attr_put);
    const uint64_t since = now();
    const int ended = next(comm, keyval, attribute_val);
    const uint64_t took = now() - since;
    other(CALL_Attr_put, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_attr_put_
void mpi_attr_put_(void* comm, void* keyval, void* attribute_val, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_attr_put_");
    if (!enter()) {
        next(comm, keyval, attribute_val, ierror);
        --depth;
        return;
    }
    inside(CALL_Attr_put);
    const uint64_t since = now();
    next(comm, keyval, attribute_val, ierror);
    const uint64_t took = now() - since;
    other(CALL_Attr_put, took);
    leave(since + took);
}
void mpi_attr_put(void*, void*, void*, void*) __attribute__((alias("mpi_attr_put_")));
void mpi_attr_put__(void*, void*, void*, void*) __attribute__((alias("mpi_attr_put_")));
void MPI_ATTR_PUT(void*, void*, void*, void*) __attribute__((alias("mpi_attr_put_")));
#endif

#ifdef HAVE_F_mpi_attr_put_f08_
void mpi_attr_put_f08_(void* comm, void* keyval, void* attribute_val, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_attr_put_f08_");
    if (!enter()) {
        next(comm, keyval, attribute_val, ierror);
        --depth;
        return;
    }
    inside(CALL_Attr_put);
    const uint64_t since = now();
    next(comm, keyval, attribute_val, ierror);
    const uint64_t took = now() - since;
    other(CALL_Attr_put, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Barrier
int MPI_Barrier(MPI_Comm comm) {
    static int (*next)(MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Barrier");
    if (!enter()) {
        const int ended = next(comm);
        --depth;
        return ended;
    }
    inside(CALL_Barrier);
    const uint64_t since = now();
    const int ended = next(comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Barrier, took, comm, 0);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_barrier_
void mpi_barrier_(void* comm, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_barrier_");
    if (!enter()) {
        next(comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Barrier);
    const uint64_t since = now();
    next(comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Barrier, took, COMM_F(comm), 0);
    leave(since + took);
}
void mpi_barrier(void*, void*) __attribute__((alias("mpi_barrier_")));
void mpi_barrier__(void*, void*) __attribute__((alias("mpi_barrier_")));
void MPI_BARRIER(void*, void*) __attribute__((alias("mpi_barrier_")));
#endif

#ifdef HAVE_F_mpi_barrier_f08_
void mpi_barrier_f08_(void* comm, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_barrier_f08_");
    if (!enter()) {
        next(comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Barrier);
    const uint64_t since = now();
    next(comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Barrier, took, COMM_F(comm), 0);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Barrier_init
int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Barrier_init");
    if (!enter()) {
        const int ended = next(comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Barrier_init);
    const uint64_t since = now();
    const int ended = next(comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Barrier_init, took, request, comm, 0);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_barrier_init_
void mpi_barrier_init_(void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_barrier_init_");
    if (!enter()) {
        next(comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Barrier_init);
    const uint64_t since = now();
    next(comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Barrier_init, took, (const int*)request, COMM_F(comm), 0);
    leave(since + took);
}
void mpi_barrier_init(void*, void*, void*, void*) __attribute__((alias("mpi_barrier_init_")));
void mpi_barrier_init__(void*, void*, void*, void*) __attribute__((alias("mpi_barrier_init_")));
void MPI_BARRIER_INIT(void*, void*, void*, void*) __attribute__((alias("mpi_barrier_init_")));
#endif

#ifdef HAVE_F_mpi_barrier_init_f08_
void mpi_barrier_init_f08_(void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_barrier_init_f08_");
    if (!enter()) {
        next(comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Barrier_init);
    const uint64_t since = now();
    next(comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Barrier_init, took, (const int*)request, COMM_F(comm), 0);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Bcast
int MPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    static int (*next)(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Bcast");
    if (!enter()) {
        const int ended = next(buffer, count, datatype, root, comm);
        --depth;
        return ended;
    }
    inside(CALL_Bcast);
    const uint64_t since = now();
    const int ended = next(buffer, count, datatype, root, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Bcast, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Bcast_c
int MPI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    static int (*next)(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Bcast_c");
    if (!enter()) {
        const int ended = next(buffer, count, datatype, root, comm);
        --depth;
        return ended;
    }
    inside(CALL_Bcast);
    const uint64_t since = now();
    const int ended = next(buffer, count, datatype, root, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Bcast, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_bcast_
void mpi_bcast_(void* buffer, void* count, void* datatype, void* root, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_bcast_");
    if (!enter()) {
        next(buffer, count, datatype, root, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Bcast);
    const uint64_t since = now();
    next(buffer, count, datatype, root, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Bcast, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_bcast(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_bcast_")));
void mpi_bcast__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_bcast_")));
void MPI_BCAST(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_bcast_")));
#endif

#ifdef HAVE_F_mpi_bcast_f08_
void mpi_bcast_f08_(void* buffer, void* count, void* datatype, void* root, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_bcast_f08_");
    if (!enter()) {
        next(buffer, count, datatype, root, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Bcast);
    const uint64_t since = now();
    next(buffer, count, datatype, root, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Bcast, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Bcast_init
int MPI_Bcast_init(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Bcast_init");
    if (!enter()) {
        const int ended = next(buffer, count, datatype, root, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Bcast_init);
    const uint64_t since = now();
    const int ended = next(buffer, count, datatype, root, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Bcast_init, took, request, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Bcast_init_c
int MPI_Bcast_init_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Bcast_init_c");
    if (!enter()) {
        const int ended = next(buffer, count, datatype, root, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Bcast_init);
    const uint64_t since = now();
    const int ended = next(buffer, count, datatype, root, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Bcast_init, took, request, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_bcast_init_
void mpi_bcast_init_(void* buffer, void* count, void* datatype, void* root, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_bcast_init_");
    if (!enter()) {
        next(buffer, count, datatype, root, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Bcast_init);
    const uint64_t since = now();
    next(buffer, count, datatype, root, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Bcast_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_bcast_init(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_bcast_init_")));
void mpi_bcast_init__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_bcast_init_")));
void MPI_BCAST_INIT(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_bcast_init_")));
#endif

#ifdef HAVE_F_mpi_bcast_init_f08_
void mpi_bcast_init_f08_(void* buffer, void* count, void* datatype, void* root, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_bcast_init_f08_");
    if (!enter()) {
        next(buffer, count, datatype, root, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Bcast_init);
    const uint64_t since = now();
    next(buffer, count, datatype, root, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Bcast_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Bsend
int MPI_Bsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Bsend");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm);
        --depth;
        return ended;
    }
    inside(CALL_Bsend);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Bsend, took, comm, dest, tag, bytes_of(count, datatype), BLOCKING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Bsend_c
int MPI_Bsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Bsend_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm);
        --depth;
        return ended;
    }
    inside(CALL_Bsend);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Bsend, took, comm, dest, tag, bytes_of(count, datatype), BLOCKING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_bsend_
void mpi_bsend_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_bsend_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Bsend);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Bsend, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), BLOCKING);
    leave(since + took);
}
void mpi_bsend(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_bsend_")));
void mpi_bsend__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_bsend_")));
void MPI_BSEND(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_bsend_")));
#endif

#ifdef HAVE_F_mpi_bsend_f08_
void mpi_bsend_f08_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_bsend_f08_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Bsend);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Bsend, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), BLOCKING);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Bsend_init
int MPI_Bsend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Bsend_init");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Bsend_init);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared(CALL_Bsend_init, took, request, comm, dest, tag, bytes_of(count, datatype), 1);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Bsend_init_c
int MPI_Bsend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Bsend_init_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Bsend_init);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared(CALL_Bsend_init, took, request, comm, dest, tag, bytes_of(count, datatype), 1);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_bsend_init_
void mpi_bsend_init_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_bsend_init_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Bsend_init);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_f(CALL_Bsend_init, took, (const int*)request, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), 1);
    leave(since + took);
}
void mpi_bsend_init(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_bsend_init_")));
void mpi_bsend_init__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_bsend_init_")));
void MPI_BSEND_INIT(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_bsend_init_")));
#endif

#ifdef HAVE_F_mpi_bsend_init_f08_
void mpi_bsend_init_f08_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_bsend_init_f08_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Bsend_init);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_f(CALL_Bsend_init, took, (const int*)request, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), 1);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Buffer_attach
int MPI_Buffer_attach(void* buffer, int size) {
    static int (*next)(void* buffer, int size);
    if (!next) *(void**)&next = next_of("MPI_Buffer_attach");
    if (!enter()) {
        const int ended = next(buffer, size);
        --depth;
        return ended;
    }
    inside(CALL_Buffer_attach);
    const uint64_t since = now();
    const int ended = next(buffer, size);
    const uint64_t took = now() - since;
    other(CALL_Buffer_attach, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Buffer_attach_c
int MPI_Buffer_attach_c(void* buffer, MPI_Count size) {
    static int (*next)(void* buffer, MPI_Count size);
    if (!next) *(void**)&next = next_of("MPI_Buffer_attach_c");
    if (!enter()) {
        const int ended = next(buffer, size);
        --depth;
        return ended;
    }
    inside(CALL_Buffer_attach);
    const uint64_t since = now();
    const int ended = next(buffer, size);
    const uint64_t took = now() - since;
    other(CALL_Buffer_attach, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_buffer_attach_
void mpi_buffer_attach_(void* buffer, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_buffer_attach_");
    if (!enter()) {
        next(buffer, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Buffer_attach);
    const uint64_t since = now();
    next(buffer, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Buffer_attach, took);
    leave(since + took);
}
void mpi_buffer_attach(void*, void*, void*) __attribute__((alias("mpi_buffer_attach_")));
void mpi_buffer_attach__(void*, void*, void*) __attribute__((alias("mpi_buffer_attach_")));
void MPI_BUFFER_ATTACH(void*, void*, void*) __attribute__((alias("mpi_buffer_attach_")));
#endif

#ifdef HAVE_F_mpi_buffer_attach_f08_
void mpi_buffer_attach_f08_(void* buffer, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_buffer_attach_f08_");
    if (!enter()) {
        next(buffer, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Buffer_attach);
    const uint64_t since = now();
    next(buffer, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Buffer_attach, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Buffer_detach
int MPI_Buffer_detach(void* buffer_addr, int* size) {
    static int (*next)(void* buffer_addr, int* size);
    if (!next) *(void**)&next = next_of("MPI_Buffer_detach");
    if (!enter()) {
        const int ended = next(buffer_addr, size);
        --depth;
        return ended;
    }
    inside(CALL_Buffer_detach);
    const uint64_t since = now();
    const int ended = next(buffer_addr, size);
    const uint64_t took = now() - since;
    other(CALL_Buffer_detach, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Buffer_detach_c
int MPI_Buffer_detach_c(void* buffer_addr, MPI_Count* size) {
    static int (*next)(void* buffer_addr, MPI_Count* size);
    if (!next) *(void**)&next = next_of("MPI_Buffer_detach_c");
    if (!enter()) {
        const int ended = next(buffer_addr, size);
        --depth;
        return ended;
    }
    inside(CALL_Buffer_detach);
    const uint64_t since = now();
    const int ended = next(buffer_addr, size);
    const uint64_t took = now() - since;
    other(CALL_Buffer_detach, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_buffer_detach_
void mpi_buffer_detach_(void* buffer_addr, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_buffer_detach_");
    if (!enter()) {
        next(buffer_addr, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Buffer_detach);
    const uint64_t since = now();
    next(buffer_addr, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Buffer_detach, took);
    leave(since + took);
}
void mpi_buffer_detach(void*, void*, void*) __attribute__((alias("mpi_buffer_detach_")));
void mpi_buffer_detach__(void*, void*, void*) __attribute__((alias("mpi_buffer_detach_")));
void MPI_BUFFER_DETACH(void*, void*, void*) __attribute__((alias("mpi_buffer_detach_")));
#endif

#ifdef HAVE_F_mpi_buffer_detach_f08_
void mpi_buffer_detach_f08_(void* buffer_addr, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_buffer_detach_f08_");
    if (!enter()) {
        next(buffer_addr, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Buffer_detach);
    const uint64_t since = now();
    next(buffer_addr, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Buffer_detach, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Buffer_flush
int MPI_Buffer_flush(void) {
    static int (*next)(void);
    if (!next) *(void**)&next = next_of("MPI_Buffer_flush");
    if (!enter()) {
        const int ended = next();
        --depth;
        return ended;
    }
    inside(CALL_Buffer_flush);
    const uint64_t since = now();
    const int ended = next();
    const uint64_t took = now() - since;
    other(CALL_Buffer_flush, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_buffer_flush_
void mpi_buffer_flush_(void* ierror) {
    static void (*next)(void*);
    if (!next) *(void**)&next = next_of("mpi_buffer_flush_");
    if (!enter()) {
        next(ierror);
        --depth;
        return;
    }
    inside(CALL_Buffer_flush);
    const uint64_t since = now();
    next(ierror);
    const uint64_t took = now() - since;
    other(CALL_Buffer_flush, took);
    leave(since + took);
}
void mpi_buffer_flush(void*) __attribute__((alias("mpi_buffer_flush_")));
void mpi_buffer_flush__(void*) __attribute__((alias("mpi_buffer_flush_")));
void MPI_BUFFER_FLUSH(void*) __attribute__((alias("mpi_buffer_flush_")));
#endif

#ifdef HAVE_F_mpi_buffer_flush_f08_
void mpi_buffer_flush_f08_(void* ierror) {
    static void (*next)(void*);
    if (!next) *(void**)&next = next_of("mpi_buffer_flush_f08_");
    if (!enter()) {
        next(ierror);
        --depth;
        return;
    }
    inside(CALL_Buffer_flush);
    const uint64_t since = now();
    next(ierror);
    const uint64_t took = now() - since;
    other(CALL_Buffer_flush, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Buffer_iflush
int MPI_Buffer_iflush(MPI_Request* request) {
    static int (*next)(MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Buffer_iflush");
    if (!enter()) {
        const int ended = next(request);
        --depth;
        return ended;
    }
    inside(CALL_Buffer_iflush);
    const uint64_t since = now();
    const int ended = next(request);
    const uint64_t took = now() - since;
    other(CALL_Buffer_iflush, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_buffer_iflush_
void mpi_buffer_iflush_(void* request, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_buffer_iflush_");
    if (!enter()) {
        next(request, ierror);
        --depth;
        return;
    }
    inside(CALL_Buffer_iflush);
    const uint64_t since = now();
    next(request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Buffer_iflush, took);
    leave(since + took);
}
void mpi_buffer_iflush(void*, void*) __attribute__((alias("mpi_buffer_iflush_")));
void mpi_buffer_iflush__(void*, void*) __attribute__((alias("mpi_buffer_iflush_")));
void MPI_BUFFER_IFLUSH(void*, void*) __attribute__((alias("mpi_buffer_iflush_")));
#endif

#ifdef HAVE_F_mpi_buffer_iflush_f08_
void mpi_buffer_iflush_f08_(void* request, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_buffer_iflush_f08_");
    if (!enter()) {
        next(request, ierror);
        --depth;
        return;
    }
    inside(CALL_Buffer_iflush);
    const uint64_t since = now();
    next(request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Buffer_iflush, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Cancel
int MPI_Cancel(MPI_Request* request) {
    static int (*next)(MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Cancel");
    if (!enter()) {
        const int ended = next(request);
        --depth;
        return ended;
    }
    inside(CALL_Cancel);
    const uint64_t since = now();
    const int ended = next(request);
    const uint64_t took = now() - since;
    other(CALL_Cancel, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_cancel_
void mpi_cancel_(void* request, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cancel_");
    if (!enter()) {
        next(request, ierror);
        --depth;
        return;
    }
    inside(CALL_Cancel);
    const uint64_t since = now();
    next(request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cancel, took);
    leave(since + took);
}
void mpi_cancel(void*, void*) __attribute__((alias("mpi_cancel_")));
void mpi_cancel__(void*, void*) __attribute__((alias("mpi_cancel_")));
void MPI_CANCEL(void*, void*) __attribute__((alias("mpi_cancel_")));
#endif

#ifdef HAVE_F_mpi_cancel_f08_
void mpi_cancel_f08_(void* request, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cancel_f08_");
    if (!enter()) {
        next(request, ierror);
        --depth;
        return;
    }
    inside(CALL_Cancel);
    const uint64_t since = now();
    next(request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cancel, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Cart_coords
int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) {
    static int (*next)(MPI_Comm comm, int rank, int maxdims, int coords[]);
    if (!next) *(void**)&next = next_of("MPI_Cart_coords");
    if (!enter()) {
        const int ended = next(comm, rank, maxdims, coords);
        --depth;
        return ended;
    }
    inside(CALL_Cart_coords);
    const uint64_t since = now();
    const int ended = next(comm, rank, maxdims, coords);
    const uint64_t took = now() - since;
    other(CALL_Cart_coords, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_cart_coords_
void mpi_cart_coords_(void* comm, void* rank, void* maxdims, void* coords, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cart_coords_");
    if (!enter()) {
        next(comm, rank, maxdims, coords, ierror);
        --depth;
        return;
    }
    inside(CALL_Cart_coords);
    const uint64_t since = now();
    next(comm, rank, maxdims, coords, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cart_coords, took);
    leave(since + took);
}
void mpi_cart_coords(void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_coords_")));
void mpi_cart_coords__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_coords_")));
void MPI_CART_COORDS(void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_coords_")));
#endif

#ifdef HAVE_F_mpi_cart_coords_f08_
void mpi_cart_coords_f08_(void* comm, void* rank, void* maxdims, void* coords, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cart_coords_f08_");
    if (!enter()) {
        next(comm, rank, maxdims, coords, ierror);
        --depth;
        return;
    }
    inside(CALL_Cart_coords);
    const uint64_t since = now();
    next(comm, rank, maxdims, coords, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cart_coords, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Cart_create
int MPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm* comm_cart) {
    static int (*next)(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm* comm_cart);
    if (!next) *(void**)&next = next_of("MPI_Cart_create");
    if (!enter()) {
        const int ended = next(comm_old, ndims, dims, periods, reorder, comm_cart);
        --depth;
        return ended;
    }
    inside(CALL_Cart_create);
    const uint64_t since = now();
    const int ended = next(comm_old, ndims, dims, periods, reorder, comm_cart);
    const uint64_t took = now() - since;
    other(CALL_Cart_create, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_cart_create_
void mpi_cart_create_(void* comm_old, void* ndims, void* dims, void* periods, void* reorder, void* comm_cart, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cart_create_");
    if (!enter()) {
        next(comm_old, ndims, dims, periods, reorder, comm_cart, ierror);
        --depth;
        return;
    }
    inside(CALL_Cart_create);
    const uint64_t since = now();
    next(comm_old, ndims, dims, periods, reorder, comm_cart, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cart_create, took);
    leave(since + took);
}
void mpi_cart_create(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_create_")));
void mpi_cart_create__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_create_")));
void MPI_CART_CREATE(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_create_")));
#endif

#ifdef HAVE_F_mpi_cart_create_f08_
void mpi_cart_create_f08_(void* comm_old, void* ndims, void* dims, void* periods, void* reorder, void* comm_cart, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cart_create_f08_");
    if (!enter()) {
        next(comm_old, ndims, dims, periods, reorder, comm_cart, ierror);
        --depth;
        return;
    }
    inside(CALL_Cart_create);
    const uint64_t since = now();
    next(comm_old, ndims, dims, periods, reorder, comm_cart, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cart_create, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Cart_get
int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) {
    static int (*next)(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]);
    if (!next) *(void**)&next = next_of("MPI_Cart_get");
    if (!enter()) {
        const int ended = next(comm, maxdims, dims, periods, coords);
        --depth;
        return ended;
    }
    inside(CALL_Cart_get);
    const uint64_t since = now();
    const int ended = next(comm, maxdims, dims, periods, coords);
    const uint64_t took = now() - since;
    other(CALL_Cart_get, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_cart_get_
void mpi_cart_get_(void* comm, void* maxdims, void* dims, void* periods, void* coords, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cart_get_");
    if (!enter()) {
        next(comm, maxdims, dims, periods, coords, ierror);
        --depth;
        return;
    }
    inside(CALL_Cart_get);
    const uint64_t since = now();
    next(comm, maxdims, dims, periods, coords, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cart_get, took);
    leave(since + took);
}
void mpi_cart_get(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_get_")));
void mpi_cart_get__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_get_")));
void MPI_CART_GET(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_get_")));
#endif

#ifdef HAVE_F_mpi_cart_get_f08_
void mpi_cart_get_f08_(void* comm, void* maxdims, void* dims, void* periods, void* coords, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cart_get_f08_");
    if (!enter()) {
        next(comm, maxdims, dims, periods, coords, ierror);
        --depth;
        return;
    }
    inside(CALL_Cart_get);
    const uint64_t since = now();
    next(comm, maxdims, dims, periods, coords, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cart_get, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Cart_map
int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int* newrank) {
    static int (*next)(MPI_Comm comm, int ndims, const int dims[], const int periods[], int* newrank);
    if (!next) *(void**)&next = next_of("MPI_Cart_map");
    if (!enter()) {
        const int ended = next(comm, ndims, dims, periods, newrank);
        --depth;
        return ended;
    }
    inside(CALL_Cart_map);
    const uint64_t since = now();
    const int ended = next(comm, ndims, dims, periods, newrank);
    const uint64_t took = now() - since;
    other(CALL_Cart_map, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_cart_map_
void mpi_cart_map_(void* comm, void* ndims, void* dims, void* periods, void* newrank, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cart_map_");
    if (!enter()) {
        next(comm, ndims, dims, periods, newrank, ierror);
        --depth;
        return;
    }
    inside(CALL_Cart_map);
    const uint64_t since = now();
    next(comm, ndims, dims, periods, newrank, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cart_map, took);
    leave(since + took);
}
void mpi_cart_map(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_map_")));
void mpi_cart_map__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_map_")));
void MPI_CART_MAP(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_map_")));
#endif

#ifdef HAVE_F_mpi_cart_map_f08_
void mpi_cart_map_f08_(void* comm, void* ndims, void* dims, void* periods, void* newrank, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cart_map_f08_");
    if (!enter()) {
        next(comm, ndims, dims, periods, newrank, ierror);
        --depth;
        return;
    }
    inside(CALL_Cart_map);
    const uint64_t since = now();
    next(comm, ndims, dims, periods, newrank, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cart_map, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Cart_rank
int MPI_Cart_rank(MPI_Comm comm, const int coords[], int* rank) {
    static int (*next)(MPI_Comm comm, const int coords[], int* rank);
    if (!next) *(void**)&next = next_of("MPI_Cart_rank");
    if (!enter()) {
        const int ended = next(comm, coords, rank);
        --depth;
        return ended;
    }
    inside(CALL_Cart_rank);
    const uint64_t since = now();
    const int ended = next(comm, coords, rank);
    const uint64_t took = now() - since;
    other(CALL_Cart_rank, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_cart_rank_
void mpi_cart_rank_(void* comm, void* coords, void* rank, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cart_rank_");
    if (!enter()) {
        next(comm, coords, rank, ierror);
        --depth;
        return;
    }
    inside(CALL_Cart_rank);
    const uint64_t since = now();
    next(comm, coords, rank, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cart_rank, took);
    leave(since + took);
}
void mpi_cart_rank(void*, void*, void*, void*) __attribute__((alias("mpi_cart_rank_")));
void mpi_cart_rank__(void*, void*, void*, void*) __attribute__((alias("mpi_cart_rank_")));
void MPI_CART_RANK(void*, void*, void*, void*) __attribute__((alias("mpi_cart_rank_")));
#endif

#ifdef HAVE_F_mpi_cart_rank_f08_
void mpi_cart_rank_f08_(void* comm, void* coords, void* rank, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cart_rank_f08_");
    if (!enter()) {
        next(comm, coords, rank, ierror);
        --depth;
        return;
    }
    inside(CALL_Cart_rank);
    const uint64_t since = now();
    next(comm, coords, rank, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cart_rank, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Cart_shift
int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int* rank_source, int* rank_dest) {
    static int (*next)(MPI_Comm comm, int direction, int disp, int* rank_source, int* rank_dest);
    if (!next) *(void**)&next = next_of("MPI_Cart_shift");
    if (!enter()) {
        const int ended = next(comm, direction, disp, rank_source, rank_dest);
        --depth;
        return ended;
    }
    inside(CALL_Cart_shift);
    const uint64_t since = now();
    const int ended = next(comm, direction, disp, rank_source, rank_dest);
    const uint64_t took = now() - since;
    other(CALL_Cart_shift, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_cart_shift_
void mpi_cart_shift_(void* comm, void* direction, void* disp, void* rank_source, void* rank_dest, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cart_shift_");
    if (!enter()) {
        next(comm, direction, disp, rank_source, rank_dest, ierror);
        --depth;
        return;
    }
    inside(CALL_Cart_shift);
    const uint64_t since = now();
    next(comm, direction, disp, rank_source, rank_dest, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cart_shift, took);
    leave(since + took);
}
void mpi_cart_shift(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_shift_")));
void mpi_cart_shift__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_shift_")));
void MPI_CART_SHIFT(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_cart_shift_")));
#endif

#ifdef HAVE_F_mpi_cart_shift_f08_
void mpi_cart_shift_f08_(void* comm, void* direction, void* disp, void* rank_source, void* rank_dest, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cart_shift_f08_");
    if (!enter()) {
        next(comm, direction, disp, rank_source, rank_dest, ierror);
        --depth;
        return;
    }
    inside(CALL_Cart_shift);
    const uint64_t since = now();
    next(comm, direction, disp, rank_source, rank_dest, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cart_shift, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Cart_sub
int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm* newcomm) {
    static int (*next)(MPI_Comm comm, const int remain_dims[], MPI_Comm* newcomm);
    if (!next) *(void**)&next = next_of("MPI_Cart_sub");
    if (!enter()) {
        const int ended = next(comm, remain_dims, newcomm);
        --depth;
        return ended;
    }
    inside(CALL_Cart_sub);
    const uint64_t since = now();
    const int ended = next(comm, remain_dims, newcomm);
    const uint64_t took = now() - since;
    other(CALL_Cart_sub, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_cart_sub_
void mpi_cart_sub_(void* comm, void* remain_dims, void* newcomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cart_sub_");
    if (!enter()) {
        next(comm, remain_dims, newcomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Cart_sub);
    const uint64_t since = now();
    next(comm, remain_dims, newcomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cart_sub, took);
    leave(since + took);
}
void mpi_cart_sub(void*, void*, void*, void*) __attribute__((alias("mpi_cart_sub_")));
void mpi_cart_sub__(void*, void*, void*, void*) __attribute__((alias("mpi_cart_sub_")));
void MPI_CART_SUB(void*, void*, void*, void*) __attribute__((alias("mpi_cart_sub_")));
#endif

#ifdef HAVE_F_mpi_cart_sub_f08_
void mpi_cart_sub_f08_(void* comm, void* remain_dims, void* newcomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cart_sub_f08_");
    if (!enter()) {
        next(comm, remain_dims, newcomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Cart_sub);
    const uint64_t since = now();
    next(comm, remain_dims, newcomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cart_sub, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Cartdim_get
int MPI_Cartdim_get(MPI_Comm comm, int* ndims) {
    static int (*next)(MPI_Comm comm, int* ndims);
    if (!next) *(void**)&next = next_of("MPI_Cartdim_get");
    if (!enter()) {
        const int ended = next(comm, ndims);
        --depth;
        return ended;
    }
    inside(CALL_Cartdim_get);
    const uint64_t since = now();
    const int ended = next(comm, ndims);
    const uint64_t took = now() - since;
    other(CALL_Cartdim_get, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_cartdim_get_
void mpi_cartdim_get_(void* comm, void* ndims, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cartdim_get_");
    if (!enter()) {
        next(comm, ndims, ierror);
        --depth;
        return;
    }
    inside(CALL_Cartdim_get);
    const uint64_t since = now();
    next(comm, ndims, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cartdim_get, took);
    leave(since + took);
}
void mpi_cartdim_get(void*, void*, void*) __attribute__((alias("mpi_cartdim_get_")));
void mpi_cartdim_get__(void*, void*, void*) __attribute__((alias("mpi_cartdim_get_")));
void MPI_CARTDIM_GET(void*, void*, void*) __attribute__((alias("mpi_cartdim_get_")));
#endif

#ifdef HAVE_F_mpi_cartdim_get_f08_
void mpi_cartdim_get_f08_(void* comm, void* ndims, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_cartdim_get_f08_");
    if (!enter()) {
        next(comm, ndims, ierror);
        --depth;
        return;
    }
    inside(CALL_Cartdim_get);
    const uint64_t since = now();
    next(comm, ndims, ierror);
    const uint64_t took = now() - since;
    other(CALL_Cartdim_get, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Close_port
int MPI_Close_port(const char* port_name) {
    static int (*next)(const char* port_name);
    if (!next) *(void**)&next = next_of("MPI_Close_port");
    if (!enter()) {
        const int ended = next(port_name);
        --depth;
        return ended;
    }
    inside(CALL_Close_port);
    const uint64_t since = now();
    const int ended = next(port_name);
    const uint64_t took = now() - since;
    other(CALL_Close_port, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Comm_accept
int MPI_Comm_accept(const char* port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* newcomm) {
    static int (*next)(const char* port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* newcomm);
    if (!next) *(void**)&next = next_of("MPI_Comm_accept");
    if (!enter()) {
        const int ended = next(port_name, info, root, comm, newcomm);
        --depth;
        return ended;
    }
    inside(CALL_Comm_accept);
    const uint64_t since = now();
    const int ended = next(port_name, info, root, comm, newcomm);
    const uint64_t took = now() - since;
    other(CALL_Comm_accept, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Comm_attach_buffer
int MPI_Comm_attach_buffer(MPI_Comm comm, void* buffer, int size) {
    static int (*next)(MPI_Comm comm, void* buffer, int size);
    if (!next) *(void**)&next = next_of("MPI_Comm_attach_buffer");
    if (!enter()) {
        const int ended = next(comm, buffer, size);
        --depth;
        return ended;
    }
    inside(CALL_Comm_attach_buffer);
    const uint64_t since = now();
    const int ended = next(comm, buffer, size);
    const uint64_t took = now() - since;
    other(CALL_Comm_attach_buffer, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Comm_attach_buffer_c
int MPI_Comm_attach_buffer_c(MPI_Comm comm, void* buffer, MPI_Count size) {
    static int (*next)(MPI_Comm comm, void* buffer, MPI_Count size);
    if (!next) *(void**)&next = next_of("MPI_Comm_attach_buffer_c");
    if (!enter()) {
        const int ended = next(comm, buffer, size);
        --depth;
        return ended;
    }
    inside(CALL_Comm_attach_buffer);
    const uint64_t since = now();
    const int ended = next(comm, buffer, size);
    const uint64_t took = now() - since;
    other(CALL_Comm_attach_buffer, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_attach_buffer_
void mpi_comm_attach_buffer_(void* comm, void* buffer, void* size, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_attach_buffer_");
    if (!enter()) {
        next(comm, buffer, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_attach_buffer);
    const uint64_t since = now();
    next(comm, buffer, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_attach_buffer, took);
    leave(since + took);
}
void mpi_comm_attach_buffer(void*, void*, void*, void*) __attribute__((alias("mpi_comm_attach_buffer_")));
void mpi_comm_attach_buffer__(void*, void*, void*, void*) __attribute__((alias("mpi_comm_attach_buffer_")));
void MPI_COMM_ATTACH_BUFFER(void*, void*, void*, void*) __attribute__((alias("mpi_comm_attach_buffer_")));
#endif

#ifdef HAVE_F_mpi_comm_attach_buffer_f08_
void mpi_comm_attach_buffer_f08_(void* comm, void* buffer, void* size, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_attach_buffer_f08_");
    if (!enter()) {
        next(comm, buffer, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_attach_buffer);
    const uint64_t since = now();
    next(comm, buffer, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_attach_buffer, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_compare
int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int* result) {
    static int (*next)(MPI_Comm comm1, MPI_Comm comm2, int* result);
    if (!next) *(void**)&next = next_of("MPI_Comm_compare");
    if (!enter()) {
        const int ended = next(comm1, comm2, result);
        --depth;
        return ended;
    }
    inside(CALL_Comm_compare);
    const uint64_t since = now();
    const int ended = next(comm1, comm2, result);
    const uint64_t took = now() - since;
    other(CALL_Comm_compare, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_compare_
void mpi_comm_compare_(void* comm1, void* comm2, void* result, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_compare_");
    if (!enter()) {
        next(comm1, comm2, result, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_compare);
    const uint64_t since = now();
    next(comm1, comm2, result, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_compare, took);
    leave(since + took);
}
void mpi_comm_compare(void*, void*, void*, void*) __attribute__((alias("mpi_comm_compare_")));
void mpi_comm_compare__(void*, void*, void*, void*) __attribute__((alias("mpi_comm_compare_")));
void MPI_COMM_COMPARE(void*, void*, void*, void*) __attribute__((alias("mpi_comm_compare_")));
#endif

#ifdef HAVE_F_mpi_comm_compare_f08_
void mpi_comm_compare_f08_(void* comm1, void* comm2, void* result, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_compare_f08_");
    if (!enter()) {
        next(comm1, comm2, result, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_compare);
    const uint64_t since = now();
    next(comm1, comm2, result, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_compare, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_connect
int MPI_Comm_connect(const char* port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* newcomm) {
    static int (*next)(const char* port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* newcomm);
    if (!next) *(void**)&next = next_of("MPI_Comm_connect");
    if (!enter()) {
        const int ended = next(port_name, info, root, comm, newcomm);
        --depth;
        return ended;
    }
    inside(CALL_Comm_connect);
    const uint64_t since = now();
    const int ended = next(port_name, info, root, comm, newcomm);
    const uint64_t took = now() - since;
    other(CALL_Comm_connect, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Comm_create
int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm) {
    static int (*next)(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm);
    if (!next) *(void**)&next = next_of("MPI_Comm_create");
    if (!enter()) {
        const int ended = next(comm, group, newcomm);
        --depth;
        return ended;
    }
    inside(CALL_Comm_create);
    const uint64_t since = now();
    const int ended = next(comm, group, newcomm);
    const uint64_t took = now() - since;
    other(CALL_Comm_create, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_create_
void mpi_comm_create_(void* comm, void* group, void* newcomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_create_");
    if (!enter()) {
        next(comm, group, newcomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_create);
    const uint64_t since = now();
    next(comm, group, newcomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_create, took);
    leave(since + took);
}
void mpi_comm_create(void*, void*, void*, void*) __attribute__((alias("mpi_comm_create_")));
void mpi_comm_create__(void*, void*, void*, void*) __attribute__((alias("mpi_comm_create_")));
void MPI_COMM_CREATE(void*, void*, void*, void*) __attribute__((alias("mpi_comm_create_")));
#endif

#ifdef HAVE_F_mpi_comm_create_f08_
void mpi_comm_create_f08_(void* comm, void* group, void* newcomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_create_f08_");
    if (!enter()) {
        next(comm, group, newcomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_create);
    const uint64_t since = now();
    next(comm, group, newcomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_create, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_create_from_group
int MPI_Comm_create_from_group(MPI_Group group, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm* newcomm) {
    static int (*next)(MPI_Group group, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm* newcomm);
    if (!next) *(void**)&next = next_of("MPI_Comm_create_from_group");
    if (!enter()) {
        const int ended = next(group, stringtag, info, errhandler, newcomm);
        --depth;
        return ended;
    }
    inside(CALL_Comm_create_from_group);
    const uint64_t since = now();
    const int ended = next(group, stringtag, info, errhandler, newcomm);
    const uint64_t took = now() - since;
    other(CALL_Comm_create_from_group, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Comm_create_group
int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm) {
    static int (*next)(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm);
    if (!next) *(void**)&next = next_of("MPI_Comm_create_group");
    if (!enter()) {
        const int ended = next(comm, group, tag, newcomm);
        --depth;
        return ended;
    }
    inside(CALL_Comm_create_group);
    const uint64_t since = now();
    const int ended = next(comm, group, tag, newcomm);
    const uint64_t took = now() - since;
    other(CALL_Comm_create_group, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_create_group_
void mpi_comm_create_group_(void* comm, void* group, void* tag, void* newcomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_create_group_");
    if (!enter()) {
        next(comm, group, tag, newcomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_create_group);
    const uint64_t since = now();
    next(comm, group, tag, newcomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_create_group, took);
    leave(since + took);
}
void mpi_comm_create_group(void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_create_group_")));
void mpi_comm_create_group__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_create_group_")));
void MPI_COMM_CREATE_GROUP(void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_create_group_")));
#endif

#ifdef HAVE_F_mpi_comm_create_group_f08_
void mpi_comm_create_group_f08_(void* comm, void* group, void* tag, void* newcomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_create_group_f08_");
    if (!enter()) {
        next(comm, group, tag, newcomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_create_group);
    const uint64_t since = now();
    next(comm, group, tag, newcomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_create_group, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_create_keyval
int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function* comm_copy_attr_fn, MPI_Comm_delete_attr_function* comm_delete_attr_fn, int* comm_keyval, void* extra_state) {
    static int (*next)(MPI_Comm_copy_attr_function* comm_copy_attr_fn, MPI_Comm_delete_attr_function* comm_delete_attr_fn, int* comm_keyval, void* extra_state);
    if (!next) *(void**)&next = next_of("MPI_Comm_create_keyval");
    if (!enter()) {
        const int ended = next(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state);
        --depth;
        return ended;
    }
    inside(CALL_Comm_create_keyval);
    const uint64_t since = now();
    const int ended = next(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state);
    const uint64_t took = now() - since;
    other(CALL_Comm_create_keyval, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Comm_delete_attr
int MPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval) {
    static int (*next)(MPI_Comm comm, int comm_keyval);
    if (!next) *(void**)&next = next_of("MPI_Comm_delete_attr");
    if (!enter()) {
        const int ended = next(comm, comm_keyval);
        --depth;
        return ended;
    }
    inside(CALL_Comm_delete_attr);
    const uint64_t since = now();
    const int ended = next(comm, comm_keyval);
    const uint64_t took = now() - since;
    other(CALL_Comm_delete_attr, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_delete_attr_
void mpi_comm_delete_attr_(void* comm, void* comm_keyval, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_delete_attr_");
    if (!enter()) {
        next(comm, comm_keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_delete_attr);
    const uint64_t since = now();
    next(comm, comm_keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_delete_attr, took);
    leave(since + took);
}
void mpi_comm_delete_attr(void*, void*, void*) __attribute__((alias("mpi_comm_delete_attr_")));
void mpi_comm_delete_attr__(void*, void*, void*) __attribute__((alias("mpi_comm_delete_attr_")));
void MPI_COMM_DELETE_ATTR(void*, void*, void*) __attribute__((alias("mpi_comm_delete_attr_")));
#endif

#ifdef HAVE_F_mpi_comm_delete_attr_f08_
void mpi_comm_delete_attr_f08_(void* comm, void* comm_keyval, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_delete_attr_f08_");
    if (!enter()) {
        next(comm, comm_keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_delete_attr);
    const uint64_t since = now();
    next(comm, comm_keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_delete_attr, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_detach_buffer
int MPI_Comm_detach_buffer(MPI_Comm comm, void* buffer_addr, int* size) {
    static int (*next)(MPI_Comm comm, void* buffer_addr, int* size);
    if (!next) *(void**)&next = next_of("MPI_Comm_detach_buffer");
    if (!enter()) {
        const int ended = next(comm, buffer_addr, size);
        --depth;
        return ended;
    }
    inside(CALL_Comm_detach_buffer);
    const uint64_t since = now();
    const int ended = next(comm, buffer_addr, size);
    const uint64_t took = now() - since;
    other(CALL_Comm_detach_buffer, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Comm_detach_buffer_c
int MPI_Comm_detach_buffer_c(MPI_Comm comm, void* buffer_addr, MPI_Count* size) {
    static int (*next)(MPI_Comm comm, void* buffer_addr, MPI_Count* size);
    if (!next) *(void**)&next = next_of("MPI_Comm_detach_buffer_c");
    if (!enter()) {
        const int ended = next(comm, buffer_addr, size);
        --depth;
        return ended;
    }
    inside(CALL_Comm_detach_buffer);
    const uint64_t since = now();
    const int ended = next(comm, buffer_addr, size);
    const uint64_t took = now() - since;
    other(CALL_Comm_detach_buffer, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_detach_buffer_
void mpi_comm_detach_buffer_(void* comm, void* buffer_addr, void* size, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_detach_buffer_");
    if (!enter()) {
        next(comm, buffer_addr, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_detach_buffer);
    const uint64_t since = now();
    next(comm, buffer_addr, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_detach_buffer, took);
    leave(since + took);
}
void mpi_comm_detach_buffer(void*, void*, void*, void*) __attribute__((alias("mpi_comm_detach_buffer_")));
void mpi_comm_detach_buffer__(void*, void*, void*, void*) __attribute__((alias("mpi_comm_detach_buffer_")));
void MPI_COMM_DETACH_BUFFER(void*, void*, void*, void*) __attribute__((alias("mpi_comm_detach_buffer_")));
#endif

#ifdef HAVE_F_mpi_comm_detach_buffer_f08_
void mpi_comm_detach_buffer_f08_(void* comm, void* buffer_addr, void* size, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_detach_buffer_f08_");
    if (!enter()) {
        next(comm, buffer_addr, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_detach_buffer);
    const uint64_t since = now();
    next(comm, buffer_addr, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_detach_buffer, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_disconnect
int MPI_Comm_disconnect(MPI_Comm* comm) {
    static int (*next)(MPI_Comm* comm);
    if (!next) *(void**)&next = next_of("MPI_Comm_disconnect");
    if (!enter()) {
        const int ended = next(comm);
        --depth;
        return ended;
    }
    forget_comm(comm);
    inside(CALL_Comm_disconnect);
    const uint64_t since = now();
    const int ended = next(comm);
    const uint64_t took = now() - since;
    other(CALL_Comm_disconnect, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_disconnect_
void mpi_comm_disconnect_(void* comm, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_disconnect_");
    if (!enter()) {
        next(comm, ierror);
        --depth;
        return;
    }
    forget_comm(COMM_F(comm));
    inside(CALL_Comm_disconnect);
    const uint64_t since = now();
    next(comm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_disconnect, took);
    leave(since + took);
}
void mpi_comm_disconnect(void*, void*) __attribute__((alias("mpi_comm_disconnect_")));
void mpi_comm_disconnect__(void*, void*) __attribute__((alias("mpi_comm_disconnect_")));
void MPI_COMM_DISCONNECT(void*, void*) __attribute__((alias("mpi_comm_disconnect_")));
#endif

#ifdef HAVE_F_mpi_comm_disconnect_f08_
void mpi_comm_disconnect_f08_(void* comm, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_disconnect_f08_");
    if (!enter()) {
        next(comm, ierror);
        --depth;
        return;
    }
    forget_comm(COMM_F(comm));
    inside(CALL_Comm_disconnect);
    const uint64_t since = now();
    next(comm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_disconnect, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_dup
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
    static int (*next)(MPI_Comm comm, MPI_Comm* newcomm);
    if (!next) *(void**)&next = next_of("MPI_Comm_dup");
    if (!enter()) {
        const int ended = next(comm, newcomm);
        --depth;
        return ended;
    }
    inside(CALL_Comm_dup);
    const uint64_t since = now();
    const int ended = next(comm, newcomm);
    const uint64_t took = now() - since;
    other(CALL_Comm_dup, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_dup_
void mpi_comm_dup_(void* comm, void* newcomm, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_dup_");
    if (!enter()) {
        next(comm, newcomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_dup);
    const uint64_t since = now();
    next(comm, newcomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_dup, took);
    leave(since + took);
}
void mpi_comm_dup(void*, void*, void*) __attribute__((alias("mpi_comm_dup_")));
void mpi_comm_dup__(void*, void*, void*) __attribute__((alias("mpi_comm_dup_")));
void MPI_COMM_DUP(void*, void*, void*) __attribute__((alias("mpi_comm_dup_")));
#endif

#ifdef HAVE_F_mpi_comm_dup_f08_
void mpi_comm_dup_f08_(void* comm, void* newcomm, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_dup_f08_");
    if (!enter()) {
        next(comm, newcomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_dup);
    const uint64_t since = now();
    next(comm, newcomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_dup, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_dup_with_info
int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
    static int (*next)(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm);
    if (!next) *(void**)&next = next_of("MPI_Comm_dup_with_info");
    if (!enter()) {
        const int ended = next(comm, info, newcomm);
        --depth;
        return ended;
    }
    inside(CALL_Comm_dup_with_info);
    const uint64_t since = now();
    const int ended = next(comm, info, newcomm);
    const uint64_t took = now() - since;
    other(CALL_Comm_dup_with_info, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_dup_with_info_
void mpi_comm_dup_with_info_(void* comm, void* info, void* newcomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_dup_with_info_");
    if (!enter()) {
        next(comm, info, newcomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_dup_with_info);
    const uint64_t since = now();
    next(comm, info, newcomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_dup_with_info, took);
    leave(since + took);
}
void mpi_comm_dup_with_info(void*, void*, void*, void*) __attribute__((alias("mpi_comm_dup_with_info_")));
void mpi_comm_dup_with_info__(void*, void*, void*, void*) __attribute__((alias("mpi_comm_dup_with_info_")));
void MPI_COMM_DUP_WITH_INFO(void*, void*, void*, void*) __attribute__((alias("mpi_comm_dup_with_info_")));
#endif

#ifdef HAVE_F_mpi_comm_dup_with_info_f08_
void mpi_comm_dup_with_info_f08_(void* comm, void* info, void* newcomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_dup_with_info_f08_");
    if (!enter()) {
        next(comm, info, newcomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_dup_with_info);
    const uint64_t since = now();
    next(comm, info, newcomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_dup_with_info, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_flush_buffer
int MPI_Comm_flush_buffer(MPI_Comm comm) {
    static int (*next)(MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Comm_flush_buffer");
    if (!enter()) {
        const int ended = next(comm);
        --depth;
        return ended;
    }
    inside(CALL_Comm_flush_buffer);
    const uint64_t since = now();
    const int ended = next(comm);
    const uint64_t took = now() - since;
    other(CALL_Comm_flush_buffer, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_flush_buffer_
void mpi_comm_flush_buffer_(void* comm, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_flush_buffer_");
    if (!enter()) {
        next(comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_flush_buffer);
    const uint64_t since = now();
    next(comm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_flush_buffer, took);
    leave(since + took);
}
void mpi_comm_flush_buffer(void*, void*) __attribute__((alias("mpi_comm_flush_buffer_")));
void mpi_comm_flush_buffer__(void*, void*) __attribute__((alias("mpi_comm_flush_buffer_")));
void MPI_COMM_FLUSH_BUFFER(void*, void*) __attribute__((alias("mpi_comm_flush_buffer_")));
#endif

#ifdef HAVE_F_mpi_comm_flush_buffer_f08_
void mpi_comm_flush_buffer_f08_(void* comm, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_flush_buffer_f08_");
    if (!enter()) {
        next(comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_flush_buffer);
    const uint64_t since = now();
    next(comm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_flush_buffer, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_free
int MPI_Comm_free(MPI_Comm* comm) {
    static int (*next)(MPI_Comm* comm);
    if (!next) *(void**)&next = next_of("MPI_Comm_free");
    if (!enter()) {
        const int ended = next(comm);
        --depth;
        return ended;
    }
    forget_comm(comm);
    inside(CALL_Comm_free);
    const uint64_t since = now();
    const int ended = next(comm);
    const uint64_t took = now() - since;
    other(CALL_Comm_free, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_free_
void mpi_comm_free_(void* comm, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_free_");
    if (!enter()) {
        next(comm, ierror);
        --depth;
        return;
    }
    forget_comm(COMM_F(comm));
    inside(CALL_Comm_free);
    const uint64_t since = now();
    next(comm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_free, took);
    leave(since + took);
}
void mpi_comm_free(void*, void*) __attribute__((alias("mpi_comm_free_")));
void mpi_comm_free__(void*, void*) __attribute__((alias("mpi_comm_free_")));
void MPI_COMM_FREE(void*, void*) __attribute__((alias("mpi_comm_free_")));
#endif

#ifdef HAVE_F_mpi_comm_free_f08_
void mpi_comm_free_f08_(void* comm, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_free_f08_");
    if (!enter()) {
        next(comm, ierror);
        --depth;
        return;
    }
    forget_comm(COMM_F(comm));
    inside(CALL_Comm_free);
    const uint64_t since = now();
    next(comm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_free, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_free_keyval
int MPI_Comm_free_keyval(int* comm_keyval) {
    static int (*next)(int* comm_keyval);
    if (!next) *(void**)&next = next_of("MPI_Comm_free_keyval");
    if (!enter()) {
        const int ended = next(comm_keyval);
        --depth;
        return ended;
    }
    inside(CALL_Comm_free_keyval);
    const uint64_t since = now();
    const int ended = next(comm_keyval);
    const uint64_t took = now() - since;
    other(CALL_Comm_free_keyval, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_free_keyval_
void mpi_comm_free_keyval_(void* comm_keyval, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_free_keyval_");
    if (!enter()) {
        next(comm_keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_free_keyval);
    const uint64_t since = now();
    next(comm_keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_free_keyval, took);
    leave(since + took);
}
void mpi_comm_free_keyval(void*, void*) __attribute__((alias("mpi_comm_free_keyval_")));
void mpi_comm_free_keyval__(void*, void*) __attribute__((alias("mpi_comm_free_keyval_")));
void MPI_COMM_FREE_KEYVAL(void*, void*) __attribute__((alias("mpi_comm_free_keyval_")));
#endif

#ifdef HAVE_F_mpi_comm_free_keyval_f08_
void mpi_comm_free_keyval_f08_(void* comm_keyval, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_free_keyval_f08_");
    if (!enter()) {
        next(comm_keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_free_keyval);
    const uint64_t since = now();
    next(comm_keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_free_keyval, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_get_attr
int MPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void* attribute_val, int* flag) {
    static int (*next)(MPI_Comm comm, int comm_keyval, void* attribute_val, int* flag);
    if (!next) *(void**)&next = next_of("MPI_Comm_get_attr");
    if (!enter()) {
        const int ended = next(comm, comm_keyval, attribute_val, flag);
        --depth;
        return ended;
    }
    inside(CALL_Comm_get_attr);
    const uint64_t since = now();
    const int ended = next(comm, comm_keyval, attribute_val, flag);
    const uint64_t took = now() - since;
    other(CALL_Comm_get_attr, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_get_attr_
void mpi_comm_get_attr_(void* comm, void* comm_keyval, void* attribute_val, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_get_attr_");
    if (!enter()) {
        next(comm, comm_keyval, attribute_val, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_get_attr);
    const uint64_t since = now();
    next(comm, comm_keyval, attribute_val, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_get_attr, took);
    leave(since + took);
}
void mpi_comm_get_attr(void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_get_attr_")));
void mpi_comm_get_attr__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_get_attr_")));
void MPI_COMM_GET_ATTR(void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_get_attr_")));
#endif

#ifdef HAVE_F_mpi_comm_get_attr_f08_
void mpi_comm_get_attr_f08_(void* comm, void* comm_keyval, void* attribute_val, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_get_attr_f08_");
    if (!enter()) {
        next(comm, comm_keyval, attribute_val, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_get_attr);
    const uint64_t since = now();
    next(comm, comm_keyval, attribute_val, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_get_attr, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_get_info
int MPI_Comm_get_info(MPI_Comm comm, MPI_Info* info_used) {
    static int (*next)(MPI_Comm comm, MPI_Info* info_used);
    if (!next) *(void**)&next = next_of("MPI_Comm_get_info");
    if (!enter()) {
        const int ended = next(comm, info_used);
        --depth;
        return ended;
    }
    inside(CALL_Comm_get_info);
    const uint64_t since = now();
    const int ended = next(comm, info_used);
    const uint64_t took = now() - since;
    other(CALL_Comm_get_info, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_get_info_
void mpi_comm_get_info_(void* comm, void* info_used, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_get_info_");
    if (!enter()) {
        next(comm, info_used, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_get_info);
    const uint64_t since = now();
    next(comm, info_used, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_get_info, took);
    leave(since + took);
}
void mpi_comm_get_info(void*, void*, void*) __attribute__((alias("mpi_comm_get_info_")));
void mpi_comm_get_info__(void*, void*, void*) __attribute__((alias("mpi_comm_get_info_")));
void MPI_COMM_GET_INFO(void*, void*, void*) __attribute__((alias("mpi_comm_get_info_")));
#endif

#ifdef HAVE_F_mpi_comm_get_info_f08_
void mpi_comm_get_info_f08_(void* comm, void* info_used, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_get_info_f08_");
    if (!enter()) {
        next(comm, info_used, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_get_info);
    const uint64_t since = now();
    next(comm, info_used, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_get_info, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_get_name
int MPI_Comm_get_name(MPI_Comm comm, char* comm_name, int* resultlen) {
    static int (*next)(MPI_Comm comm, char* comm_name, int* resultlen);
    if (!next) *(void**)&next = next_of("MPI_Comm_get_name");
    if (!enter()) {
        const int ended = next(comm, comm_name, resultlen);
        --depth;
        return ended;
    }
    inside(CALL_Comm_get_name);
    const uint64_t since = now();
    const int ended = next(comm, comm_name, resultlen);
    const uint64_t took = now() - since;
    other(CALL_Comm_get_name, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Comm_get_parent
int MPI_Comm_get_parent(MPI_Comm* parent) {
    static int (*next)(MPI_Comm* parent);
    if (!next) *(void**)&next = next_of("MPI_Comm_get_parent");
    if (!enter()) {
        const int ended = next(parent);
        --depth;
        return ended;
    }
    inside(CALL_Comm_get_parent);
    const uint64_t since = now();
    const int ended = next(parent);
    const uint64_t took = now() - since;
    other(CALL_Comm_get_parent, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_get_parent_
void mpi_comm_get_parent_(void* parent, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_get_parent_");
    if (!enter()) {
        next(parent, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_get_parent);
    const uint64_t since = now();
    next(parent, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_get_parent, took);
    leave(since + took);
}
void mpi_comm_get_parent(void*, void*) __attribute__((alias("mpi_comm_get_parent_")));
void mpi_comm_get_parent__(void*, void*) __attribute__((alias("mpi_comm_get_parent_")));
void MPI_COMM_GET_PARENT(void*, void*) __attribute__((alias("mpi_comm_get_parent_")));
#endif

#ifdef HAVE_F_mpi_comm_get_parent_f08_
void mpi_comm_get_parent_f08_(void* parent, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_get_parent_f08_");
    if (!enter()) {
        next(parent, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_get_parent);
    const uint64_t since = now();
    next(parent, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_get_parent, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_group
int MPI_Comm_group(MPI_Comm comm, MPI_Group* group) {
    static int (*next)(MPI_Comm comm, MPI_Group* group);
    if (!next) *(void**)&next = next_of("MPI_Comm_group");
    if (!enter()) {
        const int ended = next(comm, group);
        --depth;
        return ended;
    }
    inside(CALL_Comm_group);
    const uint64_t since = now();
    const int ended = next(comm, group);
    const uint64_t took = now() - since;
    other(CALL_Comm_group, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_group_
void mpi_comm_group_(void* comm, void* group, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_group_");
    if (!enter()) {
        next(comm, group, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_group);
    const uint64_t since = now();
    next(comm, group, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_group, took);
    leave(since + took);
}
void mpi_comm_group(void*, void*, void*) __attribute__((alias("mpi_comm_group_")));
void mpi_comm_group__(void*, void*, void*) __attribute__((alias("mpi_comm_group_")));
void MPI_COMM_GROUP(void*, void*, void*) __attribute__((alias("mpi_comm_group_")));
#endif

#ifdef HAVE_F_mpi_comm_group_f08_
void mpi_comm_group_f08_(void* comm, void* group, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_group_f08_");
    if (!enter()) {
        next(comm, group, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_group);
    const uint64_t since = now();
    next(comm, group, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_group, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_idup
int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
    static int (*next)(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Comm_idup");
    if (!enter()) {
        const int ended = next(comm, newcomm, request);
        --depth;
        return ended;
    }
    inside(CALL_Comm_idup);
    const uint64_t since = now();
    const int ended = next(comm, newcomm, request);
    const uint64_t took = now() - since;
    other(CALL_Comm_idup, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_idup_
void mpi_comm_idup_(void* comm, void* newcomm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_idup_");
    if (!enter()) {
        next(comm, newcomm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_idup);
    const uint64_t since = now();
    next(comm, newcomm, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_idup, took);
    leave(since + took);
}
void mpi_comm_idup(void*, void*, void*, void*) __attribute__((alias("mpi_comm_idup_")));
void mpi_comm_idup__(void*, void*, void*, void*) __attribute__((alias("mpi_comm_idup_")));
void MPI_COMM_IDUP(void*, void*, void*, void*) __attribute__((alias("mpi_comm_idup_")));
#endif

#ifdef HAVE_F_mpi_comm_idup_f08_
void mpi_comm_idup_f08_(void* comm, void* newcomm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_idup_f08_");
    if (!enter()) {
        next(comm, newcomm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_idup);
    const uint64_t since = now();
    next(comm, newcomm, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_idup, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_idup_with_info
int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm, MPI_Request* request) {
    static int (*next)(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Comm_idup_with_info");
    if (!enter()) {
        const int ended = next(comm, info, newcomm, request);
        --depth;
        return ended;
    }
    inside(CALL_Comm_idup_with_info);
    const uint64_t since = now();
    const int ended = next(comm, info, newcomm, request);
    const uint64_t took = now() - since;
    other(CALL_Comm_idup_with_info, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_idup_with_info_
void mpi_comm_idup_with_info_(void* comm, void* info, void* newcomm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_idup_with_info_");
    if (!enter()) {
        next(comm, info, newcomm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_idup_with_info);
    const uint64_t since = now();
    next(comm, info, newcomm, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_idup_with_info, took);
    leave(since + took);
}
void mpi_comm_idup_with_info(void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_idup_with_info_")));
void mpi_comm_idup_with_info__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_idup_with_info_")));
void MPI_COMM_IDUP_WITH_INFO(void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_idup_with_info_")));
#endif

#ifdef HAVE_F_mpi_comm_idup_with_info_f08_
void mpi_comm_idup_with_info_f08_(void* comm, void* info, void* newcomm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_idup_with_info_f08_");
    if (!enter()) {
        next(comm, info, newcomm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_idup_with_info);
    const uint64_t since = now();
    next(comm, info, newcomm, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_idup_with_info, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_iflush_buffer
int MPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request* request) {
    static int (*next)(MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Comm_iflush_buffer");
    if (!enter()) {
        const int ended = next(comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Comm_iflush_buffer);
    const uint64_t since = now();
    const int ended = next(comm, request);
    const uint64_t took = now() - since;
    other(CALL_Comm_iflush_buffer, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_iflush_buffer_
void mpi_comm_iflush_buffer_(void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_iflush_buffer_");
    if (!enter()) {
        next(comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_iflush_buffer);
    const uint64_t since = now();
    next(comm, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_iflush_buffer, took);
    leave(since + took);
}
void mpi_comm_iflush_buffer(void*, void*, void*) __attribute__((alias("mpi_comm_iflush_buffer_")));
void mpi_comm_iflush_buffer__(void*, void*, void*) __attribute__((alias("mpi_comm_iflush_buffer_")));
void MPI_COMM_IFLUSH_BUFFER(void*, void*, void*) __attribute__((alias("mpi_comm_iflush_buffer_")));
#endif

#ifdef HAVE_F_mpi_comm_iflush_buffer_f08_
void mpi_comm_iflush_buffer_f08_(void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_iflush_buffer_f08_");
    if (!enter()) {
        next(comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_iflush_buffer);
    const uint64_t since = now();
    next(comm, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_iflush_buffer, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_join
int MPI_Comm_join(int fd, MPI_Comm* intercomm) {
    static int (*next)(int fd, MPI_Comm* intercomm);
    if (!next) *(void**)&next = next_of("MPI_Comm_join");
    if (!enter()) {
        const int ended = next(fd, intercomm);
        --depth;
        return ended;
    }
    inside(CALL_Comm_join);
    const uint64_t since = now();
    const int ended = next(fd, intercomm);
    const uint64_t took = now() - since;
    other(CALL_Comm_join, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_join_
void mpi_comm_join_(void* fd, void* intercomm, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_join_");
    if (!enter()) {
        next(fd, intercomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_join);
    const uint64_t since = now();
    next(fd, intercomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_join, took);
    leave(since + took);
}
void mpi_comm_join(void*, void*, void*) __attribute__((alias("mpi_comm_join_")));
void mpi_comm_join__(void*, void*, void*) __attribute__((alias("mpi_comm_join_")));
void MPI_COMM_JOIN(void*, void*, void*) __attribute__((alias("mpi_comm_join_")));
#endif

#ifdef HAVE_F_mpi_comm_join_f08_
void mpi_comm_join_f08_(void* fd, void* intercomm, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_join_f08_");
    if (!enter()) {
        next(fd, intercomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_join);
    const uint64_t since = now();
    next(fd, intercomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_join, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_rank
int MPI_Comm_rank(MPI_Comm comm, int* rank) {
    static int (*next)(MPI_Comm comm, int* rank);
    if (!next) *(void**)&next = next_of("MPI_Comm_rank");
    if (!enter()) {
        const int ended = next(comm, rank);
        --depth;
        return ended;
    }
    inside(CALL_Comm_rank);
    const uint64_t since = now();
    const int ended = next(comm, rank);
    const uint64_t took = now() - since;
    other(CALL_Comm_rank, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_rank_
void mpi_comm_rank_(void* comm, void* rank, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_rank_");
    if (!enter()) {
        next(comm, rank, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_rank);
    const uint64_t since = now();
    next(comm, rank, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_rank, took);
    leave(since + took);
}
void mpi_comm_rank(void*, void*, void*) __attribute__((alias("mpi_comm_rank_")));
void mpi_comm_rank__(void*, void*, void*) __attribute__((alias("mpi_comm_rank_")));
void MPI_COMM_RANK(void*, void*, void*) __attribute__((alias("mpi_comm_rank_")));
#endif

#ifdef HAVE_F_mpi_comm_rank_f08_
void mpi_comm_rank_f08_(void* comm, void* rank, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_rank_f08_");
    if (!enter()) {
        next(comm, rank, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_rank);
    const uint64_t since = now();
    next(comm, rank, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_rank, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_remote_group
int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group* group) {
    static int (*next)(MPI_Comm comm, MPI_Group* group);
    if (!next) *(void**)&next = next_of("MPI_Comm_remote_group");
    if (!enter()) {
        const int ended = next(comm, group);
        --depth;
        return ended;
    }
    inside(CALL_Comm_remote_group);
    const uint64_t since = now();
    const int ended = next(comm, group);
    const uint64_t took = now() - since;
    other(CALL_Comm_remote_group, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_remote_group_
void mpi_comm_remote_group_(void* comm, void* group, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_remote_group_");
    if (!enter()) {
        next(comm, group, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_remote_group);
    const uint64_t since = now();
    next(comm, group, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_remote_group, took);
    leave(since + took);
}
void mpi_comm_remote_group(void*, void*, void*) __attribute__((alias("mpi_comm_remote_group_")));
void mpi_comm_remote_group__(void*, void*, void*) __attribute__((alias("mpi_comm_remote_group_")));
void MPI_COMM_REMOTE_GROUP(void*, void*, void*) __attribute__((alias("mpi_comm_remote_group_")));
#endif

#ifdef HAVE_F_mpi_comm_remote_group_f08_
void mpi_comm_remote_group_f08_(void* comm, void* group, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_remote_group_f08_");
    if (!enter()) {
        next(comm, group, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_remote_group);
    const uint64_t since = now();
    next(comm, group, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_remote_group, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_remote_size
int MPI_Comm_remote_size(MPI_Comm comm, int* size) {
    static int (*next)(MPI_Comm comm, int* size);
    if (!next) *(void**)&next = next_of("MPI_Comm_remote_size");
    if (!enter()) {
        const int ended = next(comm, size);
        --depth;
        return ended;
    }
    inside(CALL_Comm_remote_size);
    const uint64_t since = now();
    const int ended = next(comm, size);
    const uint64_t took = now() - since;
    other(CALL_Comm_remote_size, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_remote_size_
void mpi_comm_remote_size_(void* comm, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_remote_size_");
    if (!enter()) {
        next(comm, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_remote_size);
    const uint64_t since = now();
    next(comm, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_remote_size, took);
    leave(since + took);
}
void mpi_comm_remote_size(void*, void*, void*) __attribute__((alias("mpi_comm_remote_size_")));
void mpi_comm_remote_size__(void*, void*, void*) __attribute__((alias("mpi_comm_remote_size_")));
void MPI_COMM_REMOTE_SIZE(void*, void*, void*) __attribute__((alias("mpi_comm_remote_size_")));
#endif

#ifdef HAVE_F_mpi_comm_remote_size_f08_
void mpi_comm_remote_size_f08_(void* comm, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_remote_size_f08_");
    if (!enter()) {
        next(comm, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_remote_size);
    const uint64_t since = now();
    next(comm, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_remote_size, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_set_attr
int MPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void* attribute_val) {
    static int (*next)(MPI_Comm comm, int comm_keyval, void* attribute_val);
    if (!next) *(void**)&next = next_of("MPI_Comm_set_attr");
    if (!enter()) {
        const int ended = next(comm, comm_keyval, attribute_val);
        --depth;
        return ended;
    }
    inside(CALL_Comm_set_attr);
    const uint64_t since = now();
    const int ended = next(comm, comm_keyval, attribute_val);
    const uint64_t took = now() - since;
    other(CALL_Comm_set_attr, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_set_attr_
void mpi_comm_set_attr_(void* comm, void* comm_keyval, void* attribute_val, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_set_attr_");
    if (!enter()) {
        next(comm, comm_keyval, attribute_val, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_set_attr);
    const uint64_t since = now();
    next(comm, comm_keyval, attribute_val, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_set_attr, took);
    leave(since + took);
}
void mpi_comm_set_attr(void*, void*, void*, void*) __attribute__((alias("mpi_comm_set_attr_")));
void mpi_comm_set_attr__(void*, void*, void*, void*) __attribute__((alias("mpi_comm_set_attr_")));
void MPI_COMM_SET_ATTR(void*, void*, void*, void*) __attribute__((alias("mpi_comm_set_attr_")));
#endif

#ifdef HAVE_F_mpi_comm_set_attr_f08_
void mpi_comm_set_attr_f08_(void* comm, void* comm_keyval, void* attribute_val, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_set_attr_f08_");
    if (!enter()) {
        next(comm, comm_keyval, attribute_val, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_set_attr);
    const uint64_t since = now();
    next(comm, comm_keyval, attribute_val, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_set_attr, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_set_info
int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info) {
    static int (*next)(MPI_Comm comm, MPI_Info info);
    if (!next) *(void**)&next = next_of("MPI_Comm_set_info");
    if (!enter()) {
        const int ended = next(comm, info);
        --depth;
        return ended;
    }
    inside(CALL_Comm_set_info);
    const uint64_t since = now();
    const int ended = next(comm, info);
    const uint64_t took = now() - since;
    other(CALL_Comm_set_info, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_set_info_
void mpi_comm_set_info_(void* comm, void* info, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_set_info_");
    if (!enter()) {
        next(comm, info, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_set_info);
    const uint64_t since = now();
    next(comm, info, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_set_info, took);
    leave(since + took);
}
void mpi_comm_set_info(void*, void*, void*) __attribute__((alias("mpi_comm_set_info_")));
void mpi_comm_set_info__(void*, void*, void*) __attribute__((alias("mpi_comm_set_info_")));
void MPI_COMM_SET_INFO(void*, void*, void*) __attribute__((alias("mpi_comm_set_info_")));
#endif

#ifdef HAVE_F_mpi_comm_set_info_f08_
void mpi_comm_set_info_f08_(void* comm, void* info, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_set_info_f08_");
    if (!enter()) {
        next(comm, info, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_set_info);
    const uint64_t since = now();
    next(comm, info, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_set_info, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_set_name
int MPI_Comm_set_name(MPI_Comm comm, const char* comm_name) {
    static int (*next)(MPI_Comm comm, const char* comm_name);
    if (!next) *(void**)&next = next_of("MPI_Comm_set_name");
    if (!enter()) {
        const int ended = next(comm, comm_name);
        --depth;
        return ended;
    }
    inside(CALL_Comm_set_name);
    const uint64_t since = now();
    const int ended = next(comm, comm_name);
    const uint64_t took = now() - since;
    other(CALL_Comm_set_name, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Comm_size
int MPI_Comm_size(MPI_Comm comm, int* size) {
    static int (*next)(MPI_Comm comm, int* size);
    if (!next) *(void**)&next = next_of("MPI_Comm_size");
    if (!enter()) {
        const int ended = next(comm, size);
        --depth;
        return ended;
    }
    inside(CALL_Comm_size);
    const uint64_t since = now();
    const int ended = next(comm, size);
    const uint64_t took = now() - since;
    other(CALL_Comm_size, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_size_
void mpi_comm_size_(void* comm, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_size_");
    if (!enter()) {
        next(comm, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_size);
    const uint64_t since = now();
    next(comm, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_size, took);
    leave(since + took);
}
void mpi_comm_size(void*, void*, void*) __attribute__((alias("mpi_comm_size_")));
void mpi_comm_size__(void*, void*, void*) __attribute__((alias("mpi_comm_size_")));
void MPI_COMM_SIZE(void*, void*, void*) __attribute__((alias("mpi_comm_size_")));
#endif

#ifdef HAVE_F_mpi_comm_size_f08_
void mpi_comm_size_f08_(void* comm, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_size_f08_");
    if (!enter()) {
        next(comm, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_size);
    const uint64_t since = now();
    next(comm, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_size, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_spawn
int MPI_Comm_spawn(const char* command, char* argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* intercomm, int array_of_errcodes[]) {
    static int (*next)(const char* command, char* argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* intercomm, int array_of_errcodes[]);
    if (!next) *(void**)&next = next_of("MPI_Comm_spawn");
    if (!enter()) {
        const int ended = next(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes);
        --depth;
        return ended;
    }
    inside(CALL_Comm_spawn);
    const uint64_t since = now();
    const int ended = next(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes);
    const uint64_t took = now() - since;
    other(CALL_Comm_spawn, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Comm_spawn_multiple
int MPI_Comm_spawn_multiple(int count, char* array_of_commands[], char** array_of_argv[], const int array_of_maxprocs[], const MPI_Info array_of_info[], int root, MPI_Comm comm, MPI_Comm* intercomm, int array_of_errcodes[]) {
    static int (*next)(int count, char* array_of_commands[], char** array_of_argv[], const int array_of_maxprocs[], const MPI_Info array_of_info[], int root, MPI_Comm comm, MPI_Comm* intercomm, int array_of_errcodes[]);
    if (!next) *(void**)&next = next_of("MPI_Comm_spawn_multiple");
    if (!enter()) {
        const int ended = next(count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, comm, intercomm, array_of_errcodes);
        --depth;
        return ended;
    }
    inside(CALL_Comm_spawn_multiple);
    const uint64_t since = now();
    const int ended = next(count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, comm, intercomm, array_of_errcodes);
    const uint64_t took = now() - since;
    other(CALL_Comm_spawn_multiple, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Comm_split
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
    static int (*next)(MPI_Comm comm, int color, int key, MPI_Comm* newcomm);
    if (!next) *(void**)&next = next_of("MPI_Comm_split");
    if (!enter()) {
        const int ended = next(comm, color, key, newcomm);
        --depth;
        return ended;
    }
    inside(CALL_Comm_split);
    const uint64_t since = now();
    const int ended = next(comm, color, key, newcomm);
    const uint64_t took = now() - since;
    other(CALL_Comm_split, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_split_
void mpi_comm_split_(void* comm, void* color, void* key, void* newcomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_split_");
    if (!enter()) {
        next(comm, color, key, newcomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_split);
    const uint64_t since = now();
    next(comm, color, key, newcomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_split, took);
    leave(since + took);
}
void mpi_comm_split(void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_split_")));
void mpi_comm_split__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_split_")));
void MPI_COMM_SPLIT(void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_split_")));
#endif

#ifdef HAVE_F_mpi_comm_split_f08_
void mpi_comm_split_f08_(void* comm, void* color, void* key, void* newcomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_split_f08_");
    if (!enter()) {
        next(comm, color, key, newcomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_split);
    const uint64_t since = now();
    next(comm, color, key, newcomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_split, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_split_type
int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm) {
    static int (*next)(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm);
    if (!next) *(void**)&next = next_of("MPI_Comm_split_type");
    if (!enter()) {
        const int ended = next(comm, split_type, key, info, newcomm);
        --depth;
        return ended;
    }
    inside(CALL_Comm_split_type);
    const uint64_t since = now();
    const int ended = next(comm, split_type, key, info, newcomm);
    const uint64_t took = now() - since;
    other(CALL_Comm_split_type, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_split_type_
void mpi_comm_split_type_(void* comm, void* split_type, void* key, void* info, void* newcomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_split_type_");
    if (!enter()) {
        next(comm, split_type, key, info, newcomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_split_type);
    const uint64_t since = now();
    next(comm, split_type, key, info, newcomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_split_type, took);
    leave(since + took);
}
void mpi_comm_split_type(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_split_type_")));
void mpi_comm_split_type__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_split_type_")));
void MPI_COMM_SPLIT_TYPE(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_comm_split_type_")));
#endif

#ifdef HAVE_F_mpi_comm_split_type_f08_
void mpi_comm_split_type_f08_(void* comm, void* split_type, void* key, void* info, void* newcomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_split_type_f08_");
    if (!enter()) {
        next(comm, split_type, key, info, newcomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_split_type);
    const uint64_t since = now();
    next(comm, split_type, key, info, newcomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_split_type, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_test_inter
int MPI_Comm_test_inter(MPI_Comm comm, int* flag) {
    static int (*next)(MPI_Comm comm, int* flag);
    if (!next) *(void**)&next = next_of("MPI_Comm_test_inter");
    if (!enter()) {
        const int ended = next(comm, flag);
        --depth;
        return ended;
    }
    inside(CALL_Comm_test_inter);
    const uint64_t since = now();
    const int ended = next(comm, flag);
    const uint64_t took = now() - since;
    other(CALL_Comm_test_inter, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_comm_test_inter_
void mpi_comm_test_inter_(void* comm, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_test_inter_");
    if (!enter()) {
        next(comm, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_test_inter);
    const uint64_t since = now();
    next(comm, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_test_inter, took);
    leave(since + took);
}
void mpi_comm_test_inter(void*, void*, void*) __attribute__((alias("mpi_comm_test_inter_")));
void mpi_comm_test_inter__(void*, void*, void*) __attribute__((alias("mpi_comm_test_inter_")));
void MPI_COMM_TEST_INTER(void*, void*, void*) __attribute__((alias("mpi_comm_test_inter_")));
#endif

#ifdef HAVE_F_mpi_comm_test_inter_f08_
void mpi_comm_test_inter_f08_(void* comm, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_comm_test_inter_f08_");
    if (!enter()) {
        next(comm, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Comm_test_inter);
    const uint64_t since = now();
    next(comm, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Comm_test_inter, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Comm_toint
int MPI_Comm_toint(MPI_Comm comm) {
    static int (*next)(MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Comm_toint");
    if (!enter()) {
        const int ended = next(comm);
        --depth;
        return ended;
    }
    inside(CALL_Comm_toint);
    const uint64_t since = now();
    const int ended = next(comm);
    const uint64_t took = now() - since;
    other(CALL_Comm_toint, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Compare_and_swap
int MPI_Compare_and_swap(const void* origin_addr, const void* compare_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win) {
    static int (*next)(const void* origin_addr, const void* compare_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Compare_and_swap");
    if (!enter()) {
        const int ended = next(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win);
        --depth;
        return ended;
    }
    inside(CALL_Compare_and_swap);
    const uint64_t since = now();
    const int ended = next(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Compare_and_swap, took, win, target_rank, 2 * size_of(datatype), size_of(datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_compare_and_swap_
void mpi_compare_and_swap_(void* origin_addr, void* compare_addr, void* result_addr, void* datatype, void* target_rank, void* target_disp, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_compare_and_swap_");
    if (!enter()) {
        next(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Compare_and_swap);
    const uint64_t since = now();
    next(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Compare_and_swap, took, WIN_F(win), *(int*)target_rank, 2 * size_of(TYPE_F(datatype)), size_of(TYPE_F(datatype)));
    leave(since + took);
}
void mpi_compare_and_swap(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_compare_and_swap_")));
void mpi_compare_and_swap__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_compare_and_swap_")));
void MPI_COMPARE_AND_SWAP(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_compare_and_swap_")));
#endif

#ifdef HAVE_F_mpi_compare_and_swap_f08_
void mpi_compare_and_swap_f08_(void* origin_addr, void* compare_addr, void* result_addr, void* datatype, void* target_rank, void* target_disp, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_compare_and_swap_f08_");
    if (!enter()) {
        next(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Compare_and_swap);
    const uint64_t since = now();
    next(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Compare_and_swap, took, WIN_F(win), *(int*)target_rank, 2 * size_of(TYPE_F(datatype)), size_of(TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Dims_create
int MPI_Dims_create(int nnodes, int ndims, int dims[]) {
    static int (*next)(int nnodes, int ndims, int dims[]);
    if (!next) *(void**)&next = next_of("MPI_Dims_create");
    if (!enter()) {
        const int ended = next(nnodes, ndims, dims);
        --depth;
        return ended;
    }
    inside(CALL_Dims_create);
    const uint64_t since = now();
    const int ended = next(nnodes, ndims, dims);
    const uint64_t took = now() - since;
    other(CALL_Dims_create, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_dims_create_
void mpi_dims_create_(void* nnodes, void* ndims, void* dims, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_dims_create_");
    if (!enter()) {
        next(nnodes, ndims, dims, ierror);
        --depth;
        return;
    }
    inside(CALL_Dims_create);
    const uint64_t since = now();
    next(nnodes, ndims, dims, ierror);
    const uint64_t took = now() - since;
    other(CALL_Dims_create, took);
    leave(since + took);
}
void mpi_dims_create(void*, void*, void*, void*) __attribute__((alias("mpi_dims_create_")));
void mpi_dims_create__(void*, void*, void*, void*) __attribute__((alias("mpi_dims_create_")));
void MPI_DIMS_CREATE(void*, void*, void*, void*) __attribute__((alias("mpi_dims_create_")));
#endif

#ifdef HAVE_F_mpi_dims_create_f08_
void mpi_dims_create_f08_(void* nnodes, void* ndims, void* dims, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_dims_create_f08_");
    if (!enter()) {
        next(nnodes, ndims, dims, ierror);
        --depth;
        return;
    }
    inside(CALL_Dims_create);
    const uint64_t since = now();
    next(nnodes, ndims, dims, ierror);
    const uint64_t took = now() - since;
    other(CALL_Dims_create, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Dist_graph_create
int MPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int weights[], MPI_Info info, int reorder, MPI_Comm* comm_dist_graph) {
    static int (*next)(MPI_Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int weights[], MPI_Info info, int reorder, MPI_Comm* comm_dist_graph);
    if (!next) *(void**)&next = next_of("MPI_Dist_graph_create");
    if (!enter()) {
        const int ended = next(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph);
        --depth;
        return ended;
    }
    inside(CALL_Dist_graph_create);
    const uint64_t since = now();
    const int ended = next(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph);
    const uint64_t took = now() - since;
    other(CALL_Dist_graph_create, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_dist_graph_create_
void mpi_dist_graph_create_(void* comm_old, void* n, void* sources, void* degrees, void* destinations, void* weights, void* info, void* reorder, void* comm_dist_graph, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_dist_graph_create_");
    if (!enter()) {
        next(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph, ierror);
        --depth;
        return;
    }
    inside(CALL_Dist_graph_create);
    const uint64_t since = now();
    next(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph, ierror);
    const uint64_t took = now() - since;
    other(CALL_Dist_graph_create, took);
    leave(since + took);
}
void mpi_dist_graph_create(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_dist_graph_create_")));
void mpi_dist_graph_create__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_dist_graph_create_")));
void MPI_DIST_GRAPH_CREATE(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_dist_graph_create_")));
#endif

#ifdef HAVE_F_mpi_dist_graph_create_f08_
void mpi_dist_graph_create_f08_(void* comm_old, void* n, void* sources, void* degrees, void* destinations, void* weights, void* info, void* reorder, void* comm_dist_graph, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_dist_graph_create_f08_");
    if (!enter()) {
        next(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph, ierror);
        --depth;
        return;
    }
    inside(CALL_Dist_graph_create);
    const uint64_t since = now();
    next(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph, ierror);
    const uint64_t took = now() - since;
    other(CALL_Dist_graph_create, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Dist_graph_create_adjacent
int MPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[], const int sourceweights[], int outdegree, const int destinations[], const int destweights[], MPI_Info info, int reorder, MPI_Comm* comm_dist_graph) {
    static int (*next)(MPI_Comm comm_old, int indegree, const int sources[], const int sourceweights[], int outdegree, const int destinations[], const int destweights[], MPI_Info info, int reorder, MPI_Comm* comm_dist_graph);
    if (!next) *(void**)&next = next_of("MPI_Dist_graph_create_adjacent");
    if (!enter()) {
        const int ended = next(comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, comm_dist_graph);
        --depth;
        return ended;
    }
    inside(CALL_Dist_graph_create_adjacent);
    const uint64_t since = now();
    const int ended = next(comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, comm_dist_graph);
    const uint64_t took = now() - since;
    other(CALL_Dist_graph_create_adjacent, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_dist_graph_create_adjacent_
void mpi_dist_graph_create_adjacent_(void* comm_old, void* indegree, void* sources, void* sourceweights, void* outdegree, void* destinations, void* destweights, void* info, void* reorder, void* comm_dist_graph, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_dist_graph_create_adjacent_");
    if (!enter()) {
        next(comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, comm_dist_graph, ierror);
        --depth;
        return;
    }
    inside(CALL_Dist_graph_create_adjacent);
    const uint64_t since = now();
    next(comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, comm_dist_graph, ierror);
    const uint64_t took = now() - since;
    other(CALL_Dist_graph_create_adjacent, took);
    leave(since + took);
}
void mpi_dist_graph_create_adjacent(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_dist_graph_create_adjacent_")));
void mpi_dist_graph_create_adjacent__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_dist_graph_create_adjacent_")));
void MPI_DIST_GRAPH_CREATE_ADJACENT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_dist_graph_create_adjacent_")));
#endif

#ifdef HAVE_F_mpi_dist_graph_create_adjacent_f08_
void mpi_dist_graph_create_adjacent_f08_(void* comm_old, void* indegree, void* sources, void* sourceweights, void* outdegree, void* destinations, void* destweights, void* info, void* reorder, void* comm_dist_graph, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_dist_graph_create_adjacent_f08_");
    if (!enter()) {
        next(comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, comm_dist_graph, ierror);
        --depth;
        return;
    }
    inside(CALL_Dist_graph_create_adjacent);
    const uint64_t since = now();
    next(comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, comm_dist_graph, ierror);
    const uint64_t took = now() - since;
    other(CALL_Dist_graph_create_adjacent, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Dist_graph_neighbors
int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree, int destinations[], int destweights[]) {
    static int (*next)(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree, int destinations[], int destweights[]);
    if (!next) *(void**)&next = next_of("MPI_Dist_graph_neighbors");
    if (!enter()) {
        const int ended = next(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights);
        --depth;
        return ended;
    }
    inside(CALL_Dist_graph_neighbors);
    const uint64_t since = now();
    const int ended = next(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights);
    const uint64_t took = now() - since;
    other(CALL_Dist_graph_neighbors, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_dist_graph_neighbors_
void mpi_dist_graph_neighbors_(void* comm, void* maxindegree, void* sources, void* sourceweights, void* maxoutdegree, void* destinations, void* destweights, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_dist_graph_neighbors_");
    if (!enter()) {
        next(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights, ierror);
        --depth;
        return;
    }
    inside(CALL_Dist_graph_neighbors);
    const uint64_t since = now();
    next(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights, ierror);
    const uint64_t took = now() - since;
    other(CALL_Dist_graph_neighbors, took);
    leave(since + took);
}
void mpi_dist_graph_neighbors(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_dist_graph_neighbors_")));
void mpi_dist_graph_neighbors__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_dist_graph_neighbors_")));
void MPI_DIST_GRAPH_NEIGHBORS(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_dist_graph_neighbors_")));
#endif

#ifdef HAVE_F_mpi_dist_graph_neighbors_f08_
void mpi_dist_graph_neighbors_f08_(void* comm, void* maxindegree, void* sources, void* sourceweights, void* maxoutdegree, void* destinations, void* destweights, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_dist_graph_neighbors_f08_");
    if (!enter()) {
        next(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights, ierror);
        --depth;
        return;
    }
    inside(CALL_Dist_graph_neighbors);
    const uint64_t since = now();
    next(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights, ierror);
    const uint64_t took = now() - since;
    other(CALL_Dist_graph_neighbors, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Dist_graph_neighbors_count
int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int* indegree, int* outdegree, int* weighted) {
    static int (*next)(MPI_Comm comm, int* indegree, int* outdegree, int* weighted);
    if (!next) *(void**)&next = next_of("MPI_Dist_graph_neighbors_count");
    if (!enter()) {
        const int ended = next(comm, indegree, outdegree, weighted);
        --depth;
        return ended;
    }
    inside(CALL_Dist_graph_neighbors_count);
    const uint64_t since = now();
    const int ended = next(comm, indegree, outdegree, weighted);
    const uint64_t took = now() - since;
    other(CALL_Dist_graph_neighbors_count, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_dist_graph_neighbors_count_
void mpi_dist_graph_neighbors_count_(void* comm, void* indegree, void* outdegree, void* weighted, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_dist_graph_neighbors_count_");
    if (!enter()) {
        next(comm, indegree, outdegree, weighted, ierror);
        --depth;
        return;
    }
    inside(CALL_Dist_graph_neighbors_count);
    const uint64_t since = now();
    next(comm, indegree, outdegree, weighted, ierror);
    const uint64_t took = now() - since;
    other(CALL_Dist_graph_neighbors_count, took);
    leave(since + took);
}
void mpi_dist_graph_neighbors_count(void*, void*, void*, void*, void*) __attribute__((alias("mpi_dist_graph_neighbors_count_")));
void mpi_dist_graph_neighbors_count__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_dist_graph_neighbors_count_")));
void MPI_DIST_GRAPH_NEIGHBORS_COUNT(void*, void*, void*, void*, void*) __attribute__((alias("mpi_dist_graph_neighbors_count_")));
#endif

#ifdef HAVE_F_mpi_dist_graph_neighbors_count_f08_
void mpi_dist_graph_neighbors_count_f08_(void* comm, void* indegree, void* outdegree, void* weighted, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_dist_graph_neighbors_count_f08_");
    if (!enter()) {
        next(comm, indegree, outdegree, weighted, ierror);
        --depth;
        return;
    }
    inside(CALL_Dist_graph_neighbors_count);
    const uint64_t since = now();
    next(comm, indegree, outdegree, weighted, ierror);
    const uint64_t took = now() - since;
    other(CALL_Dist_graph_neighbors_count, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Errhandler_free
int MPI_Errhandler_free(MPI_Errhandler* errhandler) {
    static int (*next)(MPI_Errhandler* errhandler);
    if (!next) *(void**)&next = next_of("MPI_Errhandler_free");
    if (!enter()) {
        const int ended = next(errhandler);
        --depth;
        return ended;
    }
    inside(CALL_Errhandler_free);
    const uint64_t since = now();
    const int ended = next(errhandler);
    const uint64_t took = now() - since;
    other(CALL_Errhandler_free, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_errhandler_free_
void mpi_errhandler_free_(void* errhandler, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_errhandler_free_");
    if (!enter()) {
        next(errhandler, ierror);
        --depth;
        return;
    }
    inside(CALL_Errhandler_free);
    const uint64_t since = now();
    next(errhandler, ierror);
    const uint64_t took = now() - since;
    other(CALL_Errhandler_free, took);
    leave(since + took);
}
void mpi_errhandler_free(void*, void*) __attribute__((alias("mpi_errhandler_free_")));
void mpi_errhandler_free__(void*, void*) __attribute__((alias("mpi_errhandler_free_")));
void MPI_ERRHANDLER_FREE(void*, void*) __attribute__((alias("mpi_errhandler_free_")));
#endif

#ifdef HAVE_F_mpi_errhandler_free_f08_
void mpi_errhandler_free_f08_(void* errhandler, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_errhandler_free_f08_");
    if (!enter()) {
        next(errhandler, ierror);
        --depth;
        return;
    }
    inside(CALL_Errhandler_free);
    const uint64_t since = now();
    next(errhandler, ierror);
    const uint64_t took = now() - since;
    other(CALL_Errhandler_free, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Errhandler_toint
int MPI_Errhandler_toint(MPI_Errhandler errhandler) {
    static int (*next)(MPI_Errhandler errhandler);
    if (!next) *(void**)&next = next_of("MPI_Errhandler_toint");
    if (!enter()) {
        const int ended = next(errhandler);
        --depth;
        return ended;
    }
    inside(CALL_Errhandler_toint);
    const uint64_t since = now();
    const int ended = next(errhandler);
    const uint64_t took = now() - since;
    other(CALL_Errhandler_toint, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Exscan
int MPI_Exscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Exscan");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm);
        --depth;
        return ended;
    }
    inside(CALL_Exscan);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Exscan, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Exscan_c
int MPI_Exscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Exscan_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm);
        --depth;
        return ended;
    }
    inside(CALL_Exscan);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Exscan, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_exscan_
void mpi_exscan_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_exscan_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Exscan);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Exscan, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_exscan(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_exscan_")));
void mpi_exscan__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_exscan_")));
void MPI_EXSCAN(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_exscan_")));
#endif

#ifdef HAVE_F_mpi_exscan_f08_
void mpi_exscan_f08_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_exscan_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Exscan);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Exscan, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Exscan_init
int MPI_Exscan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Exscan_init");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Exscan_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Exscan_init, took, request, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Exscan_init_c
int MPI_Exscan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Exscan_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Exscan_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Exscan_init, took, request, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_exscan_init_
void mpi_exscan_init_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_exscan_init_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Exscan_init);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Exscan_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_exscan_init(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_exscan_init_")));
void mpi_exscan_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_exscan_init_")));
void MPI_EXSCAN_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_exscan_init_")));
#endif

#ifdef HAVE_F_mpi_exscan_init_f08_
void mpi_exscan_init_f08_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_exscan_init_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Exscan_init);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Exscan_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Fetch_and_op
int MPI_Fetch_and_op(const void* origin_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Fetch_and_op");
    if (!enter()) {
        const int ended = next(origin_addr, result_addr, datatype, target_rank, target_disp, op, win);
        --depth;
        return ended;
    }
    inside(CALL_Fetch_and_op);
    const uint64_t since = now();
    const int ended = next(origin_addr, result_addr, datatype, target_rank, target_disp, op, win);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Fetch_and_op, took, win, target_rank, unless_no_op(op, size_of(datatype)), size_of(datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_fetch_and_op_
void mpi_fetch_and_op_(void* origin_addr, void* result_addr, void* datatype, void* target_rank, void* target_disp, void* op, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_fetch_and_op_");
    if (!enter()) {
        next(origin_addr, result_addr, datatype, target_rank, target_disp, op, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Fetch_and_op);
    const uint64_t since = now();
    next(origin_addr, result_addr, datatype, target_rank, target_disp, op, win, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Fetch_and_op, took, WIN_F(win), *(int*)target_rank, unless_no_op(OP_F(op), size_of(TYPE_F(datatype))), size_of(TYPE_F(datatype)));
    leave(since + took);
}
void mpi_fetch_and_op(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_fetch_and_op_")));
void mpi_fetch_and_op__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_fetch_and_op_")));
void MPI_FETCH_AND_OP(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_fetch_and_op_")));
#endif

#ifdef HAVE_F_mpi_fetch_and_op_f08_
void mpi_fetch_and_op_f08_(void* origin_addr, void* result_addr, void* datatype, void* target_rank, void* target_disp, void* op, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_fetch_and_op_f08_");
    if (!enter()) {
        next(origin_addr, result_addr, datatype, target_rank, target_disp, op, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Fetch_and_op);
    const uint64_t since = now();
    next(origin_addr, result_addr, datatype, target_rank, target_disp, op, win, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Fetch_and_op, took, WIN_F(win), *(int*)target_rank, unless_no_op(OP_F(op), size_of(TYPE_F(datatype))), size_of(TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_close
int MPI_File_close(MPI_File* fh) {
    static int (*next)(MPI_File* fh);
    if (!next) *(void**)&next = next_of("MPI_File_close");
    if (!enter()) {
        const int ended = next(fh);
        --depth;
        return ended;
    }
    inside(CALL_File_close);
    const uint64_t since = now();
    const int ended = next(fh);
    const uint64_t took = now() - since;
    other(CALL_File_close, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_close_
void mpi_file_close_(void* fh, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_close_");
    if (!enter()) {
        next(fh, ierror);
        --depth;
        return;
    }
    inside(CALL_File_close);
    const uint64_t since = now();
    next(fh, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_close, took);
    leave(since + took);
}
void mpi_file_close(void*, void*) __attribute__((alias("mpi_file_close_")));
void mpi_file_close__(void*, void*) __attribute__((alias("mpi_file_close_")));
void MPI_FILE_CLOSE(void*, void*) __attribute__((alias("mpi_file_close_")));
#endif

#ifdef HAVE_F_mpi_file_close_f08_
void mpi_file_close_f08_(void* fh, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_close_f08_");
    if (!enter()) {
        next(fh, ierror);
        --depth;
        return;
    }
    inside(CALL_File_close);
    const uint64_t since = now();
    next(fh, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_close, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_delete
int MPI_File_delete(const char* filename, MPI_Info info) {
    static int (*next)(const char* filename, MPI_Info info);
    if (!next) *(void**)&next = next_of("MPI_File_delete");
    if (!enter()) {
        const int ended = next(filename, info);
        --depth;
        return ended;
    }
    inside(CALL_File_delete);
    const uint64_t since = now();
    const int ended = next(filename, info);
    const uint64_t took = now() - since;
    other(CALL_File_delete, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_get_amode
int MPI_File_get_amode(MPI_File fh, int* amode) {
    static int (*next)(MPI_File fh, int* amode);
    if (!next) *(void**)&next = next_of("MPI_File_get_amode");
    if (!enter()) {
        const int ended = next(fh, amode);
        --depth;
        return ended;
    }
    inside(CALL_File_get_amode);
    const uint64_t since = now();
    const int ended = next(fh, amode);
    const uint64_t took = now() - since;
    other(CALL_File_get_amode, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_get_amode_
void mpi_file_get_amode_(void* fh, void* amode, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_amode_");
    if (!enter()) {
        next(fh, amode, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_amode);
    const uint64_t since = now();
    next(fh, amode, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_amode, took);
    leave(since + took);
}
void mpi_file_get_amode(void*, void*, void*) __attribute__((alias("mpi_file_get_amode_")));
void mpi_file_get_amode__(void*, void*, void*) __attribute__((alias("mpi_file_get_amode_")));
void MPI_FILE_GET_AMODE(void*, void*, void*) __attribute__((alias("mpi_file_get_amode_")));
#endif

#ifdef HAVE_F_mpi_file_get_amode_f08_
void mpi_file_get_amode_f08_(void* fh, void* amode, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_amode_f08_");
    if (!enter()) {
        next(fh, amode, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_amode);
    const uint64_t since = now();
    next(fh, amode, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_amode, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_get_atomicity
int MPI_File_get_atomicity(MPI_File fh, int* flag) {
    static int (*next)(MPI_File fh, int* flag);
    if (!next) *(void**)&next = next_of("MPI_File_get_atomicity");
    if (!enter()) {
        const int ended = next(fh, flag);
        --depth;
        return ended;
    }
    inside(CALL_File_get_atomicity);
    const uint64_t since = now();
    const int ended = next(fh, flag);
    const uint64_t took = now() - since;
    other(CALL_File_get_atomicity, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_get_atomicity_
void mpi_file_get_atomicity_(void* fh, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_atomicity_");
    if (!enter()) {
        next(fh, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_atomicity);
    const uint64_t since = now();
    next(fh, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_atomicity, took);
    leave(since + took);
}
void mpi_file_get_atomicity(void*, void*, void*) __attribute__((alias("mpi_file_get_atomicity_")));
void mpi_file_get_atomicity__(void*, void*, void*) __attribute__((alias("mpi_file_get_atomicity_")));
void MPI_FILE_GET_ATOMICITY(void*, void*, void*) __attribute__((alias("mpi_file_get_atomicity_")));
#endif

#ifdef HAVE_F_mpi_file_get_atomicity_f08_
void mpi_file_get_atomicity_f08_(void* fh, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_atomicity_f08_");
    if (!enter()) {
        next(fh, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_atomicity);
    const uint64_t since = now();
    next(fh, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_atomicity, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_get_byte_offset
int MPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset* disp) {
    static int (*next)(MPI_File fh, MPI_Offset offset, MPI_Offset* disp);
    if (!next) *(void**)&next = next_of("MPI_File_get_byte_offset");
    if (!enter()) {
        const int ended = next(fh, offset, disp);
        --depth;
        return ended;
    }
    inside(CALL_File_get_byte_offset);
    const uint64_t since = now();
    const int ended = next(fh, offset, disp);
    const uint64_t took = now() - since;
    other(CALL_File_get_byte_offset, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_get_byte_offset_
void mpi_file_get_byte_offset_(void* fh, void* offset, void* disp, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_byte_offset_");
    if (!enter()) {
        next(fh, offset, disp, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_byte_offset);
    const uint64_t since = now();
    next(fh, offset, disp, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_byte_offset, took);
    leave(since + took);
}
void mpi_file_get_byte_offset(void*, void*, void*, void*) __attribute__((alias("mpi_file_get_byte_offset_")));
void mpi_file_get_byte_offset__(void*, void*, void*, void*) __attribute__((alias("mpi_file_get_byte_offset_")));
void MPI_FILE_GET_BYTE_OFFSET(void*, void*, void*, void*) __attribute__((alias("mpi_file_get_byte_offset_")));
#endif

#ifdef HAVE_F_mpi_file_get_byte_offset_f08_
void mpi_file_get_byte_offset_f08_(void* fh, void* offset, void* disp, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_byte_offset_f08_");
    if (!enter()) {
        next(fh, offset, disp, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_byte_offset);
    const uint64_t since = now();
    next(fh, offset, disp, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_byte_offset, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_get_group
int MPI_File_get_group(MPI_File fh, MPI_Group* group) {
    static int (*next)(MPI_File fh, MPI_Group* group);
    if (!next) *(void**)&next = next_of("MPI_File_get_group");
    if (!enter()) {
        const int ended = next(fh, group);
        --depth;
        return ended;
    }
    inside(CALL_File_get_group);
    const uint64_t since = now();
    const int ended = next(fh, group);
    const uint64_t took = now() - since;
    other(CALL_File_get_group, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_get_group_
void mpi_file_get_group_(void* fh, void* group, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_group_");
    if (!enter()) {
        next(fh, group, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_group);
    const uint64_t since = now();
    next(fh, group, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_group, took);
    leave(since + took);
}
void mpi_file_get_group(void*, void*, void*) __attribute__((alias("mpi_file_get_group_")));
void mpi_file_get_group__(void*, void*, void*) __attribute__((alias("mpi_file_get_group_")));
void MPI_FILE_GET_GROUP(void*, void*, void*) __attribute__((alias("mpi_file_get_group_")));
#endif

#ifdef HAVE_F_mpi_file_get_group_f08_
void mpi_file_get_group_f08_(void* fh, void* group, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_group_f08_");
    if (!enter()) {
        next(fh, group, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_group);
    const uint64_t since = now();
    next(fh, group, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_group, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_get_info
int MPI_File_get_info(MPI_File fh, MPI_Info* info_used) {
    static int (*next)(MPI_File fh, MPI_Info* info_used);
    if (!next) *(void**)&next = next_of("MPI_File_get_info");
    if (!enter()) {
        const int ended = next(fh, info_used);
        --depth;
        return ended;
    }
    inside(CALL_File_get_info);
    const uint64_t since = now();
    const int ended = next(fh, info_used);
    const uint64_t took = now() - since;
    other(CALL_File_get_info, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_get_info_
void mpi_file_get_info_(void* fh, void* info_used, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_info_");
    if (!enter()) {
        next(fh, info_used, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_info);
    const uint64_t since = now();
    next(fh, info_used, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_info, took);
    leave(since + took);
}
void mpi_file_get_info(void*, void*, void*) __attribute__((alias("mpi_file_get_info_")));
void mpi_file_get_info__(void*, void*, void*) __attribute__((alias("mpi_file_get_info_")));
void MPI_FILE_GET_INFO(void*, void*, void*) __attribute__((alias("mpi_file_get_info_")));
#endif

#ifdef HAVE_F_mpi_file_get_info_f08_
void mpi_file_get_info_f08_(void* fh, void* info_used, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_info_f08_");
    if (!enter()) {
        next(fh, info_used, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_info);
    const uint64_t since = now();
    next(fh, info_used, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_info, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_get_position
int MPI_File_get_position(MPI_File fh, MPI_Offset* offset) {
    static int (*next)(MPI_File fh, MPI_Offset* offset);
    if (!next) *(void**)&next = next_of("MPI_File_get_position");
    if (!enter()) {
        const int ended = next(fh, offset);
        --depth;
        return ended;
    }
    inside(CALL_File_get_position);
    const uint64_t since = now();
    const int ended = next(fh, offset);
    const uint64_t took = now() - since;
    other(CALL_File_get_position, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_get_position_
void mpi_file_get_position_(void* fh, void* offset, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_position_");
    if (!enter()) {
        next(fh, offset, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_position);
    const uint64_t since = now();
    next(fh, offset, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_position, took);
    leave(since + took);
}
void mpi_file_get_position(void*, void*, void*) __attribute__((alias("mpi_file_get_position_")));
void mpi_file_get_position__(void*, void*, void*) __attribute__((alias("mpi_file_get_position_")));
void MPI_FILE_GET_POSITION(void*, void*, void*) __attribute__((alias("mpi_file_get_position_")));
#endif

#ifdef HAVE_F_mpi_file_get_position_f08_
void mpi_file_get_position_f08_(void* fh, void* offset, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_position_f08_");
    if (!enter()) {
        next(fh, offset, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_position);
    const uint64_t since = now();
    next(fh, offset, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_position, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_get_position_shared
int MPI_File_get_position_shared(MPI_File fh, MPI_Offset* offset) {
    static int (*next)(MPI_File fh, MPI_Offset* offset);
    if (!next) *(void**)&next = next_of("MPI_File_get_position_shared");
    if (!enter()) {
        const int ended = next(fh, offset);
        --depth;
        return ended;
    }
    inside(CALL_File_get_position_shared);
    const uint64_t since = now();
    const int ended = next(fh, offset);
    const uint64_t took = now() - since;
    other(CALL_File_get_position_shared, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_get_position_shared_
void mpi_file_get_position_shared_(void* fh, void* offset, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_position_shared_");
    if (!enter()) {
        next(fh, offset, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_position_shared);
    const uint64_t since = now();
    next(fh, offset, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_position_shared, took);
    leave(since + took);
}
void mpi_file_get_position_shared(void*, void*, void*) __attribute__((alias("mpi_file_get_position_shared_")));
void mpi_file_get_position_shared__(void*, void*, void*) __attribute__((alias("mpi_file_get_position_shared_")));
void MPI_FILE_GET_POSITION_SHARED(void*, void*, void*) __attribute__((alias("mpi_file_get_position_shared_")));
#endif

#ifdef HAVE_F_mpi_file_get_position_shared_f08_
void mpi_file_get_position_shared_f08_(void* fh, void* offset, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_position_shared_f08_");
    if (!enter()) {
        next(fh, offset, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_position_shared);
    const uint64_t since = now();
    next(fh, offset, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_position_shared, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_get_size
int MPI_File_get_size(MPI_File fh, MPI_Offset* size) {
    static int (*next)(MPI_File fh, MPI_Offset* size);
    if (!next) *(void**)&next = next_of("MPI_File_get_size");
    if (!enter()) {
        const int ended = next(fh, size);
        --depth;
        return ended;
    }
    inside(CALL_File_get_size);
    const uint64_t since = now();
    const int ended = next(fh, size);
    const uint64_t took = now() - since;
    other(CALL_File_get_size, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_get_size_
void mpi_file_get_size_(void* fh, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_size_");
    if (!enter()) {
        next(fh, size, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_size);
    const uint64_t since = now();
    next(fh, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_size, took);
    leave(since + took);
}
void mpi_file_get_size(void*, void*, void*) __attribute__((alias("mpi_file_get_size_")));
void mpi_file_get_size__(void*, void*, void*) __attribute__((alias("mpi_file_get_size_")));
void MPI_FILE_GET_SIZE(void*, void*, void*) __attribute__((alias("mpi_file_get_size_")));
#endif

#ifdef HAVE_F_mpi_file_get_size_f08_
void mpi_file_get_size_f08_(void* fh, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_size_f08_");
    if (!enter()) {
        next(fh, size, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_size);
    const uint64_t since = now();
    next(fh, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_size, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_get_type_extent
int MPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint* extent) {
    static int (*next)(MPI_File fh, MPI_Datatype datatype, MPI_Aint* extent);
    if (!next) *(void**)&next = next_of("MPI_File_get_type_extent");
    if (!enter()) {
        const int ended = next(fh, datatype, extent);
        --depth;
        return ended;
    }
    inside(CALL_File_get_type_extent);
    const uint64_t since = now();
    const int ended = next(fh, datatype, extent);
    const uint64_t took = now() - since;
    other(CALL_File_get_type_extent, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_get_type_extent_c
int MPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count* extent) {
    static int (*next)(MPI_File fh, MPI_Datatype datatype, MPI_Count* extent);
    if (!next) *(void**)&next = next_of("MPI_File_get_type_extent_c");
    if (!enter()) {
        const int ended = next(fh, datatype, extent);
        --depth;
        return ended;
    }
    inside(CALL_File_get_type_extent);
    const uint64_t since = now();
    const int ended = next(fh, datatype, extent);
    const uint64_t took = now() - since;
    other(CALL_File_get_type_extent, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_get_type_extent_
void mpi_file_get_type_extent_(void* fh, void* datatype, void* extent, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_type_extent_");
    if (!enter()) {
        next(fh, datatype, extent, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_type_extent);
    const uint64_t since = now();
    next(fh, datatype, extent, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_type_extent, took);
    leave(since + took);
}
void mpi_file_get_type_extent(void*, void*, void*, void*) __attribute__((alias("mpi_file_get_type_extent_")));
void mpi_file_get_type_extent__(void*, void*, void*, void*) __attribute__((alias("mpi_file_get_type_extent_")));
void MPI_FILE_GET_TYPE_EXTENT(void*, void*, void*, void*) __attribute__((alias("mpi_file_get_type_extent_")));
#endif

#ifdef HAVE_F_mpi_file_get_type_extent_f08_
void mpi_file_get_type_extent_f08_(void* fh, void* datatype, void* extent, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_get_type_extent_f08_");
    if (!enter()) {
        next(fh, datatype, extent, ierror);
        --depth;
        return;
    }
    inside(CALL_File_get_type_extent);
    const uint64_t since = now();
    next(fh, datatype, extent, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_get_type_extent, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_get_view
int MPI_File_get_view(MPI_File fh, MPI_Offset* disp, MPI_Datatype* etype, MPI_Datatype* filetype, char* datarep) {
    static int (*next)(MPI_File fh, MPI_Offset* disp, MPI_Datatype* etype, MPI_Datatype* filetype, char* datarep);
    if (!next) *(void**)&next = next_of("MPI_File_get_view");
    if (!enter()) {
        const int ended = next(fh, disp, etype, filetype, datarep);
        --depth;
        return ended;
    }
    inside(CALL_File_get_view);
    const uint64_t since = now();
    const int ended = next(fh, disp, etype, filetype, datarep);
    const uint64_t took = now() - since;
    other(CALL_File_get_view, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_iread
int MPI_File_iread(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iread);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iread, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_iread_c
int MPI_File_iread_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iread);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iread, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_iread_
void mpi_file_iread_(void* fh, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iread_");
    if (!enter()) {
        next(fh, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iread);
    const uint64_t since = now();
    next(fh, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iread, took);
    leave(since + took);
}
void mpi_file_iread(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_")));
void mpi_file_iread__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_")));
void MPI_FILE_IREAD(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_")));
#endif

#ifdef HAVE_F_mpi_file_iread_f08_
void mpi_file_iread_f08_(void* fh, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iread_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iread);
    const uint64_t since = now();
    next(fh, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iread, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_iread_all
int MPI_File_iread_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_all");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iread_all);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iread_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_iread_all_c
int MPI_File_iread_all_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_all_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iread_all);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iread_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_iread_all_
void mpi_file_iread_all_(void* fh, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iread_all_");
    if (!enter()) {
        next(fh, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iread_all);
    const uint64_t since = now();
    next(fh, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iread_all, took);
    leave(since + took);
}
void mpi_file_iread_all(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_all_")));
void mpi_file_iread_all__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_all_")));
void MPI_FILE_IREAD_ALL(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_all_")));
#endif

#ifdef HAVE_F_mpi_file_iread_all_f08_
void mpi_file_iread_all_f08_(void* fh, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iread_all_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iread_all);
    const uint64_t since = now();
    next(fh, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iread_all, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_iread_at
int MPI_File_iread_at(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_at");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iread_at);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iread_at, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_iread_at_c
int MPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_at_c");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iread_at);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iread_at, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_iread_at_
void mpi_file_iread_at_(void* fh, void* offset, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iread_at_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iread_at);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iread_at, took);
    leave(since + took);
}
void mpi_file_iread_at(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_at_")));
void mpi_file_iread_at__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_at_")));
void MPI_FILE_IREAD_AT(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_at_")));
#endif

#ifdef HAVE_F_mpi_file_iread_at_f08_
void mpi_file_iread_at_f08_(void* fh, void* offset, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iread_at_f08_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iread_at);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iread_at, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_iread_at_all
int MPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_at_all");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iread_at_all);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iread_at_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_iread_at_all_c
int MPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_at_all_c");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iread_at_all);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iread_at_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_iread_at_all_
void mpi_file_iread_at_all_(void* fh, void* offset, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iread_at_all_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iread_at_all);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iread_at_all, took);
    leave(since + took);
}
void mpi_file_iread_at_all(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_at_all_")));
void mpi_file_iread_at_all__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_at_all_")));
void MPI_FILE_IREAD_AT_ALL(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_at_all_")));
#endif

#ifdef HAVE_F_mpi_file_iread_at_all_f08_
void mpi_file_iread_at_all_f08_(void* fh, void* offset, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iread_at_all_f08_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iread_at_all);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iread_at_all, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_iread_shared
int MPI_File_iread_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_shared");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iread_shared);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iread_shared, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_iread_shared_c
int MPI_File_iread_shared_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_shared_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iread_shared);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iread_shared, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_iread_shared_
void mpi_file_iread_shared_(void* fh, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iread_shared_");
    if (!enter()) {
        next(fh, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iread_shared);
    const uint64_t since = now();
    next(fh, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iread_shared, took);
    leave(since + took);
}
void mpi_file_iread_shared(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_shared_")));
void mpi_file_iread_shared__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_shared_")));
void MPI_FILE_IREAD_SHARED(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iread_shared_")));
#endif

#ifdef HAVE_F_mpi_file_iread_shared_f08_
void mpi_file_iread_shared_f08_(void* fh, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iread_shared_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iread_shared);
    const uint64_t since = now();
    next(fh, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iread_shared, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_iwrite
int MPI_File_iwrite(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iwrite);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_iwrite_c
int MPI_File_iwrite_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iwrite);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_iwrite_
void mpi_file_iwrite_(void* fh, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iwrite_");
    if (!enter()) {
        next(fh, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iwrite);
    const uint64_t since = now();
    next(fh, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite, took);
    leave(since + took);
}
void mpi_file_iwrite(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_")));
void mpi_file_iwrite__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_")));
void MPI_FILE_IWRITE(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_")));
#endif

#ifdef HAVE_F_mpi_file_iwrite_f08_
void mpi_file_iwrite_f08_(void* fh, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iwrite_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iwrite);
    const uint64_t since = now();
    next(fh, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_iwrite_all
int MPI_File_iwrite_all(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_all");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iwrite_all);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_iwrite_all_c
int MPI_File_iwrite_all_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_all_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iwrite_all);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_iwrite_all_
void mpi_file_iwrite_all_(void* fh, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iwrite_all_");
    if (!enter()) {
        next(fh, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iwrite_all);
    const uint64_t since = now();
    next(fh, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_all, took);
    leave(since + took);
}
void mpi_file_iwrite_all(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_all_")));
void mpi_file_iwrite_all__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_all_")));
void MPI_FILE_IWRITE_ALL(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_all_")));
#endif

#ifdef HAVE_F_mpi_file_iwrite_all_f08_
void mpi_file_iwrite_all_f08_(void* fh, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iwrite_all_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iwrite_all);
    const uint64_t since = now();
    next(fh, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_all, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_iwrite_at
int MPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_at");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iwrite_at);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_at, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_iwrite_at_c
int MPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_at_c");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iwrite_at);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_at, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_iwrite_at_
void mpi_file_iwrite_at_(void* fh, void* offset, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iwrite_at_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iwrite_at);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_at, took);
    leave(since + took);
}
void mpi_file_iwrite_at(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_at_")));
void mpi_file_iwrite_at__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_at_")));
void MPI_FILE_IWRITE_AT(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_at_")));
#endif

#ifdef HAVE_F_mpi_file_iwrite_at_f08_
void mpi_file_iwrite_at_f08_(void* fh, void* offset, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iwrite_at_f08_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iwrite_at);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_at, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_iwrite_at_all
int MPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_at_all");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iwrite_at_all);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_at_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_iwrite_at_all_c
int MPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_at_all_c");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iwrite_at_all);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_at_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_iwrite_at_all_
void mpi_file_iwrite_at_all_(void* fh, void* offset, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iwrite_at_all_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iwrite_at_all);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_at_all, took);
    leave(since + took);
}
void mpi_file_iwrite_at_all(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_at_all_")));
void mpi_file_iwrite_at_all__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_at_all_")));
void MPI_FILE_IWRITE_AT_ALL(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_at_all_")));
#endif

#ifdef HAVE_F_mpi_file_iwrite_at_all_f08_
void mpi_file_iwrite_at_all_f08_(void* fh, void* offset, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iwrite_at_all_f08_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iwrite_at_all);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_at_all, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_iwrite_shared
int MPI_File_iwrite_shared(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_shared");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iwrite_shared);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_shared, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_iwrite_shared_c
int MPI_File_iwrite_shared_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_shared_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, request);
        --depth;
        return ended;
    }
    inside(CALL_File_iwrite_shared);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, request);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_shared, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_iwrite_shared_
void mpi_file_iwrite_shared_(void* fh, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iwrite_shared_");
    if (!enter()) {
        next(fh, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iwrite_shared);
    const uint64_t since = now();
    next(fh, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_shared, took);
    leave(since + took);
}
void mpi_file_iwrite_shared(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_shared_")));
void mpi_file_iwrite_shared__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_shared_")));
void MPI_FILE_IWRITE_SHARED(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_iwrite_shared_")));
#endif

#ifdef HAVE_F_mpi_file_iwrite_shared_f08_
void mpi_file_iwrite_shared_f08_(void* fh, void* buf, void* count, void* datatype, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_iwrite_shared_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, request, ierror);
        --depth;
        return;
    }
    inside(CALL_File_iwrite_shared);
    const uint64_t since = now();
    next(fh, buf, count, datatype, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_iwrite_shared, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_open
int MPI_File_open(MPI_Comm comm, const char* filename, int amode, MPI_Info info, MPI_File* fh) {
    static int (*next)(MPI_Comm comm, const char* filename, int amode, MPI_Info info, MPI_File* fh);
    if (!next) *(void**)&next = next_of("MPI_File_open");
    if (!enter()) {
        const int ended = next(comm, filename, amode, info, fh);
        --depth;
        return ended;
    }
    inside(CALL_File_open);
    const uint64_t since = now();
    const int ended = next(comm, filename, amode, info, fh);
    const uint64_t took = now() - since;
    other(CALL_File_open, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_preallocate
int MPI_File_preallocate(MPI_File fh, MPI_Offset size) {
    static int (*next)(MPI_File fh, MPI_Offset size);
    if (!next) *(void**)&next = next_of("MPI_File_preallocate");
    if (!enter()) {
        const int ended = next(fh, size);
        --depth;
        return ended;
    }
    inside(CALL_File_preallocate);
    const uint64_t since = now();
    const int ended = next(fh, size);
    const uint64_t took = now() - since;
    other(CALL_File_preallocate, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_preallocate_
void mpi_file_preallocate_(void* fh, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_preallocate_");
    if (!enter()) {
        next(fh, size, ierror);
        --depth;
        return;
    }
    inside(CALL_File_preallocate);
    const uint64_t since = now();
    next(fh, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_preallocate, took);
    leave(since + took);
}
void mpi_file_preallocate(void*, void*, void*) __attribute__((alias("mpi_file_preallocate_")));
void mpi_file_preallocate__(void*, void*, void*) __attribute__((alias("mpi_file_preallocate_")));
void MPI_FILE_PREALLOCATE(void*, void*, void*) __attribute__((alias("mpi_file_preallocate_")));
#endif

#ifdef HAVE_F_mpi_file_preallocate_f08_
void mpi_file_preallocate_f08_(void* fh, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_preallocate_f08_");
    if (!enter()) {
        next(fh, size, ierror);
        --depth;
        return;
    }
    inside(CALL_File_preallocate);
    const uint64_t since = now();
    next(fh, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_preallocate, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_read
int MPI_File_read(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_read, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_read_c
int MPI_File_read_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_read, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_read_
void mpi_file_read_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read, took);
    leave(since + took);
}
void mpi_file_read(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_")));
void mpi_file_read__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_")));
void MPI_FILE_READ(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_")));
#endif

#ifdef HAVE_F_mpi_file_read_f08_
void mpi_file_read_f08_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_read_all
int MPI_File_read_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_all");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read_all);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_read_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_read_all_c
int MPI_File_read_all_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_all_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read_all);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_read_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_read_all_
void mpi_file_read_all_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_all_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_all);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_all, took);
    leave(since + took);
}
void mpi_file_read_all(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_all_")));
void mpi_file_read_all__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_all_")));
void MPI_FILE_READ_ALL(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_all_")));
#endif

#ifdef HAVE_F_mpi_file_read_all_f08_
void mpi_file_read_all_f08_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_all_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_all);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_all, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_read_all_begin
int MPI_File_read_all_begin(MPI_File fh, void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_read_all_begin");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype);
        --depth;
        return ended;
    }
    inside(CALL_File_read_all_begin);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype);
    const uint64_t took = now() - since;
    other(CALL_File_read_all_begin, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_read_all_begin_c
int MPI_File_read_all_begin_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_read_all_begin_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype);
        --depth;
        return ended;
    }
    inside(CALL_File_read_all_begin);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype);
    const uint64_t took = now() - since;
    other(CALL_File_read_all_begin, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_read_all_begin_
void mpi_file_read_all_begin_(void* fh, void* buf, void* count, void* datatype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_all_begin_");
    if (!enter()) {
        next(fh, buf, count, datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_all_begin);
    const uint64_t since = now();
    next(fh, buf, count, datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_all_begin, took);
    leave(since + took);
}
void mpi_file_read_all_begin(void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_all_begin_")));
void mpi_file_read_all_begin__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_all_begin_")));
void MPI_FILE_READ_ALL_BEGIN(void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_all_begin_")));
#endif

#ifdef HAVE_F_mpi_file_read_all_begin_f08_
void mpi_file_read_all_begin_f08_(void* fh, void* buf, void* count, void* datatype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_all_begin_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_all_begin);
    const uint64_t since = now();
    next(fh, buf, count, datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_all_begin, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_read_all_end
int MPI_File_read_all_end(MPI_File fh, void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_all_end");
    if (!enter()) {
        const int ended = next(fh, buf, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read_all_end);
    const uint64_t since = now();
    const int ended = next(fh, buf, status);
    const uint64_t took = now() - since;
    other(CALL_File_read_all_end, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_read_all_end_
void mpi_file_read_all_end_(void* fh, void* buf, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_all_end_");
    if (!enter()) {
        next(fh, buf, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_all_end);
    const uint64_t since = now();
    next(fh, buf, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_all_end, took);
    leave(since + took);
}
void mpi_file_read_all_end(void*, void*, void*, void*) __attribute__((alias("mpi_file_read_all_end_")));
void mpi_file_read_all_end__(void*, void*, void*, void*) __attribute__((alias("mpi_file_read_all_end_")));
void MPI_FILE_READ_ALL_END(void*, void*, void*, void*) __attribute__((alias("mpi_file_read_all_end_")));
#endif

#ifdef HAVE_F_mpi_file_read_all_end_f08_
void mpi_file_read_all_end_f08_(void* fh, void* buf, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_all_end_f08_");
    if (!enter()) {
        next(fh, buf, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_all_end);
    const uint64_t since = now();
    next(fh, buf, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_all_end, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_read_at
int MPI_File_read_at(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_at");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read_at);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_read_at, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_read_at_c
int MPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_at_c");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read_at);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_read_at, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_read_at_
void mpi_file_read_at_(void* fh, void* offset, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_at_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_at);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_at, took);
    leave(since + took);
}
void mpi_file_read_at(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_at_")));
void mpi_file_read_at__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_at_")));
void MPI_FILE_READ_AT(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_at_")));
#endif

#ifdef HAVE_F_mpi_file_read_at_f08_
void mpi_file_read_at_f08_(void* fh, void* offset, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_at_f08_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_at);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_at, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_read_at_all
int MPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_at_all");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read_at_all);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_read_at_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_read_at_all_c
int MPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_at_all_c");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read_at_all);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_read_at_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_read_at_all_
void mpi_file_read_at_all_(void* fh, void* offset, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_at_all_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_at_all);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_at_all, took);
    leave(since + took);
}
void mpi_file_read_at_all(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_at_all_")));
void mpi_file_read_at_all__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_at_all_")));
void MPI_FILE_READ_AT_ALL(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_at_all_")));
#endif

#ifdef HAVE_F_mpi_file_read_at_all_f08_
void mpi_file_read_at_all_f08_(void* fh, void* offset, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_at_all_f08_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_at_all);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_at_all, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_read_at_all_begin
int MPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_read_at_all_begin");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype);
        --depth;
        return ended;
    }
    inside(CALL_File_read_at_all_begin);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype);
    const uint64_t took = now() - since;
    other(CALL_File_read_at_all_begin, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_read_at_all_begin_c
int MPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_read_at_all_begin_c");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype);
        --depth;
        return ended;
    }
    inside(CALL_File_read_at_all_begin);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype);
    const uint64_t took = now() - since;
    other(CALL_File_read_at_all_begin, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_read_at_all_begin_
void mpi_file_read_at_all_begin_(void* fh, void* offset, void* buf, void* count, void* datatype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_at_all_begin_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_at_all_begin);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_at_all_begin, took);
    leave(since + took);
}
void mpi_file_read_at_all_begin(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_at_all_begin_")));
void mpi_file_read_at_all_begin__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_at_all_begin_")));
void MPI_FILE_READ_AT_ALL_BEGIN(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_at_all_begin_")));
#endif

#ifdef HAVE_F_mpi_file_read_at_all_begin_f08_
void mpi_file_read_at_all_begin_f08_(void* fh, void* offset, void* buf, void* count, void* datatype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_at_all_begin_f08_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_at_all_begin);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_at_all_begin, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_read_at_all_end
int MPI_File_read_at_all_end(MPI_File fh, void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_at_all_end");
    if (!enter()) {
        const int ended = next(fh, buf, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read_at_all_end);
    const uint64_t since = now();
    const int ended = next(fh, buf, status);
    const uint64_t took = now() - since;
    other(CALL_File_read_at_all_end, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_read_at_all_end_
void mpi_file_read_at_all_end_(void* fh, void* buf, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_at_all_end_");
    if (!enter()) {
        next(fh, buf, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_at_all_end);
    const uint64_t since = now();
    next(fh, buf, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_at_all_end, took);
    leave(since + took);
}
void mpi_file_read_at_all_end(void*, void*, void*, void*) __attribute__((alias("mpi_file_read_at_all_end_")));
void mpi_file_read_at_all_end__(void*, void*, void*, void*) __attribute__((alias("mpi_file_read_at_all_end_")));
void MPI_FILE_READ_AT_ALL_END(void*, void*, void*, void*) __attribute__((alias("mpi_file_read_at_all_end_")));
#endif

#ifdef HAVE_F_mpi_file_read_at_all_end_f08_
void mpi_file_read_at_all_end_f08_(void* fh, void* buf, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_at_all_end_f08_");
    if (!enter()) {
        next(fh, buf, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_at_all_end);
    const uint64_t since = now();
    next(fh, buf, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_at_all_end, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_read_ordered
int MPI_File_read_ordered(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_ordered");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read_ordered);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_read_ordered, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_read_ordered_c
int MPI_File_read_ordered_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_ordered_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read_ordered);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_read_ordered, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_read_ordered_
void mpi_file_read_ordered_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_ordered_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_ordered);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_ordered, took);
    leave(since + took);
}
void mpi_file_read_ordered(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_ordered_")));
void mpi_file_read_ordered__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_ordered_")));
void MPI_FILE_READ_ORDERED(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_ordered_")));
#endif

#ifdef HAVE_F_mpi_file_read_ordered_f08_
void mpi_file_read_ordered_f08_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_ordered_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_ordered);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_ordered, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_read_ordered_begin
int MPI_File_read_ordered_begin(MPI_File fh, void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_read_ordered_begin");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype);
        --depth;
        return ended;
    }
    inside(CALL_File_read_ordered_begin);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype);
    const uint64_t took = now() - since;
    other(CALL_File_read_ordered_begin, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_read_ordered_begin_c
int MPI_File_read_ordered_begin_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_read_ordered_begin_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype);
        --depth;
        return ended;
    }
    inside(CALL_File_read_ordered_begin);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype);
    const uint64_t took = now() - since;
    other(CALL_File_read_ordered_begin, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_read_ordered_begin_
void mpi_file_read_ordered_begin_(void* fh, void* buf, void* count, void* datatype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_ordered_begin_");
    if (!enter()) {
        next(fh, buf, count, datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_ordered_begin);
    const uint64_t since = now();
    next(fh, buf, count, datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_ordered_begin, took);
    leave(since + took);
}
void mpi_file_read_ordered_begin(void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_ordered_begin_")));
void mpi_file_read_ordered_begin__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_ordered_begin_")));
void MPI_FILE_READ_ORDERED_BEGIN(void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_ordered_begin_")));
#endif

#ifdef HAVE_F_mpi_file_read_ordered_begin_f08_
void mpi_file_read_ordered_begin_f08_(void* fh, void* buf, void* count, void* datatype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_ordered_begin_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_ordered_begin);
    const uint64_t since = now();
    next(fh, buf, count, datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_ordered_begin, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_read_ordered_end
int MPI_File_read_ordered_end(MPI_File fh, void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_ordered_end");
    if (!enter()) {
        const int ended = next(fh, buf, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read_ordered_end);
    const uint64_t since = now();
    const int ended = next(fh, buf, status);
    const uint64_t took = now() - since;
    other(CALL_File_read_ordered_end, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_read_ordered_end_
void mpi_file_read_ordered_end_(void* fh, void* buf, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_ordered_end_");
    if (!enter()) {
        next(fh, buf, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_ordered_end);
    const uint64_t since = now();
    next(fh, buf, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_ordered_end, took);
    leave(since + took);
}
void mpi_file_read_ordered_end(void*, void*, void*, void*) __attribute__((alias("mpi_file_read_ordered_end_")));
void mpi_file_read_ordered_end__(void*, void*, void*, void*) __attribute__((alias("mpi_file_read_ordered_end_")));
void MPI_FILE_READ_ORDERED_END(void*, void*, void*, void*) __attribute__((alias("mpi_file_read_ordered_end_")));
#endif

#ifdef HAVE_F_mpi_file_read_ordered_end_f08_
void mpi_file_read_ordered_end_f08_(void* fh, void* buf, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_ordered_end_f08_");
    if (!enter()) {
        next(fh, buf, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_ordered_end);
    const uint64_t since = now();
    next(fh, buf, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_ordered_end, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_read_shared
int MPI_File_read_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_shared");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read_shared);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_read_shared, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_read_shared_c
int MPI_File_read_shared_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_shared_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_read_shared);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_read_shared, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_read_shared_
void mpi_file_read_shared_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_shared_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_shared);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_shared, took);
    leave(since + took);
}
void mpi_file_read_shared(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_shared_")));
void mpi_file_read_shared__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_shared_")));
void MPI_FILE_READ_SHARED(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_read_shared_")));
#endif

#ifdef HAVE_F_mpi_file_read_shared_f08_
void mpi_file_read_shared_f08_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_read_shared_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_read_shared);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_read_shared, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_seek
int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence) {
    static int (*next)(MPI_File fh, MPI_Offset offset, int whence);
    if (!next) *(void**)&next = next_of("MPI_File_seek");
    if (!enter()) {
        const int ended = next(fh, offset, whence);
        --depth;
        return ended;
    }
    inside(CALL_File_seek);
    const uint64_t since = now();
    const int ended = next(fh, offset, whence);
    const uint64_t took = now() - since;
    other(CALL_File_seek, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_seek_
void mpi_file_seek_(void* fh, void* offset, void* whence, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_seek_");
    if (!enter()) {
        next(fh, offset, whence, ierror);
        --depth;
        return;
    }
    inside(CALL_File_seek);
    const uint64_t since = now();
    next(fh, offset, whence, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_seek, took);
    leave(since + took);
}
void mpi_file_seek(void*, void*, void*, void*) __attribute__((alias("mpi_file_seek_")));
void mpi_file_seek__(void*, void*, void*, void*) __attribute__((alias("mpi_file_seek_")));
void MPI_FILE_SEEK(void*, void*, void*, void*) __attribute__((alias("mpi_file_seek_")));
#endif

#ifdef HAVE_F_mpi_file_seek_f08_
void mpi_file_seek_f08_(void* fh, void* offset, void* whence, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_seek_f08_");
    if (!enter()) {
        next(fh, offset, whence, ierror);
        --depth;
        return;
    }
    inside(CALL_File_seek);
    const uint64_t since = now();
    next(fh, offset, whence, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_seek, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_seek_shared
int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) {
    static int (*next)(MPI_File fh, MPI_Offset offset, int whence);
    if (!next) *(void**)&next = next_of("MPI_File_seek_shared");
    if (!enter()) {
        const int ended = next(fh, offset, whence);
        --depth;
        return ended;
    }
    inside(CALL_File_seek_shared);
    const uint64_t since = now();
    const int ended = next(fh, offset, whence);
    const uint64_t took = now() - since;
    other(CALL_File_seek_shared, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_seek_shared_
void mpi_file_seek_shared_(void* fh, void* offset, void* whence, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_seek_shared_");
    if (!enter()) {
        next(fh, offset, whence, ierror);
        --depth;
        return;
    }
    inside(CALL_File_seek_shared);
    const uint64_t since = now();
    next(fh, offset, whence, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_seek_shared, took);
    leave(since + took);
}
void mpi_file_seek_shared(void*, void*, void*, void*) __attribute__((alias("mpi_file_seek_shared_")));
void mpi_file_seek_shared__(void*, void*, void*, void*) __attribute__((alias("mpi_file_seek_shared_")));
void MPI_FILE_SEEK_SHARED(void*, void*, void*, void*) __attribute__((alias("mpi_file_seek_shared_")));
#endif

#ifdef HAVE_F_mpi_file_seek_shared_f08_
void mpi_file_seek_shared_f08_(void* fh, void* offset, void* whence, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_seek_shared_f08_");
    if (!enter()) {
        next(fh, offset, whence, ierror);
        --depth;
        return;
    }
    inside(CALL_File_seek_shared);
    const uint64_t since = now();
    next(fh, offset, whence, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_seek_shared, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_set_atomicity
int MPI_File_set_atomicity(MPI_File fh, int flag) {
    static int (*next)(MPI_File fh, int flag);
    if (!next) *(void**)&next = next_of("MPI_File_set_atomicity");
    if (!enter()) {
        const int ended = next(fh, flag);
        --depth;
        return ended;
    }
    inside(CALL_File_set_atomicity);
    const uint64_t since = now();
    const int ended = next(fh, flag);
    const uint64_t took = now() - since;
    other(CALL_File_set_atomicity, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_set_atomicity_
void mpi_file_set_atomicity_(void* fh, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_set_atomicity_");
    if (!enter()) {
        next(fh, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_File_set_atomicity);
    const uint64_t since = now();
    next(fh, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_set_atomicity, took);
    leave(since + took);
}
void mpi_file_set_atomicity(void*, void*, void*) __attribute__((alias("mpi_file_set_atomicity_")));
void mpi_file_set_atomicity__(void*, void*, void*) __attribute__((alias("mpi_file_set_atomicity_")));
void MPI_FILE_SET_ATOMICITY(void*, void*, void*) __attribute__((alias("mpi_file_set_atomicity_")));
#endif

#ifdef HAVE_F_mpi_file_set_atomicity_f08_
void mpi_file_set_atomicity_f08_(void* fh, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_set_atomicity_f08_");
    if (!enter()) {
        next(fh, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_File_set_atomicity);
    const uint64_t since = now();
    next(fh, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_set_atomicity, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_set_info
int MPI_File_set_info(MPI_File fh, MPI_Info info) {
    static int (*next)(MPI_File fh, MPI_Info info);
    if (!next) *(void**)&next = next_of("MPI_File_set_info");
    if (!enter()) {
        const int ended = next(fh, info);
        --depth;
        return ended;
    }
    inside(CALL_File_set_info);
    const uint64_t since = now();
    const int ended = next(fh, info);
    const uint64_t took = now() - since;
    other(CALL_File_set_info, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_set_info_
void mpi_file_set_info_(void* fh, void* info, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_set_info_");
    if (!enter()) {
        next(fh, info, ierror);
        --depth;
        return;
    }
    inside(CALL_File_set_info);
    const uint64_t since = now();
    next(fh, info, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_set_info, took);
    leave(since + took);
}
void mpi_file_set_info(void*, void*, void*) __attribute__((alias("mpi_file_set_info_")));
void mpi_file_set_info__(void*, void*, void*) __attribute__((alias("mpi_file_set_info_")));
void MPI_FILE_SET_INFO(void*, void*, void*) __attribute__((alias("mpi_file_set_info_")));
#endif

#ifdef HAVE_F_mpi_file_set_info_f08_
void mpi_file_set_info_f08_(void* fh, void* info, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_set_info_f08_");
    if (!enter()) {
        next(fh, info, ierror);
        --depth;
        return;
    }
    inside(CALL_File_set_info);
    const uint64_t since = now();
    next(fh, info, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_set_info, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_set_size
int MPI_File_set_size(MPI_File fh, MPI_Offset size) {
    static int (*next)(MPI_File fh, MPI_Offset size);
    if (!next) *(void**)&next = next_of("MPI_File_set_size");
    if (!enter()) {
        const int ended = next(fh, size);
        --depth;
        return ended;
    }
    inside(CALL_File_set_size);
    const uint64_t since = now();
    const int ended = next(fh, size);
    const uint64_t took = now() - since;
    other(CALL_File_set_size, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_set_size_
void mpi_file_set_size_(void* fh, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_set_size_");
    if (!enter()) {
        next(fh, size, ierror);
        --depth;
        return;
    }
    inside(CALL_File_set_size);
    const uint64_t since = now();
    next(fh, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_set_size, took);
    leave(since + took);
}
void mpi_file_set_size(void*, void*, void*) __attribute__((alias("mpi_file_set_size_")));
void mpi_file_set_size__(void*, void*, void*) __attribute__((alias("mpi_file_set_size_")));
void MPI_FILE_SET_SIZE(void*, void*, void*) __attribute__((alias("mpi_file_set_size_")));
#endif

#ifdef HAVE_F_mpi_file_set_size_f08_
void mpi_file_set_size_f08_(void* fh, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_set_size_f08_");
    if (!enter()) {
        next(fh, size, ierror);
        --depth;
        return;
    }
    inside(CALL_File_set_size);
    const uint64_t since = now();
    next(fh, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_set_size, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_set_view
int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char* datarep, MPI_Info info) {
    static int (*next)(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char* datarep, MPI_Info info);
    if (!next) *(void**)&next = next_of("MPI_File_set_view");
    if (!enter()) {
        const int ended = next(fh, disp, etype, filetype, datarep, info);
        --depth;
        return ended;
    }
    inside(CALL_File_set_view);
    const uint64_t since = now();
    const int ended = next(fh, disp, etype, filetype, datarep, info);
    const uint64_t took = now() - since;
    other(CALL_File_set_view, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_sync
int MPI_File_sync(MPI_File fh) {
    static int (*next)(MPI_File fh);
    if (!next) *(void**)&next = next_of("MPI_File_sync");
    if (!enter()) {
        const int ended = next(fh);
        --depth;
        return ended;
    }
    inside(CALL_File_sync);
    const uint64_t since = now();
    const int ended = next(fh);
    const uint64_t took = now() - since;
    other(CALL_File_sync, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_sync_
void mpi_file_sync_(void* fh, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_sync_");
    if (!enter()) {
        next(fh, ierror);
        --depth;
        return;
    }
    inside(CALL_File_sync);
    const uint64_t since = now();
    next(fh, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_sync, took);
    leave(since + took);
}
void mpi_file_sync(void*, void*) __attribute__((alias("mpi_file_sync_")));
void mpi_file_sync__(void*, void*) __attribute__((alias("mpi_file_sync_")));
void MPI_FILE_SYNC(void*, void*) __attribute__((alias("mpi_file_sync_")));
#endif

#ifdef HAVE_F_mpi_file_sync_f08_
void mpi_file_sync_f08_(void* fh, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_sync_f08_");
    if (!enter()) {
        next(fh, ierror);
        --depth;
        return;
    }
    inside(CALL_File_sync);
    const uint64_t since = now();
    next(fh, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_sync, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_toint
int MPI_File_toint(MPI_File file) {
    static int (*next)(MPI_File file);
    if (!next) *(void**)&next = next_of("MPI_File_toint");
    if (!enter()) {
        const int ended = next(file);
        --depth;
        return ended;
    }
    inside(CALL_File_toint);
    const uint64_t since = now();
    const int ended = next(file);
    const uint64_t took = now() - since;
    other(CALL_File_toint, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_write
int MPI_File_write(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_write, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_write_c
int MPI_File_write_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_write, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_write_
void mpi_file_write_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write, took);
    leave(since + took);
}
void mpi_file_write(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_")));
void mpi_file_write__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_")));
void MPI_FILE_WRITE(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_")));
#endif

#ifdef HAVE_F_mpi_file_write_f08_
void mpi_file_write_f08_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_write_all
int MPI_File_write_all(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_all");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write_all);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_write_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_write_all_c
int MPI_File_write_all_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_all_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write_all);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_write_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_write_all_
void mpi_file_write_all_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_all_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_all);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_all, took);
    leave(since + took);
}
void mpi_file_write_all(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_all_")));
void mpi_file_write_all__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_all_")));
void MPI_FILE_WRITE_ALL(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_all_")));
#endif

#ifdef HAVE_F_mpi_file_write_all_f08_
void mpi_file_write_all_f08_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_all_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_all);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_all, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_write_all_begin
int MPI_File_write_all_begin(MPI_File fh, const void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_write_all_begin");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype);
        --depth;
        return ended;
    }
    inside(CALL_File_write_all_begin);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype);
    const uint64_t took = now() - since;
    other(CALL_File_write_all_begin, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_write_all_begin_c
int MPI_File_write_all_begin_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_write_all_begin_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype);
        --depth;
        return ended;
    }
    inside(CALL_File_write_all_begin);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype);
    const uint64_t took = now() - since;
    other(CALL_File_write_all_begin, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_write_all_begin_
void mpi_file_write_all_begin_(void* fh, void* buf, void* count, void* datatype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_all_begin_");
    if (!enter()) {
        next(fh, buf, count, datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_all_begin);
    const uint64_t since = now();
    next(fh, buf, count, datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_all_begin, took);
    leave(since + took);
}
void mpi_file_write_all_begin(void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_all_begin_")));
void mpi_file_write_all_begin__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_all_begin_")));
void MPI_FILE_WRITE_ALL_BEGIN(void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_all_begin_")));
#endif

#ifdef HAVE_F_mpi_file_write_all_begin_f08_
void mpi_file_write_all_begin_f08_(void* fh, void* buf, void* count, void* datatype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_all_begin_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_all_begin);
    const uint64_t since = now();
    next(fh, buf, count, datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_all_begin, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_write_all_end
int MPI_File_write_all_end(MPI_File fh, const void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_all_end");
    if (!enter()) {
        const int ended = next(fh, buf, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write_all_end);
    const uint64_t since = now();
    const int ended = next(fh, buf, status);
    const uint64_t took = now() - since;
    other(CALL_File_write_all_end, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_write_all_end_
void mpi_file_write_all_end_(void* fh, void* buf, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_all_end_");
    if (!enter()) {
        next(fh, buf, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_all_end);
    const uint64_t since = now();
    next(fh, buf, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_all_end, took);
    leave(since + took);
}
void mpi_file_write_all_end(void*, void*, void*, void*) __attribute__((alias("mpi_file_write_all_end_")));
void mpi_file_write_all_end__(void*, void*, void*, void*) __attribute__((alias("mpi_file_write_all_end_")));
void MPI_FILE_WRITE_ALL_END(void*, void*, void*, void*) __attribute__((alias("mpi_file_write_all_end_")));
#endif

#ifdef HAVE_F_mpi_file_write_all_end_f08_
void mpi_file_write_all_end_f08_(void* fh, void* buf, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_all_end_f08_");
    if (!enter()) {
        next(fh, buf, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_all_end);
    const uint64_t since = now();
    next(fh, buf, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_all_end, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_write_at
int MPI_File_write_at(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_at");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write_at);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_write_at, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_write_at_c
int MPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_at_c");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write_at);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_write_at, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_write_at_
void mpi_file_write_at_(void* fh, void* offset, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_at_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_at);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_at, took);
    leave(since + took);
}
void mpi_file_write_at(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_at_")));
void mpi_file_write_at__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_at_")));
void MPI_FILE_WRITE_AT(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_at_")));
#endif

#ifdef HAVE_F_mpi_file_write_at_f08_
void mpi_file_write_at_f08_(void* fh, void* offset, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_at_f08_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_at);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_at, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_write_at_all
int MPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_at_all");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write_at_all);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_write_at_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_write_at_all_c
int MPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_at_all_c");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write_at_all);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_write_at_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_write_at_all_
void mpi_file_write_at_all_(void* fh, void* offset, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_at_all_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_at_all);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_at_all, took);
    leave(since + took);
}
void mpi_file_write_at_all(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_at_all_")));
void mpi_file_write_at_all__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_at_all_")));
void MPI_FILE_WRITE_AT_ALL(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_at_all_")));
#endif

#ifdef HAVE_F_mpi_file_write_at_all_f08_
void mpi_file_write_at_all_f08_(void* fh, void* offset, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_at_all_f08_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_at_all);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_at_all, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_write_at_all_begin
int MPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_write_at_all_begin");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype);
        --depth;
        return ended;
    }
    inside(CALL_File_write_at_all_begin);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype);
    const uint64_t took = now() - since;
    other(CALL_File_write_at_all_begin, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_write_at_all_begin_c
int MPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_write_at_all_begin_c");
    if (!enter()) {
        const int ended = next(fh, offset, buf, count, datatype);
        --depth;
        return ended;
    }
    inside(CALL_File_write_at_all_begin);
    const uint64_t since = now();
    const int ended = next(fh, offset, buf, count, datatype);
    const uint64_t took = now() - since;
    other(CALL_File_write_at_all_begin, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_write_at_all_begin_
void mpi_file_write_at_all_begin_(void* fh, void* offset, void* buf, void* count, void* datatype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_at_all_begin_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_at_all_begin);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_at_all_begin, took);
    leave(since + took);
}
void mpi_file_write_at_all_begin(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_at_all_begin_")));
void mpi_file_write_at_all_begin__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_at_all_begin_")));
void MPI_FILE_WRITE_AT_ALL_BEGIN(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_at_all_begin_")));
#endif

#ifdef HAVE_F_mpi_file_write_at_all_begin_f08_
void mpi_file_write_at_all_begin_f08_(void* fh, void* offset, void* buf, void* count, void* datatype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_at_all_begin_f08_");
    if (!enter()) {
        next(fh, offset, buf, count, datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_at_all_begin);
    const uint64_t since = now();
    next(fh, offset, buf, count, datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_at_all_begin, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_write_at_all_end
int MPI_File_write_at_all_end(MPI_File fh, const void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_at_all_end");
    if (!enter()) {
        const int ended = next(fh, buf, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write_at_all_end);
    const uint64_t since = now();
    const int ended = next(fh, buf, status);
    const uint64_t took = now() - since;
    other(CALL_File_write_at_all_end, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_write_at_all_end_
void mpi_file_write_at_all_end_(void* fh, void* buf, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_at_all_end_");
    if (!enter()) {
        next(fh, buf, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_at_all_end);
    const uint64_t since = now();
    next(fh, buf, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_at_all_end, took);
    leave(since + took);
}
void mpi_file_write_at_all_end(void*, void*, void*, void*) __attribute__((alias("mpi_file_write_at_all_end_")));
void mpi_file_write_at_all_end__(void*, void*, void*, void*) __attribute__((alias("mpi_file_write_at_all_end_")));
void MPI_FILE_WRITE_AT_ALL_END(void*, void*, void*, void*) __attribute__((alias("mpi_file_write_at_all_end_")));
#endif

#ifdef HAVE_F_mpi_file_write_at_all_end_f08_
void mpi_file_write_at_all_end_f08_(void* fh, void* buf, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_at_all_end_f08_");
    if (!enter()) {
        next(fh, buf, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_at_all_end);
    const uint64_t since = now();
    next(fh, buf, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_at_all_end, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_write_ordered
int MPI_File_write_ordered(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_ordered");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write_ordered);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_write_ordered, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_write_ordered_c
int MPI_File_write_ordered_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_ordered_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write_ordered);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_write_ordered, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_write_ordered_
void mpi_file_write_ordered_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_ordered_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_ordered);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_ordered, took);
    leave(since + took);
}
void mpi_file_write_ordered(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_ordered_")));
void mpi_file_write_ordered__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_ordered_")));
void MPI_FILE_WRITE_ORDERED(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_ordered_")));
#endif

#ifdef HAVE_F_mpi_file_write_ordered_f08_
void mpi_file_write_ordered_f08_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_ordered_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_ordered);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_ordered, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_write_ordered_begin
int MPI_File_write_ordered_begin(MPI_File fh, const void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_write_ordered_begin");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype);
        --depth;
        return ended;
    }
    inside(CALL_File_write_ordered_begin);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype);
    const uint64_t took = now() - since;
    other(CALL_File_write_ordered_begin, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_write_ordered_begin_c
int MPI_File_write_ordered_begin_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_write_ordered_begin_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype);
        --depth;
        return ended;
    }
    inside(CALL_File_write_ordered_begin);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype);
    const uint64_t took = now() - since;
    other(CALL_File_write_ordered_begin, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_write_ordered_begin_
void mpi_file_write_ordered_begin_(void* fh, void* buf, void* count, void* datatype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_ordered_begin_");
    if (!enter()) {
        next(fh, buf, count, datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_ordered_begin);
    const uint64_t since = now();
    next(fh, buf, count, datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_ordered_begin, took);
    leave(since + took);
}
void mpi_file_write_ordered_begin(void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_ordered_begin_")));
void mpi_file_write_ordered_begin__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_ordered_begin_")));
void MPI_FILE_WRITE_ORDERED_BEGIN(void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_ordered_begin_")));
#endif

#ifdef HAVE_F_mpi_file_write_ordered_begin_f08_
void mpi_file_write_ordered_begin_f08_(void* fh, void* buf, void* count, void* datatype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_ordered_begin_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_ordered_begin);
    const uint64_t since = now();
    next(fh, buf, count, datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_ordered_begin, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_write_ordered_end
int MPI_File_write_ordered_end(MPI_File fh, const void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_ordered_end");
    if (!enter()) {
        const int ended = next(fh, buf, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write_ordered_end);
    const uint64_t since = now();
    const int ended = next(fh, buf, status);
    const uint64_t took = now() - since;
    other(CALL_File_write_ordered_end, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_write_ordered_end_
void mpi_file_write_ordered_end_(void* fh, void* buf, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_ordered_end_");
    if (!enter()) {
        next(fh, buf, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_ordered_end);
    const uint64_t since = now();
    next(fh, buf, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_ordered_end, took);
    leave(since + took);
}
void mpi_file_write_ordered_end(void*, void*, void*, void*) __attribute__((alias("mpi_file_write_ordered_end_")));
void mpi_file_write_ordered_end__(void*, void*, void*, void*) __attribute__((alias("mpi_file_write_ordered_end_")));
void MPI_FILE_WRITE_ORDERED_END(void*, void*, void*, void*) __attribute__((alias("mpi_file_write_ordered_end_")));
#endif

#ifdef HAVE_F_mpi_file_write_ordered_end_f08_
void mpi_file_write_ordered_end_f08_(void* fh, void* buf, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_ordered_end_f08_");
    if (!enter()) {
        next(fh, buf, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_ordered_end);
    const uint64_t since = now();
    next(fh, buf, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_ordered_end, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_File_write_shared
int MPI_File_write_shared(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_shared");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write_shared);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_write_shared, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_File_write_shared_c
int MPI_File_write_shared_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_shared_c");
    if (!enter()) {
        const int ended = next(fh, buf, count, datatype, status);
        --depth;
        return ended;
    }
    inside(CALL_File_write_shared);
    const uint64_t since = now();
    const int ended = next(fh, buf, count, datatype, status);
    const uint64_t took = now() - since;
    other(CALL_File_write_shared, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_file_write_shared_
void mpi_file_write_shared_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_shared_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_shared);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_shared, took);
    leave(since + took);
}
void mpi_file_write_shared(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_shared_")));
void mpi_file_write_shared__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_shared_")));
void MPI_FILE_WRITE_SHARED(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_file_write_shared_")));
#endif

#ifdef HAVE_F_mpi_file_write_shared_f08_
void mpi_file_write_shared_f08_(void* fh, void* buf, void* count, void* datatype, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_file_write_shared_f08_");
    if (!enter()) {
        next(fh, buf, count, datatype, status, ierror);
        --depth;
        return;
    }
    inside(CALL_File_write_shared);
    const uint64_t since = now();
    next(fh, buf, count, datatype, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_File_write_shared, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Free_mem
int MPI_Free_mem(void* base) {
    static int (*next)(void* base);
    if (!next) *(void**)&next = next_of("MPI_Free_mem");
    if (!enter()) {
        const int ended = next(base);
        --depth;
        return ended;
    }
    inside(CALL_Free_mem);
    const uint64_t since = now();
    const int ended = next(base);
    const uint64_t took = now() - since;
    other(CALL_Free_mem, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_free_mem_
void mpi_free_mem_(void* base, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_free_mem_");
    if (!enter()) {
        next(base, ierror);
        --depth;
        return;
    }
    inside(CALL_Free_mem);
    const uint64_t since = now();
    next(base, ierror);
    const uint64_t took = now() - since;
    other(CALL_Free_mem, took);
    leave(since + took);
}
void mpi_free_mem(void*, void*) __attribute__((alias("mpi_free_mem_")));
void mpi_free_mem__(void*, void*) __attribute__((alias("mpi_free_mem_")));
void MPI_FREE_MEM(void*, void*) __attribute__((alias("mpi_free_mem_")));
#endif

#ifdef HAVE_F_mpi_free_mem_f08_
void mpi_free_mem_f08_(void* base, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_free_mem_f08_");
    if (!enter()) {
        next(base, ierror);
        --depth;
        return;
    }
    inside(CALL_Free_mem);
    const uint64_t since = now();
    next(base, ierror);
    const uint64_t took = now() - since;
    other(CALL_Free_mem, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Gather
int MPI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Gather");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
        --depth;
        return ended;
    }
    inside(CALL_Gather);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Gather, took, comm, rooted(root, comm, recvcount, recvtype, sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Gather_c
int MPI_Gather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Gather_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
        --depth;
        return ended;
    }
    inside(CALL_Gather);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Gather, took, comm, rooted(root, comm, recvcount, recvtype, sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_gather_
void mpi_gather_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_gather_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Gather);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Gather, took, COMM_F(comm), rooted(*(int*)root, COMM_F(comm), *(int*)recvcount, TYPE_F(recvtype), *(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_gather(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_gather_")));
void mpi_gather__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_gather_")));
void MPI_GATHER(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_gather_")));
#endif

#ifdef HAVE_F_mpi_gather_f08_
void mpi_gather_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_gather_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Gather);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Gather, took, COMM_F(comm), rooted(*(int*)root, COMM_F(comm), *(int*)recvcount, TYPE_F(recvtype), *(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Gather_init
int MPI_Gather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Gather_init");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Gather_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Gather_init, took, request, comm, rooted(root, comm, recvcount, recvtype, sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Gather_init_c
int MPI_Gather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Gather_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Gather_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Gather_init, took, request, comm, rooted(root, comm, recvcount, recvtype, sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_gather_init_
void mpi_gather_init_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_gather_init_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Gather_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Gather_init, took, (const int*)request, COMM_F(comm), rooted(*(int*)root, COMM_F(comm), *(int*)recvcount, TYPE_F(recvtype), *(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_gather_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_gather_init_")));
void mpi_gather_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_gather_init_")));
void MPI_GATHER_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_gather_init_")));
#endif

#ifdef HAVE_F_mpi_gather_init_f08_
void mpi_gather_init_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_gather_init_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Gather_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Gather_init, took, (const int*)request, COMM_F(comm), rooted(*(int*)root, COMM_F(comm), *(int*)recvcount, TYPE_F(recvtype), *(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Gatherv
int MPI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Gatherv");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
        --depth;
        return ended;
    }
    inside(CALL_Gatherv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Gatherv, took, comm, rooted_v(root, comm, recvcounts, recvtype, sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Gatherv_c
int MPI_Gatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Gatherv_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
        --depth;
        return ended;
    }
    inside(CALL_Gatherv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Gatherv, took, comm, rooted_v(root, comm, recvcounts, recvtype, sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_gatherv_
void mpi_gatherv_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* root, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_gatherv_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Gatherv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Gatherv, took, COMM_F(comm), rooted_v(*(int*)root, COMM_F(comm), (const int*)recvcounts, TYPE_F(recvtype), *(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_gatherv(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_gatherv_")));
void mpi_gatherv__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_gatherv_")));
void MPI_GATHERV(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_gatherv_")));
#endif

#ifdef HAVE_F_mpi_gatherv_f08_
void mpi_gatherv_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* root, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_gatherv_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Gatherv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Gatherv, took, COMM_F(comm), rooted_v(*(int*)root, COMM_F(comm), (const int*)recvcounts, TYPE_F(recvtype), *(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Gatherv_init
int MPI_Gatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Gatherv_init");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Gatherv_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Gatherv_init, took, request, comm, rooted_v(root, comm, recvcounts, recvtype, sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Gatherv_init_c
int MPI_Gatherv_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Gatherv_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Gatherv_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Gatherv_init, took, request, comm, rooted_v(root, comm, recvcounts, recvtype, sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_gatherv_init_
void mpi_gatherv_init_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* root, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_gatherv_init_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Gatherv_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Gatherv_init, took, (const int*)request, COMM_F(comm), rooted_v(*(int*)root, COMM_F(comm), (const int*)recvcounts, TYPE_F(recvtype), *(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_gatherv_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_gatherv_init_")));
void mpi_gatherv_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_gatherv_init_")));
void MPI_GATHERV_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_gatherv_init_")));
#endif

#ifdef HAVE_F_mpi_gatherv_init_f08_
void mpi_gatherv_init_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* root, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_gatherv_init_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Gatherv_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Gatherv_init, took, (const int*)request, COMM_F(comm), rooted_v(*(int*)root, COMM_F(comm), (const int*)recvcounts, TYPE_F(recvtype), *(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Get
int MPI_Get(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    static int (*next)(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Get");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
        --depth;
        return ended;
    }
    inside(CALL_Get);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Get, took, win, target_rank, NOTHING, bytes_of(origin_count, origin_datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Get_c
int MPI_Get_c(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
    static int (*next)(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Get_c");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
        --depth;
        return ended;
    }
    inside(CALL_Get);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Get, took, win, target_rank, NOTHING, bytes_of(origin_count, origin_datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_get_
void mpi_get_(void* origin_addr, void* origin_count, void* origin_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_get_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Get);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Get, took, WIN_F(win), *(int*)target_rank, NOTHING, bytes_of(*(int*)origin_count, TYPE_F(origin_datatype)));
    leave(since + took);
}
void mpi_get(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_get_")));
void mpi_get__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_get_")));
void MPI_GET(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_get_")));
#endif

#ifdef HAVE_F_mpi_get_f08_
void mpi_get_f08_(void* origin_addr, void* origin_count, void* origin_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_get_f08_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Get);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Get, took, WIN_F(win), *(int*)target_rank, NOTHING, bytes_of(*(int*)origin_count, TYPE_F(origin_datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Get_accumulate
int MPI_Get_accumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Get_accumulate");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
        --depth;
        return ended;
    }
    inside(CALL_Get_accumulate);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Get_accumulate, took, win, target_rank, unless_no_op(op, bytes_of(target_count, target_datatype)), bytes_of(target_count, target_datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Get_accumulate_c
int MPI_Get_accumulate_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Get_accumulate_c");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
        --depth;
        return ended;
    }
    inside(CALL_Get_accumulate);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Get_accumulate, took, win, target_rank, unless_no_op(op, bytes_of(target_count, target_datatype)), bytes_of(target_count, target_datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_get_accumulate_
void mpi_get_accumulate_(void* origin_addr, void* origin_count, void* origin_datatype, void* result_addr, void* result_count, void* result_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* op, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_get_accumulate_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Get_accumulate);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Get_accumulate, took, WIN_F(win), *(int*)target_rank, unless_no_op(OP_F(op), bytes_of(*(int*)target_count, TYPE_F(target_datatype))), bytes_of(*(int*)target_count, TYPE_F(target_datatype)));
    leave(since + took);
}
void mpi_get_accumulate(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_get_accumulate_")));
void mpi_get_accumulate__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_get_accumulate_")));
void MPI_GET_ACCUMULATE(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_get_accumulate_")));
#endif

#ifdef HAVE_F_mpi_get_accumulate_f08_
void mpi_get_accumulate_f08_(void* origin_addr, void* origin_count, void* origin_datatype, void* result_addr, void* result_count, void* result_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* op, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_get_accumulate_f08_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Get_accumulate);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Get_accumulate, took, WIN_F(win), *(int*)target_rank, unless_no_op(OP_F(op), bytes_of(*(int*)target_count, TYPE_F(target_datatype))), bytes_of(*(int*)target_count, TYPE_F(target_datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Get_address
int MPI_Get_address(const void* location, MPI_Aint* address) {
    static int (*next)(const void* location, MPI_Aint* address);
    if (!next) *(void**)&next = next_of("MPI_Get_address");
    if (!enter()) {
        const int ended = next(location, address);
        --depth;
        return ended;
    }
    inside(CALL_Get_address);
    const uint64_t since = now();
    const int ended = next(location, address);
    const uint64_t took = now() - since;
    other(CALL_Get_address, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_get_address_
void mpi_get_address_(void* location, void* address, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_get_address_");
    if (!enter()) {
        next(location, address, ierror);
        --depth;
        return;
    }
    inside(CALL_Get_address);
    const uint64_t since = now();
    next(location, address, ierror);
    const uint64_t took = now() - since;
    other(CALL_Get_address, took);
    leave(since + took);
}
void mpi_get_address(void*, void*, void*) __attribute__((alias("mpi_get_address_")));
void mpi_get_address__(void*, void*, void*) __attribute__((alias("mpi_get_address_")));
void MPI_GET_ADDRESS(void*, void*, void*) __attribute__((alias("mpi_get_address_")));
#endif

#ifdef HAVE_F_mpi_get_address_f08_
void mpi_get_address_f08_(void* location, void* address, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_get_address_f08_");
    if (!enter()) {
        next(location, address, ierror);
        --depth;
        return;
    }
    inside(CALL_Get_address);
    const uint64_t since = now();
    next(location, address, ierror);
    const uint64_t took = now() - since;
    other(CALL_Get_address, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Get_hw_resource_info
int MPI_Get_hw_resource_info(MPI_Info* hw_info) {
    static int (*next)(MPI_Info* hw_info);
    if (!next) *(void**)&next = next_of("MPI_Get_hw_resource_info");
    if (!enter()) {
        const int ended = next(hw_info);
        --depth;
        return ended;
    }
    inside(CALL_Get_hw_resource_info);
    const uint64_t since = now();
    const int ended = next(hw_info);
    const uint64_t took = now() - since;
    other(CALL_Get_hw_resource_info, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_get_hw_resource_info_
void mpi_get_hw_resource_info_(void* hw_info, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_get_hw_resource_info_");
    if (!enter()) {
        next(hw_info, ierror);
        --depth;
        return;
    }
    inside(CALL_Get_hw_resource_info);
    const uint64_t since = now();
    next(hw_info, ierror);
    const uint64_t took = now() - since;
    other(CALL_Get_hw_resource_info, took);
    leave(since + took);
}
void mpi_get_hw_resource_info(void*, void*) __attribute__((alias("mpi_get_hw_resource_info_")));
void mpi_get_hw_resource_info__(void*, void*) __attribute__((alias("mpi_get_hw_resource_info_")));
void MPI_GET_HW_RESOURCE_INFO(void*, void*) __attribute__((alias("mpi_get_hw_resource_info_")));
#endif

#ifdef HAVE_F_mpi_get_hw_resource_info_f08_
void mpi_get_hw_resource_info_f08_(void* hw_info, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_get_hw_resource_info_f08_");
    if (!enter()) {
        next(hw_info, ierror);
        --depth;
        return;
    }
    inside(CALL_Get_hw_resource_info);
    const uint64_t since = now();
    next(hw_info, ierror);
    const uint64_t took = now() - since;
    other(CALL_Get_hw_resource_info, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Get_processor_name
int MPI_Get_processor_name(char* name, int* resultlen) {
    static int (*next)(char* name, int* resultlen);
    if (!next) *(void**)&next = next_of("MPI_Get_processor_name");
    if (!enter()) {
        const int ended = next(name, resultlen);
        --depth;
        return ended;
    }
    inside(CALL_Get_processor_name);
    const uint64_t since = now();
    const int ended = next(name, resultlen);
    const uint64_t took = now() - since;
    other(CALL_Get_processor_name, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Graph_create
int MPI_Graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int reorder, MPI_Comm* comm_graph) {
    static int (*next)(MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int reorder, MPI_Comm* comm_graph);
    if (!next) *(void**)&next = next_of("MPI_Graph_create");
    if (!enter()) {
        const int ended = next(comm_old, nnodes, index, edges, reorder, comm_graph);
        --depth;
        return ended;
    }
    inside(CALL_Graph_create);
    const uint64_t since = now();
    const int ended = next(comm_old, nnodes, index, edges, reorder, comm_graph);
    const uint64_t took = now() - since;
    other(CALL_Graph_create, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_graph_create_
void mpi_graph_create_(void* comm_old, void* nnodes, void* index, void* edges, void* reorder, void* comm_graph, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_graph_create_");
    if (!enter()) {
        next(comm_old, nnodes, index, edges, reorder, comm_graph, ierror);
        --depth;
        return;
    }
    inside(CALL_Graph_create);
    const uint64_t since = now();
    next(comm_old, nnodes, index, edges, reorder, comm_graph, ierror);
    const uint64_t took = now() - since;
    other(CALL_Graph_create, took);
    leave(since + took);
}
void mpi_graph_create(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_graph_create_")));
void mpi_graph_create__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_graph_create_")));
void MPI_GRAPH_CREATE(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_graph_create_")));
#endif

#ifdef HAVE_F_mpi_graph_create_f08_
void mpi_graph_create_f08_(void* comm_old, void* nnodes, void* index, void* edges, void* reorder, void* comm_graph, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_graph_create_f08_");
    if (!enter()) {
        next(comm_old, nnodes, index, edges, reorder, comm_graph, ierror);
        --depth;
        return;
    }
    inside(CALL_Graph_create);
    const uint64_t since = now();
    next(comm_old, nnodes, index, edges, reorder, comm_graph, ierror);
    const uint64_t took = now() - since;
    other(CALL_Graph_create, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Graph_get
int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]) {
    static int (*next)(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]);
    if (!next) *(void**)&next = next_of("MPI_Graph_get");
    if (!enter()) {
        const int ended = next(comm, maxindex, maxedges, index, edges);
        --depth;
        return ended;
    }
    inside(CALL_Graph_get);
    const uint64_t since = now();
    const int ended = next(comm, maxindex, maxedges, index, edges);
    const uint64_t took = now() - since;
    other(CALL_Graph_get, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_graph_get_
void mpi_graph_get_(void* comm, void* maxindex, void* maxedges, void* index, void* edges, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_graph_get_");
    if (!enter()) {
        next(comm, maxindex, maxedges, index, edges, ierror);
        --depth;
        return;
    }
    inside(CALL_Graph_get);
    const uint64_t since = now();
    next(comm, maxindex, maxedges, index, edges, ierror);
    const uint64_t took = now() - since;
    other(CALL_Graph_get, took);
    leave(since + took);
}
void mpi_graph_get(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_graph_get_")));
void mpi_graph_get__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_graph_get_")));
void MPI_GRAPH_GET(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_graph_get_")));
#endif

#ifdef HAVE_F_mpi_graph_get_f08_
void mpi_graph_get_f08_(void* comm, void* maxindex, void* maxedges, void* index, void* edges, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_graph_get_f08_");
    if (!enter()) {
        next(comm, maxindex, maxedges, index, edges, ierror);
        --depth;
        return;
    }
    inside(CALL_Graph_get);
    const uint64_t since = now();
    next(comm, maxindex, maxedges, index, edges, ierror);
    const uint64_t took = now() - since;
    other(CALL_Graph_get, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Graph_map
int MPI_Graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[], int* newrank) {
    static int (*next)(MPI_Comm comm, int nnodes, const int index[], const int edges[], int* newrank);
    if (!next) *(void**)&next = next_of("MPI_Graph_map");
    if (!enter()) {
        const int ended = next(comm, nnodes, index, edges, newrank);
        --depth;
        return ended;
    }
    inside(CALL_Graph_map);
    const uint64_t since = now();
    const int ended = next(comm, nnodes, index, edges, newrank);
    const uint64_t took = now() - since;
    other(CALL_Graph_map, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_graph_map_
void mpi_graph_map_(void* comm, void* nnodes, void* index, void* edges, void* newrank, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_graph_map_");
    if (!enter()) {
        next(comm, nnodes, index, edges, newrank, ierror);
        --depth;
        return;
    }
    inside(CALL_Graph_map);
    const uint64_t since = now();
    next(comm, nnodes, index, edges, newrank, ierror);
    const uint64_t took = now() - since;
    other(CALL_Graph_map, took);
    leave(since + took);
}
void mpi_graph_map(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_graph_map_")));
void mpi_graph_map__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_graph_map_")));
void MPI_GRAPH_MAP(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_graph_map_")));
#endif

#ifdef HAVE_F_mpi_graph_map_f08_
void mpi_graph_map_f08_(void* comm, void* nnodes, void* index, void* edges, void* newrank, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_graph_map_f08_");
    if (!enter()) {
        next(comm, nnodes, index, edges, newrank, ierror);
        --depth;
        return;
    }
    inside(CALL_Graph_map);
    const uint64_t since = now();
    next(comm, nnodes, index, edges, newrank, ierror);
    const uint64_t took = now() - since;
    other(CALL_Graph_map, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Graph_neighbors
int MPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]) {
    static int (*next)(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]);
    if (!next) *(void**)&next = next_of("MPI_Graph_neighbors");
    if (!enter()) {
        const int ended = next(comm, rank, maxneighbors, neighbors);
        --depth;
        return ended;
    }
    inside(CALL_Graph_neighbors);
    const uint64_t since = now();
    const int ended = next(comm, rank, maxneighbors, neighbors);
    const uint64_t took = now() - since;
    other(CALL_Graph_neighbors, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_graph_neighbors_
void mpi_graph_neighbors_(void* comm, void* rank, void* maxneighbors, void* neighbors, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_graph_neighbors_");
    if (!enter()) {
        next(comm, rank, maxneighbors, neighbors, ierror);
        --depth;
        return;
    }
    inside(CALL_Graph_neighbors);
    const uint64_t since = now();
    next(comm, rank, maxneighbors, neighbors, ierror);
    const uint64_t took = now() - since;
    other(CALL_Graph_neighbors, took);
    leave(since + took);
}
void mpi_graph_neighbors(void*, void*, void*, void*, void*) __attribute__((alias("mpi_graph_neighbors_")));
void mpi_graph_neighbors__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_graph_neighbors_")));
void MPI_GRAPH_NEIGHBORS(void*, void*, void*, void*, void*) __attribute__((alias("mpi_graph_neighbors_")));
#endif

#ifdef HAVE_F_mpi_graph_neighbors_f08_
void mpi_graph_neighbors_f08_(void* comm, void* rank, void* maxneighbors, void* neighbors, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_graph_neighbors_f08_");
    if (!enter()) {
        next(comm, rank, maxneighbors, neighbors, ierror);
        --depth;
        return;
    }
    inside(CALL_Graph_neighbors);
    const uint64_t since = now();
    next(comm, rank, maxneighbors, neighbors, ierror);
    const uint64_t took = now() - since;
    other(CALL_Graph_neighbors, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Graph_neighbors_count
int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int* nneighbors) {
    static int (*next)(MPI_Comm comm, int rank, int* nneighbors);
    if (!next) *(void**)&next = next_of("MPI_Graph_neighbors_count");
    if (!enter()) {
        const int ended = next(comm, rank, nneighbors);
        --depth;
        return ended;
    }
    inside(CALL_Graph_neighbors_count);
    const uint64_t since = now();
    const int ended = next(comm, rank, nneighbors);
    const uint64_t took = now() - since;
    other(CALL_Graph_neighbors_count, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_graph_neighbors_count_
void mpi_graph_neighbors_count_(void* comm, void* rank, void* nneighbors, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_graph_neighbors_count_");
    if (!enter()) {
        next(comm, rank, nneighbors, ierror);
        --depth;
        return;
    }
    inside(CALL_Graph_neighbors_count);
    const uint64_t since = now();
    next(comm, rank, nneighbors, ierror);
    const uint64_t took = now() - since;
    other(CALL_Graph_neighbors_count, took);
    leave(since + took);
}
void mpi_graph_neighbors_count(void*, void*, void*, void*) __attribute__((alias("mpi_graph_neighbors_count_")));
void mpi_graph_neighbors_count__(void*, void*, void*, void*) __attribute__((alias("mpi_graph_neighbors_count_")));
void MPI_GRAPH_NEIGHBORS_COUNT(void*, void*, void*, void*) __attribute__((alias("mpi_graph_neighbors_count_")));
#endif

#ifdef HAVE_F_mpi_graph_neighbors_count_f08_
void mpi_graph_neighbors_count_f08_(void* comm, void* rank, void* nneighbors, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_graph_neighbors_count_f08_");
    if (!enter()) {
        next(comm, rank, nneighbors, ierror);
        --depth;
        return;
    }
    inside(CALL_Graph_neighbors_count);
    const uint64_t since = now();
    next(comm, rank, nneighbors, ierror);
    const uint64_t took = now() - since;
    other(CALL_Graph_neighbors_count, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Graphdims_get
int MPI_Graphdims_get(MPI_Comm comm, int* nnodes, int* nedges) {
    static int (*next)(MPI_Comm comm, int* nnodes, int* nedges);
    if (!next) *(void**)&next = next_of("MPI_Graphdims_get");
    if (!enter()) {
        const int ended = next(comm, nnodes, nedges);
        --depth;
        return ended;
    }
    inside(CALL_Graphdims_get);
    const uint64_t since = now();
    const int ended = next(comm, nnodes, nedges);
    const uint64_t took = now() - since;
    other(CALL_Graphdims_get, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_graphdims_get_
void mpi_graphdims_get_(void* comm, void* nnodes, void* nedges, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_graphdims_get_");
    if (!enter()) {
        next(comm, nnodes, nedges, ierror);
        --depth;
        return;
    }
    inside(CALL_Graphdims_get);
    const uint64_t since = now();
    next(comm, nnodes, nedges, ierror);
    const uint64_t took = now() - since;
    other(CALL_Graphdims_get, took);
    leave(since + took);
}
void mpi_graphdims_get(void*, void*, void*, void*) __attribute__((alias("mpi_graphdims_get_")));
void mpi_graphdims_get__(void*, void*, void*, void*) __attribute__((alias("mpi_graphdims_get_")));
void MPI_GRAPHDIMS_GET(void*, void*, void*, void*) __attribute__((alias("mpi_graphdims_get_")));
#endif

#ifdef HAVE_F_mpi_graphdims_get_f08_
void mpi_graphdims_get_f08_(void* comm, void* nnodes, void* nedges, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_graphdims_get_f08_");
    if (!enter()) {
        next(comm, nnodes, nedges, ierror);
        --depth;
        return;
    }
    inside(CALL_Graphdims_get);
    const uint64_t since = now();
    next(comm, nnodes, nedges, ierror);
    const uint64_t took = now() - since;
    other(CALL_Graphdims_get, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Grequest_complete
int MPI_Grequest_complete(MPI_Request request) {
    static int (*next)(MPI_Request request);
    if (!next) *(void**)&next = next_of("MPI_Grequest_complete");
    if (!enter()) {
        const int ended = next(request);
        --depth;
        return ended;
    }
    inside(CALL_Grequest_complete);
    const uint64_t since = now();
    const int ended = next(request);
    const uint64_t took = now() - since;
    other(CALL_Grequest_complete, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_grequest_complete_
void mpi_grequest_complete_(void* request, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_grequest_complete_");
    if (!enter()) {
        next(request, ierror);
        --depth;
        return;
    }
    inside(CALL_Grequest_complete);
    const uint64_t since = now();
    next(request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Grequest_complete, took);
    leave(since + took);
}
void mpi_grequest_complete(void*, void*) __attribute__((alias("mpi_grequest_complete_")));
void mpi_grequest_complete__(void*, void*) __attribute__((alias("mpi_grequest_complete_")));
void MPI_GREQUEST_COMPLETE(void*, void*) __attribute__((alias("mpi_grequest_complete_")));
#endif

#ifdef HAVE_F_mpi_grequest_complete_f08_
void mpi_grequest_complete_f08_(void* request, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_grequest_complete_f08_");
    if (!enter()) {
        next(request, ierror);
        --depth;
        return;
    }
    inside(CALL_Grequest_complete);
    const uint64_t since = now();
    next(request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Grequest_complete, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Grequest_start
int MPI_Grequest_start(MPI_Grequest_query_function* query_fn, MPI_Grequest_free_function* free_fn, MPI_Grequest_cancel_function* cancel_fn, void* extra_state, MPI_Request* request) {
    static int (*next)(MPI_Grequest_query_function* query_fn, MPI_Grequest_free_function* free_fn, MPI_Grequest_cancel_function* cancel_fn, void* extra_state, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Grequest_start");
    if (!enter()) {
        const int ended = next(query_fn, free_fn, cancel_fn, extra_state, request);
        --depth;
        return ended;
    }
    inside(CALL_Grequest_start);
    const uint64_t since = now();
    const int ended = next(query_fn, free_fn, cancel_fn, extra_state, request);
    const uint64_t took = now() - since;
    other(CALL_Grequest_start, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Group_compare
int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int* result) {
    static int (*next)(MPI_Group group1, MPI_Group group2, int* result);
    if (!next) *(void**)&next = next_of("MPI_Group_compare");
    if (!enter()) {
        const int ended = next(group1, group2, result);
        --depth;
        return ended;
    }
    inside(CALL_Group_compare);
    const uint64_t since = now();
    const int ended = next(group1, group2, result);
    const uint64_t took = now() - since;
    other(CALL_Group_compare, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_group_compare_
void mpi_group_compare_(void* group1, void* group2, void* result, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_compare_");
    if (!enter()) {
        next(group1, group2, result, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_compare);
    const uint64_t since = now();
    next(group1, group2, result, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_compare, took);
    leave(since + took);
}
void mpi_group_compare(void*, void*, void*, void*) __attribute__((alias("mpi_group_compare_")));
void mpi_group_compare__(void*, void*, void*, void*) __attribute__((alias("mpi_group_compare_")));
void MPI_GROUP_COMPARE(void*, void*, void*, void*) __attribute__((alias("mpi_group_compare_")));
#endif

#ifdef HAVE_F_mpi_group_compare_f08_
void mpi_group_compare_f08_(void* group1, void* group2, void* result, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_compare_f08_");
    if (!enter()) {
        next(group1, group2, result, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_compare);
    const uint64_t since = now();
    next(group1, group2, result, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_compare, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Group_difference
int MPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
    static int (*next)(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup);
    if (!next) *(void**)&next = next_of("MPI_Group_difference");
    if (!enter()) {
        const int ended = next(group1, group2, newgroup);
        --depth;
        return ended;
    }
    inside(CALL_Group_difference);
    const uint64_t since = now();
    const int ended = next(group1, group2, newgroup);
    const uint64_t took = now() - since;
    other(CALL_Group_difference, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_group_difference_
void mpi_group_difference_(void* group1, void* group2, void* newgroup, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_difference_");
    if (!enter()) {
        next(group1, group2, newgroup, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_difference);
    const uint64_t since = now();
    next(group1, group2, newgroup, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_difference, took);
    leave(since + took);
}
void mpi_group_difference(void*, void*, void*, void*) __attribute__((alias("mpi_group_difference_")));
void mpi_group_difference__(void*, void*, void*, void*) __attribute__((alias("mpi_group_difference_")));
void MPI_GROUP_DIFFERENCE(void*, void*, void*, void*) __attribute__((alias("mpi_group_difference_")));
#endif

#ifdef HAVE_F_mpi_group_difference_f08_
void mpi_group_difference_f08_(void* group1, void* group2, void* newgroup, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_difference_f08_");
    if (!enter()) {
        next(group1, group2, newgroup, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_difference);
    const uint64_t since = now();
    next(group1, group2, newgroup, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_difference, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Group_excl
int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup) {
    static int (*next)(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup);
    if (!next) *(void**)&next = next_of("MPI_Group_excl");
    if (!enter()) {
        const int ended = next(group, n, ranks, newgroup);
        --depth;
        return ended;
    }
    inside(CALL_Group_excl);
    const uint64_t since = now();
    const int ended = next(group, n, ranks, newgroup);
    const uint64_t took = now() - since;
    other(CALL_Group_excl, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_group_excl_
void mpi_group_excl_(void* group, void* n, void* ranks, void* newgroup, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_excl_");
    if (!enter()) {
        next(group, n, ranks, newgroup, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_excl);
    const uint64_t since = now();
    next(group, n, ranks, newgroup, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_excl, took);
    leave(since + took);
}
void mpi_group_excl(void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_excl_")));
void mpi_group_excl__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_excl_")));
void MPI_GROUP_EXCL(void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_excl_")));
#endif

#ifdef HAVE_F_mpi_group_excl_f08_
void mpi_group_excl_f08_(void* group, void* n, void* ranks, void* newgroup, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_excl_f08_");
    if (!enter()) {
        next(group, n, ranks, newgroup, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_excl);
    const uint64_t since = now();
    next(group, n, ranks, newgroup, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_excl, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Group_free
int MPI_Group_free(MPI_Group* group) {
    static int (*next)(MPI_Group* group);
    if (!next) *(void**)&next = next_of("MPI_Group_free");
    if (!enter()) {
        const int ended = next(group);
        --depth;
        return ended;
    }
    inside(CALL_Group_free);
    const uint64_t since = now();
    const int ended = next(group);
    const uint64_t took = now() - since;
    other(CALL_Group_free, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_group_free_
void mpi_group_free_(void* group, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_free_");
    if (!enter()) {
        next(group, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_free);
    const uint64_t since = now();
    next(group, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_free, took);
    leave(since + took);
}
void mpi_group_free(void*, void*) __attribute__((alias("mpi_group_free_")));
void mpi_group_free__(void*, void*) __attribute__((alias("mpi_group_free_")));
void MPI_GROUP_FREE(void*, void*) __attribute__((alias("mpi_group_free_")));
#endif

#ifdef HAVE_F_mpi_group_free_f08_
void mpi_group_free_f08_(void* group, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_free_f08_");
    if (!enter()) {
        next(group, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_free);
    const uint64_t since = now();
    next(group, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_free, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Group_from_session_pset
int MPI_Group_from_session_pset(MPI_Session session, const char* pset_name, MPI_Group* newgroup) {
    static int (*next)(MPI_Session session, const char* pset_name, MPI_Group* newgroup);
    if (!next) *(void**)&next = next_of("MPI_Group_from_session_pset");
    if (!enter()) {
        const int ended = next(session, pset_name, newgroup);
        --depth;
        return ended;
    }
    inside(CALL_Group_from_session_pset);
    const uint64_t since = now();
    const int ended = next(session, pset_name, newgroup);
    const uint64_t took = now() - since;
    other(CALL_Group_from_session_pset, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Group_incl
int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup) {
    static int (*next)(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup);
    if (!next) *(void**)&next = next_of("MPI_Group_incl");
    if (!enter()) {
        const int ended = next(group, n, ranks, newgroup);
        --depth;
        return ended;
    }
    inside(CALL_Group_incl);
    const uint64_t since = now();
    const int ended = next(group, n, ranks, newgroup);
    const uint64_t took = now() - since;
    other(CALL_Group_incl, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_group_incl_
void mpi_group_incl_(void* group, void* n, void* ranks, void* newgroup, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_incl_");
    if (!enter()) {
        next(group, n, ranks, newgroup, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_incl);
    const uint64_t since = now();
    next(group, n, ranks, newgroup, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_incl, took);
    leave(since + took);
}
void mpi_group_incl(void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_incl_")));
void mpi_group_incl__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_incl_")));
void MPI_GROUP_INCL(void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_incl_")));
#endif

#ifdef HAVE_F_mpi_group_incl_f08_
void mpi_group_incl_f08_(void* group, void* n, void* ranks, void* newgroup, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_incl_f08_");
    if (!enter()) {
        next(group, n, ranks, newgroup, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_incl);
    const uint64_t since = now();
    next(group, n, ranks, newgroup, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_incl, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Group_intersection
int MPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
    static int (*next)(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup);
    if (!next) *(void**)&next = next_of("MPI_Group_intersection");
    if (!enter()) {
        const int ended = next(group1, group2, newgroup);
        --depth;
        return ended;
    }
    inside(CALL_Group_intersection);
    const uint64_t since = now();
    const int ended = next(group1, group2, newgroup);
    const uint64_t took = now() - since;
    other(CALL_Group_intersection, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_group_intersection_
void mpi_group_intersection_(void* group1, void* group2, void* newgroup, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_intersection_");
    if (!enter()) {
        next(group1, group2, newgroup, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_intersection);
    const uint64_t since = now();
    next(group1, group2, newgroup, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_intersection, took);
    leave(since + took);
}
void mpi_group_intersection(void*, void*, void*, void*) __attribute__((alias("mpi_group_intersection_")));
void mpi_group_intersection__(void*, void*, void*, void*) __attribute__((alias("mpi_group_intersection_")));
void MPI_GROUP_INTERSECTION(void*, void*, void*, void*) __attribute__((alias("mpi_group_intersection_")));
#endif

#ifdef HAVE_F_mpi_group_intersection_f08_
void mpi_group_intersection_f08_(void* group1, void* group2, void* newgroup, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_intersection_f08_");
    if (!enter()) {
        next(group1, group2, newgroup, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_intersection);
    const uint64_t since = now();
    next(group1, group2, newgroup, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_intersection, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Group_range_excl
int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup) {
    static int (*next)(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup);
    if (!next) *(void**)&next = next_of("MPI_Group_range_excl");
    if (!enter()) {
        const int ended = next(group, n, ranges, newgroup);
        --depth;
        return ended;
    }
    inside(CALL_Group_range_excl);
    const uint64_t since = now();
    const int ended = next(group, n, ranges, newgroup);
    const uint64_t took = now() - since;
    other(CALL_Group_range_excl, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_group_range_excl_
void mpi_group_range_excl_(void* group, void* n, void* ranges, void* newgroup, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_range_excl_");
    if (!enter()) {
        next(group, n, ranges, newgroup, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_range_excl);
    const uint64_t since = now();
    next(group, n, ranges, newgroup, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_range_excl, took);
    leave(since + took);
}
void mpi_group_range_excl(void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_range_excl_")));
void mpi_group_range_excl__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_range_excl_")));
void MPI_GROUP_RANGE_EXCL(void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_range_excl_")));
#endif

#ifdef HAVE_F_mpi_group_range_excl_f08_
void mpi_group_range_excl_f08_(void* group, void* n, void* ranges, void* newgroup, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_range_excl_f08_");
    if (!enter()) {
        next(group, n, ranges, newgroup, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_range_excl);
    const uint64_t since = now();
    next(group, n, ranges, newgroup, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_range_excl, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Group_range_incl
int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup) {
    static int (*next)(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup);
    if (!next) *(void**)&next = next_of("MPI_Group_range_incl");
    if (!enter()) {
        const int ended = next(group, n, ranges, newgroup);
        --depth;
        return ended;
    }
    inside(CALL_Group_range_incl);
    const uint64_t since = now();
    const int ended = next(group, n, ranges, newgroup);
    const uint64_t took = now() - since;
    other(CALL_Group_range_incl, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_group_range_incl_
void mpi_group_range_incl_(void* group, void* n, void* ranges, void* newgroup, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_range_incl_");
    if (!enter()) {
        next(group, n, ranges, newgroup, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_range_incl);
    const uint64_t since = now();
    next(group, n, ranges, newgroup, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_range_incl, took);
    leave(since + took);
}
void mpi_group_range_incl(void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_range_incl_")));
void mpi_group_range_incl__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_range_incl_")));
void MPI_GROUP_RANGE_INCL(void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_range_incl_")));
#endif

#ifdef HAVE_F_mpi_group_range_incl_f08_
void mpi_group_range_incl_f08_(void* group, void* n, void* ranges, void* newgroup, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_range_incl_f08_");
    if (!enter()) {
        next(group, n, ranges, newgroup, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_range_incl);
    const uint64_t since = now();
    next(group, n, ranges, newgroup, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_range_incl, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Group_rank
int MPI_Group_rank(MPI_Group group, int* rank) {
    static int (*next)(MPI_Group group, int* rank);
    if (!next) *(void**)&next = next_of("MPI_Group_rank");
    if (!enter()) {
        const int ended = next(group, rank);
        --depth;
        return ended;
    }
    inside(CALL_Group_rank);
    const uint64_t since = now();
    const int ended = next(group, rank);
    const uint64_t took = now() - since;
    other(CALL_Group_rank, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_group_rank_
void mpi_group_rank_(void* group, void* rank, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_rank_");
    if (!enter()) {
        next(group, rank, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_rank);
    const uint64_t since = now();
    next(group, rank, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_rank, took);
    leave(since + took);
}
void mpi_group_rank(void*, void*, void*) __attribute__((alias("mpi_group_rank_")));
void mpi_group_rank__(void*, void*, void*) __attribute__((alias("mpi_group_rank_")));
void MPI_GROUP_RANK(void*, void*, void*) __attribute__((alias("mpi_group_rank_")));
#endif

#ifdef HAVE_F_mpi_group_rank_f08_
void mpi_group_rank_f08_(void* group, void* rank, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_rank_f08_");
    if (!enter()) {
        next(group, rank, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_rank);
    const uint64_t since = now();
    next(group, rank, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_rank, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Group_size
int MPI_Group_size(MPI_Group group, int* size) {
    static int (*next)(MPI_Group group, int* size);
    if (!next) *(void**)&next = next_of("MPI_Group_size");
    if (!enter()) {
        const int ended = next(group, size);
        --depth;
        return ended;
    }
    inside(CALL_Group_size);
    const uint64_t since = now();
    const int ended = next(group, size);
    const uint64_t took = now() - since;
    other(CALL_Group_size, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_group_size_
void mpi_group_size_(void* group, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_size_");
    if (!enter()) {
        next(group, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_size);
    const uint64_t since = now();
    next(group, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_size, took);
    leave(since + took);
}
void mpi_group_size(void*, void*, void*) __attribute__((alias("mpi_group_size_")));
void mpi_group_size__(void*, void*, void*) __attribute__((alias("mpi_group_size_")));
void MPI_GROUP_SIZE(void*, void*, void*) __attribute__((alias("mpi_group_size_")));
#endif

#ifdef HAVE_F_mpi_group_size_f08_
void mpi_group_size_f08_(void* group, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_size_f08_");
    if (!enter()) {
        next(group, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_size);
    const uint64_t since = now();
    next(group, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_size, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Group_toint
int MPI_Group_toint(MPI_Group group) {
    static int (*next)(MPI_Group group);
    if (!next) *(void**)&next = next_of("MPI_Group_toint");
    if (!enter()) {
        const int ended = next(group);
        --depth;
        return ended;
    }
    inside(CALL_Group_toint);
    const uint64_t since = now();
    const int ended = next(group);
    const uint64_t took = now() - since;
    other(CALL_Group_toint, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Group_translate_ranks
int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]) {
    static int (*next)(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]);
    if (!next) *(void**)&next = next_of("MPI_Group_translate_ranks");
    if (!enter()) {
        const int ended = next(group1, n, ranks1, group2, ranks2);
        --depth;
        return ended;
    }
    inside(CALL_Group_translate_ranks);
    const uint64_t since = now();
    const int ended = next(group1, n, ranks1, group2, ranks2);
    const uint64_t took = now() - since;
    other(CALL_Group_translate_ranks, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_group_translate_ranks_
void mpi_group_translate_ranks_(void* group1, void* n, void* ranks1, void* group2, void* ranks2, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_translate_ranks_");
    if (!enter()) {
        next(group1, n, ranks1, group2, ranks2, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_translate_ranks);
    const uint64_t since = now();
    next(group1, n, ranks1, group2, ranks2, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_translate_ranks, took);
    leave(since + took);
}
void mpi_group_translate_ranks(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_translate_ranks_")));
void mpi_group_translate_ranks__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_translate_ranks_")));
void MPI_GROUP_TRANSLATE_RANKS(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_group_translate_ranks_")));
#endif

#ifdef HAVE_F_mpi_group_translate_ranks_f08_
void mpi_group_translate_ranks_f08_(void* group1, void* n, void* ranks1, void* group2, void* ranks2, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_translate_ranks_f08_");
    if (!enter()) {
        next(group1, n, ranks1, group2, ranks2, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_translate_ranks);
    const uint64_t since = now();
    next(group1, n, ranks1, group2, ranks2, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_translate_ranks, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Group_union
int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
    static int (*next)(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup);
    if (!next) *(void**)&next = next_of("MPI_Group_union");
    if (!enter()) {
        const int ended = next(group1, group2, newgroup);
        --depth;
        return ended;
    }
    inside(CALL_Group_union);
    const uint64_t since = now();
    const int ended = next(group1, group2, newgroup);
    const uint64_t took = now() - since;
    other(CALL_Group_union, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_group_union_
void mpi_group_union_(void* group1, void* group2, void* newgroup, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_union_");
    if (!enter()) {
        next(group1, group2, newgroup, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_union);
    const uint64_t since = now();
    next(group1, group2, newgroup, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_union, took);
    leave(since + took);
}
void mpi_group_union(void*, void*, void*, void*) __attribute__((alias("mpi_group_union_")));
void mpi_group_union__(void*, void*, void*, void*) __attribute__((alias("mpi_group_union_")));
void MPI_GROUP_UNION(void*, void*, void*, void*) __attribute__((alias("mpi_group_union_")));
#endif

#ifdef HAVE_F_mpi_group_union_f08_
void mpi_group_union_f08_(void* group1, void* group2, void* newgroup, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_group_union_f08_");
    if (!enter()) {
        next(group1, group2, newgroup, ierror);
        --depth;
        return;
    }
    inside(CALL_Group_union);
    const uint64_t since = now();
    next(group1, group2, newgroup, ierror);
    const uint64_t took = now() - since;
    other(CALL_Group_union, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Iallgather
int MPI_Iallgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iallgather");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Iallgather);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iallgather, took, comm, bytes_of(recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Iallgather_c
int MPI_Iallgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iallgather_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Iallgather);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iallgather, took, comm, bytes_of(recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_iallgather_
void mpi_iallgather_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iallgather_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Iallgather);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iallgather, took, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
void mpi_iallgather(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iallgather_")));
void mpi_iallgather__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iallgather_")));
void MPI_IALLGATHER(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iallgather_")));
#endif

#ifdef HAVE_F_mpi_iallgather_f08_
void mpi_iallgather_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iallgather_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Iallgather);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iallgather, took, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Iallgatherv
int MPI_Iallgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iallgatherv");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Iallgatherv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iallgatherv, took, comm, SUM(recvcounts, comm) * size_of(recvtype) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Iallgatherv_c
int MPI_Iallgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iallgatherv_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Iallgatherv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iallgatherv, took, comm, SUM(recvcounts, comm) * size_of(recvtype) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_iallgatherv_
void mpi_iallgatherv_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iallgatherv_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Iallgatherv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iallgatherv, took, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(recvtype)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
void mpi_iallgatherv(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iallgatherv_")));
void mpi_iallgatherv__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iallgatherv_")));
void MPI_IALLGATHERV(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iallgatherv_")));
#endif

#ifdef HAVE_F_mpi_iallgatherv_f08_
void mpi_iallgatherv_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iallgatherv_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Iallgatherv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iallgatherv, took, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(recvtype)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Iallreduce
int MPI_Iallreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iallreduce");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Iallreduce);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iallreduce, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Iallreduce_c
int MPI_Iallreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iallreduce_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Iallreduce);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iallreduce, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_iallreduce_
void mpi_iallreduce_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iallreduce_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Iallreduce);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iallreduce, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_iallreduce(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iallreduce_")));
void mpi_iallreduce__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iallreduce_")));
void MPI_IALLREDUCE(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iallreduce_")));
#endif

#ifdef HAVE_F_mpi_iallreduce_f08_
void mpi_iallreduce_f08_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iallreduce_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Iallreduce);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iallreduce, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ialltoall
int MPI_Ialltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ialltoall");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ialltoall);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ialltoall, took, comm, bytes_of(recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ialltoall_c
int MPI_Ialltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ialltoall_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ialltoall);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ialltoall, took, comm, bytes_of(recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ialltoall_
void mpi_ialltoall_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ialltoall_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ialltoall);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ialltoall, took, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
void mpi_ialltoall(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ialltoall_")));
void mpi_ialltoall__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ialltoall_")));
void MPI_IALLTOALL(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ialltoall_")));
#endif

#ifdef HAVE_F_mpi_ialltoall_f08_
void mpi_ialltoall_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ialltoall_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ialltoall);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ialltoall, took, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ialltoallv
int MPI_Ialltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ialltoallv");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ialltoallv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ialltoallv, took, comm, SUM(recvcounts, comm) * size_of(recvtype) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ialltoallv_c
int MPI_Ialltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ialltoallv_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ialltoallv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ialltoallv, took, comm, SUM(recvcounts, comm) * size_of(recvtype) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ialltoallv_
void mpi_ialltoallv_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtype, void* recvbuf, void* recvcounts, void* rdispls, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ialltoallv_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ialltoallv);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ialltoallv, took, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(recvtype)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
void mpi_ialltoallv(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ialltoallv_")));
void mpi_ialltoallv__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ialltoallv_")));
void MPI_IALLTOALLV(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ialltoallv_")));
#endif

#ifdef HAVE_F_mpi_ialltoallv_f08_
void mpi_ialltoallv_f08_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtype, void* recvbuf, void* recvcounts, void* rdispls, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ialltoallv_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ialltoallv);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ialltoallv, took, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(recvtype)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ialltoallw
int MPI_Ialltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ialltoallw");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ialltoallw);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ialltoallw, took, comm, SUM_W(recvcounts, recvtypes, comm) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ialltoallw_c
int MPI_Ialltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ialltoallw_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ialltoallw);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ialltoallw, took, comm, SUM_W(recvcounts, recvtypes, comm) / ranks_of(comm));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ialltoallw_
void mpi_ialltoallw_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtypes, void* recvbuf, void* recvcounts, void* rdispls, void* recvtypes, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ialltoallw_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ialltoallw);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ialltoallw, took, COMM_F(comm), SUM_W_F((const int*)recvcounts, (const int*)recvtypes, COMM_F(comm)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
void mpi_ialltoallw(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ialltoallw_")));
void mpi_ialltoallw__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ialltoallw_")));
void MPI_IALLTOALLW(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ialltoallw_")));
#endif

#ifdef HAVE_F_mpi_ialltoallw_f08_
void mpi_ialltoallw_f08_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtypes, void* recvbuf, void* recvcounts, void* rdispls, void* recvtypes, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ialltoallw_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ialltoallw);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ialltoallw, took, COMM_F(comm), SUM_W_F((const int*)recvcounts, (const int*)recvtypes, COMM_F(comm)) / ranks_of(COMM_F(comm)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ibarrier
int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
    static int (*next)(MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ibarrier");
    if (!enter()) {
        const int ended = next(comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ibarrier);
    const uint64_t since = now();
    const int ended = next(comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ibarrier, took, comm, 0);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ibarrier_
void mpi_ibarrier_(void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ibarrier_");
    if (!enter()) {
        next(comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ibarrier);
    const uint64_t since = now();
    next(comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ibarrier, took, COMM_F(comm), 0);
    leave(since + took);
}
void mpi_ibarrier(void*, void*, void*) __attribute__((alias("mpi_ibarrier_")));
void mpi_ibarrier__(void*, void*, void*) __attribute__((alias("mpi_ibarrier_")));
void MPI_IBARRIER(void*, void*, void*) __attribute__((alias("mpi_ibarrier_")));
#endif

#ifdef HAVE_F_mpi_ibarrier_f08_
void mpi_ibarrier_f08_(void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ibarrier_f08_");
    if (!enter()) {
        next(comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ibarrier);
    const uint64_t since = now();
    next(comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ibarrier, took, COMM_F(comm), 0);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ibcast
int MPI_Ibcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ibcast");
    if (!enter()) {
        const int ended = next(buffer, count, datatype, root, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ibcast);
    const uint64_t since = now();
    const int ended = next(buffer, count, datatype, root, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ibcast, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ibcast_c
int MPI_Ibcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ibcast_c");
    if (!enter()) {
        const int ended = next(buffer, count, datatype, root, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ibcast);
    const uint64_t since = now();
    const int ended = next(buffer, count, datatype, root, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ibcast, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ibcast_
void mpi_ibcast_(void* buffer, void* count, void* datatype, void* root, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ibcast_");
    if (!enter()) {
        next(buffer, count, datatype, root, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ibcast);
    const uint64_t since = now();
    next(buffer, count, datatype, root, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ibcast, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_ibcast(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ibcast_")));
void mpi_ibcast__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ibcast_")));
void MPI_IBCAST(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ibcast_")));
#endif

#ifdef HAVE_F_mpi_ibcast_f08_
void mpi_ibcast_f08_(void* buffer, void* count, void* datatype, void* root, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ibcast_f08_");
    if (!enter()) {
        next(buffer, count, datatype, root, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ibcast);
    const uint64_t since = now();
    next(buffer, count, datatype, root, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ibcast, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ibsend
int MPI_Ibsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ibsend");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ibsend);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Ibsend, took, comm, dest, tag, bytes_of(count, datatype), PENDING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ibsend_c
int MPI_Ibsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ibsend_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ibsend);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Ibsend, took, comm, dest, tag, bytes_of(count, datatype), PENDING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ibsend_
void mpi_ibsend_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ibsend_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ibsend);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Ibsend, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), PENDING);
    leave(since + took);
}
void mpi_ibsend(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ibsend_")));
void mpi_ibsend__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ibsend_")));
void MPI_IBSEND(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ibsend_")));
#endif

#ifdef HAVE_F_mpi_ibsend_f08_
void mpi_ibsend_f08_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ibsend_f08_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ibsend);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Ibsend, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), PENDING);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Iexscan
int MPI_Iexscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iexscan");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Iexscan);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iexscan, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Iexscan_c
int MPI_Iexscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iexscan_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Iexscan);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iexscan, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_iexscan_
void mpi_iexscan_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iexscan_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Iexscan);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iexscan, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_iexscan(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iexscan_")));
void mpi_iexscan__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iexscan_")));
void MPI_IEXSCAN(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iexscan_")));
#endif

#ifdef HAVE_F_mpi_iexscan_f08_
void mpi_iexscan_f08_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iexscan_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Iexscan);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iexscan, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Igather
int MPI_Igather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Igather");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Igather);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Igather, took, comm, rooted(root, comm, recvcount, recvtype, sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Igather_c
int MPI_Igather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Igather_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Igather);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Igather, took, comm, rooted(root, comm, recvcount, recvtype, sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_igather_
void mpi_igather_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_igather_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Igather);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Igather, took, COMM_F(comm), rooted(*(int*)root, COMM_F(comm), *(int*)recvcount, TYPE_F(recvtype), *(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_igather(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_igather_")));
void mpi_igather__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_igather_")));
void MPI_IGATHER(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_igather_")));
#endif

#ifdef HAVE_F_mpi_igather_f08_
void mpi_igather_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_igather_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Igather);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Igather, took, COMM_F(comm), rooted(*(int*)root, COMM_F(comm), *(int*)recvcount, TYPE_F(recvtype), *(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Igatherv
int MPI_Igatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Igatherv");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Igatherv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Igatherv, took, comm, rooted_v(root, comm, recvcounts, recvtype, sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Igatherv_c
int MPI_Igatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Igatherv_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Igatherv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Igatherv, took, comm, rooted_v(root, comm, recvcounts, recvtype, sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_igatherv_
void mpi_igatherv_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* root, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_igatherv_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Igatherv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Igatherv, took, COMM_F(comm), rooted_v(*(int*)root, COMM_F(comm), (const int*)recvcounts, TYPE_F(recvtype), *(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_igatherv(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_igatherv_")));
void mpi_igatherv__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_igatherv_")));
void MPI_IGATHERV(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_igatherv_")));
#endif

#ifdef HAVE_F_mpi_igatherv_f08_
void mpi_igatherv_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* root, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_igatherv_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Igatherv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Igatherv, took, COMM_F(comm), rooted_v(*(int*)root, COMM_F(comm), (const int*)recvcounts, TYPE_F(recvtype), *(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Improbe
int MPI_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
    static int (*next)(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Improbe");
    if (!enter()) {
        const int ended = next(source, tag, comm, flag, message, status);
        --depth;
        return ended;
    }
    inside(CALL_Improbe);
    const uint64_t since = now();
    const int ended = next(source, tag, comm, flag, message, status);
    const uint64_t took = now() - since;
    other(CALL_Improbe, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_improbe_
void mpi_improbe_(void* source, void* tag, void* comm, void* flag, void* message, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_improbe_");
    if (!enter()) {
        next(source, tag, comm, flag, message, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Improbe);
    const uint64_t since = now();
    next(source, tag, comm, flag, message, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_Improbe, took);
    leave(since + took);
}
void mpi_improbe(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_improbe_")));
void mpi_improbe__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_improbe_")));
void MPI_IMPROBE(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_improbe_")));
#endif

#ifdef HAVE_F_mpi_improbe_f08_
void mpi_improbe_f08_(void* source, void* tag, void* comm, void* flag, void* message, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_improbe_f08_");
    if (!enter()) {
        next(source, tag, comm, flag, message, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Improbe);
    const uint64_t since = now();
    next(source, tag, comm, flag, message, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_Improbe, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Imrecv
int MPI_Imrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Imrecv");
    if (!enter()) {
        const int ended = next(buf, count, datatype, message, request);
        --depth;
        return ended;
    }
    inside(CALL_Imrecv);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, message, request);
    const uint64_t took = now() - since;
    other(CALL_Imrecv, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Imrecv_c
int MPI_Imrecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Imrecv_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, message, request);
        --depth;
        return ended;
    }
    inside(CALL_Imrecv);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, message, request);
    const uint64_t took = now() - since;
    other(CALL_Imrecv, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_imrecv_
void mpi_imrecv_(void* buf, void* count, void* datatype, void* message, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_imrecv_");
    if (!enter()) {
        next(buf, count, datatype, message, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Imrecv);
    const uint64_t since = now();
    next(buf, count, datatype, message, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Imrecv, took);
    leave(since + took);
}
void mpi_imrecv(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_imrecv_")));
void mpi_imrecv__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_imrecv_")));
void MPI_IMRECV(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_imrecv_")));
#endif

#ifdef HAVE_F_mpi_imrecv_f08_
void mpi_imrecv_f08_(void* buf, void* count, void* datatype, void* message, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_imrecv_f08_");
    if (!enter()) {
        next(buf, count, datatype, message, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Imrecv);
    const uint64_t since = now();
    next(buf, count, datatype, message, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Imrecv, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ineighbor_allgather
int MPI_Ineighbor_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_allgather");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ineighbor_allgather);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_allgather, took, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ineighbor_allgather_c
int MPI_Ineighbor_allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_allgather_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ineighbor_allgather);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_allgather, took, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ineighbor_allgather_
void mpi_ineighbor_allgather_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ineighbor_allgather_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ineighbor_allgather);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_allgather, took, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_ineighbor_allgather(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_allgather_")));
void mpi_ineighbor_allgather__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_allgather_")));
void MPI_INEIGHBOR_ALLGATHER(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_allgather_")));
#endif

#ifdef HAVE_F_mpi_ineighbor_allgather_f08_
void mpi_ineighbor_allgather_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ineighbor_allgather_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ineighbor_allgather);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_allgather, took, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ineighbor_allgatherv
int MPI_Ineighbor_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_allgatherv");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ineighbor_allgatherv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_allgatherv, took, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ineighbor_allgatherv_c
int MPI_Ineighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_allgatherv_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ineighbor_allgatherv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_allgatherv, took, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ineighbor_allgatherv_
void mpi_ineighbor_allgatherv_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ineighbor_allgatherv_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ineighbor_allgatherv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_allgatherv, took, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_ineighbor_allgatherv(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_allgatherv_")));
void mpi_ineighbor_allgatherv__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_allgatherv_")));
void MPI_INEIGHBOR_ALLGATHERV(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_allgatherv_")));
#endif

#ifdef HAVE_F_mpi_ineighbor_allgatherv_f08_
void mpi_ineighbor_allgatherv_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ineighbor_allgatherv_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ineighbor_allgatherv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_allgatherv, took, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ineighbor_alltoall
int MPI_Ineighbor_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_alltoall");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ineighbor_alltoall);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_alltoall, took, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ineighbor_alltoall_c
int MPI_Ineighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_alltoall_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ineighbor_alltoall);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_alltoall, took, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ineighbor_alltoall_
void mpi_ineighbor_alltoall_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ineighbor_alltoall_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ineighbor_alltoall);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_alltoall, took, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_ineighbor_alltoall(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_alltoall_")));
void mpi_ineighbor_alltoall__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_alltoall_")));
void MPI_INEIGHBOR_ALLTOALL(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_alltoall_")));
#endif

#ifdef HAVE_F_mpi_ineighbor_alltoall_f08_
void mpi_ineighbor_alltoall_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ineighbor_alltoall_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ineighbor_alltoall);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_alltoall, took, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ineighbor_alltoallv
int MPI_Ineighbor_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_alltoallv");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ineighbor_alltoallv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_alltoallv, took, comm, neighbours_v(comm, sendcounts, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ineighbor_alltoallv_c
int MPI_Ineighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_alltoallv_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ineighbor_alltoallv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_alltoallv, took, comm, neighbours_v(comm, sendcounts, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ineighbor_alltoallv_
void mpi_ineighbor_alltoallv_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtype, void* recvbuf, void* recvcounts, void* rdispls, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ineighbor_alltoallv_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ineighbor_alltoallv);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_alltoallv, took, COMM_F(comm), neighbours_v(COMM_F(comm), (const int*)sendcounts, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_ineighbor_alltoallv(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_alltoallv_")));
void mpi_ineighbor_alltoallv__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_alltoallv_")));
void MPI_INEIGHBOR_ALLTOALLV(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_alltoallv_")));
#endif

#ifdef HAVE_F_mpi_ineighbor_alltoallv_f08_
void mpi_ineighbor_alltoallv_f08_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtype, void* recvbuf, void* recvcounts, void* rdispls, void* recvtype, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ineighbor_alltoallv_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ineighbor_alltoallv);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ineighbor_alltoallv, took, COMM_F(comm), neighbours_v(COMM_F(comm), (const int*)sendcounts, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ineighbor_alltoallw
int MPI_Ineighbor_alltoallw(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_alltoallw");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ineighbor_alltoallw);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
    const uint64_t took = now() - since;
    other(CALL_Ineighbor_alltoallw, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ineighbor_alltoallw_c
int MPI_Ineighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_alltoallw_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ineighbor_alltoallw);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
    const uint64_t took = now() - since;
    other(CALL_Ineighbor_alltoallw, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ineighbor_alltoallw_
void mpi_ineighbor_alltoallw_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtypes, void* recvbuf, void* recvcounts, void* rdispls, void* recvtypes, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ineighbor_alltoallw_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ineighbor_alltoallw);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Ineighbor_alltoallw, took);
    leave(since + took);
}
void mpi_ineighbor_alltoallw(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_alltoallw_")));
void mpi_ineighbor_alltoallw__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_alltoallw_")));
void MPI_INEIGHBOR_ALLTOALLW(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ineighbor_alltoallw_")));
#endif

#ifdef HAVE_F_mpi_ineighbor_alltoallw_f08_
void mpi_ineighbor_alltoallw_f08_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtypes, void* recvbuf, void* recvcounts, void* rdispls, void* recvtypes, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ineighbor_alltoallw_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ineighbor_alltoallw);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Ineighbor_alltoallw, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Info_create
int MPI_Info_create(MPI_Info* info) {
    static int (*next)(MPI_Info* info);
    if (!next) *(void**)&next = next_of("MPI_Info_create");
    if (!enter()) {
        const int ended = next(info);
        --depth;
        return ended;
    }
    inside(CALL_Info_create);
    const uint64_t since = now();
    const int ended = next(info);
    const uint64_t took = now() - since;
    other(CALL_Info_create, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_info_create_
void mpi_info_create_(void* info, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_info_create_");
    if (!enter()) {
        next(info, ierror);
        --depth;
        return;
    }
    inside(CALL_Info_create);
    const uint64_t since = now();
    next(info, ierror);
    const uint64_t took = now() - since;
    other(CALL_Info_create, took);
    leave(since + took);
}
void mpi_info_create(void*, void*) __attribute__((alias("mpi_info_create_")));
void mpi_info_create__(void*, void*) __attribute__((alias("mpi_info_create_")));
void MPI_INFO_CREATE(void*, void*) __attribute__((alias("mpi_info_create_")));
#endif

#ifdef HAVE_F_mpi_info_create_f08_
void mpi_info_create_f08_(void* info, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_info_create_f08_");
    if (!enter()) {
        next(info, ierror);
        --depth;
        return;
    }
    inside(CALL_Info_create);
    const uint64_t since = now();
    next(info, ierror);
    const uint64_t took = now() - since;
    other(CALL_Info_create, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Info_delete
int MPI_Info_delete(MPI_Info info, const char* key) {
    static int (*next)(MPI_Info info, const char* key);
    if (!next) *(void**)&next = next_of("MPI_Info_delete");
    if (!enter()) {
        const int ended = next(info, key);
        --depth;
        return ended;
    }
    inside(CALL_Info_delete);
    const uint64_t since = now();
    const int ended = next(info, key);
    const uint64_t took = now() - since;
    other(CALL_Info_delete, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Info_dup
int MPI_Info_dup(MPI_Info info, MPI_Info* newinfo) {
    static int (*next)(MPI_Info info, MPI_Info* newinfo);
    if (!next) *(void**)&next = next_of("MPI_Info_dup");
    if (!enter()) {
        const int ended = next(info, newinfo);
        --depth;
        return ended;
    }
    inside(CALL_Info_dup);
    const uint64_t since = now();
    const int ended = next(info, newinfo);
    const uint64_t took = now() - since;
    other(CALL_Info_dup, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_info_dup_
void mpi_info_dup_(void* info, void* newinfo, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_info_dup_");
    if (!enter()) {
        next(info, newinfo, ierror);
        --depth;
        return;
    }
    inside(CALL_Info_dup);
    const uint64_t since = now();
    next(info, newinfo, ierror);
    const uint64_t took = now() - since;
    other(CALL_Info_dup, took);
    leave(since + took);
}
void mpi_info_dup(void*, void*, void*) __attribute__((alias("mpi_info_dup_")));
void mpi_info_dup__(void*, void*, void*) __attribute__((alias("mpi_info_dup_")));
void MPI_INFO_DUP(void*, void*, void*) __attribute__((alias("mpi_info_dup_")));
#endif

#ifdef HAVE_F_mpi_info_dup_f08_
void mpi_info_dup_f08_(void* info, void* newinfo, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_info_dup_f08_");
    if (!enter()) {
        next(info, newinfo, ierror);
        --depth;
        return;
    }
    inside(CALL_Info_dup);
    const uint64_t since = now();
    next(info, newinfo, ierror);
    const uint64_t took = now() - since;
    other(CALL_Info_dup, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Info_free
int MPI_Info_free(MPI_Info* info) {
    static int (*next)(MPI_Info* info);
    if (!next) *(void**)&next = next_of("MPI_Info_free");
    if (!enter()) {
        const int ended = next(info);
        --depth;
        return ended;
    }
    inside(CALL_Info_free);
    const uint64_t since = now();
    const int ended = next(info);
    const uint64_t took = now() - since;
    other(CALL_Info_free, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_info_free_
void mpi_info_free_(void* info, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_info_free_");
    if (!enter()) {
        next(info, ierror);
        --depth;
        return;
    }
    inside(CALL_Info_free);
    const uint64_t since = now();
    next(info, ierror);
    const uint64_t took = now() - since;
    other(CALL_Info_free, took);
    leave(since + took);
}
void mpi_info_free(void*, void*) __attribute__((alias("mpi_info_free_")));
void mpi_info_free__(void*, void*) __attribute__((alias("mpi_info_free_")));
void MPI_INFO_FREE(void*, void*) __attribute__((alias("mpi_info_free_")));
#endif

#ifdef HAVE_F_mpi_info_free_f08_
void mpi_info_free_f08_(void* info, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_info_free_f08_");
    if (!enter()) {
        next(info, ierror);
        --depth;
        return;
    }
    inside(CALL_Info_free);
    const uint64_t since = now();
    next(info, ierror);
    const uint64_t took = now() - since;
    other(CALL_Info_free, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Info_get
int MPI_Info_get(MPI_Info info, const char* key, int valuelen, char* value, int* flag) {
    static int (*next)(MPI_Info info, const char* key, int valuelen, char* value, int* flag);
    if (!next) *(void**)&next = next_of("MPI_Info_get");
    if (!enter()) {
        const int ended = next(info, key, valuelen, value, flag);
        --depth;
        return ended;
    }
    inside(CALL_Info_get);
    const uint64_t since = now();
    const int ended = next(info, key, valuelen, value, flag);
    const uint64_t took = now() - since;
    other(CALL_Info_get, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Info_get_nkeys
int MPI_Info_get_nkeys(MPI_Info info, int* nkeys) {
    static int (*next)(MPI_Info info, int* nkeys);
    if (!next) *(void**)&next = next_of("MPI_Info_get_nkeys");
    if (!enter()) {
        const int ended = next(info, nkeys);
        --depth;
        return ended;
    }
    inside(CALL_Info_get_nkeys);
    const uint64_t since = now();
    const int ended = next(info, nkeys);
    const uint64_t took = now() - since;
    other(CALL_Info_get_nkeys, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_info_get_nkeys_
void mpi_info_get_nkeys_(void* info, void* nkeys, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_info_get_nkeys_");
    if (!enter()) {
        next(info, nkeys, ierror);
        --depth;
        return;
    }
    inside(CALL_Info_get_nkeys);
    const uint64_t since = now();
    next(info, nkeys, ierror);
    const uint64_t took = now() - since;
    other(CALL_Info_get_nkeys, took);
    leave(since + took);
}
void mpi_info_get_nkeys(void*, void*, void*) __attribute__((alias("mpi_info_get_nkeys_")));
void mpi_info_get_nkeys__(void*, void*, void*) __attribute__((alias("mpi_info_get_nkeys_")));
void MPI_INFO_GET_NKEYS(void*, void*, void*) __attribute__((alias("mpi_info_get_nkeys_")));
#endif

#ifdef HAVE_F_mpi_info_get_nkeys_f08_
void mpi_info_get_nkeys_f08_(void* info, void* nkeys, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_info_get_nkeys_f08_");
    if (!enter()) {
        next(info, nkeys, ierror);
        --depth;
        return;
    }
    inside(CALL_Info_get_nkeys);
    const uint64_t since = now();
    next(info, nkeys, ierror);
    const uint64_t took = now() - since;
    other(CALL_Info_get_nkeys, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Info_get_nthkey
int MPI_Info_get_nthkey(MPI_Info info, int n, char* key) {
    static int (*next)(MPI_Info info, int n, char* key);
    if (!next) *(void**)&next = next_of("MPI_Info_get_nthkey");
    if (!enter()) {
        const int ended = next(info, n, key);
        --depth;
        return ended;
    }
    inside(CALL_Info_get_nthkey);
    const uint64_t since = now();
    const int ended = next(info, n, key);
    const uint64_t took = now() - since;
    other(CALL_Info_get_nthkey, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Info_get_string
int MPI_Info_get_string(MPI_Info info, const char* key, int* buflen, char* value, int* flag) {
    static int (*next)(MPI_Info info, const char* key, int* buflen, char* value, int* flag);
    if (!next) *(void**)&next = next_of("MPI_Info_get_string");
    if (!enter()) {
        const int ended = next(info, key, buflen, value, flag);
        --depth;
        return ended;
    }
    inside(CALL_Info_get_string);
    const uint64_t since = now();
    const int ended = next(info, key, buflen, value, flag);
    const uint64_t took = now() - since;
    other(CALL_Info_get_string, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Info_get_valuelen
int MPI_Info_get_valuelen(MPI_Info info, const char* key, int* valuelen, int* flag) {
    static int (*next)(MPI_Info info, const char* key, int* valuelen, int* flag);
    if (!next) *(void**)&next = next_of("MPI_Info_get_valuelen");
    if (!enter()) {
        const int ended = next(info, key, valuelen, flag);
        --depth;
        return ended;
    }
    inside(CALL_Info_get_valuelen);
    const uint64_t since = now();
    const int ended = next(info, key, valuelen, flag);
    const uint64_t took = now() - since;
    other(CALL_Info_get_valuelen, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Info_set
int MPI_Info_set(MPI_Info info, const char* key, const char* value) {
    static int (*next)(MPI_Info info, const char* key, const char* value);
    if (!next) *(void**)&next = next_of("MPI_Info_set");
    if (!enter()) {
        const int ended = next(info, key, value);
        --depth;
        return ended;
    }
    inside(CALL_Info_set);
    const uint64_t since = now();
    const int ended = next(info, key, value);
    const uint64_t took = now() - since;
    other(CALL_Info_set, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Info_toint
int MPI_Info_toint(MPI_Info info) {
    static int (*next)(MPI_Info info);
    if (!next) *(void**)&next = next_of("MPI_Info_toint");
    if (!enter()) {
        const int ended = next(info);
        --depth;
        return ended;
    }
    inside(CALL_Info_toint);
    const uint64_t since = now();
    const int ended = next(info);
    const uint64_t took = now() - since;
    other(CALL_Info_toint, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Intercomm_create
int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm* newintercomm) {
    static int (*next)(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm* newintercomm);
    if (!next) *(void**)&next = next_of("MPI_Intercomm_create");
    if (!enter()) {
        const int ended = next(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm);
        --depth;
        return ended;
    }
    inside(CALL_Intercomm_create);
    const uint64_t since = now();
    const int ended = next(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm);
    const uint64_t took = now() - since;
    other(CALL_Intercomm_create, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_intercomm_create_
void mpi_intercomm_create_(void* local_comm, void* local_leader, void* peer_comm, void* remote_leader, void* tag, void* newintercomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_intercomm_create_");
    if (!enter()) {
        next(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Intercomm_create);
    const uint64_t since = now();
    next(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Intercomm_create, took);
    leave(since + took);
}
void mpi_intercomm_create(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_intercomm_create_")));
void mpi_intercomm_create__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_intercomm_create_")));
void MPI_INTERCOMM_CREATE(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_intercomm_create_")));
#endif

#ifdef HAVE_F_mpi_intercomm_create_f08_
void mpi_intercomm_create_f08_(void* local_comm, void* local_leader, void* peer_comm, void* remote_leader, void* tag, void* newintercomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_intercomm_create_f08_");
    if (!enter()) {
        next(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Intercomm_create);
    const uint64_t since = now();
    next(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Intercomm_create, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Intercomm_create_from_groups
int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm* newintercomm) {
    static int (*next)(MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm* newintercomm);
    if (!next) *(void**)&next = next_of("MPI_Intercomm_create_from_groups");
    if (!enter()) {
        const int ended = next(local_group, local_leader, remote_group, remote_leader, stringtag, info, errhandler, newintercomm);
        --depth;
        return ended;
    }
    inside(CALL_Intercomm_create_from_groups);
    const uint64_t since = now();
    const int ended = next(local_group, local_leader, remote_group, remote_leader, stringtag, info, errhandler, newintercomm);
    const uint64_t took = now() - since;
    other(CALL_Intercomm_create_from_groups, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Intercomm_merge
int MPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm* newintracomm) {
    static int (*next)(MPI_Comm intercomm, int high, MPI_Comm* newintracomm);
    if (!next) *(void**)&next = next_of("MPI_Intercomm_merge");
    if (!enter()) {
        const int ended = next(intercomm, high, newintracomm);
        --depth;
        return ended;
    }
    inside(CALL_Intercomm_merge);
    const uint64_t since = now();
    const int ended = next(intercomm, high, newintracomm);
    const uint64_t took = now() - since;
    other(CALL_Intercomm_merge, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_intercomm_merge_
void mpi_intercomm_merge_(void* intercomm, void* high, void* newintracomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_intercomm_merge_");
    if (!enter()) {
        next(intercomm, high, newintracomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Intercomm_merge);
    const uint64_t since = now();
    next(intercomm, high, newintracomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Intercomm_merge, took);
    leave(since + took);
}
void mpi_intercomm_merge(void*, void*, void*, void*) __attribute__((alias("mpi_intercomm_merge_")));
void mpi_intercomm_merge__(void*, void*, void*, void*) __attribute__((alias("mpi_intercomm_merge_")));
void MPI_INTERCOMM_MERGE(void*, void*, void*, void*) __attribute__((alias("mpi_intercomm_merge_")));
#endif

#ifdef HAVE_F_mpi_intercomm_merge_f08_
void mpi_intercomm_merge_f08_(void* intercomm, void* high, void* newintracomm, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_intercomm_merge_f08_");
    if (!enter()) {
        next(intercomm, high, newintracomm, ierror);
        --depth;
        return;
    }
    inside(CALL_Intercomm_merge);
    const uint64_t since = now();
    next(intercomm, high, newintracomm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Intercomm_merge, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Iprobe
int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
    static int (*next)(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Iprobe");
    if (!enter()) {
        const int ended = next(source, tag, comm, flag, status);
        --depth;
        return ended;
    }
    inside(CALL_Iprobe);
    const uint64_t since = now();
    const int ended = next(source, tag, comm, flag, status);
    const uint64_t took = now() - since;
    other(CALL_Iprobe, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_iprobe_
void mpi_iprobe_(void* source, void* tag, void* comm, void* flag, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iprobe_");
    if (!enter()) {
        next(source, tag, comm, flag, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Iprobe);
    const uint64_t since = now();
    next(source, tag, comm, flag, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_Iprobe, took);
    leave(since + took);
}
void mpi_iprobe(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iprobe_")));
void mpi_iprobe__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iprobe_")));
void MPI_IPROBE(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iprobe_")));
#endif

#ifdef HAVE_F_mpi_iprobe_f08_
void mpi_iprobe_f08_(void* source, void* tag, void* comm, void* flag, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iprobe_f08_");
    if (!enter()) {
        next(source, tag, comm, flag, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Iprobe);
    const uint64_t since = now();
    next(source, tag, comm, flag, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_Iprobe, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Irecv
int MPI_Irecv(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Irecv");
    if (!enter()) {
        const int ended = next(buf, count, datatype, source, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Irecv);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, source, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    posted(CALL_Irecv, took, request, comm, source, tag, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Irecv_c
int MPI_Irecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Irecv_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, source, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Irecv);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, source, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    posted(CALL_Irecv, took, request, comm, source, tag, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_irecv_
void mpi_irecv_(void* buf, void* count, void* datatype, void* source, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_irecv_");
    if (!enter()) {
        next(buf, count, datatype, source, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Irecv);
    const uint64_t since = now();
    next(buf, count, datatype, source, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    posted_f(CALL_Irecv, took, (const int*)request, COMM_F(comm), *(int*)source, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_irecv(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_irecv_")));
void mpi_irecv__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_irecv_")));
void MPI_IRECV(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_irecv_")));
#endif

#ifdef HAVE_F_mpi_irecv_f08_
void mpi_irecv_f08_(void* buf, void* count, void* datatype, void* source, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_irecv_f08_");
    if (!enter()) {
        next(buf, count, datatype, source, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Irecv);
    const uint64_t since = now();
    next(buf, count, datatype, source, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    posted_f(CALL_Irecv, took, (const int*)request, COMM_F(comm), *(int*)source, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ireduce
int MPI_Ireduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ireduce");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, root, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ireduce);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, root, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ireduce, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ireduce_c
int MPI_Ireduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ireduce_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, root, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ireduce);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, root, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ireduce, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ireduce_
void mpi_ireduce_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* root, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ireduce_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ireduce);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ireduce, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_ireduce(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ireduce_")));
void mpi_ireduce__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ireduce_")));
void MPI_IREDUCE(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ireduce_")));
#endif

#ifdef HAVE_F_mpi_ireduce_f08_
void mpi_ireduce_f08_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* root, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ireduce_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ireduce);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ireduce, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ireduce_scatter
int MPI_Ireduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ireduce_scatter");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ireduce_scatter);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ireduce_scatter, took, comm, SUM(recvcounts, comm) * size_of(datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ireduce_scatter_c
int MPI_Ireduce_scatter_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ireduce_scatter_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ireduce_scatter);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ireduce_scatter, took, comm, SUM(recvcounts, comm) * size_of(datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ireduce_scatter_
void mpi_ireduce_scatter_(void* sendbuf, void* recvbuf, void* recvcounts, void* datatype, void* op, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ireduce_scatter_");
    if (!enter()) {
        next(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ireduce_scatter);
    const uint64_t since = now();
    next(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ireduce_scatter, took, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(datatype)));
    leave(since + took);
}
void mpi_ireduce_scatter(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ireduce_scatter_")));
void mpi_ireduce_scatter__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ireduce_scatter_")));
void MPI_IREDUCE_SCATTER(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ireduce_scatter_")));
#endif

#ifdef HAVE_F_mpi_ireduce_scatter_f08_
void mpi_ireduce_scatter_f08_(void* sendbuf, void* recvbuf, void* recvcounts, void* datatype, void* op, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ireduce_scatter_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ireduce_scatter);
    const uint64_t since = now();
    next(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ireduce_scatter, took, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ireduce_scatter_block
int MPI_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ireduce_scatter_block");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ireduce_scatter_block);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ireduce_scatter_block, took, comm, bytes_of(recvcount, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ireduce_scatter_block_c
int MPI_Ireduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ireduce_scatter_block_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ireduce_scatter_block);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ireduce_scatter_block, took, comm, bytes_of(recvcount, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ireduce_scatter_block_
void mpi_ireduce_scatter_block_(void* sendbuf, void* recvbuf, void* recvcount, void* datatype, void* op, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ireduce_scatter_block_");
    if (!enter()) {
        next(sendbuf, recvbuf, recvcount, datatype, op, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ireduce_scatter_block);
    const uint64_t since = now();
    next(sendbuf, recvbuf, recvcount, datatype, op, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ireduce_scatter_block, took, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_ireduce_scatter_block(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ireduce_scatter_block_")));
void mpi_ireduce_scatter_block__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ireduce_scatter_block_")));
void MPI_IREDUCE_SCATTER_BLOCK(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ireduce_scatter_block_")));
#endif

#ifdef HAVE_F_mpi_ireduce_scatter_block_f08_
void mpi_ireduce_scatter_block_f08_(void* sendbuf, void* recvbuf, void* recvcount, void* datatype, void* op, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ireduce_scatter_block_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, recvcount, datatype, op, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ireduce_scatter_block);
    const uint64_t since = now();
    next(sendbuf, recvbuf, recvcount, datatype, op, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Ireduce_scatter_block, took, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Irsend
int MPI_Irsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Irsend");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Irsend);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Irsend, took, comm, dest, tag, bytes_of(count, datatype), PENDING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Irsend_c
int MPI_Irsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Irsend_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Irsend);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Irsend, took, comm, dest, tag, bytes_of(count, datatype), PENDING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_irsend_
void mpi_irsend_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_irsend_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Irsend);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Irsend, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), PENDING);
    leave(since + took);
}
void mpi_irsend(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_irsend_")));
void mpi_irsend__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_irsend_")));
void MPI_IRSEND(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_irsend_")));
#endif

#ifdef HAVE_F_mpi_irsend_f08_
void mpi_irsend_f08_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_irsend_f08_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Irsend);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Irsend, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), PENDING);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Iscan
int MPI_Iscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iscan");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Iscan);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iscan, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Iscan_c
int MPI_Iscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iscan_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Iscan);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iscan, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_iscan_
void mpi_iscan_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iscan_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Iscan);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iscan, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_iscan(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iscan_")));
void mpi_iscan__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iscan_")));
void MPI_ISCAN(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iscan_")));
#endif

#ifdef HAVE_F_mpi_iscan_f08_
void mpi_iscan_f08_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iscan_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Iscan);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iscan, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Iscatter
int MPI_Iscatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iscatter");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Iscatter);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iscatter, took, comm, rooted(root, comm, sendcount, sendtype, recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Iscatter_c
int MPI_Iscatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iscatter_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Iscatter);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iscatter, took, comm, rooted(root, comm, sendcount, sendtype, recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_iscatter_
void mpi_iscatter_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iscatter_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Iscatter);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iscatter, took, COMM_F(comm), rooted(*(int*)root, COMM_F(comm), *(int*)sendcount, TYPE_F(sendtype), *(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
void mpi_iscatter(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iscatter_")));
void mpi_iscatter__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iscatter_")));
void MPI_ISCATTER(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iscatter_")));
#endif

#ifdef HAVE_F_mpi_iscatter_f08_
void mpi_iscatter_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iscatter_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Iscatter);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iscatter, took, COMM_F(comm), rooted(*(int*)root, COMM_F(comm), *(int*)sendcount, TYPE_F(sendtype), *(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Iscatterv
int MPI_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iscatterv");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Iscatterv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iscatterv, took, comm, rooted_v(root, comm, sendcounts, sendtype, recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Iscatterv_c
int MPI_Iscatterv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iscatterv_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Iscatterv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iscatterv, took, comm, rooted_v(root, comm, sendcounts, sendtype, recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_iscatterv_
void mpi_iscatterv_(void* sendbuf, void* sendcounts, void* displs, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iscatterv_");
    if (!enter()) {
        next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Iscatterv);
    const uint64_t since = now();
    next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iscatterv, took, COMM_F(comm), rooted_v(*(int*)root, COMM_F(comm), (const int*)sendcounts, TYPE_F(sendtype), *(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
void mpi_iscatterv(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iscatterv_")));
void mpi_iscatterv__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iscatterv_")));
void MPI_ISCATTERV(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_iscatterv_")));
#endif

#ifdef HAVE_F_mpi_iscatterv_f08_
void mpi_iscatterv_f08_(void* sendbuf, void* sendcounts, void* displs, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_iscatterv_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Iscatterv);
    const uint64_t since = now();
    next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Iscatterv, took, COMM_F(comm), rooted_v(*(int*)root, COMM_F(comm), (const int*)sendcounts, TYPE_F(sendtype), *(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Isend
int MPI_Isend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Isend");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Isend);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Isend, took, comm, dest, tag, bytes_of(count, datatype), PENDING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Isend_c
int MPI_Isend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Isend_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Isend);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Isend, took, comm, dest, tag, bytes_of(count, datatype), PENDING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_isend_
void mpi_isend_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_isend_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Isend);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Isend, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), PENDING);
    leave(since + took);
}
void mpi_isend(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_isend_")));
void mpi_isend__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_isend_")));
void MPI_ISEND(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_isend_")));
#endif

#ifdef HAVE_F_mpi_isend_f08_
void mpi_isend_f08_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_isend_f08_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Isend);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Isend, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), PENDING);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Isendrecv
int MPI_Isendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Isendrecv");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Isendrecv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Isendrecv, took, comm, dest, sendtag, bytes_of(sendcount, sendtype), PENDING); posted(CALL_Isendrecv, 0, request, comm, source, recvtag, bytes_of(recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Isendrecv_c
int MPI_Isendrecv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Isendrecv_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Isendrecv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Isendrecv, took, comm, dest, sendtag, bytes_of(sendcount, sendtype), PENDING); posted(CALL_Isendrecv, 0, request, comm, source, recvtag, bytes_of(recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_isendrecv_
void mpi_isendrecv_(void* sendbuf, void* sendcount, void* sendtype, void* dest, void* sendtag, void* recvbuf, void* recvcount, void* recvtype, void* source, void* recvtag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_isendrecv_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Isendrecv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Isendrecv, took, COMM_F(comm), *(int*)dest, *(int*)sendtag, bytes_of(*(int*)sendcount, TYPE_F(sendtype)), PENDING); posted_f(CALL_Isendrecv, 0, (const int*)request, COMM_F(comm), *(int*)source, *(int*)recvtag, bytes_of(*(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
void mpi_isendrecv(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_isendrecv_")));
void mpi_isendrecv__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_isendrecv_")));
void MPI_ISENDRECV(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_isendrecv_")));
#endif

#ifdef HAVE_F_mpi_isendrecv_f08_
void mpi_isendrecv_f08_(void* sendbuf, void* sendcount, void* sendtype, void* dest, void* sendtag, void* recvbuf, void* recvcount, void* recvtype, void* source, void* recvtag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_isendrecv_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Isendrecv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Isendrecv, took, COMM_F(comm), *(int*)dest, *(int*)sendtag, bytes_of(*(int*)sendcount, TYPE_F(sendtype)), PENDING); posted_f(CALL_Isendrecv, 0, (const int*)request, COMM_F(comm), *(int*)source, *(int*)recvtag, bytes_of(*(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Isendrecv_replace
int MPI_Isendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Isendrecv_replace");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Isendrecv_replace);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Isendrecv_replace, took, comm, dest, sendtag, bytes_of(count, datatype), PENDING); posted(CALL_Isendrecv_replace, 0, request, comm, source, recvtag, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Isendrecv_replace_c
int MPI_Isendrecv_replace_c(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Isendrecv_replace_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Isendrecv_replace);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Isendrecv_replace, took, comm, dest, sendtag, bytes_of(count, datatype), PENDING); posted(CALL_Isendrecv_replace, 0, request, comm, source, recvtag, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_isendrecv_replace_
void mpi_isendrecv_replace_(void* buf, void* count, void* datatype, void* dest, void* sendtag, void* source, void* recvtag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_isendrecv_replace_");
    if (!enter()) {
        next(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Isendrecv_replace);
    const uint64_t since = now();
    next(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Isendrecv_replace, took, COMM_F(comm), *(int*)dest, *(int*)sendtag, bytes_of(*(int*)count, TYPE_F(datatype)), PENDING); posted_f(CALL_Isendrecv_replace, 0, (const int*)request, COMM_F(comm), *(int*)source, *(int*)recvtag, bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_isendrecv_replace(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_isendrecv_replace_")));
void mpi_isendrecv_replace__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_isendrecv_replace_")));
void MPI_ISENDRECV_REPLACE(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_isendrecv_replace_")));
#endif

#ifdef HAVE_F_mpi_isendrecv_replace_f08_
void mpi_isendrecv_replace_f08_(void* buf, void* count, void* datatype, void* dest, void* sendtag, void* source, void* recvtag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_isendrecv_replace_f08_");
    if (!enter()) {
        next(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Isendrecv_replace);
    const uint64_t since = now();
    next(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Isendrecv_replace, took, COMM_F(comm), *(int*)dest, *(int*)sendtag, bytes_of(*(int*)count, TYPE_F(datatype)), PENDING); posted_f(CALL_Isendrecv_replace, 0, (const int*)request, COMM_F(comm), *(int*)source, *(int*)recvtag, bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Issend
int MPI_Issend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Issend");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Issend);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Issend, took, comm, dest, tag, bytes_of(count, datatype), PENDING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Issend_c
int MPI_Issend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Issend_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Issend);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Issend, took, comm, dest, tag, bytes_of(count, datatype), PENDING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_issend_
void mpi_issend_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_issend_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Issend);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Issend, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), PENDING);
    leave(since + took);
}
void mpi_issend(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_issend_")));
void mpi_issend__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_issend_")));
void MPI_ISSEND(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_issend_")));
#endif

#ifdef HAVE_F_mpi_issend_f08_
void mpi_issend_f08_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_issend_f08_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Issend);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Issend, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), PENDING);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Keyval_create
int MPI_Keyval_create(MPI_Copy_function* copy_fn, MPI_Delete_function* delete_fn, int* keyval, void* extra_state) {
    static int (*next)(MPI_Copy_function* copy_fn, MPI_Delete_function* delete_fn, int* keyval, void* extra_state);
    if (!next) *(void**)&next = next_of("MPI_Keyval_create");
    if (!enter()) {
        const int ended = next(copy_fn, delete_fn, keyval, extra_state);
        --depth;
        return ended;
    }
    inside(CALL_Keyval_create);
    const uint64_t since = now();
    const int ended = next(copy_fn, delete_fn, keyval, extra_state);
    const uint64_t took = now() - since;
    other(CALL_Keyval_create, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Keyval_free
int MPI_Keyval_free(int* keyval) {
    static int (*next)(int* keyval);
    if (!next) *(void**)&next = next_of("MPI_Keyval_free");
    if (!enter()) {
        const int ended = next(keyval);
        --depth;
        return ended;
    }
    inside(CALL_Keyval_free);
    const uint64_t since = now();
    const int ended = next(keyval);
    const uint64_t took = now() - since;
    other(CALL_Keyval_free, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_keyval_free_
void mpi_keyval_free_(void* keyval, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_keyval_free_");
    if (!enter()) {
        next(keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Keyval_free);
    const uint64_t since = now();
    next(keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Keyval_free, took);
    leave(since + took);
}
void mpi_keyval_free(void*, void*) __attribute__((alias("mpi_keyval_free_")));
void mpi_keyval_free__(void*, void*) __attribute__((alias("mpi_keyval_free_")));
void MPI_KEYVAL_FREE(void*, void*) __attribute__((alias("mpi_keyval_free_")));
#endif

#ifdef HAVE_F_mpi_keyval_free_f08_
void mpi_keyval_free_f08_(void* keyval, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_keyval_free_f08_");
    if (!enter()) {
        next(keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Keyval_free);
    const uint64_t since = now();
    next(keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Keyval_free, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Lookup_name
int MPI_Lookup_name(const char* service_name, MPI_Info info, char* port_name) {
    static int (*next)(const char* service_name, MPI_Info info, char* port_name);
    if (!next) *(void**)&next = next_of("MPI_Lookup_name");
    if (!enter()) {
        const int ended = next(service_name, info, port_name);
        --depth;
        return ended;
    }
    inside(CALL_Lookup_name);
    const uint64_t since = now();
    const int ended = next(service_name, info, port_name);
    const uint64_t took = now() - since;
    other(CALL_Lookup_name, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Message_toint
int MPI_Message_toint(MPI_Message message) {
    static int (*next)(MPI_Message message);
    if (!next) *(void**)&next = next_of("MPI_Message_toint");
    if (!enter()) {
        const int ended = next(message);
        --depth;
        return ended;
    }
    inside(CALL_Message_toint);
    const uint64_t since = now();
    const int ended = next(message);
    const uint64_t took = now() - since;
    other(CALL_Message_toint, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Mprobe
int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
    static int (*next)(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Mprobe");
    if (!enter()) {
        const int ended = next(source, tag, comm, message, status);
        --depth;
        return ended;
    }
    inside(CALL_Mprobe);
    const uint64_t since = now();
    const int ended = next(source, tag, comm, message, status);
    const uint64_t took = now() - since;
    other(CALL_Mprobe, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_mprobe_
void mpi_mprobe_(void* source, void* tag, void* comm, void* message, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_mprobe_");
    if (!enter()) {
        next(source, tag, comm, message, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Mprobe);
    const uint64_t since = now();
    next(source, tag, comm, message, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_Mprobe, took);
    leave(since + took);
}
void mpi_mprobe(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_mprobe_")));
void mpi_mprobe__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_mprobe_")));
void MPI_MPROBE(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_mprobe_")));
#endif

#ifdef HAVE_F_mpi_mprobe_f08_
void mpi_mprobe_f08_(void* source, void* tag, void* comm, void* message, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_mprobe_f08_");
    if (!enter()) {
        next(source, tag, comm, message, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Mprobe);
    const uint64_t since = now();
    next(source, tag, comm, message, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_Mprobe, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Mrecv
int MPI_Mrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Mrecv");
    if (!enter()) {
        const int ended = next(buf, count, datatype, message, status);
        --depth;
        return ended;
    }
    MPI_Status own_status; if (status == MPI_STATUS_IGNORE) status = &own_status;
    inside(CALL_Mrecv);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, message, status);
    const uint64_t took = now() - since;
    timed(since, took);
    received(CALL_Mrecv, took, MPI_COMM_NULL, MPI_ANY_SOURCE, 0, status);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Mrecv_c
int MPI_Mrecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Mrecv_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, message, status);
        --depth;
        return ended;
    }
    MPI_Status own_status; if (status == MPI_STATUS_IGNORE) status = &own_status;
    inside(CALL_Mrecv);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, message, status);
    const uint64_t took = now() - since;
    timed(since, took);
    received(CALL_Mrecv, took, MPI_COMM_NULL, MPI_ANY_SOURCE, 0, status);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_mrecv_
void mpi_mrecv_(void* buf, void* count, void* datatype, void* message, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_mrecv_");
    if (!enter()) {
        next(buf, count, datatype, message, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Mrecv);
    const uint64_t since = now();
    next(buf, count, datatype, message, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    received(CALL_Mrecv, took, MPI_COMM_NULL, MPI_ANY_SOURCE, 0, status_f(status));
    leave(since + took);
}
void mpi_mrecv(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_mrecv_")));
void mpi_mrecv__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_mrecv_")));
void MPI_MRECV(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_mrecv_")));
#endif

#ifdef HAVE_F_mpi_mrecv_f08_
void mpi_mrecv_f08_(void* buf, void* count, void* datatype, void* message, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_mrecv_f08_");
    if (!enter()) {
        next(buf, count, datatype, message, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Mrecv);
    const uint64_t since = now();
    next(buf, count, datatype, message, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    received(CALL_Mrecv, took, MPI_COMM_NULL, MPI_ANY_SOURCE, 0, status_f(status));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Neighbor_allgather
int MPI_Neighbor_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgather");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_allgather);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_allgather, took, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Neighbor_allgather_c
int MPI_Neighbor_allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgather_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_allgather);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_allgather, took, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_neighbor_allgather_
void mpi_neighbor_allgather_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_allgather_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_allgather);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_allgather, took, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_neighbor_allgather(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_allgather_")));
void mpi_neighbor_allgather__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_allgather_")));
void MPI_NEIGHBOR_ALLGATHER(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_allgather_")));
#endif

#ifdef HAVE_F_mpi_neighbor_allgather_f08_
void mpi_neighbor_allgather_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_allgather_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_allgather);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_allgather, took, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Neighbor_allgather_init
int MPI_Neighbor_allgather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgather_init");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_allgather_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Neighbor_allgather_init, took, request, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Neighbor_allgather_init_c
int MPI_Neighbor_allgather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgather_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_allgather_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Neighbor_allgather_init, took, request, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_neighbor_allgather_init_
void mpi_neighbor_allgather_init_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_allgather_init_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_allgather_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Neighbor_allgather_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_neighbor_allgather_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_allgather_init_")));
void mpi_neighbor_allgather_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_allgather_init_")));
void MPI_NEIGHBOR_ALLGATHER_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_allgather_init_")));
#endif

#ifdef HAVE_F_mpi_neighbor_allgather_init_f08_
void mpi_neighbor_allgather_init_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_allgather_init_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_allgather_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Neighbor_allgather_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Neighbor_allgatherv
int MPI_Neighbor_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgatherv");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_allgatherv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_allgatherv, took, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Neighbor_allgatherv_c
int MPI_Neighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgatherv_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_allgatherv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_allgatherv, took, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_neighbor_allgatherv_
void mpi_neighbor_allgatherv_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_allgatherv_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_allgatherv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_allgatherv, took, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_neighbor_allgatherv(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_allgatherv_")));
void mpi_neighbor_allgatherv__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_allgatherv_")));
void MPI_NEIGHBOR_ALLGATHERV(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_allgatherv_")));
#endif

#ifdef HAVE_F_mpi_neighbor_allgatherv_f08_
void mpi_neighbor_allgatherv_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_allgatherv_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_allgatherv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_allgatherv, took, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Neighbor_allgatherv_init
int MPI_Neighbor_allgatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgatherv_init");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_allgatherv_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Neighbor_allgatherv_init, took, request, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Neighbor_allgatherv_init_c
int MPI_Neighbor_allgatherv_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgatherv_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_allgatherv_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Neighbor_allgatherv_init, took, request, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_neighbor_allgatherv_init_
void mpi_neighbor_allgatherv_init_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_allgatherv_init_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_allgatherv_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Neighbor_allgatherv_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_neighbor_allgatherv_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_allgatherv_init_")));
void mpi_neighbor_allgatherv_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_allgatherv_init_")));
void MPI_NEIGHBOR_ALLGATHERV_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_allgatherv_init_")));
#endif

#ifdef HAVE_F_mpi_neighbor_allgatherv_init_f08_
void mpi_neighbor_allgatherv_init_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcounts, void* displs, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_allgatherv_init_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_allgatherv_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Neighbor_allgatherv_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoall
int MPI_Neighbor_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoall");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_alltoall);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_alltoall, took, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoall_c
int MPI_Neighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoall_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_alltoall);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_alltoall, took, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_neighbor_alltoall_
void mpi_neighbor_alltoall_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_alltoall_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_alltoall);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_alltoall, took, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_neighbor_alltoall(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoall_")));
void mpi_neighbor_alltoall__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoall_")));
void MPI_NEIGHBOR_ALLTOALL(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoall_")));
#endif

#ifdef HAVE_F_mpi_neighbor_alltoall_f08_
void mpi_neighbor_alltoall_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_alltoall_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_alltoall);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_alltoall, took, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoall_init
int MPI_Neighbor_alltoall_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoall_init");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_alltoall_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Neighbor_alltoall_init, took, request, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoall_init_c
int MPI_Neighbor_alltoall_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoall_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_alltoall_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Neighbor_alltoall_init, took, request, comm, bytes_of(sendcount, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_neighbor_alltoall_init_
void mpi_neighbor_alltoall_init_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_alltoall_init_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_alltoall_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Neighbor_alltoall_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_neighbor_alltoall_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoall_init_")));
void mpi_neighbor_alltoall_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoall_init_")));
void MPI_NEIGHBOR_ALLTOALL_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoall_init_")));
#endif

#ifdef HAVE_F_mpi_neighbor_alltoall_init_f08_
void mpi_neighbor_alltoall_init_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_alltoall_init_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_alltoall_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Neighbor_alltoall_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)sendcount, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallv
int MPI_Neighbor_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallv");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_alltoallv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_alltoallv, took, comm, neighbours_v(comm, sendcounts, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallv_c
int MPI_Neighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallv_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_alltoallv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_alltoallv, took, comm, neighbours_v(comm, sendcounts, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_neighbor_alltoallv_
void mpi_neighbor_alltoallv_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtype, void* recvbuf, void* recvcounts, void* rdispls, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_alltoallv_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_alltoallv);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_alltoallv, took, COMM_F(comm), neighbours_v(COMM_F(comm), (const int*)sendcounts, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_neighbor_alltoallv(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoallv_")));
void mpi_neighbor_alltoallv__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoallv_")));
void MPI_NEIGHBOR_ALLTOALLV(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoallv_")));
#endif

#ifdef HAVE_F_mpi_neighbor_alltoallv_f08_
void mpi_neighbor_alltoallv_f08_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtype, void* recvbuf, void* recvcounts, void* rdispls, void* recvtype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_alltoallv_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_alltoallv);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Neighbor_alltoallv, took, COMM_F(comm), neighbours_v(COMM_F(comm), (const int*)sendcounts, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallv_init
int MPI_Neighbor_alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallv_init");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_alltoallv_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Neighbor_alltoallv_init, took, request, comm, neighbours_v(comm, sendcounts, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallv_init_c
int MPI_Neighbor_alltoallv_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallv_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_alltoallv_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Neighbor_alltoallv_init, took, request, comm, neighbours_v(comm, sendcounts, sendtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_neighbor_alltoallv_init_
void mpi_neighbor_alltoallv_init_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtype, void* recvbuf, void* recvcounts, void* rdispls, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_alltoallv_init_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_alltoallv_init);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Neighbor_alltoallv_init, took, (const int*)request, COMM_F(comm), neighbours_v(COMM_F(comm), (const int*)sendcounts, TYPE_F(sendtype)));
    leave(since + took);
}
void mpi_neighbor_alltoallv_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoallv_init_")));
void mpi_neighbor_alltoallv_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoallv_init_")));
void MPI_NEIGHBOR_ALLTOALLV_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoallv_init_")));
#endif

#ifdef HAVE_F_mpi_neighbor_alltoallv_init_f08_
void mpi_neighbor_alltoallv_init_f08_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtype, void* recvbuf, void* recvcounts, void* rdispls, void* recvtype, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_alltoallv_init_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_alltoallv_init);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Neighbor_alltoallv_init, took, (const int*)request, COMM_F(comm), neighbours_v(COMM_F(comm), (const int*)sendcounts, TYPE_F(sendtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallw
int MPI_Neighbor_alltoallw(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallw");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_alltoallw);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    const uint64_t took = now() - since;
    other(CALL_Neighbor_alltoallw, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallw_c
int MPI_Neighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallw_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_alltoallw);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    const uint64_t took = now() - since;
    other(CALL_Neighbor_alltoallw, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_neighbor_alltoallw_
void mpi_neighbor_alltoallw_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtypes, void* recvbuf, void* recvcounts, void* rdispls, void* recvtypes, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_alltoallw_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_alltoallw);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Neighbor_alltoallw, took);
    leave(since + took);
}
void mpi_neighbor_alltoallw(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoallw_")));
void mpi_neighbor_alltoallw__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoallw_")));
void MPI_NEIGHBOR_ALLTOALLW(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoallw_")));
#endif

#ifdef HAVE_F_mpi_neighbor_alltoallw_f08_
void mpi_neighbor_alltoallw_f08_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtypes, void* recvbuf, void* recvcounts, void* rdispls, void* recvtypes, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_alltoallw_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_alltoallw);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Neighbor_alltoallw, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallw_init
int MPI_Neighbor_alltoallw_init(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallw_init");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_alltoallw_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
    const uint64_t took = now() - since;
    other(CALL_Neighbor_alltoallw_init, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallw_init_c
int MPI_Neighbor_alltoallw_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallw_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Neighbor_alltoallw_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
    const uint64_t took = now() - since;
    other(CALL_Neighbor_alltoallw_init, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_neighbor_alltoallw_init_
void mpi_neighbor_alltoallw_init_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtypes, void* recvbuf, void* recvcounts, void* rdispls, void* recvtypes, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_alltoallw_init_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_alltoallw_init);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Neighbor_alltoallw_init, took);
    leave(since + took);
}
void mpi_neighbor_alltoallw_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoallw_init_")));
void mpi_neighbor_alltoallw_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoallw_init_")));
void MPI_NEIGHBOR_ALLTOALLW_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_neighbor_alltoallw_init_")));
#endif

#ifdef HAVE_F_mpi_neighbor_alltoallw_init_f08_
void mpi_neighbor_alltoallw_init_f08_(void* sendbuf, void* sendcounts, void* sdispls, void* sendtypes, void* recvbuf, void* recvcounts, void* rdispls, void* recvtypes, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_neighbor_alltoallw_init_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Neighbor_alltoallw_init);
    const uint64_t since = now();
    next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Neighbor_alltoallw_init, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Op_commutative
int MPI_Op_commutative(MPI_Op op, int* commute) {
    static int (*next)(MPI_Op op, int* commute);
    if (!next) *(void**)&next = next_of("MPI_Op_commutative");
    if (!enter()) {
        const int ended = next(op, commute);
        --depth;
        return ended;
    }
    inside(CALL_Op_commutative);
    const uint64_t since = now();
    const int ended = next(op, commute);
    const uint64_t took = now() - since;
    other(CALL_Op_commutative, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_op_commutative_
void mpi_op_commutative_(void* op, void* commute, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_op_commutative_");
    if (!enter()) {
        next(op, commute, ierror);
        --depth;
        return;
    }
    inside(CALL_Op_commutative);
    const uint64_t since = now();
    next(op, commute, ierror);
    const uint64_t took = now() - since;
    other(CALL_Op_commutative, took);
    leave(since + took);
}
void mpi_op_commutative(void*, void*, void*) __attribute__((alias("mpi_op_commutative_")));
void mpi_op_commutative__(void*, void*, void*) __attribute__((alias("mpi_op_commutative_")));
void MPI_OP_COMMUTATIVE(void*, void*, void*) __attribute__((alias("mpi_op_commutative_")));
#endif

#ifdef HAVE_F_mpi_op_commutative_f08_
void mpi_op_commutative_f08_(void* op, void* commute, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_op_commutative_f08_");
    if (!enter()) {
        next(op, commute, ierror);
        --depth;
        return;
    }
    inside(CALL_Op_commutative);
    const uint64_t since = now();
    next(op, commute, ierror);
    const uint64_t took = now() - since;
    other(CALL_Op_commutative, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Op_create
int MPI_Op_create(MPI_User_function* user_fn, int commute, MPI_Op* op) {
    static int (*next)(MPI_User_function* user_fn, int commute, MPI_Op* op);
    if (!next) *(void**)&next = next_of("MPI_Op_create");
    if (!enter()) {
        const int ended = next(user_fn, commute, op);
        --depth;
        return ended;
    }
    inside(CALL_Op_create);
    const uint64_t since = now();
    const int ended = next(user_fn, commute, op);
    const uint64_t took = now() - since;
    other(CALL_Op_create, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Op_create_c
int MPI_Op_create_c(MPI_User_function_c* user_fn, int commute, MPI_Op* op) {
    static int (*next)(MPI_User_function_c* user_fn, int commute, MPI_Op* op);
    if (!next) *(void**)&next = next_of("MPI_Op_create_c");
    if (!enter()) {
        const int ended = next(user_fn, commute, op);
        --depth;
        return ended;
    }
    inside(CALL_Op_create);
    const uint64_t since = now();
    const int ended = next(user_fn, commute, op);
    const uint64_t took = now() - since;
    other(CALL_Op_create, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Op_free
int MPI_Op_free(MPI_Op* op) {
    static int (*next)(MPI_Op* op);
    if (!next) *(void**)&next = next_of("MPI_Op_free");
    if (!enter()) {
        const int ended = next(op);
        --depth;
        return ended;
    }
    inside(CALL_Op_free);
    const uint64_t since = now();
    const int ended = next(op);
    const uint64_t took = now() - since;
    other(CALL_Op_free, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_op_free_
void mpi_op_free_(void* op, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_op_free_");
    if (!enter()) {
        next(op, ierror);
        --depth;
        return;
    }
    inside(CALL_Op_free);
    const uint64_t since = now();
    next(op, ierror);
    const uint64_t took = now() - since;
    other(CALL_Op_free, took);
    leave(since + took);
}
void mpi_op_free(void*, void*) __attribute__((alias("mpi_op_free_")));
void mpi_op_free__(void*, void*) __attribute__((alias("mpi_op_free_")));
void MPI_OP_FREE(void*, void*) __attribute__((alias("mpi_op_free_")));
#endif

#ifdef HAVE_F_mpi_op_free_f08_
void mpi_op_free_f08_(void* op, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_op_free_f08_");
    if (!enter()) {
        next(op, ierror);
        --depth;
        return;
    }
    inside(CALL_Op_free);
    const uint64_t since = now();
    next(op, ierror);
    const uint64_t took = now() - since;
    other(CALL_Op_free, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Op_toint
int MPI_Op_toint(MPI_Op op) {
    static int (*next)(MPI_Op op);
    if (!next) *(void**)&next = next_of("MPI_Op_toint");
    if (!enter()) {
        const int ended = next(op);
        --depth;
        return ended;
    }
    inside(CALL_Op_toint);
    const uint64_t since = now();
    const int ended = next(op);
    const uint64_t took = now() - since;
    other(CALL_Op_toint, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Open_port
int MPI_Open_port(MPI_Info info, char* port_name) {
    static int (*next)(MPI_Info info, char* port_name);
    if (!next) *(void**)&next = next_of("MPI_Open_port");
    if (!enter()) {
        const int ended = next(info, port_name);
        --depth;
        return ended;
    }
    inside(CALL_Open_port);
    const uint64_t since = now();
    const int ended = next(info, port_name);
    const uint64_t took = now() - since;
    other(CALL_Open_port, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Pack
int MPI_Pack(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize, int* position, MPI_Comm comm) {
    static int (*next)(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize, int* position, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Pack");
    if (!enter()) {
        const int ended = next(inbuf, incount, datatype, outbuf, outsize, position, comm);
        --depth;
        return ended;
    }
    inside(CALL_Pack);
    const uint64_t since = now();
    const int ended = next(inbuf, incount, datatype, outbuf, outsize, position, comm);
    const uint64_t took = now() - since;
    other(CALL_Pack, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Pack_c
int MPI_Pack_c(const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position, MPI_Comm comm) {
    static int (*next)(const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Pack_c");
    if (!enter()) {
        const int ended = next(inbuf, incount, datatype, outbuf, outsize, position, comm);
        --depth;
        return ended;
    }
    inside(CALL_Pack);
    const uint64_t since = now();
    const int ended = next(inbuf, incount, datatype, outbuf, outsize, position, comm);
    const uint64_t took = now() - since;
    other(CALL_Pack, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_pack_
void mpi_pack_(void* inbuf, void* incount, void* datatype, void* outbuf, void* outsize, void* position, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_pack_");
    if (!enter()) {
        next(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Pack);
    const uint64_t since = now();
    next(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Pack, took);
    leave(since + took);
}
void mpi_pack(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_pack_")));
void mpi_pack__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_pack_")));
void MPI_PACK(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_pack_")));
#endif

#ifdef HAVE_F_mpi_pack_f08_
void mpi_pack_f08_(void* inbuf, void* incount, void* datatype, void* outbuf, void* outsize, void* position, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_pack_f08_");
    if (!enter()) {
        next(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Pack);
    const uint64_t since = now();
    next(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Pack, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Pack_external
int MPI_Pack_external(const char datarep[], const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, MPI_Aint outsize, MPI_Aint* position) {
    static int (*next)(const char datarep[], const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, MPI_Aint outsize, MPI_Aint* position);
    if (!next) *(void**)&next = next_of("MPI_Pack_external");
    if (!enter()) {
        const int ended = next(datarep, inbuf, incount, datatype, outbuf, outsize, position);
        --depth;
        return ended;
    }
    inside(CALL_Pack_external);
    const uint64_t since = now();
    const int ended = next(datarep, inbuf, incount, datatype, outbuf, outsize, position);
    const uint64_t took = now() - since;
    other(CALL_Pack_external, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Pack_external_c
int MPI_Pack_external_c(const char datarep[], const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position) {
    static int (*next)(const char datarep[], const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position);
    if (!next) *(void**)&next = next_of("MPI_Pack_external_c");
    if (!enter()) {
        const int ended = next(datarep, inbuf, incount, datatype, outbuf, outsize, position);
        --depth;
        return ended;
    }
    inside(CALL_Pack_external);
    const uint64_t since = now();
    const int ended = next(datarep, inbuf, incount, datatype, outbuf, outsize, position);
    const uint64_t took = now() - since;
    other(CALL_Pack_external, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Pack_external_size
int MPI_Pack_external_size(const char datarep[], int incount, MPI_Datatype datatype, MPI_Aint* size) {
    static int (*next)(const char datarep[], int incount, MPI_Datatype datatype, MPI_Aint* size);
    if (!next) *(void**)&next = next_of("MPI_Pack_external_size");
    if (!enter()) {
        const int ended = next(datarep, incount, datatype, size);
        --depth;
        return ended;
    }
    inside(CALL_Pack_external_size);
    const uint64_t since = now();
    const int ended = next(datarep, incount, datatype, size);
    const uint64_t took = now() - since;
    other(CALL_Pack_external_size, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Pack_external_size_c
int MPI_Pack_external_size_c(const char datarep[], MPI_Count incount, MPI_Datatype datatype, MPI_Count* size) {
    static int (*next)(const char datarep[], MPI_Count incount, MPI_Datatype datatype, MPI_Count* size);
    if (!next) *(void**)&next = next_of("MPI_Pack_external_size_c");
    if (!enter()) {
        const int ended = next(datarep, incount, datatype, size);
        --depth;
        return ended;
    }
    inside(CALL_Pack_external_size);
    const uint64_t since = now();
    const int ended = next(datarep, incount, datatype, size);
    const uint64_t took = now() - since;
    other(CALL_Pack_external_size, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Pack_size
int MPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int* size) {
    static int (*next)(int incount, MPI_Datatype datatype, MPI_Comm comm, int* size);
    if (!next) *(void**)&next = next_of("MPI_Pack_size");
    if (!enter()) {
        const int ended = next(incount, datatype, comm, size);
        --depth;
        return ended;
    }
    inside(CALL_Pack_size);
    const uint64_t since = now();
    const int ended = next(incount, datatype, comm, size);
    const uint64_t took = now() - since;
    other(CALL_Pack_size, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Pack_size_c
int MPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count* size) {
    static int (*next)(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count* size);
    if (!next) *(void**)&next = next_of("MPI_Pack_size_c");
    if (!enter()) {
        const int ended = next(incount, datatype, comm, size);
        --depth;
        return ended;
    }
    inside(CALL_Pack_size);
    const uint64_t since = now();
    const int ended = next(incount, datatype, comm, size);
    const uint64_t took = now() - since;
    other(CALL_Pack_size, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_pack_size_
void mpi_pack_size_(void* incount, void* datatype, void* comm, void* size, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_pack_size_");
    if (!enter()) {
        next(incount, datatype, comm, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Pack_size);
    const uint64_t since = now();
    next(incount, datatype, comm, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Pack_size, took);
    leave(since + took);
}
void mpi_pack_size(void*, void*, void*, void*, void*) __attribute__((alias("mpi_pack_size_")));
void mpi_pack_size__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_pack_size_")));
void MPI_PACK_SIZE(void*, void*, void*, void*, void*) __attribute__((alias("mpi_pack_size_")));
#endif

#ifdef HAVE_F_mpi_pack_size_f08_
void mpi_pack_size_f08_(void* incount, void* datatype, void* comm, void* size, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_pack_size_f08_");
    if (!enter()) {
        next(incount, datatype, comm, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Pack_size);
    const uint64_t since = now();
    next(incount, datatype, comm, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Pack_size, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Parrived
int MPI_Parrived(MPI_Request request, int partition, int* flag) {
    static int (*next)(MPI_Request request, int partition, int* flag);
    if (!next) *(void**)&next = next_of("MPI_Parrived");
    if (!enter()) {
        const int ended = next(request, partition, flag);
        --depth;
        return ended;
    }
    inside(CALL_Parrived);
    const uint64_t since = now();
    const int ended = next(request, partition, flag);
    const uint64_t took = now() - since;
    other(CALL_Parrived, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_parrived_
void mpi_parrived_(void* request, void* partition, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_parrived_");
    if (!enter()) {
        next(request, partition, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Parrived);
    const uint64_t since = now();
    next(request, partition, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Parrived, took);
    leave(since + took);
}
void mpi_parrived(void*, void*, void*, void*) __attribute__((alias("mpi_parrived_")));
void mpi_parrived__(void*, void*, void*, void*) __attribute__((alias("mpi_parrived_")));
void MPI_PARRIVED(void*, void*, void*, void*) __attribute__((alias("mpi_parrived_")));
#endif

#ifdef HAVE_F_mpi_parrived_f08_
void mpi_parrived_f08_(void* request, void* partition, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_parrived_f08_");
    if (!enter()) {
        next(request, partition, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Parrived);
    const uint64_t since = now();
    next(request, partition, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Parrived, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Pready
int MPI_Pready(int partition, MPI_Request request) {
    static int (*next)(int partition, MPI_Request request);
    if (!next) *(void**)&next = next_of("MPI_Pready");
    if (!enter()) {
        const int ended = next(partition, request);
        --depth;
        return ended;
    }
    inside(CALL_Pready);
    const uint64_t since = now();
    const int ended = next(partition, request);
    const uint64_t took = now() - since;
    other(CALL_Pready, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_pready_
void mpi_pready_(void* partition, void* request, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_pready_");
    if (!enter()) {
        next(partition, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Pready);
    const uint64_t since = now();
    next(partition, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Pready, took);
    leave(since + took);
}
void mpi_pready(void*, void*, void*) __attribute__((alias("mpi_pready_")));
void mpi_pready__(void*, void*, void*) __attribute__((alias("mpi_pready_")));
void MPI_PREADY(void*, void*, void*) __attribute__((alias("mpi_pready_")));
#endif

#ifdef HAVE_F_mpi_pready_f08_
void mpi_pready_f08_(void* partition, void* request, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_pready_f08_");
    if (!enter()) {
        next(partition, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Pready);
    const uint64_t since = now();
    next(partition, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Pready, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Pready_range
int MPI_Pready_range(int partition_low, int partition_high, MPI_Request request) {
    static int (*next)(int partition_low, int partition_high, MPI_Request request);
    if (!next) *(void**)&next = next_of("MPI_Pready_range");
    if (!enter()) {
        const int ended = next(partition_low, partition_high, request);
        --depth;
        return ended;
    }
    inside(CALL_Pready_range);
    const uint64_t since = now();
    const int ended = next(partition_low, partition_high, request);
    const uint64_t took = now() - since;
    other(CALL_Pready_range, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_pready_range_
void mpi_pready_range_(void* partition_low, void* partition_high, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_pready_range_");
    if (!enter()) {
        next(partition_low, partition_high, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Pready_range);
    const uint64_t since = now();
    next(partition_low, partition_high, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Pready_range, took);
    leave(since + took);
}
void mpi_pready_range(void*, void*, void*, void*) __attribute__((alias("mpi_pready_range_")));
void mpi_pready_range__(void*, void*, void*, void*) __attribute__((alias("mpi_pready_range_")));
void MPI_PREADY_RANGE(void*, void*, void*, void*) __attribute__((alias("mpi_pready_range_")));
#endif

#ifdef HAVE_F_mpi_pready_range_f08_
void mpi_pready_range_f08_(void* partition_low, void* partition_high, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_pready_range_f08_");
    if (!enter()) {
        next(partition_low, partition_high, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Pready_range);
    const uint64_t since = now();
    next(partition_low, partition_high, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Pready_range, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Precv_init
int MPI_Precv_init(void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Precv_init");
    if (!enter()) {
        const int ended = next(buf, partitions, count, datatype, source, tag, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Precv_init);
    const uint64_t since = now();
    const int ended = next(buf, partitions, count, datatype, source, tag, comm, info, request);
    const uint64_t took = now() - since;
    other(CALL_Precv_init, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_precv_init_
void mpi_precv_init_(void* buf, void* partitions, void* count, void* datatype, void* source, void* tag, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_precv_init_");
    if (!enter()) {
        next(buf, partitions, count, datatype, source, tag, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Precv_init);
    const uint64_t since = now();
    next(buf, partitions, count, datatype, source, tag, comm, info, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Precv_init, took);
    leave(since + took);
}
void mpi_precv_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_precv_init_")));
void mpi_precv_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_precv_init_")));
void MPI_PRECV_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_precv_init_")));
#endif

#ifdef HAVE_F_mpi_precv_init_f08_
void mpi_precv_init_f08_(void* buf, void* partitions, void* count, void* datatype, void* source, void* tag, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_precv_init_f08_");
    if (!enter()) {
        next(buf, partitions, count, datatype, source, tag, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Precv_init);
    const uint64_t since = now();
    next(buf, partitions, count, datatype, source, tag, comm, info, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Precv_init, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Probe
int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(int source, int tag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Probe");
    if (!enter()) {
        const int ended = next(source, tag, comm, status);
        --depth;
        return ended;
    }
    inside(CALL_Probe);
    const uint64_t since = now();
    const int ended = next(source, tag, comm, status);
    const uint64_t took = now() - since;
    other(CALL_Probe, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_probe_
void mpi_probe_(void* source, void* tag, void* comm, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_probe_");
    if (!enter()) {
        next(source, tag, comm, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Probe);
    const uint64_t since = now();
    next(source, tag, comm, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_Probe, took);
    leave(since + took);
}
void mpi_probe(void*, void*, void*, void*, void*) __attribute__((alias("mpi_probe_")));
void mpi_probe__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_probe_")));
void MPI_PROBE(void*, void*, void*, void*, void*) __attribute__((alias("mpi_probe_")));
#endif

#ifdef HAVE_F_mpi_probe_f08_
void mpi_probe_f08_(void* source, void* tag, void* comm, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_probe_f08_");
    if (!enter()) {
        next(source, tag, comm, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Probe);
    const uint64_t since = now();
    next(source, tag, comm, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_Probe, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Psend_init
int MPI_Psend_init(const void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Psend_init");
    if (!enter()) {
        const int ended = next(buf, partitions, count, datatype, dest, tag, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Psend_init);
    const uint64_t since = now();
    const int ended = next(buf, partitions, count, datatype, dest, tag, comm, info, request);
    const uint64_t took = now() - since;
    other(CALL_Psend_init, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_psend_init_
void mpi_psend_init_(void* buf, void* partitions, void* count, void* datatype, void* dest, void* tag, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_psend_init_");
    if (!enter()) {
        next(buf, partitions, count, datatype, dest, tag, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Psend_init);
    const uint64_t since = now();
    next(buf, partitions, count, datatype, dest, tag, comm, info, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Psend_init, took);
    leave(since + took);
}
void mpi_psend_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_psend_init_")));
void mpi_psend_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_psend_init_")));
void MPI_PSEND_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_psend_init_")));
#endif

#ifdef HAVE_F_mpi_psend_init_f08_
void mpi_psend_init_f08_(void* buf, void* partitions, void* count, void* datatype, void* dest, void* tag, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_psend_init_f08_");
    if (!enter()) {
        next(buf, partitions, count, datatype, dest, tag, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Psend_init);
    const uint64_t since = now();
    next(buf, partitions, count, datatype, dest, tag, comm, info, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Psend_init, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Publish_name
int MPI_Publish_name(const char* service_name, MPI_Info info, const char* port_name) {
    static int (*next)(const char* service_name, MPI_Info info, const char* port_name);
    if (!next) *(void**)&next = next_of("MPI_Publish_name");
    if (!enter()) {
        const int ended = next(service_name, info, port_name);
        --depth;
        return ended;
    }
    inside(CALL_Publish_name);
    const uint64_t since = now();
    const int ended = next(service_name, info, port_name);
    const uint64_t took = now() - since;
    other(CALL_Publish_name, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Put
int MPI_Put(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Put");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
        --depth;
        return ended;
    }
    inside(CALL_Put);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Put, took, win, target_rank, bytes_of(origin_count, origin_datatype), NOTHING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Put_c
int MPI_Put_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Put_c");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
        --depth;
        return ended;
    }
    inside(CALL_Put);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Put, took, win, target_rank, bytes_of(origin_count, origin_datatype), NOTHING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_put_
void mpi_put_(void* origin_addr, void* origin_count, void* origin_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_put_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Put);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Put, took, WIN_F(win), *(int*)target_rank, bytes_of(*(int*)origin_count, TYPE_F(origin_datatype)), NOTHING);
    leave(since + took);
}
void mpi_put(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_put_")));
void mpi_put__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_put_")));
void MPI_PUT(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_put_")));
#endif

#ifdef HAVE_F_mpi_put_f08_
void mpi_put_f08_(void* origin_addr, void* origin_count, void* origin_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_put_f08_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Put);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Put, took, WIN_F(win), *(int*)target_rank, bytes_of(*(int*)origin_count, TYPE_F(origin_datatype)), NOTHING);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Raccumulate
int MPI_Raccumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Raccumulate");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
        --depth;
        return ended;
    }
    inside(CALL_Raccumulate);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Raccumulate, took, win, target_rank, bytes_of(origin_count, origin_datatype), NOTHING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Raccumulate_c
int MPI_Raccumulate_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Raccumulate_c");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
        --depth;
        return ended;
    }
    inside(CALL_Raccumulate);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Raccumulate, took, win, target_rank, bytes_of(origin_count, origin_datatype), NOTHING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_raccumulate_
void mpi_raccumulate_(void* origin_addr, void* origin_count, void* origin_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* op, void* win, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_raccumulate_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Raccumulate);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Raccumulate, took, WIN_F(win), *(int*)target_rank, bytes_of(*(int*)origin_count, TYPE_F(origin_datatype)), NOTHING);
    leave(since + took);
}
void mpi_raccumulate(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_raccumulate_")));
void mpi_raccumulate__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_raccumulate_")));
void MPI_RACCUMULATE(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_raccumulate_")));
#endif

#ifdef HAVE_F_mpi_raccumulate_f08_
void mpi_raccumulate_f08_(void* origin_addr, void* origin_count, void* origin_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* op, void* win, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_raccumulate_f08_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Raccumulate);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Raccumulate, took, WIN_F(win), *(int*)target_rank, bytes_of(*(int*)origin_count, TYPE_F(origin_datatype)), NOTHING);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Recv
int MPI_Recv(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Recv");
    if (!enter()) {
        const int ended = next(buf, count, datatype, source, tag, comm, status);
        --depth;
        return ended;
    }
    MPI_Status own_status; if (status == MPI_STATUS_IGNORE) status = &own_status;
    inside(CALL_Recv);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, source, tag, comm, status);
    const uint64_t took = now() - since;
    timed(since, took);
    received(CALL_Recv, took, comm, source, tag, status);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Recv_c
int MPI_Recv_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Recv_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, source, tag, comm, status);
        --depth;
        return ended;
    }
    MPI_Status own_status; if (status == MPI_STATUS_IGNORE) status = &own_status;
    inside(CALL_Recv);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, source, tag, comm, status);
    const uint64_t took = now() - since;
    timed(since, took);
    received(CALL_Recv, took, comm, source, tag, status);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_recv_
void mpi_recv_(void* buf, void* count, void* datatype, void* source, void* tag, void* comm, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_recv_");
    if (!enter()) {
        next(buf, count, datatype, source, tag, comm, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Recv);
    const uint64_t since = now();
    next(buf, count, datatype, source, tag, comm, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    received(CALL_Recv, took, COMM_F(comm), *(int*)source, *(int*)tag, status_f(status));
    leave(since + took);
}
void mpi_recv(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_recv_")));
void mpi_recv__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_recv_")));
void MPI_RECV(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_recv_")));
#endif

#ifdef HAVE_F_mpi_recv_f08_
void mpi_recv_f08_(void* buf, void* count, void* datatype, void* source, void* tag, void* comm, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_recv_f08_");
    if (!enter()) {
        next(buf, count, datatype, source, tag, comm, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Recv);
    const uint64_t since = now();
    next(buf, count, datatype, source, tag, comm, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    received(CALL_Recv, took, COMM_F(comm), *(int*)source, *(int*)tag, status_f(status));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Recv_init
int MPI_Recv_init(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Recv_init");
    if (!enter()) {
        const int ended = next(buf, count, datatype, source, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Recv_init);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, source, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared(CALL_Recv_init, took, request, comm, source, tag, bytes_of(count, datatype), 0);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Recv_init_c
int MPI_Recv_init_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Recv_init_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, source, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Recv_init);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, source, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared(CALL_Recv_init, took, request, comm, source, tag, bytes_of(count, datatype), 0);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_recv_init_
void mpi_recv_init_(void* buf, void* count, void* datatype, void* source, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_recv_init_");
    if (!enter()) {
        next(buf, count, datatype, source, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Recv_init);
    const uint64_t since = now();
    next(buf, count, datatype, source, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_f(CALL_Recv_init, took, (const int*)request, COMM_F(comm), *(int*)source, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), 0);
    leave(since + took);
}
void mpi_recv_init(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_recv_init_")));
void mpi_recv_init__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_recv_init_")));
void MPI_RECV_INIT(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_recv_init_")));
#endif

#ifdef HAVE_F_mpi_recv_init_f08_
void mpi_recv_init_f08_(void* buf, void* count, void* datatype, void* source, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_recv_init_f08_");
    if (!enter()) {
        next(buf, count, datatype, source, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Recv_init);
    const uint64_t since = now();
    next(buf, count, datatype, source, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_f(CALL_Recv_init, took, (const int*)request, COMM_F(comm), *(int*)source, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), 0);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Reduce
int MPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Reduce");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, root, comm);
        --depth;
        return ended;
    }
    inside(CALL_Reduce);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, root, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Reduce, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Reduce_c
int MPI_Reduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Reduce_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, root, comm);
        --depth;
        return ended;
    }
    inside(CALL_Reduce);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, root, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Reduce, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_reduce_
void mpi_reduce_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* root, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_reduce_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, root, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Reduce);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, root, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Reduce, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_reduce(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_")));
void mpi_reduce__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_")));
void MPI_REDUCE(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_")));
#endif

#ifdef HAVE_F_mpi_reduce_f08_
void mpi_reduce_f08_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* root, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_reduce_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, root, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Reduce);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, root, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Reduce, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Reduce_init
int MPI_Reduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Reduce_init");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Reduce_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Reduce_init, took, request, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Reduce_init_c
int MPI_Reduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Reduce_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Reduce_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Reduce_init, took, request, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_reduce_init_
void mpi_reduce_init_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* root, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_reduce_init_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Reduce_init);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Reduce_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_reduce_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_init_")));
void mpi_reduce_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_init_")));
void MPI_REDUCE_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_init_")));
#endif

#ifdef HAVE_F_mpi_reduce_init_f08_
void mpi_reduce_init_f08_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* root, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_reduce_init_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Reduce_init);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Reduce_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Reduce_local
int MPI_Reduce_local(const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op) {
    static int (*next)(const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op);
    if (!next) *(void**)&next = next_of("MPI_Reduce_local");
    if (!enter()) {
        const int ended = next(inbuf, inoutbuf, count, datatype, op);
        --depth;
        return ended;
    }
    inside(CALL_Reduce_local);
    const uint64_t since = now();
    const int ended = next(inbuf, inoutbuf, count, datatype, op);
    const uint64_t took = now() - since;
    other(CALL_Reduce_local, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Reduce_local_c
int MPI_Reduce_local_c(const void* inbuf, void* inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op) {
    static int (*next)(const void* inbuf, void* inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op);
    if (!next) *(void**)&next = next_of("MPI_Reduce_local_c");
    if (!enter()) {
        const int ended = next(inbuf, inoutbuf, count, datatype, op);
        --depth;
        return ended;
    }
    inside(CALL_Reduce_local);
    const uint64_t since = now();
    const int ended = next(inbuf, inoutbuf, count, datatype, op);
    const uint64_t took = now() - since;
    other(CALL_Reduce_local, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_reduce_local_
void mpi_reduce_local_(void* inbuf, void* inoutbuf, void* count, void* datatype, void* op, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_reduce_local_");
    if (!enter()) {
        next(inbuf, inoutbuf, count, datatype, op, ierror);
        --depth;
        return;
    }
    inside(CALL_Reduce_local);
    const uint64_t since = now();
    next(inbuf, inoutbuf, count, datatype, op, ierror);
    const uint64_t took = now() - since;
    other(CALL_Reduce_local, took);
    leave(since + took);
}
void mpi_reduce_local(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_local_")));
void mpi_reduce_local__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_local_")));
void MPI_REDUCE_LOCAL(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_local_")));
#endif

#ifdef HAVE_F_mpi_reduce_local_f08_
void mpi_reduce_local_f08_(void* inbuf, void* inoutbuf, void* count, void* datatype, void* op, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_reduce_local_f08_");
    if (!enter()) {
        next(inbuf, inoutbuf, count, datatype, op, ierror);
        --depth;
        return;
    }
    inside(CALL_Reduce_local);
    const uint64_t since = now();
    next(inbuf, inoutbuf, count, datatype, op, ierror);
    const uint64_t took = now() - since;
    other(CALL_Reduce_local, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Reduce_scatter
int MPI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, recvcounts, datatype, op, comm);
        --depth;
        return ended;
    }
    inside(CALL_Reduce_scatter);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, recvcounts, datatype, op, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Reduce_scatter, took, comm, SUM(recvcounts, comm) * size_of(datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Reduce_scatter_c
int MPI_Reduce_scatter_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, recvcounts, datatype, op, comm);
        --depth;
        return ended;
    }
    inside(CALL_Reduce_scatter);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, recvcounts, datatype, op, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Reduce_scatter, took, comm, SUM(recvcounts, comm) * size_of(datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_reduce_scatter_
void mpi_reduce_scatter_(void* sendbuf, void* recvbuf, void* recvcounts, void* datatype, void* op, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_reduce_scatter_");
    if (!enter()) {
        next(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Reduce_scatter);
    const uint64_t since = now();
    next(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Reduce_scatter, took, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(datatype)));
    leave(since + took);
}
void mpi_reduce_scatter(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_scatter_")));
void mpi_reduce_scatter__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_scatter_")));
void MPI_REDUCE_SCATTER(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_scatter_")));
#endif

#ifdef HAVE_F_mpi_reduce_scatter_f08_
void mpi_reduce_scatter_f08_(void* sendbuf, void* recvbuf, void* recvcounts, void* datatype, void* op, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_reduce_scatter_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Reduce_scatter);
    const uint64_t since = now();
    next(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Reduce_scatter, took, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Reduce_scatter_block
int MPI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter_block");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, recvcount, datatype, op, comm);
        --depth;
        return ended;
    }
    inside(CALL_Reduce_scatter_block);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, recvcount, datatype, op, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Reduce_scatter_block, took, comm, bytes_of(recvcount, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Reduce_scatter_block_c
int MPI_Reduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter_block_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, recvcount, datatype, op, comm);
        --depth;
        return ended;
    }
    inside(CALL_Reduce_scatter_block);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, recvcount, datatype, op, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Reduce_scatter_block, took, comm, bytes_of(recvcount, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_reduce_scatter_block_
void mpi_reduce_scatter_block_(void* sendbuf, void* recvbuf, void* recvcount, void* datatype, void* op, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_reduce_scatter_block_");
    if (!enter()) {
        next(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Reduce_scatter_block);
    const uint64_t since = now();
    next(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Reduce_scatter_block, took, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_reduce_scatter_block(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_scatter_block_")));
void mpi_reduce_scatter_block__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_scatter_block_")));
void MPI_REDUCE_SCATTER_BLOCK(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_scatter_block_")));
#endif

#ifdef HAVE_F_mpi_reduce_scatter_block_f08_
void mpi_reduce_scatter_block_f08_(void* sendbuf, void* recvbuf, void* recvcount, void* datatype, void* op, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_reduce_scatter_block_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Reduce_scatter_block);
    const uint64_t since = now();
    next(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Reduce_scatter_block, took, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Reduce_scatter_block_init
int MPI_Reduce_scatter_block_init(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter_block_init");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Reduce_scatter_block_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Reduce_scatter_block_init, took, request, comm, bytes_of(recvcount, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Reduce_scatter_block_init_c
int MPI_Reduce_scatter_block_init_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter_block_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Reduce_scatter_block_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Reduce_scatter_block_init, took, request, comm, bytes_of(recvcount, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_reduce_scatter_block_init_
void mpi_reduce_scatter_block_init_(void* sendbuf, void* recvbuf, void* recvcount, void* datatype, void* op, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_reduce_scatter_block_init_");
    if (!enter()) {
        next(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Reduce_scatter_block_init);
    const uint64_t since = now();
    next(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Reduce_scatter_block_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_reduce_scatter_block_init(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_scatter_block_init_")));
void mpi_reduce_scatter_block_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_scatter_block_init_")));
void MPI_REDUCE_SCATTER_BLOCK_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_scatter_block_init_")));
#endif

#ifdef HAVE_F_mpi_reduce_scatter_block_init_f08_
void mpi_reduce_scatter_block_init_f08_(void* sendbuf, void* recvbuf, void* recvcount, void* datatype, void* op, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_reduce_scatter_block_init_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Reduce_scatter_block_init);
    const uint64_t since = now();
    next(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Reduce_scatter_block_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)recvcount, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Reduce_scatter_init
int MPI_Reduce_scatter_init(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter_init");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Reduce_scatter_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Reduce_scatter_init, took, request, comm, SUM(recvcounts, comm) * size_of(datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Reduce_scatter_init_c
int MPI_Reduce_scatter_init_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Reduce_scatter_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Reduce_scatter_init, took, request, comm, SUM(recvcounts, comm) * size_of(datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_reduce_scatter_init_
void mpi_reduce_scatter_init_(void* sendbuf, void* recvbuf, void* recvcounts, void* datatype, void* op, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_reduce_scatter_init_");
    if (!enter()) {
        next(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Reduce_scatter_init);
    const uint64_t since = now();
    next(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Reduce_scatter_init, took, (const int*)request, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(datatype)));
    leave(since + took);
}
void mpi_reduce_scatter_init(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_scatter_init_")));
void mpi_reduce_scatter_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_scatter_init_")));
void MPI_REDUCE_SCATTER_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_reduce_scatter_init_")));
#endif

#ifdef HAVE_F_mpi_reduce_scatter_init_f08_
void mpi_reduce_scatter_init_f08_(void* sendbuf, void* recvbuf, void* recvcounts, void* datatype, void* op, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_reduce_scatter_init_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Reduce_scatter_init);
    const uint64_t since = now();
    next(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Reduce_scatter_init, took, (const int*)request, COMM_F(comm), SUM((const int*)recvcounts, COMM_F(comm)) * size_of(TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Register_datarep
int MPI_Register_datarep(const char* datarep, MPI_Datarep_conversion_function* read_conversion_fn, MPI_Datarep_conversion_function* write_conversion_fn, MPI_Datarep_extent_function* dtype_file_extent_fn, void* extra_state) {
    static int (*next)(const char* datarep, MPI_Datarep_conversion_function* read_conversion_fn, MPI_Datarep_conversion_function* write_conversion_fn, MPI_Datarep_extent_function* dtype_file_extent_fn, void* extra_state);
    if (!next) *(void**)&next = next_of("MPI_Register_datarep");
    if (!enter()) {
        const int ended = next(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state);
        --depth;
        return ended;
    }
    inside(CALL_Register_datarep);
    const uint64_t since = now();
    const int ended = next(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state);
    const uint64_t took = now() - since;
    other(CALL_Register_datarep, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Register_datarep_c
int MPI_Register_datarep_c(const char* datarep, MPI_Datarep_conversion_function_c* read_conversion_fn, MPI_Datarep_conversion_function_c* write_conversion_fn, MPI_Datarep_extent_function* dtype_file_extent_fn, void* extra_state) {
    static int (*next)(const char* datarep, MPI_Datarep_conversion_function_c* read_conversion_fn, MPI_Datarep_conversion_function_c* write_conversion_fn, MPI_Datarep_extent_function* dtype_file_extent_fn, void* extra_state);
    if (!next) *(void**)&next = next_of("MPI_Register_datarep_c");
    if (!enter()) {
        const int ended = next(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state);
        --depth;
        return ended;
    }
    inside(CALL_Register_datarep);
    const uint64_t since = now();
    const int ended = next(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state);
    const uint64_t took = now() - since;
    other(CALL_Register_datarep, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Request_free
int MPI_Request_free(MPI_Request* request) {
    static int (*next)(MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Request_free");
    if (!enter()) {
        const int ended = next(request);
        --depth;
        return ended;
    }
    forget_request(request);
    inside(CALL_Request_free);
    const uint64_t since = now();
    const int ended = next(request);
    const uint64_t took = now() - since;
    other(CALL_Request_free, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_request_free_
void mpi_request_free_(void* request, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_request_free_");
    if (!enter()) {
        next(request, ierror);
        --depth;
        return;
    }
    forget_request_f((const int*)request);
    inside(CALL_Request_free);
    const uint64_t since = now();
    next(request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Request_free, took);
    leave(since + took);
}
void mpi_request_free(void*, void*) __attribute__((alias("mpi_request_free_")));
void mpi_request_free__(void*, void*) __attribute__((alias("mpi_request_free_")));
void MPI_REQUEST_FREE(void*, void*) __attribute__((alias("mpi_request_free_")));
#endif

#ifdef HAVE_F_mpi_request_free_f08_
void mpi_request_free_f08_(void* request, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_request_free_f08_");
    if (!enter()) {
        next(request, ierror);
        --depth;
        return;
    }
    forget_request_f((const int*)request);
    inside(CALL_Request_free);
    const uint64_t since = now();
    next(request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Request_free, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Request_get_status
int MPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
    static int (*next)(MPI_Request request, int* flag, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Request_get_status");
    if (!enter()) {
        const int ended = next(request, flag, status);
        --depth;
        return ended;
    }
    inside(CALL_Request_get_status);
    const uint64_t since = now();
    const int ended = next(request, flag, status);
    const uint64_t took = now() - since;
    other(CALL_Request_get_status, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_request_get_status_
void mpi_request_get_status_(void* request, void* flag, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_request_get_status_");
    if (!enter()) {
        next(request, flag, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Request_get_status);
    const uint64_t since = now();
    next(request, flag, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_Request_get_status, took);
    leave(since + took);
}
void mpi_request_get_status(void*, void*, void*, void*) __attribute__((alias("mpi_request_get_status_")));
void mpi_request_get_status__(void*, void*, void*, void*) __attribute__((alias("mpi_request_get_status_")));
void MPI_REQUEST_GET_STATUS(void*, void*, void*, void*) __attribute__((alias("mpi_request_get_status_")));
#endif

#ifdef HAVE_F_mpi_request_get_status_f08_
void mpi_request_get_status_f08_(void* request, void* flag, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_request_get_status_f08_");
    if (!enter()) {
        next(request, flag, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Request_get_status);
    const uint64_t since = now();
    next(request, flag, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_Request_get_status, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Request_toint
int MPI_Request_toint(MPI_Request request) {
    static int (*next)(MPI_Request request);
    if (!next) *(void**)&next = next_of("MPI_Request_toint");
    if (!enter()) {
        const int ended = next(request);
        --depth;
        return ended;
    }
    inside(CALL_Request_toint);
    const uint64_t since = now();
    const int ended = next(request);
    const uint64_t took = now() - since;
    other(CALL_Request_toint, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Rget
int MPI_Rget(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    static int (*next)(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rget");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
        --depth;
        return ended;
    }
    inside(CALL_Rget);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Rget, took, win, target_rank, NOTHING, bytes_of(origin_count, origin_datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Rget_c
int MPI_Rget_c(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    static int (*next)(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rget_c");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
        --depth;
        return ended;
    }
    inside(CALL_Rget);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Rget, took, win, target_rank, NOTHING, bytes_of(origin_count, origin_datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_rget_
void mpi_rget_(void* origin_addr, void* origin_count, void* origin_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* win, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_rget_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Rget);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Rget, took, WIN_F(win), *(int*)target_rank, NOTHING, bytes_of(*(int*)origin_count, TYPE_F(origin_datatype)));
    leave(since + took);
}
void mpi_rget(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rget_")));
void mpi_rget__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rget_")));
void MPI_RGET(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rget_")));
#endif

#ifdef HAVE_F_mpi_rget_f08_
void mpi_rget_f08_(void* origin_addr, void* origin_count, void* origin_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* win, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_rget_f08_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Rget);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Rget, took, WIN_F(win), *(int*)target_rank, NOTHING, bytes_of(*(int*)origin_count, TYPE_F(origin_datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Rget_accumulate
int MPI_Rget_accumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rget_accumulate");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
        --depth;
        return ended;
    }
    inside(CALL_Rget_accumulate);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Rget_accumulate, took, win, target_rank, unless_no_op(op, bytes_of(target_count, target_datatype)), bytes_of(target_count, target_datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Rget_accumulate_c
int MPI_Rget_accumulate_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rget_accumulate_c");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
        --depth;
        return ended;
    }
    inside(CALL_Rget_accumulate);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Rget_accumulate, took, win, target_rank, unless_no_op(op, bytes_of(target_count, target_datatype)), bytes_of(target_count, target_datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_rget_accumulate_
void mpi_rget_accumulate_(void* origin_addr, void* origin_count, void* origin_datatype, void* result_addr, void* result_count, void* result_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* op, void* win, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_rget_accumulate_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Rget_accumulate);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Rget_accumulate, took, WIN_F(win), *(int*)target_rank, unless_no_op(OP_F(op), bytes_of(*(int*)target_count, TYPE_F(target_datatype))), bytes_of(*(int*)target_count, TYPE_F(target_datatype)));
    leave(since + took);
}
void mpi_rget_accumulate(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rget_accumulate_")));
void mpi_rget_accumulate__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rget_accumulate_")));
void MPI_RGET_ACCUMULATE(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rget_accumulate_")));
#endif

#ifdef HAVE_F_mpi_rget_accumulate_f08_
void mpi_rget_accumulate_f08_(void* origin_addr, void* origin_count, void* origin_datatype, void* result_addr, void* result_count, void* result_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* op, void* win, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_rget_accumulate_f08_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Rget_accumulate);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Rget_accumulate, took, WIN_F(win), *(int*)target_rank, unless_no_op(OP_F(op), bytes_of(*(int*)target_count, TYPE_F(target_datatype))), bytes_of(*(int*)target_count, TYPE_F(target_datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Rput
int MPI_Rput(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rput");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
        --depth;
        return ended;
    }
    inside(CALL_Rput);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Rput, took, win, target_rank, bytes_of(origin_count, origin_datatype), NOTHING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Rput_c
int MPI_Rput_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rput_c");
    if (!enter()) {
        const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
        --depth;
        return ended;
    }
    inside(CALL_Rput);
    const uint64_t since = now();
    const int ended = next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Rput, took, win, target_rank, bytes_of(origin_count, origin_datatype), NOTHING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_rput_
void mpi_rput_(void* origin_addr, void* origin_count, void* origin_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* win, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_rput_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Rput);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Rput, took, WIN_F(win), *(int*)target_rank, bytes_of(*(int*)origin_count, TYPE_F(origin_datatype)), NOTHING);
    leave(since + took);
}
void mpi_rput(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rput_")));
void mpi_rput__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rput_")));
void MPI_RPUT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rput_")));
#endif

#ifdef HAVE_F_mpi_rput_f08_
void mpi_rput_f08_(void* origin_addr, void* origin_count, void* origin_datatype, void* target_rank, void* target_disp, void* target_count, void* target_datatype, void* win, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_rput_f08_");
    if (!enter()) {
        next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Rput);
    const uint64_t since = now();
    next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    one_sided(CALL_Rput, took, WIN_F(win), *(int*)target_rank, bytes_of(*(int*)origin_count, TYPE_F(origin_datatype)), NOTHING);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Rsend
int MPI_Rsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Rsend");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm);
        --depth;
        return ended;
    }
    inside(CALL_Rsend);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Rsend, took, comm, dest, tag, bytes_of(count, datatype), BLOCKING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Rsend_c
int MPI_Rsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Rsend_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm);
        --depth;
        return ended;
    }
    inside(CALL_Rsend);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Rsend, took, comm, dest, tag, bytes_of(count, datatype), BLOCKING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_rsend_
void mpi_rsend_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_rsend_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Rsend);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Rsend, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), BLOCKING);
    leave(since + took);
}
void mpi_rsend(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rsend_")));
void mpi_rsend__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rsend_")));
void MPI_RSEND(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rsend_")));
#endif

#ifdef HAVE_F_mpi_rsend_f08_
void mpi_rsend_f08_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_rsend_f08_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Rsend);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Rsend, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), BLOCKING);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Rsend_init
int MPI_Rsend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rsend_init");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Rsend_init);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared(CALL_Rsend_init, took, request, comm, dest, tag, bytes_of(count, datatype), 1);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Rsend_init_c
int MPI_Rsend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rsend_init_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Rsend_init);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared(CALL_Rsend_init, took, request, comm, dest, tag, bytes_of(count, datatype), 1);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_rsend_init_
void mpi_rsend_init_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_rsend_init_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Rsend_init);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_f(CALL_Rsend_init, took, (const int*)request, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), 1);
    leave(since + took);
}
void mpi_rsend_init(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rsend_init_")));
void mpi_rsend_init__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rsend_init_")));
void MPI_RSEND_INIT(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_rsend_init_")));
#endif

#ifdef HAVE_F_mpi_rsend_init_f08_
void mpi_rsend_init_f08_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_rsend_init_f08_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Rsend_init);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_f(CALL_Rsend_init, took, (const int*)request, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), 1);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Scan
int MPI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Scan");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm);
        --depth;
        return ended;
    }
    inside(CALL_Scan);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Scan, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Scan_c
int MPI_Scan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Scan_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm);
        --depth;
        return ended;
    }
    inside(CALL_Scan);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Scan, took, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_scan_
void mpi_scan_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_scan_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Scan);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Scan, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_scan(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scan_")));
void mpi_scan__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scan_")));
void MPI_SCAN(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scan_")));
#endif

#ifdef HAVE_F_mpi_scan_f08_
void mpi_scan_f08_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_scan_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Scan);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Scan, took, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Scan_init
int MPI_Scan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Scan_init");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Scan_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Scan_init, took, request, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Scan_init_c
int MPI_Scan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Scan_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Scan_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Scan_init, took, request, comm, bytes_of(count, datatype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_scan_init_
void mpi_scan_init_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_scan_init_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Scan_init);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Scan_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
void mpi_scan_init(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scan_init_")));
void mpi_scan_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scan_init_")));
void MPI_SCAN_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scan_init_")));
#endif

#ifdef HAVE_F_mpi_scan_init_f08_
void mpi_scan_init_f08_(void* sendbuf, void* recvbuf, void* count, void* datatype, void* op, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_scan_init_f08_");
    if (!enter()) {
        next(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Scan_init);
    const uint64_t since = now();
    next(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Scan_init, took, (const int*)request, COMM_F(comm), bytes_of(*(int*)count, TYPE_F(datatype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Scatter
int MPI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Scatter");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
        --depth;
        return ended;
    }
    inside(CALL_Scatter);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Scatter, took, comm, rooted(root, comm, sendcount, sendtype, recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Scatter_c
int MPI_Scatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Scatter_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
        --depth;
        return ended;
    }
    inside(CALL_Scatter);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Scatter, took, comm, rooted(root, comm, sendcount, sendtype, recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_scatter_
void mpi_scatter_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_scatter_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Scatter);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Scatter, took, COMM_F(comm), rooted(*(int*)root, COMM_F(comm), *(int*)sendcount, TYPE_F(sendtype), *(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
void mpi_scatter(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scatter_")));
void mpi_scatter__(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scatter_")));
void MPI_SCATTER(void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scatter_")));
#endif

#ifdef HAVE_F_mpi_scatter_f08_
void mpi_scatter_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_scatter_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Scatter);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Scatter, took, COMM_F(comm), rooted(*(int*)root, COMM_F(comm), *(int*)sendcount, TYPE_F(sendtype), *(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Scatter_init
int MPI_Scatter_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Scatter_init");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Scatter_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Scatter_init, took, request, comm, rooted(root, comm, sendcount, sendtype, recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Scatter_init_c
int MPI_Scatter_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Scatter_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Scatter_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Scatter_init, took, request, comm, rooted(root, comm, sendcount, sendtype, recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_scatter_init_
void mpi_scatter_init_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_scatter_init_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Scatter_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Scatter_init, took, (const int*)request, COMM_F(comm), rooted(*(int*)root, COMM_F(comm), *(int*)sendcount, TYPE_F(sendtype), *(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
void mpi_scatter_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scatter_init_")));
void mpi_scatter_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scatter_init_")));
void MPI_SCATTER_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scatter_init_")));
#endif

#ifdef HAVE_F_mpi_scatter_init_f08_
void mpi_scatter_init_f08_(void* sendbuf, void* sendcount, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_scatter_init_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Scatter_init);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Scatter_init, took, (const int*)request, COMM_F(comm), rooted(*(int*)root, COMM_F(comm), *(int*)sendcount, TYPE_F(sendtype), *(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Scatterv
int MPI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Scatterv");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
        --depth;
        return ended;
    }
    inside(CALL_Scatterv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Scatterv, took, comm, rooted_v(root, comm, sendcounts, sendtype, recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Scatterv_c
int MPI_Scatterv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Scatterv_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
        --depth;
        return ended;
    }
    inside(CALL_Scatterv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Scatterv, took, comm, rooted_v(root, comm, sendcounts, sendtype, recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_scatterv_
void mpi_scatterv_(void* sendbuf, void* sendcounts, void* displs, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_scatterv_");
    if (!enter()) {
        next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Scatterv);
    const uint64_t since = now();
    next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Scatterv, took, COMM_F(comm), rooted_v(*(int*)root, COMM_F(comm), (const int*)sendcounts, TYPE_F(sendtype), *(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
void mpi_scatterv(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scatterv_")));
void mpi_scatterv__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scatterv_")));
void MPI_SCATTERV(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scatterv_")));
#endif

#ifdef HAVE_F_mpi_scatterv_f08_
void mpi_scatterv_f08_(void* sendbuf, void* sendcounts, void* displs, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_scatterv_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Scatterv);
    const uint64_t since = now();
    next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    collective(CALL_Scatterv, took, COMM_F(comm), rooted_v(*(int*)root, COMM_F(comm), (const int*)sendcounts, TYPE_F(sendtype), *(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Scatterv_init
int MPI_Scatterv_init(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Scatterv_init");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Scatterv_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Scatterv_init, took, request, comm, rooted_v(root, comm, sendcounts, sendtype, recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Scatterv_init_c
int MPI_Scatterv_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Scatterv_init_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
        --depth;
        return ended;
    }
    inside(CALL_Scatterv_init);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective(CALL_Scatterv_init, took, request, comm, rooted_v(root, comm, sendcounts, sendtype, recvcount, recvtype));
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_scatterv_init_
void mpi_scatterv_init_(void* sendbuf, void* sendcounts, void* displs, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_scatterv_init_");
    if (!enter()) {
        next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Scatterv_init);
    const uint64_t since = now();
    next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Scatterv_init, took, (const int*)request, COMM_F(comm), rooted_v(*(int*)root, COMM_F(comm), (const int*)sendcounts, TYPE_F(sendtype), *(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
void mpi_scatterv_init(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scatterv_init_")));
void mpi_scatterv_init__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scatterv_init_")));
void MPI_SCATTERV_INIT(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_scatterv_init_")));
#endif

#ifdef HAVE_F_mpi_scatterv_init_f08_
void mpi_scatterv_init_f08_(void* sendbuf, void* sendcounts, void* displs, void* sendtype, void* recvbuf, void* recvcount, void* recvtype, void* root, void* comm, void* info, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_scatterv_init_f08_");
    if (!enter()) {
        next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Scatterv_init);
    const uint64_t since = now();
    next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_collective_f(CALL_Scatterv_init, took, (const int*)request, COMM_F(comm), rooted_v(*(int*)root, COMM_F(comm), (const int*)sendcounts, TYPE_F(sendtype), *(int*)recvcount, TYPE_F(recvtype)));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Send
int MPI_Send(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Send");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm);
        --depth;
        return ended;
    }
    inside(CALL_Send);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Send, took, comm, dest, tag, bytes_of(count, datatype), BLOCKING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Send_c
int MPI_Send_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Send_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm);
        --depth;
        return ended;
    }
    inside(CALL_Send);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Send, took, comm, dest, tag, bytes_of(count, datatype), BLOCKING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_send_
void mpi_send_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_send_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Send);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Send, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), BLOCKING);
    leave(since + took);
}
void mpi_send(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_send_")));
void mpi_send__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_send_")));
void MPI_SEND(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_send_")));
#endif

#ifdef HAVE_F_mpi_send_f08_
void mpi_send_f08_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_send_f08_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Send);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Send, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), BLOCKING);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Send_init
int MPI_Send_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Send_init");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Send_init);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared(CALL_Send_init, took, request, comm, dest, tag, bytes_of(count, datatype), 1);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Send_init_c
int MPI_Send_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Send_init_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Send_init);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared(CALL_Send_init, took, request, comm, dest, tag, bytes_of(count, datatype), 1);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_send_init_
void mpi_send_init_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_send_init_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Send_init);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_f(CALL_Send_init, took, (const int*)request, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), 1);
    leave(since + took);
}
void mpi_send_init(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_send_init_")));
void mpi_send_init__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_send_init_")));
void MPI_SEND_INIT(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_send_init_")));
#endif

#ifdef HAVE_F_mpi_send_init_f08_
void mpi_send_init_f08_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_send_init_f08_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Send_init);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_f(CALL_Send_init, took, (const int*)request, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), 1);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Sendrecv
int MPI_Sendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Sendrecv");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
        --depth;
        return ended;
    }
    MPI_Status own_status; if (status == MPI_STATUS_IGNORE) status = &own_status;
    inside(CALL_Sendrecv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Sendrecv, took, comm, dest, sendtag, bytes_of(sendcount, sendtype), BLOCKING); received(CALL_Sendrecv, 0, comm, source, recvtag, status);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Sendrecv_c
int MPI_Sendrecv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Sendrecv_c");
    if (!enter()) {
        const int ended = next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
        --depth;
        return ended;
    }
    MPI_Status own_status; if (status == MPI_STATUS_IGNORE) status = &own_status;
    inside(CALL_Sendrecv);
    const uint64_t since = now();
    const int ended = next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Sendrecv, took, comm, dest, sendtag, bytes_of(sendcount, sendtype), BLOCKING); received(CALL_Sendrecv, 0, comm, source, recvtag, status);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_sendrecv_
void mpi_sendrecv_(void* sendbuf, void* sendcount, void* sendtype, void* dest, void* sendtag, void* recvbuf, void* recvcount, void* recvtype, void* source, void* recvtag, void* comm, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_sendrecv_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Sendrecv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Sendrecv, took, COMM_F(comm), *(int*)dest, *(int*)sendtag, bytes_of(*(int*)sendcount, TYPE_F(sendtype)), BLOCKING); received(CALL_Sendrecv, 0, COMM_F(comm), *(int*)source, *(int*)recvtag, status_f(status));
    leave(since + took);
}
void mpi_sendrecv(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_sendrecv_")));
void mpi_sendrecv__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_sendrecv_")));
void MPI_SENDRECV(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_sendrecv_")));
#endif

#ifdef HAVE_F_mpi_sendrecv_f08_
void mpi_sendrecv_f08_(void* sendbuf, void* sendcount, void* sendtype, void* dest, void* sendtag, void* recvbuf, void* recvcount, void* recvtype, void* source, void* recvtag, void* comm, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_sendrecv_f08_");
    if (!enter()) {
        next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Sendrecv);
    const uint64_t since = now();
    next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Sendrecv, took, COMM_F(comm), *(int*)dest, *(int*)sendtag, bytes_of(*(int*)sendcount, TYPE_F(sendtype)), BLOCKING); received(CALL_Sendrecv, 0, COMM_F(comm), *(int*)source, *(int*)recvtag, status_f(status));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Sendrecv_replace
int MPI_Sendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Sendrecv_replace");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
        --depth;
        return ended;
    }
    MPI_Status own_status; if (status == MPI_STATUS_IGNORE) status = &own_status;
    inside(CALL_Sendrecv_replace);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Sendrecv_replace, took, comm, dest, sendtag, bytes_of(count, datatype), BLOCKING); received(CALL_Sendrecv_replace, 0, comm, source, recvtag, status);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Sendrecv_replace_c
int MPI_Sendrecv_replace_c(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Sendrecv_replace_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
        --depth;
        return ended;
    }
    MPI_Status own_status; if (status == MPI_STATUS_IGNORE) status = &own_status;
    inside(CALL_Sendrecv_replace);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Sendrecv_replace, took, comm, dest, sendtag, bytes_of(count, datatype), BLOCKING); received(CALL_Sendrecv_replace, 0, comm, source, recvtag, status);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_sendrecv_replace_
void mpi_sendrecv_replace_(void* buf, void* count, void* datatype, void* dest, void* sendtag, void* source, void* recvtag, void* comm, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_sendrecv_replace_");
    if (!enter()) {
        next(buf, count, datatype, dest, sendtag, source, recvtag, comm, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Sendrecv_replace);
    const uint64_t since = now();
    next(buf, count, datatype, dest, sendtag, source, recvtag, comm, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Sendrecv_replace, took, COMM_F(comm), *(int*)dest, *(int*)sendtag, bytes_of(*(int*)count, TYPE_F(datatype)), BLOCKING); received(CALL_Sendrecv_replace, 0, COMM_F(comm), *(int*)source, *(int*)recvtag, status_f(status));
    leave(since + took);
}
void mpi_sendrecv_replace(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_sendrecv_replace_")));
void mpi_sendrecv_replace__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_sendrecv_replace_")));
void MPI_SENDRECV_REPLACE(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_sendrecv_replace_")));
#endif

#ifdef HAVE_F_mpi_sendrecv_replace_f08_
void mpi_sendrecv_replace_f08_(void* buf, void* count, void* datatype, void* dest, void* sendtag, void* source, void* recvtag, void* comm, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_sendrecv_replace_f08_");
    if (!enter()) {
        next(buf, count, datatype, dest, sendtag, source, recvtag, comm, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Sendrecv_replace);
    const uint64_t since = now();
    next(buf, count, datatype, dest, sendtag, source, recvtag, comm, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Sendrecv_replace, took, COMM_F(comm), *(int*)dest, *(int*)sendtag, bytes_of(*(int*)count, TYPE_F(datatype)), BLOCKING); received(CALL_Sendrecv_replace, 0, COMM_F(comm), *(int*)source, *(int*)recvtag, status_f(status));
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Session_attach_buffer
int MPI_Session_attach_buffer(MPI_Session session, void* buffer, int size) {
    static int (*next)(MPI_Session session, void* buffer, int size);
    if (!next) *(void**)&next = next_of("MPI_Session_attach_buffer");
    if (!enter()) {
        const int ended = next(session, buffer, size);
        --depth;
        return ended;
    }
    inside(CALL_Session_attach_buffer);
    const uint64_t since = now();
    const int ended = next(session, buffer, size);
    const uint64_t took = now() - since;
    other(CALL_Session_attach_buffer, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Session_attach_buffer_c
int MPI_Session_attach_buffer_c(MPI_Session session, void* buffer, MPI_Count size) {
    static int (*next)(MPI_Session session, void* buffer, MPI_Count size);
    if (!next) *(void**)&next = next_of("MPI_Session_attach_buffer_c");
    if (!enter()) {
        const int ended = next(session, buffer, size);
        --depth;
        return ended;
    }
    inside(CALL_Session_attach_buffer);
    const uint64_t since = now();
    const int ended = next(session, buffer, size);
    const uint64_t took = now() - since;
    other(CALL_Session_attach_buffer, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_session_attach_buffer_
void mpi_session_attach_buffer_(void* session, void* buffer, void* size, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_session_attach_buffer_");
    if (!enter()) {
        next(session, buffer, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Session_attach_buffer);
    const uint64_t since = now();
    next(session, buffer, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Session_attach_buffer, took);
    leave(since + took);
}
void mpi_session_attach_buffer(void*, void*, void*, void*) __attribute__((alias("mpi_session_attach_buffer_")));
void mpi_session_attach_buffer__(void*, void*, void*, void*) __attribute__((alias("mpi_session_attach_buffer_")));
void MPI_SESSION_ATTACH_BUFFER(void*, void*, void*, void*) __attribute__((alias("mpi_session_attach_buffer_")));
#endif

#ifdef HAVE_F_mpi_session_attach_buffer_f08_
void mpi_session_attach_buffer_f08_(void* session, void* buffer, void* size, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_session_attach_buffer_f08_");
    if (!enter()) {
        next(session, buffer, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Session_attach_buffer);
    const uint64_t since = now();
    next(session, buffer, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Session_attach_buffer, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Session_detach_buffer
int MPI_Session_detach_buffer(MPI_Session session, void* buffer_addr, int* size) {
    static int (*next)(MPI_Session session, void* buffer_addr, int* size);
    if (!next) *(void**)&next = next_of("MPI_Session_detach_buffer");
    if (!enter()) {
        const int ended = next(session, buffer_addr, size);
        --depth;
        return ended;
    }
    inside(CALL_Session_detach_buffer);
    const uint64_t since = now();
    const int ended = next(session, buffer_addr, size);
    const uint64_t took = now() - since;
    other(CALL_Session_detach_buffer, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Session_detach_buffer_c
int MPI_Session_detach_buffer_c(MPI_Session session, void* buffer_addr, MPI_Count* size) {
    static int (*next)(MPI_Session session, void* buffer_addr, MPI_Count* size);
    if (!next) *(void**)&next = next_of("MPI_Session_detach_buffer_c");
    if (!enter()) {
        const int ended = next(session, buffer_addr, size);
        --depth;
        return ended;
    }
    inside(CALL_Session_detach_buffer);
    const uint64_t since = now();
    const int ended = next(session, buffer_addr, size);
    const uint64_t took = now() - since;
    other(CALL_Session_detach_buffer, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_session_detach_buffer_
void mpi_session_detach_buffer_(void* session, void* buffer_addr, void* size, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_session_detach_buffer_");
    if (!enter()) {
        next(session, buffer_addr, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Session_detach_buffer);
    const uint64_t since = now();
    next(session, buffer_addr, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Session_detach_buffer, took);
    leave(since + took);
}
void mpi_session_detach_buffer(void*, void*, void*, void*) __attribute__((alias("mpi_session_detach_buffer_")));
void mpi_session_detach_buffer__(void*, void*, void*, void*) __attribute__((alias("mpi_session_detach_buffer_")));
void MPI_SESSION_DETACH_BUFFER(void*, void*, void*, void*) __attribute__((alias("mpi_session_detach_buffer_")));
#endif

#ifdef HAVE_F_mpi_session_detach_buffer_f08_
void mpi_session_detach_buffer_f08_(void* session, void* buffer_addr, void* size, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_session_detach_buffer_f08_");
    if (!enter()) {
        next(session, buffer_addr, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Session_detach_buffer);
    const uint64_t since = now();
    next(session, buffer_addr, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Session_detach_buffer, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Session_flush_buffer
int MPI_Session_flush_buffer(MPI_Session session) {
    static int (*next)(MPI_Session session);
    if (!next) *(void**)&next = next_of("MPI_Session_flush_buffer");
    if (!enter()) {
        const int ended = next(session);
        --depth;
        return ended;
    }
    inside(CALL_Session_flush_buffer);
    const uint64_t since = now();
    const int ended = next(session);
    const uint64_t took = now() - since;
    other(CALL_Session_flush_buffer, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_session_flush_buffer_
void mpi_session_flush_buffer_(void* session, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_session_flush_buffer_");
    if (!enter()) {
        next(session, ierror);
        --depth;
        return;
    }
    inside(CALL_Session_flush_buffer);
    const uint64_t since = now();
    next(session, ierror);
    const uint64_t took = now() - since;
    other(CALL_Session_flush_buffer, took);
    leave(since + took);
}
void mpi_session_flush_buffer(void*, void*) __attribute__((alias("mpi_session_flush_buffer_")));
void mpi_session_flush_buffer__(void*, void*) __attribute__((alias("mpi_session_flush_buffer_")));
void MPI_SESSION_FLUSH_BUFFER(void*, void*) __attribute__((alias("mpi_session_flush_buffer_")));
#endif

#ifdef HAVE_F_mpi_session_flush_buffer_f08_
void mpi_session_flush_buffer_f08_(void* session, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_session_flush_buffer_f08_");
    if (!enter()) {
        next(session, ierror);
        --depth;
        return;
    }
    inside(CALL_Session_flush_buffer);
    const uint64_t since = now();
    next(session, ierror);
    const uint64_t took = now() - since;
    other(CALL_Session_flush_buffer, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Session_get_info
int MPI_Session_get_info(MPI_Session session, MPI_Info* info_used) {
    static int (*next)(MPI_Session session, MPI_Info* info_used);
    if (!next) *(void**)&next = next_of("MPI_Session_get_info");
    if (!enter()) {
        const int ended = next(session, info_used);
        --depth;
        return ended;
    }
    inside(CALL_Session_get_info);
    const uint64_t since = now();
    const int ended = next(session, info_used);
    const uint64_t took = now() - since;
    other(CALL_Session_get_info, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_session_get_info_
void mpi_session_get_info_(void* session, void* info_used, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_session_get_info_");
    if (!enter()) {
        next(session, info_used, ierror);
        --depth;
        return;
    }
    inside(CALL_Session_get_info);
    const uint64_t since = now();
    next(session, info_used, ierror);
    const uint64_t took = now() - since;
    other(CALL_Session_get_info, took);
    leave(since + took);
}
void mpi_session_get_info(void*, void*, void*) __attribute__((alias("mpi_session_get_info_")));
void mpi_session_get_info__(void*, void*, void*) __attribute__((alias("mpi_session_get_info_")));
void MPI_SESSION_GET_INFO(void*, void*, void*) __attribute__((alias("mpi_session_get_info_")));
#endif

#ifdef HAVE_F_mpi_session_get_info_f08_
void mpi_session_get_info_f08_(void* session, void* info_used, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_session_get_info_f08_");
    if (!enter()) {
        next(session, info_used, ierror);
        --depth;
        return;
    }
    inside(CALL_Session_get_info);
    const uint64_t since = now();
    next(session, info_used, ierror);
    const uint64_t took = now() - since;
    other(CALL_Session_get_info, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Session_get_nth_pset
int MPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int* pset_len, char* pset_name) {
    static int (*next)(MPI_Session session, MPI_Info info, int n, int* pset_len, char* pset_name);
    if (!next) *(void**)&next = next_of("MPI_Session_get_nth_pset");
    if (!enter()) {
        const int ended = next(session, info, n, pset_len, pset_name);
        --depth;
        return ended;
    }
    inside(CALL_Session_get_nth_pset);
    const uint64_t since = now();
    const int ended = next(session, info, n, pset_len, pset_name);
    const uint64_t took = now() - since;
    other(CALL_Session_get_nth_pset, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Session_get_num_psets
int MPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int* npset_names) {
    static int (*next)(MPI_Session session, MPI_Info info, int* npset_names);
    if (!next) *(void**)&next = next_of("MPI_Session_get_num_psets");
    if (!enter()) {
        const int ended = next(session, info, npset_names);
        --depth;
        return ended;
    }
    inside(CALL_Session_get_num_psets);
    const uint64_t since = now();
    const int ended = next(session, info, npset_names);
    const uint64_t took = now() - since;
    other(CALL_Session_get_num_psets, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_session_get_num_psets_
void mpi_session_get_num_psets_(void* session, void* info, void* npset_names, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_session_get_num_psets_");
    if (!enter()) {
        next(session, info, npset_names, ierror);
        --depth;
        return;
    }
    inside(CALL_Session_get_num_psets);
    const uint64_t since = now();
    next(session, info, npset_names, ierror);
    const uint64_t took = now() - since;
    other(CALL_Session_get_num_psets, took);
    leave(since + took);
}
void mpi_session_get_num_psets(void*, void*, void*, void*) __attribute__((alias("mpi_session_get_num_psets_")));
void mpi_session_get_num_psets__(void*, void*, void*, void*) __attribute__((alias("mpi_session_get_num_psets_")));
void MPI_SESSION_GET_NUM_PSETS(void*, void*, void*, void*) __attribute__((alias("mpi_session_get_num_psets_")));
#endif

#ifdef HAVE_F_mpi_session_get_num_psets_f08_
void mpi_session_get_num_psets_f08_(void* session, void* info, void* npset_names, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_session_get_num_psets_f08_");
    if (!enter()) {
        next(session, info, npset_names, ierror);
        --depth;
        return;
    }
    inside(CALL_Session_get_num_psets);
    const uint64_t since = now();
    next(session, info, npset_names, ierror);
    const uint64_t took = now() - since;
    other(CALL_Session_get_num_psets, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Session_get_pset_info
int MPI_Session_get_pset_info(MPI_Session session, const char* pset_name, MPI_Info* info) {
    static int (*next)(MPI_Session session, const char* pset_name, MPI_Info* info);
    if (!next) *(void**)&next = next_of("MPI_Session_get_pset_info");
    if (!enter()) {
        const int ended = next(session, pset_name, info);
        --depth;
        return ended;
    }
    inside(CALL_Session_get_pset_info);
    const uint64_t since = now();
    const int ended = next(session, pset_name, info);
    const uint64_t took = now() - since;
    other(CALL_Session_get_pset_info, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Session_iflush_buffer
int MPI_Session_iflush_buffer(MPI_Session session, MPI_Request* request) {
    static int (*next)(MPI_Session session, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Session_iflush_buffer");
    if (!enter()) {
        const int ended = next(session, request);
        --depth;
        return ended;
    }
    inside(CALL_Session_iflush_buffer);
    const uint64_t since = now();
    const int ended = next(session, request);
    const uint64_t took = now() - since;
    other(CALL_Session_iflush_buffer, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_session_iflush_buffer_
void mpi_session_iflush_buffer_(void* session, void* request, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_session_iflush_buffer_");
    if (!enter()) {
        next(session, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Session_iflush_buffer);
    const uint64_t since = now();
    next(session, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Session_iflush_buffer, took);
    leave(since + took);
}
void mpi_session_iflush_buffer(void*, void*, void*) __attribute__((alias("mpi_session_iflush_buffer_")));
void mpi_session_iflush_buffer__(void*, void*, void*) __attribute__((alias("mpi_session_iflush_buffer_")));
void MPI_SESSION_IFLUSH_BUFFER(void*, void*, void*) __attribute__((alias("mpi_session_iflush_buffer_")));
#endif

#ifdef HAVE_F_mpi_session_iflush_buffer_f08_
void mpi_session_iflush_buffer_f08_(void* session, void* request, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_session_iflush_buffer_f08_");
    if (!enter()) {
        next(session, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Session_iflush_buffer);
    const uint64_t since = now();
    next(session, request, ierror);
    const uint64_t took = now() - since;
    other(CALL_Session_iflush_buffer, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Session_toint
int MPI_Session_toint(MPI_Session session) {
    static int (*next)(MPI_Session session);
    if (!next) *(void**)&next = next_of("MPI_Session_toint");
    if (!enter()) {
        const int ended = next(session);
        --depth;
        return ended;
    }
    inside(CALL_Session_toint);
    const uint64_t since = now();
    const int ended = next(session);
    const uint64_t took = now() - since;
    other(CALL_Session_toint, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ssend
int MPI_Ssend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Ssend");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm);
        --depth;
        return ended;
    }
    inside(CALL_Ssend);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Ssend, took, comm, dest, tag, bytes_of(count, datatype), BLOCKING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ssend_c
int MPI_Ssend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Ssend_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm);
        --depth;
        return ended;
    }
    inside(CALL_Ssend);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Ssend, took, comm, dest, tag, bytes_of(count, datatype), BLOCKING);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ssend_
void mpi_ssend_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ssend_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Ssend);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Ssend, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), BLOCKING);
    leave(since + took);
}
void mpi_ssend(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ssend_")));
void mpi_ssend__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ssend_")));
void MPI_SSEND(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ssend_")));
#endif

#ifdef HAVE_F_mpi_ssend_f08_
void mpi_ssend_f08_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ssend_f08_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Ssend);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    sent(CALL_Ssend, took, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), BLOCKING);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Ssend_init
int MPI_Ssend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ssend_init");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ssend_init);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared(CALL_Ssend_init, took, request, comm, dest, tag, bytes_of(count, datatype), 1);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Ssend_init_c
int MPI_Ssend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ssend_init_c");
    if (!enter()) {
        const int ended = next(buf, count, datatype, dest, tag, comm, request);
        --depth;
        return ended;
    }
    inside(CALL_Ssend_init);
    const uint64_t since = now();
    const int ended = next(buf, count, datatype, dest, tag, comm, request);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared(CALL_Ssend_init, took, request, comm, dest, tag, bytes_of(count, datatype), 1);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_ssend_init_
void mpi_ssend_init_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ssend_init_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ssend_init);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_f(CALL_Ssend_init, took, (const int*)request, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), 1);
    leave(since + took);
}
void mpi_ssend_init(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ssend_init_")));
void mpi_ssend_init__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ssend_init_")));
void MPI_SSEND_INIT(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_ssend_init_")));
#endif

#ifdef HAVE_F_mpi_ssend_init_f08_
void mpi_ssend_init_f08_(void* buf, void* count, void* datatype, void* dest, void* tag, void* comm, void* request, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_ssend_init_f08_");
    if (!enter()) {
        next(buf, count, datatype, dest, tag, comm, request, ierror);
        --depth;
        return;
    }
    inside(CALL_Ssend_init);
    const uint64_t since = now();
    next(buf, count, datatype, dest, tag, comm, request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    prepared_f(CALL_Ssend_init, took, (const int*)request, COMM_F(comm), *(int*)dest, *(int*)tag, bytes_of(*(int*)count, TYPE_F(datatype)), 1);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Start
int MPI_Start(MPI_Request* request) {
    static int (*next)(MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Start");
    if (!enter()) {
        const int ended = next(request);
        --depth;
        return ended;
    }
    inside(CALL_Start);
    const uint64_t since = now();
    const int ended = next(request);
    const uint64_t took = now() - since;
    timed(since, took);
    started(CALL_Start, took, 1, request);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_start_
void mpi_start_(void* request, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_start_");
    if (!enter()) {
        next(request, ierror);
        --depth;
        return;
    }
    inside(CALL_Start);
    const uint64_t since = now();
    next(request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    started_f(CALL_Start, took, 1, (const int*)request);
    leave(since + took);
}
void mpi_start(void*, void*) __attribute__((alias("mpi_start_")));
void mpi_start__(void*, void*) __attribute__((alias("mpi_start_")));
void MPI_START(void*, void*) __attribute__((alias("mpi_start_")));
#endif

#ifdef HAVE_F_mpi_start_f08_
void mpi_start_f08_(void* request, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_start_f08_");
    if (!enter()) {
        next(request, ierror);
        --depth;
        return;
    }
    inside(CALL_Start);
    const uint64_t since = now();
    next(request, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    started_f(CALL_Start, took, 1, (const int*)request);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Startall
int MPI_Startall(int count, MPI_Request array_of_requests[]) {
    static int (*next)(int count, MPI_Request array_of_requests[]);
    if (!next) *(void**)&next = next_of("MPI_Startall");
    if (!enter()) {
        const int ended = next(count, array_of_requests);
        --depth;
        return ended;
    }
    inside(CALL_Startall);
    const uint64_t since = now();
    const int ended = next(count, array_of_requests);
    const uint64_t took = now() - since;
    timed(since, took);
    started(CALL_Startall, took, count, array_of_requests);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_startall_
void mpi_startall_(void* count, void* array_of_requests, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_startall_");
    if (!enter()) {
        next(count, array_of_requests, ierror);
        --depth;
        return;
    }
    inside(CALL_Startall);
    const uint64_t since = now();
    next(count, array_of_requests, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    started_f(CALL_Startall, took, *(int*)count, (const int*)array_of_requests);
    leave(since + took);
}
void mpi_startall(void*, void*, void*) __attribute__((alias("mpi_startall_")));
void mpi_startall__(void*, void*, void*) __attribute__((alias("mpi_startall_")));
void MPI_STARTALL(void*, void*, void*) __attribute__((alias("mpi_startall_")));
#endif

#ifdef HAVE_F_mpi_startall_f08_
void mpi_startall_f08_(void* count, void* array_of_requests, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_startall_f08_");
    if (!enter()) {
        next(count, array_of_requests, ierror);
        --depth;
        return;
    }
    inside(CALL_Startall);
    const uint64_t since = now();
    next(count, array_of_requests, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    started_f(CALL_Startall, took, *(int*)count, (const int*)array_of_requests);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Test
int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
    static int (*next)(MPI_Request* request, int* flag, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Test");
    if (!enter()) {
        const int ended = next(request, flag, status);
        --depth;
        return ended;
    }
    Held held; hold(&held, 1, request);
    status = room_for(&held, status);
    inside(CALL_Test);
    const uint64_t since = now();
    const int ended = next(request, flag, status);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Test, took, &held, *(flag) ? 1 : 0, NULL, status, 0);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_test_
void mpi_test_(void* request, void* flag, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_test_");
    if (!enter()) {
        next(request, flag, status, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, 1, (const int*)request);
    inside(CALL_Test);
    const uint64_t since = now();
    next(request, flag, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Test, took, &held, *((int*)flag) ? 1 : 0, NULL, status_f(status), 1);
    leave(since + took);
}
void mpi_test(void*, void*, void*, void*) __attribute__((alias("mpi_test_")));
void mpi_test__(void*, void*, void*, void*) __attribute__((alias("mpi_test_")));
void MPI_TEST(void*, void*, void*, void*) __attribute__((alias("mpi_test_")));
#endif

#ifdef HAVE_F_mpi_test_f08_
void mpi_test_f08_(void* request, void* flag, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_test_f08_");
    if (!enter()) {
        next(request, flag, status, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, 1, (const int*)request);
    inside(CALL_Test);
    const uint64_t since = now();
    next(request, flag, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Test, took, &held, *((int*)flag) ? 1 : 0, NULL, status_f(status), 1);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Test_cancelled
int MPI_Test_cancelled(const MPI_Status* status, int* flag) {
    static int (*next)(const MPI_Status* status, int* flag);
    if (!next) *(void**)&next = next_of("MPI_Test_cancelled");
    if (!enter()) {
        const int ended = next(status, flag);
        --depth;
        return ended;
    }
    inside(CALL_Test_cancelled);
    const uint64_t since = now();
    const int ended = next(status, flag);
    const uint64_t took = now() - since;
    other(CALL_Test_cancelled, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_test_cancelled_
void mpi_test_cancelled_(void* status, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_test_cancelled_");
    if (!enter()) {
        next(status, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Test_cancelled);
    const uint64_t since = now();
    next(status, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Test_cancelled, took);
    leave(since + took);
}
void mpi_test_cancelled(void*, void*, void*) __attribute__((alias("mpi_test_cancelled_")));
void mpi_test_cancelled__(void*, void*, void*) __attribute__((alias("mpi_test_cancelled_")));
void MPI_TEST_CANCELLED(void*, void*, void*) __attribute__((alias("mpi_test_cancelled_")));
#endif

#ifdef HAVE_F_mpi_test_cancelled_f08_
void mpi_test_cancelled_f08_(void* status, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_test_cancelled_f08_");
    if (!enter()) {
        next(status, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Test_cancelled);
    const uint64_t since = now();
    next(status, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Test_cancelled, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Testall
int MPI_Testall(int count, MPI_Request array_of_requests[], int* flag, MPI_Status array_of_statuses[]) {
    static int (*next)(int count, MPI_Request array_of_requests[], int* flag, MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("MPI_Testall");
    if (!enter()) {
        const int ended = next(count, array_of_requests, flag, array_of_statuses);
        --depth;
        return ended;
    }
    Held held; hold(&held, count, array_of_requests);
    array_of_statuses = room_for(&held, array_of_statuses);
    inside(CALL_Testall);
    const uint64_t since = now();
    const int ended = next(count, array_of_requests, flag, array_of_statuses);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Testall, took, &held, *(flag) ? count : 0, NULL, array_of_statuses, 0);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_testall_
void mpi_testall_(void* count, void* array_of_requests, void* flag, void* array_of_statuses, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_testall_");
    if (!enter()) {
        next(count, array_of_requests, flag, array_of_statuses, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, *(int*)count, (const int*)array_of_requests);
    inside(CALL_Testall);
    const uint64_t since = now();
    next(count, array_of_requests, flag, array_of_statuses, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Testall, took, &held, *((int*)flag) ? *(int*)count : 0, NULL, status_f(array_of_statuses), 1);
    leave(since + took);
}
void mpi_testall(void*, void*, void*, void*, void*) __attribute__((alias("mpi_testall_")));
void mpi_testall__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_testall_")));
void MPI_TESTALL(void*, void*, void*, void*, void*) __attribute__((alias("mpi_testall_")));
#endif

#ifdef HAVE_F_mpi_testall_f08_
void mpi_testall_f08_(void* count, void* array_of_requests, void* flag, void* array_of_statuses, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_testall_f08_");
    if (!enter()) {
        next(count, array_of_requests, flag, array_of_statuses, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, *(int*)count, (const int*)array_of_requests);
    inside(CALL_Testall);
    const uint64_t since = now();
    next(count, array_of_requests, flag, array_of_statuses, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Testall, took, &held, *((int*)flag) ? *(int*)count : 0, NULL, status_f(array_of_statuses), 1);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Testany
int MPI_Testany(int count, MPI_Request array_of_requests[], int* index, int* flag, MPI_Status* status) {
    static int (*next)(int count, MPI_Request array_of_requests[], int* index, int* flag, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Testany");
    if (!enter()) {
        const int ended = next(count, array_of_requests, index, flag, status);
        --depth;
        return ended;
    }
    Held held; hold(&held, count, array_of_requests);
    status = room_for(&held, status);
    inside(CALL_Testany);
    const uint64_t since = now();
    const int ended = next(count, array_of_requests, index, flag, status);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Testany, took, &held, *(flag) && *(index) != MPI_UNDEFINED ? 1 : 0, index, status, 0);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_testany_
void mpi_testany_(void* count, void* array_of_requests, void* index, void* flag, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_testany_");
    if (!enter()) {
        next(count, array_of_requests, index, flag, status, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, *(int*)count, (const int*)array_of_requests);
    inside(CALL_Testany);
    const uint64_t since = now();
    next(count, array_of_requests, index, flag, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Testany, took, &held, *((int*)flag) && *((int*)index) != MPI_UNDEFINED ? 1 : 0, (int*)index, status_f(status), 1);
    leave(since + took);
}
void mpi_testany(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_testany_")));
void mpi_testany__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_testany_")));
void MPI_TESTANY(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_testany_")));
#endif

#ifdef HAVE_F_mpi_testany_f08_
void mpi_testany_f08_(void* count, void* array_of_requests, void* index, void* flag, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_testany_f08_");
    if (!enter()) {
        next(count, array_of_requests, index, flag, status, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, *(int*)count, (const int*)array_of_requests);
    inside(CALL_Testany);
    const uint64_t since = now();
    next(count, array_of_requests, index, flag, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Testany, took, &held, *((int*)flag) && *((int*)index) != MPI_UNDEFINED ? 1 : 0, (int*)index, status_f(status), 1);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Testsome
int MPI_Testsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]) {
    static int (*next)(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("MPI_Testsome");
    if (!enter()) {
        const int ended = next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
        --depth;
        return ended;
    }
    Held held; hold(&held, incount, array_of_requests);
    array_of_statuses = room_for(&held, array_of_statuses);
    inside(CALL_Testsome);
    const uint64_t since = now();
    const int ended = next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Testsome, took, &held, *(outcount) == MPI_UNDEFINED ? 0 : *(outcount), array_of_indices, array_of_statuses, 0);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_testsome_
void mpi_testsome_(void* incount, void* array_of_requests, void* outcount, void* array_of_indices, void* array_of_statuses, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_testsome_");
    if (!enter()) {
        next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, *(int*)incount, (const int*)array_of_requests);
    inside(CALL_Testsome);
    const uint64_t since = now();
    next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Testsome, took, &held, *((int*)outcount) == MPI_UNDEFINED ? 0 : *((int*)outcount), (int*)array_of_indices, status_f(array_of_statuses), 1);
    leave(since + took);
}
void mpi_testsome(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_testsome_")));
void mpi_testsome__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_testsome_")));
void MPI_TESTSOME(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_testsome_")));
#endif

#ifdef HAVE_F_mpi_testsome_f08_
void mpi_testsome_f08_(void* incount, void* array_of_requests, void* outcount, void* array_of_indices, void* array_of_statuses, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_testsome_f08_");
    if (!enter()) {
        next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, *(int*)incount, (const int*)array_of_requests);
    inside(CALL_Testsome);
    const uint64_t since = now();
    next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Testsome, took, &held, *((int*)outcount) == MPI_UNDEFINED ? 0 : *((int*)outcount), (int*)array_of_indices, status_f(array_of_statuses), 1);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Topo_test
int MPI_Topo_test(MPI_Comm comm, int* status) {
    static int (*next)(MPI_Comm comm, int* status);
    if (!next) *(void**)&next = next_of("MPI_Topo_test");
    if (!enter()) {
        const int ended = next(comm, status);
        --depth;
        return ended;
    }
    inside(CALL_Topo_test);
    const uint64_t since = now();
    const int ended = next(comm, status);
    const uint64_t took = now() - since;
    other(CALL_Topo_test, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_topo_test_
void mpi_topo_test_(void* comm, void* status, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_topo_test_");
    if (!enter()) {
        next(comm, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Topo_test);
    const uint64_t since = now();
    next(comm, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_Topo_test, took);
    leave(since + took);
}
void mpi_topo_test(void*, void*, void*) __attribute__((alias("mpi_topo_test_")));
void mpi_topo_test__(void*, void*, void*) __attribute__((alias("mpi_topo_test_")));
void MPI_TOPO_TEST(void*, void*, void*) __attribute__((alias("mpi_topo_test_")));
#endif

#ifdef HAVE_F_mpi_topo_test_f08_
void mpi_topo_test_f08_(void* comm, void* status, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_topo_test_f08_");
    if (!enter()) {
        next(comm, status, ierror);
        --depth;
        return;
    }
    inside(CALL_Topo_test);
    const uint64_t since = now();
    next(comm, status, ierror);
    const uint64_t took = now() - since;
    other(CALL_Topo_test, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_commit
int MPI_Type_commit(MPI_Datatype* datatype) {
    static int (*next)(MPI_Datatype* datatype);
    if (!next) *(void**)&next = next_of("MPI_Type_commit");
    if (!enter()) {
        const int ended = next(datatype);
        --depth;
        return ended;
    }
    inside(CALL_Type_commit);
    const uint64_t since = now();
    const int ended = next(datatype);
    const uint64_t took = now() - since;
    other(CALL_Type_commit, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_commit_
void mpi_type_commit_(void* datatype, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_commit_");
    if (!enter()) {
        next(datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_commit);
    const uint64_t since = now();
    next(datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_commit, took);
    leave(since + took);
}
void mpi_type_commit(void*, void*) __attribute__((alias("mpi_type_commit_")));
void mpi_type_commit__(void*, void*) __attribute__((alias("mpi_type_commit_")));
void MPI_TYPE_COMMIT(void*, void*) __attribute__((alias("mpi_type_commit_")));
#endif

#ifdef HAVE_F_mpi_type_commit_f08_
void mpi_type_commit_f08_(void* datatype, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_commit_f08_");
    if (!enter()) {
        next(datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_commit);
    const uint64_t since = now();
    next(datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_commit, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_contiguous
int MPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(int count, MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_contiguous");
    if (!enter()) {
        const int ended = next(count, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_contiguous);
    const uint64_t since = now();
    const int ended = next(count, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_contiguous, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_contiguous_c
int MPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_contiguous_c");
    if (!enter()) {
        const int ended = next(count, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_contiguous);
    const uint64_t since = now();
    const int ended = next(count, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_contiguous, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_contiguous_
void mpi_type_contiguous_(void* count, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_contiguous_");
    if (!enter()) {
        next(count, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_contiguous);
    const uint64_t since = now();
    next(count, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_contiguous, took);
    leave(since + took);
}
void mpi_type_contiguous(void*, void*, void*, void*) __attribute__((alias("mpi_type_contiguous_")));
void mpi_type_contiguous__(void*, void*, void*, void*) __attribute__((alias("mpi_type_contiguous_")));
void MPI_TYPE_CONTIGUOUS(void*, void*, void*, void*) __attribute__((alias("mpi_type_contiguous_")));
#endif

#ifdef HAVE_F_mpi_type_contiguous_f08_
void mpi_type_contiguous_f08_(void* count, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_contiguous_f08_");
    if (!enter()) {
        next(count, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_contiguous);
    const uint64_t since = now();
    next(count, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_contiguous, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_create_darray
int MPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_darray");
    if (!enter()) {
        const int ended = next(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_darray);
    const uint64_t since = now();
    const int ended = next(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_darray, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_create_darray_c
int MPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(int size, int rank, int ndims, const MPI_Count array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_darray_c");
    if (!enter()) {
        const int ended = next(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_darray);
    const uint64_t since = now();
    const int ended = next(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_darray, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_create_darray_
void mpi_type_create_darray_(void* size, void* rank, void* ndims, void* array_of_gsizes, void* array_of_distribs, void* array_of_dargs, void* array_of_psizes, void* order, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_darray_");
    if (!enter()) {
        next(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_darray);
    const uint64_t since = now();
    next(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_darray, took);
    leave(since + took);
}
void mpi_type_create_darray(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_darray_")));
void mpi_type_create_darray__(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_darray_")));
void MPI_TYPE_CREATE_DARRAY(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_darray_")));
#endif

#ifdef HAVE_F_mpi_type_create_darray_f08_
void mpi_type_create_darray_f08_(void* size, void* rank, void* ndims, void* array_of_gsizes, void* array_of_distribs, void* array_of_dargs, void* array_of_psizes, void* order, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_darray_f08_");
    if (!enter()) {
        next(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_darray);
    const uint64_t since = now();
    next(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_darray, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_create_f90_complex
int MPI_Type_create_f90_complex(int p, int r, MPI_Datatype* newtype) {
    static int (*next)(int p, int r, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_f90_complex");
    if (!enter()) {
        const int ended = next(p, r, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_f90_complex);
    const uint64_t since = now();
    const int ended = next(p, r, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_f90_complex, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_create_f90_complex_
void mpi_type_create_f90_complex_(void* p, void* r, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_f90_complex_");
    if (!enter()) {
        next(p, r, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_f90_complex);
    const uint64_t since = now();
    next(p, r, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_f90_complex, took);
    leave(since + took);
}
void mpi_type_create_f90_complex(void*, void*, void*, void*) __attribute__((alias("mpi_type_create_f90_complex_")));
void mpi_type_create_f90_complex__(void*, void*, void*, void*) __attribute__((alias("mpi_type_create_f90_complex_")));
void MPI_TYPE_CREATE_F90_COMPLEX(void*, void*, void*, void*) __attribute__((alias("mpi_type_create_f90_complex_")));
#endif

#ifdef HAVE_F_mpi_type_create_f90_complex_f08_
void mpi_type_create_f90_complex_f08_(void* p, void* r, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_f90_complex_f08_");
    if (!enter()) {
        next(p, r, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_f90_complex);
    const uint64_t since = now();
    next(p, r, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_f90_complex, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_create_f90_integer
int MPI_Type_create_f90_integer(int r, MPI_Datatype* newtype) {
    static int (*next)(int r, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_f90_integer");
    if (!enter()) {
        const int ended = next(r, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_f90_integer);
    const uint64_t since = now();
    const int ended = next(r, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_f90_integer, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_create_f90_integer_
void mpi_type_create_f90_integer_(void* r, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_f90_integer_");
    if (!enter()) {
        next(r, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_f90_integer);
    const uint64_t since = now();
    next(r, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_f90_integer, took);
    leave(since + took);
}
void mpi_type_create_f90_integer(void*, void*, void*) __attribute__((alias("mpi_type_create_f90_integer_")));
void mpi_type_create_f90_integer__(void*, void*, void*) __attribute__((alias("mpi_type_create_f90_integer_")));
void MPI_TYPE_CREATE_F90_INTEGER(void*, void*, void*) __attribute__((alias("mpi_type_create_f90_integer_")));
#endif

#ifdef HAVE_F_mpi_type_create_f90_integer_f08_
void mpi_type_create_f90_integer_f08_(void* r, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_f90_integer_f08_");
    if (!enter()) {
        next(r, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_f90_integer);
    const uint64_t since = now();
    next(r, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_f90_integer, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_create_f90_real
int MPI_Type_create_f90_real(int p, int r, MPI_Datatype* newtype) {
    static int (*next)(int p, int r, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_f90_real");
    if (!enter()) {
        const int ended = next(p, r, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_f90_real);
    const uint64_t since = now();
    const int ended = next(p, r, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_f90_real, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_create_f90_real_
void mpi_type_create_f90_real_(void* p, void* r, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_f90_real_");
    if (!enter()) {
        next(p, r, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_f90_real);
    const uint64_t since = now();
    next(p, r, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_f90_real, took);
    leave(since + took);
}
void mpi_type_create_f90_real(void*, void*, void*, void*) __attribute__((alias("mpi_type_create_f90_real_")));
void mpi_type_create_f90_real__(void*, void*, void*, void*) __attribute__((alias("mpi_type_create_f90_real_")));
void MPI_TYPE_CREATE_F90_REAL(void*, void*, void*, void*) __attribute__((alias("mpi_type_create_f90_real_")));
#endif

#ifdef HAVE_F_mpi_type_create_f90_real_f08_
void mpi_type_create_f90_real_f08_(void* p, void* r, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_f90_real_f08_");
    if (!enter()) {
        next(p, r, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_f90_real);
    const uint64_t since = now();
    next(p, r, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_f90_real, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_create_hindexed
int MPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_hindexed");
    if (!enter()) {
        const int ended = next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_hindexed);
    const uint64_t since = now();
    const int ended = next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_hindexed, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_create_hindexed_c
int MPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_hindexed_c");
    if (!enter()) {
        const int ended = next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_hindexed);
    const uint64_t since = now();
    const int ended = next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_hindexed, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_create_hindexed_
void mpi_type_create_hindexed_(void* count, void* array_of_blocklengths, void* array_of_displacements, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_hindexed_");
    if (!enter()) {
        next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_hindexed);
    const uint64_t since = now();
    next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_hindexed, took);
    leave(since + took);
}
void mpi_type_create_hindexed(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_hindexed_")));
void mpi_type_create_hindexed__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_hindexed_")));
void MPI_TYPE_CREATE_HINDEXED(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_hindexed_")));
#endif

#ifdef HAVE_F_mpi_type_create_hindexed_f08_
void mpi_type_create_hindexed_f08_(void* count, void* array_of_blocklengths, void* array_of_displacements, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_hindexed_f08_");
    if (!enter()) {
        next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_hindexed);
    const uint64_t since = now();
    next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_hindexed, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_create_hindexed_block
int MPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(int count, int blocklength, const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_hindexed_block");
    if (!enter()) {
        const int ended = next(count, blocklength, array_of_displacements, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_hindexed_block);
    const uint64_t since = now();
    const int ended = next(count, blocklength, array_of_displacements, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_hindexed_block, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_create_hindexed_block_c
int MPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_hindexed_block_c");
    if (!enter()) {
        const int ended = next(count, blocklength, array_of_displacements, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_hindexed_block);
    const uint64_t since = now();
    const int ended = next(count, blocklength, array_of_displacements, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_hindexed_block, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_create_hindexed_block_
void mpi_type_create_hindexed_block_(void* count, void* blocklength, void* array_of_displacements, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_hindexed_block_");
    if (!enter()) {
        next(count, blocklength, array_of_displacements, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_hindexed_block);
    const uint64_t since = now();
    next(count, blocklength, array_of_displacements, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_hindexed_block, took);
    leave(since + took);
}
void mpi_type_create_hindexed_block(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_hindexed_block_")));
void mpi_type_create_hindexed_block__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_hindexed_block_")));
void MPI_TYPE_CREATE_HINDEXED_BLOCK(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_hindexed_block_")));
#endif

#ifdef HAVE_F_mpi_type_create_hindexed_block_f08_
void mpi_type_create_hindexed_block_f08_(void* count, void* blocklength, void* array_of_displacements, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_hindexed_block_f08_");
    if (!enter()) {
        next(count, blocklength, array_of_displacements, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_hindexed_block);
    const uint64_t since = now();
    next(count, blocklength, array_of_displacements, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_hindexed_block, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_create_hvector
int MPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_hvector");
    if (!enter()) {
        const int ended = next(count, blocklength, stride, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_hvector);
    const uint64_t since = now();
    const int ended = next(count, blocklength, stride, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_hvector, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_create_hvector_c
int MPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_hvector_c");
    if (!enter()) {
        const int ended = next(count, blocklength, stride, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_hvector);
    const uint64_t since = now();
    const int ended = next(count, blocklength, stride, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_hvector, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_create_hvector_
void mpi_type_create_hvector_(void* count, void* blocklength, void* stride, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_hvector_");
    if (!enter()) {
        next(count, blocklength, stride, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_hvector);
    const uint64_t since = now();
    next(count, blocklength, stride, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_hvector, took);
    leave(since + took);
}
void mpi_type_create_hvector(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_hvector_")));
void mpi_type_create_hvector__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_hvector_")));
void MPI_TYPE_CREATE_HVECTOR(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_hvector_")));
#endif

#ifdef HAVE_F_mpi_type_create_hvector_f08_
void mpi_type_create_hvector_f08_(void* count, void* blocklength, void* stride, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_hvector_f08_");
    if (!enter()) {
        next(count, blocklength, stride, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_hvector);
    const uint64_t since = now();
    next(count, blocklength, stride, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_hvector, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_create_indexed_block
int MPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(int count, int blocklength, const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_indexed_block");
    if (!enter()) {
        const int ended = next(count, blocklength, array_of_displacements, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_indexed_block);
    const uint64_t since = now();
    const int ended = next(count, blocklength, array_of_displacements, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_indexed_block, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_create_indexed_block_c
int MPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_indexed_block_c");
    if (!enter()) {
        const int ended = next(count, blocklength, array_of_displacements, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_indexed_block);
    const uint64_t since = now();
    const int ended = next(count, blocklength, array_of_displacements, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_indexed_block, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_create_indexed_block_
void mpi_type_create_indexed_block_(void* count, void* blocklength, void* array_of_displacements, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_indexed_block_");
    if (!enter()) {
        next(count, blocklength, array_of_displacements, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_indexed_block);
    const uint64_t since = now();
    next(count, blocklength, array_of_displacements, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_indexed_block, took);
    leave(since + took);
}
void mpi_type_create_indexed_block(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_indexed_block_")));
void mpi_type_create_indexed_block__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_indexed_block_")));
void MPI_TYPE_CREATE_INDEXED_BLOCK(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_indexed_block_")));
#endif

#ifdef HAVE_F_mpi_type_create_indexed_block_f08_
void mpi_type_create_indexed_block_f08_(void* count, void* blocklength, void* array_of_displacements, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_indexed_block_f08_");
    if (!enter()) {
        next(count, blocklength, array_of_displacements, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_indexed_block);
    const uint64_t since = now();
    next(count, blocklength, array_of_displacements, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_indexed_block, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_create_keyval
int MPI_Type_create_keyval(MPI_Type_copy_attr_function* type_copy_attr_fn, MPI_Type_delete_attr_function* type_delete_attr_fn, int* type_keyval, void* extra_state) {
    static int (*next)(MPI_Type_copy_attr_function* type_copy_attr_fn, MPI_Type_delete_attr_function* type_delete_attr_fn, int* type_keyval, void* extra_state);
    if (!next) *(void**)&next = next_of("MPI_Type_create_keyval");
    if (!enter()) {
        const int ended = next(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_keyval);
    const uint64_t since = now();
    const int ended = next(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state);
    const uint64_t took = now() - since;
    other(CALL_Type_create_keyval, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_create_resized
int MPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype* newtype) {
    static int (*next)(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_resized");
    if (!enter()) {
        const int ended = next(oldtype, lb, extent, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_resized);
    const uint64_t since = now();
    const int ended = next(oldtype, lb, extent, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_resized, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_create_resized_c
int MPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype* newtype) {
    static int (*next)(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_resized_c");
    if (!enter()) {
        const int ended = next(oldtype, lb, extent, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_resized);
    const uint64_t since = now();
    const int ended = next(oldtype, lb, extent, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_resized, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_create_resized_
void mpi_type_create_resized_(void* oldtype, void* lb, void* extent, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_resized_");
    if (!enter()) {
        next(oldtype, lb, extent, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_resized);
    const uint64_t since = now();
    next(oldtype, lb, extent, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_resized, took);
    leave(since + took);
}
void mpi_type_create_resized(void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_resized_")));
void mpi_type_create_resized__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_resized_")));
void MPI_TYPE_CREATE_RESIZED(void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_resized_")));
#endif

#ifdef HAVE_F_mpi_type_create_resized_f08_
void mpi_type_create_resized_f08_(void* oldtype, void* lb, void* extent, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_resized_f08_");
    if (!enter()) {
        next(oldtype, lb, extent, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_resized);
    const uint64_t since = now();
    next(oldtype, lb, extent, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_resized, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_create_struct
int MPI_Type_create_struct(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype* newtype) {
    static int (*next)(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_struct");
    if (!enter()) {
        const int ended = next(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_struct);
    const uint64_t since = now();
    const int ended = next(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_struct, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_create_struct_c
int MPI_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype* newtype) {
    static int (*next)(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_struct_c");
    if (!enter()) {
        const int ended = next(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_struct);
    const uint64_t since = now();
    const int ended = next(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_struct, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_create_struct_
void mpi_type_create_struct_(void* count, void* array_of_blocklengths, void* array_of_displacements, void* array_of_types, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_struct_");
    if (!enter()) {
        next(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_struct);
    const uint64_t since = now();
    next(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_struct, took);
    leave(since + took);
}
void mpi_type_create_struct(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_struct_")));
void mpi_type_create_struct__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_struct_")));
void MPI_TYPE_CREATE_STRUCT(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_struct_")));
#endif

#ifdef HAVE_F_mpi_type_create_struct_f08_
void mpi_type_create_struct_f08_(void* count, void* array_of_blocklengths, void* array_of_displacements, void* array_of_types, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_struct_f08_");
    if (!enter()) {
        next(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_struct);
    const uint64_t since = now();
    next(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_struct, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_create_subarray
int MPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_subarray");
    if (!enter()) {
        const int ended = next(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_subarray);
    const uint64_t since = now();
    const int ended = next(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_subarray, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_create_subarray_c
int MPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[], const MPI_Count array_of_subsizes[], const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(int ndims, const MPI_Count array_of_sizes[], const MPI_Count array_of_subsizes[], const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_create_subarray_c");
    if (!enter()) {
        const int ended = next(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_create_subarray);
    const uint64_t since = now();
    const int ended = next(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_create_subarray, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_create_subarray_
void mpi_type_create_subarray_(void* ndims, void* array_of_sizes, void* array_of_subsizes, void* array_of_starts, void* order, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_subarray_");
    if (!enter()) {
        next(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_subarray);
    const uint64_t since = now();
    next(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_subarray, took);
    leave(since + took);
}
void mpi_type_create_subarray(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_subarray_")));
void mpi_type_create_subarray__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_subarray_")));
void MPI_TYPE_CREATE_SUBARRAY(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_create_subarray_")));
#endif

#ifdef HAVE_F_mpi_type_create_subarray_f08_
void mpi_type_create_subarray_f08_(void* ndims, void* array_of_sizes, void* array_of_subsizes, void* array_of_starts, void* order, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_create_subarray_f08_");
    if (!enter()) {
        next(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_create_subarray);
    const uint64_t since = now();
    next(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_create_subarray, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_delete_attr
int MPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval) {
    static int (*next)(MPI_Datatype datatype, int type_keyval);
    if (!next) *(void**)&next = next_of("MPI_Type_delete_attr");
    if (!enter()) {
        const int ended = next(datatype, type_keyval);
        --depth;
        return ended;
    }
    inside(CALL_Type_delete_attr);
    const uint64_t since = now();
    const int ended = next(datatype, type_keyval);
    const uint64_t took = now() - since;
    other(CALL_Type_delete_attr, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_delete_attr_
void mpi_type_delete_attr_(void* datatype, void* type_keyval, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_delete_attr_");
    if (!enter()) {
        next(datatype, type_keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_delete_attr);
    const uint64_t since = now();
    next(datatype, type_keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_delete_attr, took);
    leave(since + took);
}
void mpi_type_delete_attr(void*, void*, void*) __attribute__((alias("mpi_type_delete_attr_")));
void mpi_type_delete_attr__(void*, void*, void*) __attribute__((alias("mpi_type_delete_attr_")));
void MPI_TYPE_DELETE_ATTR(void*, void*, void*) __attribute__((alias("mpi_type_delete_attr_")));
#endif

#ifdef HAVE_F_mpi_type_delete_attr_f08_
void mpi_type_delete_attr_f08_(void* datatype, void* type_keyval, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_delete_attr_f08_");
    if (!enter()) {
        next(datatype, type_keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_delete_attr);
    const uint64_t since = now();
    next(datatype, type_keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_delete_attr, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_dup
int MPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_dup");
    if (!enter()) {
        const int ended = next(oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_dup);
    const uint64_t since = now();
    const int ended = next(oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_dup, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_dup_
void mpi_type_dup_(void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_dup_");
    if (!enter()) {
        next(oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_dup);
    const uint64_t since = now();
    next(oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_dup, took);
    leave(since + took);
}
void mpi_type_dup(void*, void*, void*) __attribute__((alias("mpi_type_dup_")));
void mpi_type_dup__(void*, void*, void*) __attribute__((alias("mpi_type_dup_")));
void MPI_TYPE_DUP(void*, void*, void*) __attribute__((alias("mpi_type_dup_")));
#endif

#ifdef HAVE_F_mpi_type_dup_f08_
void mpi_type_dup_f08_(void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_dup_f08_");
    if (!enter()) {
        next(oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_dup);
    const uint64_t since = now();
    next(oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_dup, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_free
int MPI_Type_free(MPI_Datatype* datatype) {
    static int (*next)(MPI_Datatype* datatype);
    if (!next) *(void**)&next = next_of("MPI_Type_free");
    if (!enter()) {
        const int ended = next(datatype);
        --depth;
        return ended;
    }
    inside(CALL_Type_free);
    const uint64_t since = now();
    const int ended = next(datatype);
    const uint64_t took = now() - since;
    other(CALL_Type_free, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_free_
void mpi_type_free_(void* datatype, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_free_");
    if (!enter()) {
        next(datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_free);
    const uint64_t since = now();
    next(datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_free, took);
    leave(since + took);
}
void mpi_type_free(void*, void*) __attribute__((alias("mpi_type_free_")));
void mpi_type_free__(void*, void*) __attribute__((alias("mpi_type_free_")));
void MPI_TYPE_FREE(void*, void*) __attribute__((alias("mpi_type_free_")));
#endif

#ifdef HAVE_F_mpi_type_free_f08_
void mpi_type_free_f08_(void* datatype, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_free_f08_");
    if (!enter()) {
        next(datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_free);
    const uint64_t since = now();
    next(datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_free, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_free_keyval
int MPI_Type_free_keyval(int* type_keyval) {
    static int (*next)(int* type_keyval);
    if (!next) *(void**)&next = next_of("MPI_Type_free_keyval");
    if (!enter()) {
        const int ended = next(type_keyval);
        --depth;
        return ended;
    }
    inside(CALL_Type_free_keyval);
    const uint64_t since = now();
    const int ended = next(type_keyval);
    const uint64_t took = now() - since;
    other(CALL_Type_free_keyval, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_free_keyval_
void mpi_type_free_keyval_(void* type_keyval, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_free_keyval_");
    if (!enter()) {
        next(type_keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_free_keyval);
    const uint64_t since = now();
    next(type_keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_free_keyval, took);
    leave(since + took);
}
void mpi_type_free_keyval(void*, void*) __attribute__((alias("mpi_type_free_keyval_")));
void mpi_type_free_keyval__(void*, void*) __attribute__((alias("mpi_type_free_keyval_")));
void MPI_TYPE_FREE_KEYVAL(void*, void*) __attribute__((alias("mpi_type_free_keyval_")));
#endif

#ifdef HAVE_F_mpi_type_free_keyval_f08_
void mpi_type_free_keyval_f08_(void* type_keyval, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_free_keyval_f08_");
    if (!enter()) {
        next(type_keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_free_keyval);
    const uint64_t since = now();
    next(type_keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_free_keyval, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_get_attr
int MPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void* attribute_val, int* flag) {
    static int (*next)(MPI_Datatype datatype, int type_keyval, void* attribute_val, int* flag);
    if (!next) *(void**)&next = next_of("MPI_Type_get_attr");
    if (!enter()) {
        const int ended = next(datatype, type_keyval, attribute_val, flag);
        --depth;
        return ended;
    }
    inside(CALL_Type_get_attr);
    const uint64_t since = now();
    const int ended = next(datatype, type_keyval, attribute_val, flag);
    const uint64_t took = now() - since;
    other(CALL_Type_get_attr, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_get_attr_
void mpi_type_get_attr_(void* datatype, void* type_keyval, void* attribute_val, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_attr_");
    if (!enter()) {
        next(datatype, type_keyval, attribute_val, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_attr);
    const uint64_t since = now();
    next(datatype, type_keyval, attribute_val, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_attr, took);
    leave(since + took);
}
void mpi_type_get_attr(void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_get_attr_")));
void mpi_type_get_attr__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_get_attr_")));
void MPI_TYPE_GET_ATTR(void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_get_attr_")));
#endif

#ifdef HAVE_F_mpi_type_get_attr_f08_
void mpi_type_get_attr_f08_(void* datatype, void* type_keyval, void* attribute_val, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_attr_f08_");
    if (!enter()) {
        next(datatype, type_keyval, attribute_val, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_attr);
    const uint64_t since = now();
    next(datatype, type_keyval, attribute_val, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_attr, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_get_contents
int MPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]) {
    static int (*next)(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]);
    if (!next) *(void**)&next = next_of("MPI_Type_get_contents");
    if (!enter()) {
        const int ended = next(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes);
        --depth;
        return ended;
    }
    inside(CALL_Type_get_contents);
    const uint64_t since = now();
    const int ended = next(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes);
    const uint64_t took = now() - since;
    other(CALL_Type_get_contents, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_get_contents_c
int MPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]) {
    static int (*next)(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]);
    if (!next) *(void**)&next = next_of("MPI_Type_get_contents_c");
    if (!enter()) {
        const int ended = next(datatype, max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes);
        --depth;
        return ended;
    }
    inside(CALL_Type_get_contents);
    const uint64_t since = now();
    const int ended = next(datatype, max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes);
    const uint64_t took = now() - since;
    other(CALL_Type_get_contents, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_get_contents_
void mpi_type_get_contents_(void* datatype, void* max_integers, void* max_addresses, void* max_datatypes, void* array_of_integers, void* array_of_addresses, void* array_of_datatypes, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_contents_");
    if (!enter()) {
        next(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_contents);
    const uint64_t since = now();
    next(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_contents, took);
    leave(since + took);
}
void mpi_type_get_contents(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_get_contents_")));
void mpi_type_get_contents__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_get_contents_")));
void MPI_TYPE_GET_CONTENTS(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_get_contents_")));
#endif

#ifdef HAVE_F_mpi_type_get_contents_f08_
void mpi_type_get_contents_f08_(void* datatype, void* max_integers, void* max_addresses, void* max_datatypes, void* array_of_integers, void* array_of_addresses, void* array_of_datatypes, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_contents_f08_");
    if (!enter()) {
        next(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_contents);
    const uint64_t since = now();
    next(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_contents, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_get_envelope
int MPI_Type_get_envelope(MPI_Datatype datatype, int* num_integers, int* num_addresses, int* num_datatypes, int* combiner) {
    static int (*next)(MPI_Datatype datatype, int* num_integers, int* num_addresses, int* num_datatypes, int* combiner);
    if (!next) *(void**)&next = next_of("MPI_Type_get_envelope");
    if (!enter()) {
        const int ended = next(datatype, num_integers, num_addresses, num_datatypes, combiner);
        --depth;
        return ended;
    }
    inside(CALL_Type_get_envelope);
    const uint64_t since = now();
    const int ended = next(datatype, num_integers, num_addresses, num_datatypes, combiner);
    const uint64_t took = now() - since;
    other(CALL_Type_get_envelope, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_get_envelope_c
int MPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count* num_integers, MPI_Count* num_addresses, MPI_Count* num_large_counts, MPI_Count* num_datatypes, int* combiner) {
    static int (*next)(MPI_Datatype datatype, MPI_Count* num_integers, MPI_Count* num_addresses, MPI_Count* num_large_counts, MPI_Count* num_datatypes, int* combiner);
    if (!next) *(void**)&next = next_of("MPI_Type_get_envelope_c");
    if (!enter()) {
        const int ended = next(datatype, num_integers, num_addresses, num_large_counts, num_datatypes, combiner);
        --depth;
        return ended;
    }
    inside(CALL_Type_get_envelope);
    const uint64_t since = now();
    const int ended = next(datatype, num_integers, num_addresses, num_large_counts, num_datatypes, combiner);
    const uint64_t took = now() - since;
    other(CALL_Type_get_envelope, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_get_envelope_
void mpi_type_get_envelope_(void* datatype, void* num_integers, void* num_addresses, void* num_datatypes, void* combiner, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_envelope_");
    if (!enter()) {
        next(datatype, num_integers, num_addresses, num_datatypes, combiner, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_envelope);
    const uint64_t since = now();
    next(datatype, num_integers, num_addresses, num_datatypes, combiner, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_envelope, took);
    leave(since + took);
}
void mpi_type_get_envelope(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_get_envelope_")));
void mpi_type_get_envelope__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_get_envelope_")));
void MPI_TYPE_GET_ENVELOPE(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_get_envelope_")));
#endif

#ifdef HAVE_F_mpi_type_get_envelope_f08_
void mpi_type_get_envelope_f08_(void* datatype, void* num_integers, void* num_addresses, void* num_datatypes, void* combiner, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_envelope_f08_");
    if (!enter()) {
        next(datatype, num_integers, num_addresses, num_datatypes, combiner, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_envelope);
    const uint64_t since = now();
    next(datatype, num_integers, num_addresses, num_datatypes, combiner, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_envelope, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_get_extent
int MPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent) {
    static int (*next)(MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent);
    if (!next) *(void**)&next = next_of("MPI_Type_get_extent");
    if (!enter()) {
        const int ended = next(datatype, lb, extent);
        --depth;
        return ended;
    }
    inside(CALL_Type_get_extent);
    const uint64_t since = now();
    const int ended = next(datatype, lb, extent);
    const uint64_t took = now() - since;
    other(CALL_Type_get_extent, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_get_extent_c
int MPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent) {
    static int (*next)(MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent);
    if (!next) *(void**)&next = next_of("MPI_Type_get_extent_c");
    if (!enter()) {
        const int ended = next(datatype, lb, extent);
        --depth;
        return ended;
    }
    inside(CALL_Type_get_extent);
    const uint64_t since = now();
    const int ended = next(datatype, lb, extent);
    const uint64_t took = now() - since;
    other(CALL_Type_get_extent, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_get_extent_
void mpi_type_get_extent_(void* datatype, void* lb, void* extent, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_extent_");
    if (!enter()) {
        next(datatype, lb, extent, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_extent);
    const uint64_t since = now();
    next(datatype, lb, extent, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_extent, took);
    leave(since + took);
}
void mpi_type_get_extent(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_extent_")));
void mpi_type_get_extent__(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_extent_")));
void MPI_TYPE_GET_EXTENT(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_extent_")));
#endif

#ifdef HAVE_F_mpi_type_get_extent_f08_
void mpi_type_get_extent_f08_(void* datatype, void* lb, void* extent, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_extent_f08_");
    if (!enter()) {
        next(datatype, lb, extent, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_extent);
    const uint64_t since = now();
    next(datatype, lb, extent, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_extent, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_get_extent_x
int MPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent) {
    static int (*next)(MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent);
    if (!next) *(void**)&next = next_of("MPI_Type_get_extent_x");
    if (!enter()) {
        const int ended = next(datatype, lb, extent);
        --depth;
        return ended;
    }
    inside(CALL_Type_get_extent_x);
    const uint64_t since = now();
    const int ended = next(datatype, lb, extent);
    const uint64_t took = now() - since;
    other(CALL_Type_get_extent_x, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_get_extent_x_
void mpi_type_get_extent_x_(void* datatype, void* lb, void* extent, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_extent_x_");
    if (!enter()) {
        next(datatype, lb, extent, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_extent_x);
    const uint64_t since = now();
    next(datatype, lb, extent, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_extent_x, took);
    leave(since + took);
}
void mpi_type_get_extent_x(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_extent_x_")));
void mpi_type_get_extent_x__(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_extent_x_")));
void MPI_TYPE_GET_EXTENT_X(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_extent_x_")));
#endif

#ifdef HAVE_F_mpi_type_get_extent_x_f08_
void mpi_type_get_extent_x_f08_(void* datatype, void* lb, void* extent, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_extent_x_f08_");
    if (!enter()) {
        next(datatype, lb, extent, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_extent_x);
    const uint64_t since = now();
    next(datatype, lb, extent, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_extent_x, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_get_name
int MPI_Type_get_name(MPI_Datatype datatype, char* type_name, int* resultlen) {
    static int (*next)(MPI_Datatype datatype, char* type_name, int* resultlen);
    if (!next) *(void**)&next = next_of("MPI_Type_get_name");
    if (!enter()) {
        const int ended = next(datatype, type_name, resultlen);
        --depth;
        return ended;
    }
    inside(CALL_Type_get_name);
    const uint64_t since = now();
    const int ended = next(datatype, type_name, resultlen);
    const uint64_t took = now() - since;
    other(CALL_Type_get_name, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_get_true_extent
int MPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint* true_lb, MPI_Aint* true_extent) {
    static int (*next)(MPI_Datatype datatype, MPI_Aint* true_lb, MPI_Aint* true_extent);
    if (!next) *(void**)&next = next_of("MPI_Type_get_true_extent");
    if (!enter()) {
        const int ended = next(datatype, true_lb, true_extent);
        --depth;
        return ended;
    }
    inside(CALL_Type_get_true_extent);
    const uint64_t since = now();
    const int ended = next(datatype, true_lb, true_extent);
    const uint64_t took = now() - since;
    other(CALL_Type_get_true_extent, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_get_true_extent_c
int MPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count* true_lb, MPI_Count* true_extent) {
    static int (*next)(MPI_Datatype datatype, MPI_Count* true_lb, MPI_Count* true_extent);
    if (!next) *(void**)&next = next_of("MPI_Type_get_true_extent_c");
    if (!enter()) {
        const int ended = next(datatype, true_lb, true_extent);
        --depth;
        return ended;
    }
    inside(CALL_Type_get_true_extent);
    const uint64_t since = now();
    const int ended = next(datatype, true_lb, true_extent);
    const uint64_t took = now() - since;
    other(CALL_Type_get_true_extent, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_get_true_extent_
void mpi_type_get_true_extent_(void* datatype, void* true_lb, void* true_extent, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_true_extent_");
    if (!enter()) {
        next(datatype, true_lb, true_extent, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_true_extent);
    const uint64_t since = now();
    next(datatype, true_lb, true_extent, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_true_extent, took);
    leave(since + took);
}
void mpi_type_get_true_extent(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_true_extent_")));
void mpi_type_get_true_extent__(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_true_extent_")));
void MPI_TYPE_GET_TRUE_EXTENT(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_true_extent_")));
#endif

#ifdef HAVE_F_mpi_type_get_true_extent_f08_
void mpi_type_get_true_extent_f08_(void* datatype, void* true_lb, void* true_extent, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_true_extent_f08_");
    if (!enter()) {
        next(datatype, true_lb, true_extent, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_true_extent);
    const uint64_t since = now();
    next(datatype, true_lb, true_extent, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_true_extent, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_get_true_extent_x
int MPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count* true_lb, MPI_Count* true_extent) {
    static int (*next)(MPI_Datatype datatype, MPI_Count* true_lb, MPI_Count* true_extent);
    if (!next) *(void**)&next = next_of("MPI_Type_get_true_extent_x");
    if (!enter()) {
        const int ended = next(datatype, true_lb, true_extent);
        --depth;
        return ended;
    }
    inside(CALL_Type_get_true_extent_x);
    const uint64_t since = now();
    const int ended = next(datatype, true_lb, true_extent);
    const uint64_t took = now() - since;
    other(CALL_Type_get_true_extent_x, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_get_true_extent_x_
void mpi_type_get_true_extent_x_(void* datatype, void* true_lb, void* true_extent, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_true_extent_x_");
    if (!enter()) {
        next(datatype, true_lb, true_extent, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_true_extent_x);
    const uint64_t since = now();
    next(datatype, true_lb, true_extent, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_true_extent_x, took);
    leave(since + took);
}
void mpi_type_get_true_extent_x(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_true_extent_x_")));
void mpi_type_get_true_extent_x__(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_true_extent_x_")));
void MPI_TYPE_GET_TRUE_EXTENT_X(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_true_extent_x_")));
#endif

#ifdef HAVE_F_mpi_type_get_true_extent_x_f08_
void mpi_type_get_true_extent_x_f08_(void* datatype, void* true_lb, void* true_extent, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_true_extent_x_f08_");
    if (!enter()) {
        next(datatype, true_lb, true_extent, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_true_extent_x);
    const uint64_t since = now();
    next(datatype, true_lb, true_extent, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_true_extent_x, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_get_value_index
int MPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type, MPI_Datatype* pair_type) {
    static int (*next)(MPI_Datatype value_type, MPI_Datatype index_type, MPI_Datatype* pair_type);
    if (!next) *(void**)&next = next_of("MPI_Type_get_value_index");
    if (!enter()) {
        const int ended = next(value_type, index_type, pair_type);
        --depth;
        return ended;
    }
    inside(CALL_Type_get_value_index);
    const uint64_t since = now();
    const int ended = next(value_type, index_type, pair_type);
    const uint64_t took = now() - since;
    other(CALL_Type_get_value_index, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_get_value_index_
void mpi_type_get_value_index_(void* value_type, void* index_type, void* pair_type, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_value_index_");
    if (!enter()) {
        next(value_type, index_type, pair_type, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_value_index);
    const uint64_t since = now();
    next(value_type, index_type, pair_type, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_value_index, took);
    leave(since + took);
}
void mpi_type_get_value_index(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_value_index_")));
void mpi_type_get_value_index__(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_value_index_")));
void MPI_TYPE_GET_VALUE_INDEX(void*, void*, void*, void*) __attribute__((alias("mpi_type_get_value_index_")));
#endif

#ifdef HAVE_F_mpi_type_get_value_index_f08_
void mpi_type_get_value_index_f08_(void* value_type, void* index_type, void* pair_type, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_get_value_index_f08_");
    if (!enter()) {
        next(value_type, index_type, pair_type, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_get_value_index);
    const uint64_t since = now();
    next(value_type, index_type, pair_type, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_get_value_index, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_indexed
int MPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(int count, const int array_of_blocklengths[], const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_indexed");
    if (!enter()) {
        const int ended = next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_indexed);
    const uint64_t since = now();
    const int ended = next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_indexed, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_indexed_c
int MPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_indexed_c");
    if (!enter()) {
        const int ended = next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_indexed);
    const uint64_t since = now();
    const int ended = next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_indexed, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_indexed_
void mpi_type_indexed_(void* count, void* array_of_blocklengths, void* array_of_displacements, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_indexed_");
    if (!enter()) {
        next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_indexed);
    const uint64_t since = now();
    next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_indexed, took);
    leave(since + took);
}
void mpi_type_indexed(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_indexed_")));
void mpi_type_indexed__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_indexed_")));
void MPI_TYPE_INDEXED(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_indexed_")));
#endif

#ifdef HAVE_F_mpi_type_indexed_f08_
void mpi_type_indexed_f08_(void* count, void* array_of_blocklengths, void* array_of_displacements, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_indexed_f08_");
    if (!enter()) {
        next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_indexed);
    const uint64_t since = now();
    next(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_indexed, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_match_size
int MPI_Type_match_size(int typeclass, int size, MPI_Datatype* datatype) {
    static int (*next)(int typeclass, int size, MPI_Datatype* datatype);
    if (!next) *(void**)&next = next_of("MPI_Type_match_size");
    if (!enter()) {
        const int ended = next(typeclass, size, datatype);
        --depth;
        return ended;
    }
    inside(CALL_Type_match_size);
    const uint64_t since = now();
    const int ended = next(typeclass, size, datatype);
    const uint64_t took = now() - since;
    other(CALL_Type_match_size, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_match_size_
void mpi_type_match_size_(void* typeclass, void* size, void* datatype, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_match_size_");
    if (!enter()) {
        next(typeclass, size, datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_match_size);
    const uint64_t since = now();
    next(typeclass, size, datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_match_size, took);
    leave(since + took);
}
void mpi_type_match_size(void*, void*, void*, void*) __attribute__((alias("mpi_type_match_size_")));
void mpi_type_match_size__(void*, void*, void*, void*) __attribute__((alias("mpi_type_match_size_")));
void MPI_TYPE_MATCH_SIZE(void*, void*, void*, void*) __attribute__((alias("mpi_type_match_size_")));
#endif

#ifdef HAVE_F_mpi_type_match_size_f08_
void mpi_type_match_size_f08_(void* typeclass, void* size, void* datatype, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_match_size_f08_");
    if (!enter()) {
        next(typeclass, size, datatype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_match_size);
    const uint64_t since = now();
    next(typeclass, size, datatype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_match_size, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_set_attr
int MPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void* attribute_val) {
    static int (*next)(MPI_Datatype datatype, int type_keyval, void* attribute_val);
    if (!next) *(void**)&next = next_of("MPI_Type_set_attr");
    if (!enter()) {
        const int ended = next(datatype, type_keyval, attribute_val);
        --depth;
        return ended;
    }
    inside(CALL_Type_set_attr);
    const uint64_t since = now();
    const int ended = next(datatype, type_keyval, attribute_val);
    const uint64_t took = now() - since;
    other(CALL_Type_set_attr, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_set_attr_
void mpi_type_set_attr_(void* datatype, void* type_keyval, void* attribute_val, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_set_attr_");
    if (!enter()) {
        next(datatype, type_keyval, attribute_val, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_set_attr);
    const uint64_t since = now();
    next(datatype, type_keyval, attribute_val, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_set_attr, took);
    leave(since + took);
}
void mpi_type_set_attr(void*, void*, void*, void*) __attribute__((alias("mpi_type_set_attr_")));
void mpi_type_set_attr__(void*, void*, void*, void*) __attribute__((alias("mpi_type_set_attr_")));
void MPI_TYPE_SET_ATTR(void*, void*, void*, void*) __attribute__((alias("mpi_type_set_attr_")));
#endif

#ifdef HAVE_F_mpi_type_set_attr_f08_
void mpi_type_set_attr_f08_(void* datatype, void* type_keyval, void* attribute_val, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_set_attr_f08_");
    if (!enter()) {
        next(datatype, type_keyval, attribute_val, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_set_attr);
    const uint64_t since = now();
    next(datatype, type_keyval, attribute_val, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_set_attr, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_set_name
int MPI_Type_set_name(MPI_Datatype datatype, const char* type_name) {
    static int (*next)(MPI_Datatype datatype, const char* type_name);
    if (!next) *(void**)&next = next_of("MPI_Type_set_name");
    if (!enter()) {
        const int ended = next(datatype, type_name);
        --depth;
        return ended;
    }
    inside(CALL_Type_set_name);
    const uint64_t since = now();
    const int ended = next(datatype, type_name);
    const uint64_t took = now() - since;
    other(CALL_Type_set_name, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_size
int MPI_Type_size(MPI_Datatype datatype, int* size) {
    static int (*next)(MPI_Datatype datatype, int* size);
    if (!next) *(void**)&next = next_of("MPI_Type_size");
    if (!enter()) {
        const int ended = next(datatype, size);
        --depth;
        return ended;
    }
    inside(CALL_Type_size);
    const uint64_t since = now();
    const int ended = next(datatype, size);
    const uint64_t took = now() - since;
    other(CALL_Type_size, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_size_c
int MPI_Type_size_c(MPI_Datatype datatype, MPI_Count* size) {
    static int (*next)(MPI_Datatype datatype, MPI_Count* size);
    if (!next) *(void**)&next = next_of("MPI_Type_size_c");
    if (!enter()) {
        const int ended = next(datatype, size);
        --depth;
        return ended;
    }
    inside(CALL_Type_size);
    const uint64_t since = now();
    const int ended = next(datatype, size);
    const uint64_t took = now() - since;
    other(CALL_Type_size, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_size_
void mpi_type_size_(void* datatype, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_size_");
    if (!enter()) {
        next(datatype, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_size);
    const uint64_t since = now();
    next(datatype, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_size, took);
    leave(since + took);
}
void mpi_type_size(void*, void*, void*) __attribute__((alias("mpi_type_size_")));
void mpi_type_size__(void*, void*, void*) __attribute__((alias("mpi_type_size_")));
void MPI_TYPE_SIZE(void*, void*, void*) __attribute__((alias("mpi_type_size_")));
#endif

#ifdef HAVE_F_mpi_type_size_f08_
void mpi_type_size_f08_(void* datatype, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_size_f08_");
    if (!enter()) {
        next(datatype, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_size);
    const uint64_t since = now();
    next(datatype, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_size, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_size_x
int MPI_Type_size_x(MPI_Datatype datatype, MPI_Count* size) {
    static int (*next)(MPI_Datatype datatype, MPI_Count* size);
    if (!next) *(void**)&next = next_of("MPI_Type_size_x");
    if (!enter()) {
        const int ended = next(datatype, size);
        --depth;
        return ended;
    }
    inside(CALL_Type_size_x);
    const uint64_t since = now();
    const int ended = next(datatype, size);
    const uint64_t took = now() - since;
    other(CALL_Type_size_x, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_size_x_
void mpi_type_size_x_(void* datatype, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_size_x_");
    if (!enter()) {
        next(datatype, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_size_x);
    const uint64_t since = now();
    next(datatype, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_size_x, took);
    leave(since + took);
}
void mpi_type_size_x(void*, void*, void*) __attribute__((alias("mpi_type_size_x_")));
void mpi_type_size_x__(void*, void*, void*) __attribute__((alias("mpi_type_size_x_")));
void MPI_TYPE_SIZE_X(void*, void*, void*) __attribute__((alias("mpi_type_size_x_")));
#endif

#ifdef HAVE_F_mpi_type_size_x_f08_
void mpi_type_size_x_f08_(void* datatype, void* size, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_size_x_f08_");
    if (!enter()) {
        next(datatype, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_size_x);
    const uint64_t since = now();
    next(datatype, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_size_x, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Type_toint
int MPI_Type_toint(MPI_Datatype datatype) {
    static int (*next)(MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_Type_toint");
    if (!enter()) {
        const int ended = next(datatype);
        --depth;
        return ended;
    }
    inside(CALL_Type_toint);
    const uint64_t since = now();
    const int ended = next(datatype);
    const uint64_t took = now() - since;
    other(CALL_Type_toint, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_vector
int MPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_vector");
    if (!enter()) {
        const int ended = next(count, blocklength, stride, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_vector);
    const uint64_t since = now();
    const int ended = next(count, blocklength, stride, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_vector, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Type_vector_c
int MPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    static int (*next)(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype* newtype);
    if (!next) *(void**)&next = next_of("MPI_Type_vector_c");
    if (!enter()) {
        const int ended = next(count, blocklength, stride, oldtype, newtype);
        --depth;
        return ended;
    }
    inside(CALL_Type_vector);
    const uint64_t since = now();
    const int ended = next(count, blocklength, stride, oldtype, newtype);
    const uint64_t took = now() - since;
    other(CALL_Type_vector, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_type_vector_
void mpi_type_vector_(void* count, void* blocklength, void* stride, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_vector_");
    if (!enter()) {
        next(count, blocklength, stride, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_vector);
    const uint64_t since = now();
    next(count, blocklength, stride, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_vector, took);
    leave(since + took);
}
void mpi_type_vector(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_vector_")));
void mpi_type_vector__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_vector_")));
void MPI_TYPE_VECTOR(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_type_vector_")));
#endif

#ifdef HAVE_F_mpi_type_vector_f08_
void mpi_type_vector_f08_(void* count, void* blocklength, void* stride, void* oldtype, void* newtype, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_type_vector_f08_");
    if (!enter()) {
        next(count, blocklength, stride, oldtype, newtype, ierror);
        --depth;
        return;
    }
    inside(CALL_Type_vector);
    const uint64_t since = now();
    next(count, blocklength, stride, oldtype, newtype, ierror);
    const uint64_t took = now() - since;
    other(CALL_Type_vector, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Unpack
int MPI_Unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm) {
    static int (*next)(const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Unpack");
    if (!enter()) {
        const int ended = next(inbuf, insize, position, outbuf, outcount, datatype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Unpack);
    const uint64_t since = now();
    const int ended = next(inbuf, insize, position, outbuf, outcount, datatype, comm);
    const uint64_t took = now() - since;
    other(CALL_Unpack, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Unpack_c
int MPI_Unpack_c(const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm) {
    static int (*next)(const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Unpack_c");
    if (!enter()) {
        const int ended = next(inbuf, insize, position, outbuf, outcount, datatype, comm);
        --depth;
        return ended;
    }
    inside(CALL_Unpack);
    const uint64_t since = now();
    const int ended = next(inbuf, insize, position, outbuf, outcount, datatype, comm);
    const uint64_t took = now() - since;
    other(CALL_Unpack, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_unpack_
void mpi_unpack_(void* inbuf, void* insize, void* position, void* outbuf, void* outcount, void* datatype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_unpack_");
    if (!enter()) {
        next(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Unpack);
    const uint64_t since = now();
    next(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Unpack, took);
    leave(since + took);
}
void mpi_unpack(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_unpack_")));
void mpi_unpack__(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_unpack_")));
void MPI_UNPACK(void*, void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_unpack_")));
#endif

#ifdef HAVE_F_mpi_unpack_f08_
void mpi_unpack_f08_(void* inbuf, void* insize, void* position, void* outbuf, void* outcount, void* datatype, void* comm, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_unpack_f08_");
    if (!enter()) {
        next(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror);
        --depth;
        return;
    }
    inside(CALL_Unpack);
    const uint64_t since = now();
    next(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror);
    const uint64_t took = now() - since;
    other(CALL_Unpack, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Unpack_external
int MPI_Unpack_external(const char datarep[], const void* inbuf, MPI_Aint insize, MPI_Aint* position, void* outbuf, int outcount, MPI_Datatype datatype) {
    static int (*next)(const char datarep[], const void* inbuf, MPI_Aint insize, MPI_Aint* position, void* outbuf, int outcount, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_Unpack_external");
    if (!enter()) {
        const int ended = next(datarep, inbuf, insize, position, outbuf, outcount, datatype);
        --depth;
        return ended;
    }
    inside(CALL_Unpack_external);
    const uint64_t since = now();
    const int ended = next(datarep, inbuf, insize, position, outbuf, outcount, datatype);
    const uint64_t took = now() - since;
    other(CALL_Unpack_external, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Unpack_external_c
int MPI_Unpack_external_c(const char datarep[], const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype) {
    static int (*next)(const char datarep[], const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_Unpack_external_c");
    if (!enter()) {
        const int ended = next(datarep, inbuf, insize, position, outbuf, outcount, datatype);
        --depth;
        return ended;
    }
    inside(CALL_Unpack_external);
    const uint64_t since = now();
    const int ended = next(datarep, inbuf, insize, position, outbuf, outcount, datatype);
    const uint64_t took = now() - since;
    other(CALL_Unpack_external, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Unpublish_name
int MPI_Unpublish_name(const char* service_name, MPI_Info info, const char* port_name) {
    static int (*next)(const char* service_name, MPI_Info info, const char* port_name);
    if (!next) *(void**)&next = next_of("MPI_Unpublish_name");
    if (!enter()) {
        const int ended = next(service_name, info, port_name);
        --depth;
        return ended;
    }
    inside(CALL_Unpublish_name);
    const uint64_t since = now();
    const int ended = next(service_name, info, port_name);
    const uint64_t took = now() - since;
    other(CALL_Unpublish_name, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Wait
int MPI_Wait(MPI_Request* request, MPI_Status* status) {
    static int (*next)(MPI_Request* request, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Wait");
    if (!enter()) {
        const int ended = next(request, status);
        --depth;
        return ended;
    }
    Held held; hold(&held, 1, request);
    status = room_for(&held, status);
    inside(CALL_Wait);
    const uint64_t since = now();
    const int ended = next(request, status);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Wait, took, &held, 1, NULL, status, 0);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_wait_
void mpi_wait_(void* request, void* status, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_wait_");
    if (!enter()) {
        next(request, status, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, 1, (const int*)request);
    inside(CALL_Wait);
    const uint64_t since = now();
    next(request, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Wait, took, &held, 1, NULL, status_f(status), 1);
    leave(since + took);
}
void mpi_wait(void*, void*, void*) __attribute__((alias("mpi_wait_")));
void mpi_wait__(void*, void*, void*) __attribute__((alias("mpi_wait_")));
void MPI_WAIT(void*, void*, void*) __attribute__((alias("mpi_wait_")));
#endif

#ifdef HAVE_F_mpi_wait_f08_
void mpi_wait_f08_(void* request, void* status, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_wait_f08_");
    if (!enter()) {
        next(request, status, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, 1, (const int*)request);
    inside(CALL_Wait);
    const uint64_t since = now();
    next(request, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Wait, took, &held, 1, NULL, status_f(status), 1);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Waitall
int MPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) {
    static int (*next)(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("MPI_Waitall");
    if (!enter()) {
        const int ended = next(count, array_of_requests, array_of_statuses);
        --depth;
        return ended;
    }
    Held held; hold(&held, count, array_of_requests);
    array_of_statuses = room_for(&held, array_of_statuses);
    inside(CALL_Waitall);
    const uint64_t since = now();
    const int ended = next(count, array_of_requests, array_of_statuses);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Waitall, took, &held, count, NULL, array_of_statuses, 0);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_waitall_
void mpi_waitall_(void* count, void* array_of_requests, void* array_of_statuses, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_waitall_");
    if (!enter()) {
        next(count, array_of_requests, array_of_statuses, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, *(int*)count, (const int*)array_of_requests);
    inside(CALL_Waitall);
    const uint64_t since = now();
    next(count, array_of_requests, array_of_statuses, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Waitall, took, &held, *(int*)count, NULL, status_f(array_of_statuses), 1);
    leave(since + took);
}
void mpi_waitall(void*, void*, void*, void*) __attribute__((alias("mpi_waitall_")));
void mpi_waitall__(void*, void*, void*, void*) __attribute__((alias("mpi_waitall_")));
void MPI_WAITALL(void*, void*, void*, void*) __attribute__((alias("mpi_waitall_")));
#endif

#ifdef HAVE_F_mpi_waitall_f08_
void mpi_waitall_f08_(void* count, void* array_of_requests, void* array_of_statuses, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_waitall_f08_");
    if (!enter()) {
        next(count, array_of_requests, array_of_statuses, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, *(int*)count, (const int*)array_of_requests);
    inside(CALL_Waitall);
    const uint64_t since = now();
    next(count, array_of_requests, array_of_statuses, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Waitall, took, &held, *(int*)count, NULL, status_f(array_of_statuses), 1);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Waitany
int MPI_Waitany(int count, MPI_Request array_of_requests[], int* index, MPI_Status* status) {
    static int (*next)(int count, MPI_Request array_of_requests[], int* index, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Waitany");
    if (!enter()) {
        const int ended = next(count, array_of_requests, index, status);
        --depth;
        return ended;
    }
    Held held; hold(&held, count, array_of_requests);
    status = room_for(&held, status);
    inside(CALL_Waitany);
    const uint64_t since = now();
    const int ended = next(count, array_of_requests, index, status);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Waitany, took, &held, *(index) == MPI_UNDEFINED ? 0 : 1, index, status, 0);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_waitany_
void mpi_waitany_(void* count, void* array_of_requests, void* index, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_waitany_");
    if (!enter()) {
        next(count, array_of_requests, index, status, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, *(int*)count, (const int*)array_of_requests);
    inside(CALL_Waitany);
    const uint64_t since = now();
    next(count, array_of_requests, index, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Waitany, took, &held, *((int*)index) == MPI_UNDEFINED ? 0 : 1, (int*)index, status_f(status), 1);
    leave(since + took);
}
void mpi_waitany(void*, void*, void*, void*, void*) __attribute__((alias("mpi_waitany_")));
void mpi_waitany__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_waitany_")));
void MPI_WAITANY(void*, void*, void*, void*, void*) __attribute__((alias("mpi_waitany_")));
#endif

#ifdef HAVE_F_mpi_waitany_f08_
void mpi_waitany_f08_(void* count, void* array_of_requests, void* index, void* status, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_waitany_f08_");
    if (!enter()) {
        next(count, array_of_requests, index, status, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, *(int*)count, (const int*)array_of_requests);
    inside(CALL_Waitany);
    const uint64_t since = now();
    next(count, array_of_requests, index, status, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Waitany, took, &held, *((int*)index) == MPI_UNDEFINED ? 0 : 1, (int*)index, status_f(status), 1);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Waitsome
int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]) {
    static int (*next)(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("MPI_Waitsome");
    if (!enter()) {
        const int ended = next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
        --depth;
        return ended;
    }
    Held held; hold(&held, incount, array_of_requests);
    array_of_statuses = room_for(&held, array_of_statuses);
    inside(CALL_Waitsome);
    const uint64_t since = now();
    const int ended = next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Waitsome, took, &held, *(outcount) == MPI_UNDEFINED ? 0 : *(outcount), array_of_indices, array_of_statuses, 0);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_waitsome_
void mpi_waitsome_(void* incount, void* array_of_requests, void* outcount, void* array_of_indices, void* array_of_statuses, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_waitsome_");
    if (!enter()) {
        next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, *(int*)incount, (const int*)array_of_requests);
    inside(CALL_Waitsome);
    const uint64_t since = now();
    next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Waitsome, took, &held, *((int*)outcount) == MPI_UNDEFINED ? 0 : *((int*)outcount), (int*)array_of_indices, status_f(array_of_statuses), 1);
    leave(since + took);
}
void mpi_waitsome(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_waitsome_")));
void mpi_waitsome__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_waitsome_")));
void MPI_WAITSOME(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_waitsome_")));
#endif

#ifdef HAVE_F_mpi_waitsome_f08_
void mpi_waitsome_f08_(void* incount, void* array_of_requests, void* outcount, void* array_of_indices, void* array_of_statuses, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_waitsome_f08_");
    if (!enter()) {
        next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror);
        --depth;
        return;
    }
    Held held; hold_f(&held, *(int*)incount, (const int*)array_of_requests);
    inside(CALL_Waitsome);
    const uint64_t since = now();
    next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror);
    const uint64_t took = now() - since;
    timed(since, took);
    finish(CALL_Waitsome, took, &held, *((int*)outcount) == MPI_UNDEFINED ? 0 : *((int*)outcount), (int*)array_of_indices, status_f(array_of_statuses), 1);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_allocate
int MPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win) {
    static int (*next)(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win);
    if (!next) *(void**)&next = next_of("MPI_Win_allocate");
    if (!enter()) {
        const int ended = next(size, disp_unit, info, comm, baseptr, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_allocate);
    const uint64_t since = now();
    const int ended = next(size, disp_unit, info, comm, baseptr, win);
    const uint64_t took = now() - since;
    other(CALL_Win_allocate, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Win_allocate_c
int MPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win) {
    static int (*next)(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win);
    if (!next) *(void**)&next = next_of("MPI_Win_allocate_c");
    if (!enter()) {
        const int ended = next(size, disp_unit, info, comm, baseptr, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_allocate);
    const uint64_t since = now();
    const int ended = next(size, disp_unit, info, comm, baseptr, win);
    const uint64_t took = now() - since;
    other(CALL_Win_allocate, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_allocate_
void mpi_win_allocate_(void* size, void* disp_unit, void* info, void* comm, void* baseptr, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_allocate_");
    if (!enter()) {
        next(size, disp_unit, info, comm, baseptr, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_allocate);
    const uint64_t since = now();
    next(size, disp_unit, info, comm, baseptr, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_allocate, took);
    leave(since + took);
}
void mpi_win_allocate(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_allocate_")));
void mpi_win_allocate__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_allocate_")));
void MPI_WIN_ALLOCATE(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_allocate_")));
#endif

#ifdef HAVE_F_mpi_win_allocate_f08_
void mpi_win_allocate_f08_(void* size, void* disp_unit, void* info, void* comm, void* baseptr, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_allocate_f08_");
    if (!enter()) {
        next(size, disp_unit, info, comm, baseptr, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_allocate);
    const uint64_t since = now();
    next(size, disp_unit, info, comm, baseptr, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_allocate, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_allocate_shared
int MPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win) {
    static int (*next)(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win);
    if (!next) *(void**)&next = next_of("MPI_Win_allocate_shared");
    if (!enter()) {
        const int ended = next(size, disp_unit, info, comm, baseptr, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_allocate_shared);
    const uint64_t since = now();
    const int ended = next(size, disp_unit, info, comm, baseptr, win);
    const uint64_t took = now() - since;
    other(CALL_Win_allocate_shared, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Win_allocate_shared_c
int MPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win) {
    static int (*next)(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win);
    if (!next) *(void**)&next = next_of("MPI_Win_allocate_shared_c");
    if (!enter()) {
        const int ended = next(size, disp_unit, info, comm, baseptr, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_allocate_shared);
    const uint64_t since = now();
    const int ended = next(size, disp_unit, info, comm, baseptr, win);
    const uint64_t took = now() - since;
    other(CALL_Win_allocate_shared, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_allocate_shared_
void mpi_win_allocate_shared_(void* size, void* disp_unit, void* info, void* comm, void* baseptr, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_allocate_shared_");
    if (!enter()) {
        next(size, disp_unit, info, comm, baseptr, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_allocate_shared);
    const uint64_t since = now();
    next(size, disp_unit, info, comm, baseptr, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_allocate_shared, took);
    leave(since + took);
}
void mpi_win_allocate_shared(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_allocate_shared_")));
void mpi_win_allocate_shared__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_allocate_shared_")));
void MPI_WIN_ALLOCATE_SHARED(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_allocate_shared_")));
#endif

#ifdef HAVE_F_mpi_win_allocate_shared_f08_
void mpi_win_allocate_shared_f08_(void* size, void* disp_unit, void* info, void* comm, void* baseptr, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_allocate_shared_f08_");
    if (!enter()) {
        next(size, disp_unit, info, comm, baseptr, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_allocate_shared);
    const uint64_t since = now();
    next(size, disp_unit, info, comm, baseptr, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_allocate_shared, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_attach
int MPI_Win_attach(MPI_Win win, void* base, MPI_Aint size) {
    static int (*next)(MPI_Win win, void* base, MPI_Aint size);
    if (!next) *(void**)&next = next_of("MPI_Win_attach");
    if (!enter()) {
        const int ended = next(win, base, size);
        --depth;
        return ended;
    }
    inside(CALL_Win_attach);
    const uint64_t since = now();
    const int ended = next(win, base, size);
    const uint64_t took = now() - since;
    other(CALL_Win_attach, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_attach_
void mpi_win_attach_(void* win, void* base, void* size, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_attach_");
    if (!enter()) {
        next(win, base, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_attach);
    const uint64_t since = now();
    next(win, base, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_attach, took);
    leave(since + took);
}
void mpi_win_attach(void*, void*, void*, void*) __attribute__((alias("mpi_win_attach_")));
void mpi_win_attach__(void*, void*, void*, void*) __attribute__((alias("mpi_win_attach_")));
void MPI_WIN_ATTACH(void*, void*, void*, void*) __attribute__((alias("mpi_win_attach_")));
#endif

#ifdef HAVE_F_mpi_win_attach_f08_
void mpi_win_attach_f08_(void* win, void* base, void* size, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_attach_f08_");
    if (!enter()) {
        next(win, base, size, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_attach);
    const uint64_t since = now();
    next(win, base, size, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_attach, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_complete
int MPI_Win_complete(MPI_Win win) {
    static int (*next)(MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_complete");
    if (!enter()) {
        const int ended = next(win);
        --depth;
        return ended;
    }
    inside(CALL_Win_complete);
    const uint64_t since = now();
    const int ended = next(win);
    const uint64_t took = now() - since;
    other(CALL_Win_complete, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_complete_
void mpi_win_complete_(void* win, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_complete_");
    if (!enter()) {
        next(win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_complete);
    const uint64_t since = now();
    next(win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_complete, took);
    leave(since + took);
}
void mpi_win_complete(void*, void*) __attribute__((alias("mpi_win_complete_")));
void mpi_win_complete__(void*, void*) __attribute__((alias("mpi_win_complete_")));
void MPI_WIN_COMPLETE(void*, void*) __attribute__((alias("mpi_win_complete_")));
#endif

#ifdef HAVE_F_mpi_win_complete_f08_
void mpi_win_complete_f08_(void* win, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_complete_f08_");
    if (!enter()) {
        next(win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_complete);
    const uint64_t since = now();
    next(win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_complete, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_create
int MPI_Win_create(void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    static int (*next)(void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win);
    if (!next) *(void**)&next = next_of("MPI_Win_create");
    if (!enter()) {
        const int ended = next(base, size, disp_unit, info, comm, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_create);
    const uint64_t since = now();
    const int ended = next(base, size, disp_unit, info, comm, win);
    const uint64_t took = now() - since;
    other(CALL_Win_create, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Win_create_c
int MPI_Win_create_c(void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    static int (*next)(void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win);
    if (!next) *(void**)&next = next_of("MPI_Win_create_c");
    if (!enter()) {
        const int ended = next(base, size, disp_unit, info, comm, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_create);
    const uint64_t since = now();
    const int ended = next(base, size, disp_unit, info, comm, win);
    const uint64_t took = now() - since;
    other(CALL_Win_create, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_create_
void mpi_win_create_(void* base, void* size, void* disp_unit, void* info, void* comm, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_create_");
    if (!enter()) {
        next(base, size, disp_unit, info, comm, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_create);
    const uint64_t since = now();
    next(base, size, disp_unit, info, comm, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_create, took);
    leave(since + took);
}
void mpi_win_create(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_create_")));
void mpi_win_create__(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_create_")));
void MPI_WIN_CREATE(void*, void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_create_")));
#endif

#ifdef HAVE_F_mpi_win_create_f08_
void mpi_win_create_f08_(void* base, void* size, void* disp_unit, void* info, void* comm, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_create_f08_");
    if (!enter()) {
        next(base, size, disp_unit, info, comm, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_create);
    const uint64_t since = now();
    next(base, size, disp_unit, info, comm, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_create, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_create_dynamic
int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    static int (*next)(MPI_Info info, MPI_Comm comm, MPI_Win* win);
    if (!next) *(void**)&next = next_of("MPI_Win_create_dynamic");
    if (!enter()) {
        const int ended = next(info, comm, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_create_dynamic);
    const uint64_t since = now();
    const int ended = next(info, comm, win);
    const uint64_t took = now() - since;
    other(CALL_Win_create_dynamic, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_create_dynamic_
void mpi_win_create_dynamic_(void* info, void* comm, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_create_dynamic_");
    if (!enter()) {
        next(info, comm, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_create_dynamic);
    const uint64_t since = now();
    next(info, comm, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_create_dynamic, took);
    leave(since + took);
}
void mpi_win_create_dynamic(void*, void*, void*, void*) __attribute__((alias("mpi_win_create_dynamic_")));
void mpi_win_create_dynamic__(void*, void*, void*, void*) __attribute__((alias("mpi_win_create_dynamic_")));
void MPI_WIN_CREATE_DYNAMIC(void*, void*, void*, void*) __attribute__((alias("mpi_win_create_dynamic_")));
#endif

#ifdef HAVE_F_mpi_win_create_dynamic_f08_
void mpi_win_create_dynamic_f08_(void* info, void* comm, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_create_dynamic_f08_");
    if (!enter()) {
        next(info, comm, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_create_dynamic);
    const uint64_t since = now();
    next(info, comm, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_create_dynamic, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_create_keyval
int MPI_Win_create_keyval(MPI_Win_copy_attr_function* win_copy_attr_fn, MPI_Win_delete_attr_function* win_delete_attr_fn, int* win_keyval, void* extra_state) {
    static int (*next)(MPI_Win_copy_attr_function* win_copy_attr_fn, MPI_Win_delete_attr_function* win_delete_attr_fn, int* win_keyval, void* extra_state);
    if (!next) *(void**)&next = next_of("MPI_Win_create_keyval");
    if (!enter()) {
        const int ended = next(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state);
        --depth;
        return ended;
    }
    inside(CALL_Win_create_keyval);
    const uint64_t since = now();
    const int ended = next(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state);
    const uint64_t took = now() - since;
    other(CALL_Win_create_keyval, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Win_delete_attr
int MPI_Win_delete_attr(MPI_Win win, int win_keyval) {
    static int (*next)(MPI_Win win, int win_keyval);
    if (!next) *(void**)&next = next_of("MPI_Win_delete_attr");
    if (!enter()) {
        const int ended = next(win, win_keyval);
        --depth;
        return ended;
    }
    inside(CALL_Win_delete_attr);
    const uint64_t since = now();
    const int ended = next(win, win_keyval);
    const uint64_t took = now() - since;
    other(CALL_Win_delete_attr, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_delete_attr_
void mpi_win_delete_attr_(void* win, void* win_keyval, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_delete_attr_");
    if (!enter()) {
        next(win, win_keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_delete_attr);
    const uint64_t since = now();
    next(win, win_keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_delete_attr, took);
    leave(since + took);
}
void mpi_win_delete_attr(void*, void*, void*) __attribute__((alias("mpi_win_delete_attr_")));
void mpi_win_delete_attr__(void*, void*, void*) __attribute__((alias("mpi_win_delete_attr_")));
void MPI_WIN_DELETE_ATTR(void*, void*, void*) __attribute__((alias("mpi_win_delete_attr_")));
#endif

#ifdef HAVE_F_mpi_win_delete_attr_f08_
void mpi_win_delete_attr_f08_(void* win, void* win_keyval, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_delete_attr_f08_");
    if (!enter()) {
        next(win, win_keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_delete_attr);
    const uint64_t since = now();
    next(win, win_keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_delete_attr, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_detach
int MPI_Win_detach(MPI_Win win, const void* base) {
    static int (*next)(MPI_Win win, const void* base);
    if (!next) *(void**)&next = next_of("MPI_Win_detach");
    if (!enter()) {
        const int ended = next(win, base);
        --depth;
        return ended;
    }
    inside(CALL_Win_detach);
    const uint64_t since = now();
    const int ended = next(win, base);
    const uint64_t took = now() - since;
    other(CALL_Win_detach, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_detach_
void mpi_win_detach_(void* win, void* base, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_detach_");
    if (!enter()) {
        next(win, base, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_detach);
    const uint64_t since = now();
    next(win, base, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_detach, took);
    leave(since + took);
}
void mpi_win_detach(void*, void*, void*) __attribute__((alias("mpi_win_detach_")));
void mpi_win_detach__(void*, void*, void*) __attribute__((alias("mpi_win_detach_")));
void MPI_WIN_DETACH(void*, void*, void*) __attribute__((alias("mpi_win_detach_")));
#endif

#ifdef HAVE_F_mpi_win_detach_f08_
void mpi_win_detach_f08_(void* win, void* base, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_detach_f08_");
    if (!enter()) {
        next(win, base, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_detach);
    const uint64_t since = now();
    next(win, base, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_detach, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_fence
int MPI_Win_fence(int assert, MPI_Win win) {
    static int (*next)(int assert, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_fence");
    if (!enter()) {
        const int ended = next(assert, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_fence);
    const uint64_t since = now();
    const int ended = next(assert, win);
    const uint64_t took = now() - since;
    other(CALL_Win_fence, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_fence_
void mpi_win_fence_(void* assert, void* win, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_fence_");
    if (!enter()) {
        next(assert, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_fence);
    const uint64_t since = now();
    next(assert, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_fence, took);
    leave(since + took);
}
void mpi_win_fence(void*, void*, void*) __attribute__((alias("mpi_win_fence_")));
void mpi_win_fence__(void*, void*, void*) __attribute__((alias("mpi_win_fence_")));
void MPI_WIN_FENCE(void*, void*, void*) __attribute__((alias("mpi_win_fence_")));
#endif

#ifdef HAVE_F_mpi_win_fence_f08_
void mpi_win_fence_f08_(void* assert, void* win, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_fence_f08_");
    if (!enter()) {
        next(assert, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_fence);
    const uint64_t since = now();
    next(assert, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_fence, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_flush
int MPI_Win_flush(int rank, MPI_Win win) {
    static int (*next)(int rank, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_flush");
    if (!enter()) {
        const int ended = next(rank, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_flush);
    const uint64_t since = now();
    const int ended = next(rank, win);
    const uint64_t took = now() - since;
    other(CALL_Win_flush, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_flush_
void mpi_win_flush_(void* rank, void* win, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_flush_");
    if (!enter()) {
        next(rank, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_flush);
    const uint64_t since = now();
    next(rank, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_flush, took);
    leave(since + took);
}
void mpi_win_flush(void*, void*, void*) __attribute__((alias("mpi_win_flush_")));
void mpi_win_flush__(void*, void*, void*) __attribute__((alias("mpi_win_flush_")));
void MPI_WIN_FLUSH(void*, void*, void*) __attribute__((alias("mpi_win_flush_")));
#endif

#ifdef HAVE_F_mpi_win_flush_f08_
void mpi_win_flush_f08_(void* rank, void* win, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_flush_f08_");
    if (!enter()) {
        next(rank, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_flush);
    const uint64_t since = now();
    next(rank, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_flush, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_flush_all
int MPI_Win_flush_all(MPI_Win win) {
    static int (*next)(MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_flush_all");
    if (!enter()) {
        const int ended = next(win);
        --depth;
        return ended;
    }
    inside(CALL_Win_flush_all);
    const uint64_t since = now();
    const int ended = next(win);
    const uint64_t took = now() - since;
    other(CALL_Win_flush_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_flush_all_
void mpi_win_flush_all_(void* win, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_flush_all_");
    if (!enter()) {
        next(win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_flush_all);
    const uint64_t since = now();
    next(win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_flush_all, took);
    leave(since + took);
}
void mpi_win_flush_all(void*, void*) __attribute__((alias("mpi_win_flush_all_")));
void mpi_win_flush_all__(void*, void*) __attribute__((alias("mpi_win_flush_all_")));
void MPI_WIN_FLUSH_ALL(void*, void*) __attribute__((alias("mpi_win_flush_all_")));
#endif

#ifdef HAVE_F_mpi_win_flush_all_f08_
void mpi_win_flush_all_f08_(void* win, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_flush_all_f08_");
    if (!enter()) {
        next(win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_flush_all);
    const uint64_t since = now();
    next(win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_flush_all, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_flush_local
int MPI_Win_flush_local(int rank, MPI_Win win) {
    static int (*next)(int rank, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_flush_local");
    if (!enter()) {
        const int ended = next(rank, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_flush_local);
    const uint64_t since = now();
    const int ended = next(rank, win);
    const uint64_t took = now() - since;
    other(CALL_Win_flush_local, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_flush_local_
void mpi_win_flush_local_(void* rank, void* win, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_flush_local_");
    if (!enter()) {
        next(rank, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_flush_local);
    const uint64_t since = now();
    next(rank, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_flush_local, took);
    leave(since + took);
}
void mpi_win_flush_local(void*, void*, void*) __attribute__((alias("mpi_win_flush_local_")));
void mpi_win_flush_local__(void*, void*, void*) __attribute__((alias("mpi_win_flush_local_")));
void MPI_WIN_FLUSH_LOCAL(void*, void*, void*) __attribute__((alias("mpi_win_flush_local_")));
#endif

#ifdef HAVE_F_mpi_win_flush_local_f08_
void mpi_win_flush_local_f08_(void* rank, void* win, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_flush_local_f08_");
    if (!enter()) {
        next(rank, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_flush_local);
    const uint64_t since = now();
    next(rank, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_flush_local, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_flush_local_all
int MPI_Win_flush_local_all(MPI_Win win) {
    static int (*next)(MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_flush_local_all");
    if (!enter()) {
        const int ended = next(win);
        --depth;
        return ended;
    }
    inside(CALL_Win_flush_local_all);
    const uint64_t since = now();
    const int ended = next(win);
    const uint64_t took = now() - since;
    other(CALL_Win_flush_local_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_flush_local_all_
void mpi_win_flush_local_all_(void* win, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_flush_local_all_");
    if (!enter()) {
        next(win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_flush_local_all);
    const uint64_t since = now();
    next(win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_flush_local_all, took);
    leave(since + took);
}
void mpi_win_flush_local_all(void*, void*) __attribute__((alias("mpi_win_flush_local_all_")));
void mpi_win_flush_local_all__(void*, void*) __attribute__((alias("mpi_win_flush_local_all_")));
void MPI_WIN_FLUSH_LOCAL_ALL(void*, void*) __attribute__((alias("mpi_win_flush_local_all_")));
#endif

#ifdef HAVE_F_mpi_win_flush_local_all_f08_
void mpi_win_flush_local_all_f08_(void* win, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_flush_local_all_f08_");
    if (!enter()) {
        next(win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_flush_local_all);
    const uint64_t since = now();
    next(win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_flush_local_all, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_free
int MPI_Win_free(MPI_Win* win) {
    static int (*next)(MPI_Win* win);
    if (!next) *(void**)&next = next_of("MPI_Win_free");
    if (!enter()) {
        const int ended = next(win);
        --depth;
        return ended;
    }
    forget_win(win);
    inside(CALL_Win_free);
    const uint64_t since = now();
    const int ended = next(win);
    const uint64_t took = now() - since;
    other(CALL_Win_free, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_free_
void mpi_win_free_(void* win, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_free_");
    if (!enter()) {
        next(win, ierror);
        --depth;
        return;
    }
    forget_win(WIN_F(win));
    inside(CALL_Win_free);
    const uint64_t since = now();
    next(win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_free, took);
    leave(since + took);
}
void mpi_win_free(void*, void*) __attribute__((alias("mpi_win_free_")));
void mpi_win_free__(void*, void*) __attribute__((alias("mpi_win_free_")));
void MPI_WIN_FREE(void*, void*) __attribute__((alias("mpi_win_free_")));
#endif

#ifdef HAVE_F_mpi_win_free_f08_
void mpi_win_free_f08_(void* win, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_free_f08_");
    if (!enter()) {
        next(win, ierror);
        --depth;
        return;
    }
    forget_win(WIN_F(win));
    inside(CALL_Win_free);
    const uint64_t since = now();
    next(win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_free, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_free_keyval
int MPI_Win_free_keyval(int* win_keyval) {
    static int (*next)(int* win_keyval);
    if (!next) *(void**)&next = next_of("MPI_Win_free_keyval");
    if (!enter()) {
        const int ended = next(win_keyval);
        --depth;
        return ended;
    }
    inside(CALL_Win_free_keyval);
    const uint64_t since = now();
    const int ended = next(win_keyval);
    const uint64_t took = now() - since;
    other(CALL_Win_free_keyval, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_free_keyval_
void mpi_win_free_keyval_(void* win_keyval, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_free_keyval_");
    if (!enter()) {
        next(win_keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_free_keyval);
    const uint64_t since = now();
    next(win_keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_free_keyval, took);
    leave(since + took);
}
void mpi_win_free_keyval(void*, void*) __attribute__((alias("mpi_win_free_keyval_")));
void mpi_win_free_keyval__(void*, void*) __attribute__((alias("mpi_win_free_keyval_")));
void MPI_WIN_FREE_KEYVAL(void*, void*) __attribute__((alias("mpi_win_free_keyval_")));
#endif

#ifdef HAVE_F_mpi_win_free_keyval_f08_
void mpi_win_free_keyval_f08_(void* win_keyval, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_free_keyval_f08_");
    if (!enter()) {
        next(win_keyval, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_free_keyval);
    const uint64_t since = now();
    next(win_keyval, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_free_keyval, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_get_attr
int MPI_Win_get_attr(MPI_Win win, int win_keyval, void* attribute_val, int* flag) {
    static int (*next)(MPI_Win win, int win_keyval, void* attribute_val, int* flag);
    if (!next) *(void**)&next = next_of("MPI_Win_get_attr");
    if (!enter()) {
        const int ended = next(win, win_keyval, attribute_val, flag);
        --depth;
        return ended;
    }
    inside(CALL_Win_get_attr);
    const uint64_t since = now();
    const int ended = next(win, win_keyval, attribute_val, flag);
    const uint64_t took = now() - since;
    other(CALL_Win_get_attr, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_get_attr_
void mpi_win_get_attr_(void* win, void* win_keyval, void* attribute_val, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_get_attr_");
    if (!enter()) {
        next(win, win_keyval, attribute_val, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_get_attr);
    const uint64_t since = now();
    next(win, win_keyval, attribute_val, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_get_attr, took);
    leave(since + took);
}
void mpi_win_get_attr(void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_get_attr_")));
void mpi_win_get_attr__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_get_attr_")));
void MPI_WIN_GET_ATTR(void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_get_attr_")));
#endif

#ifdef HAVE_F_mpi_win_get_attr_f08_
void mpi_win_get_attr_f08_(void* win, void* win_keyval, void* attribute_val, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_get_attr_f08_");
    if (!enter()) {
        next(win, win_keyval, attribute_val, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_get_attr);
    const uint64_t since = now();
    next(win, win_keyval, attribute_val, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_get_attr, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_get_group
int MPI_Win_get_group(MPI_Win win, MPI_Group* group) {
    static int (*next)(MPI_Win win, MPI_Group* group);
    if (!next) *(void**)&next = next_of("MPI_Win_get_group");
    if (!enter()) {
        const int ended = next(win, group);
        --depth;
        return ended;
    }
    inside(CALL_Win_get_group);
    const uint64_t since = now();
    const int ended = next(win, group);
    const uint64_t took = now() - since;
    other(CALL_Win_get_group, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_get_group_
void mpi_win_get_group_(void* win, void* group, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_get_group_");
    if (!enter()) {
        next(win, group, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_get_group);
    const uint64_t since = now();
    next(win, group, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_get_group, took);
    leave(since + took);
}
void mpi_win_get_group(void*, void*, void*) __attribute__((alias("mpi_win_get_group_")));
void mpi_win_get_group__(void*, void*, void*) __attribute__((alias("mpi_win_get_group_")));
void MPI_WIN_GET_GROUP(void*, void*, void*) __attribute__((alias("mpi_win_get_group_")));
#endif

#ifdef HAVE_F_mpi_win_get_group_f08_
void mpi_win_get_group_f08_(void* win, void* group, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_get_group_f08_");
    if (!enter()) {
        next(win, group, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_get_group);
    const uint64_t since = now();
    next(win, group, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_get_group, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_get_info
int MPI_Win_get_info(MPI_Win win, MPI_Info* info_used) {
    static int (*next)(MPI_Win win, MPI_Info* info_used);
    if (!next) *(void**)&next = next_of("MPI_Win_get_info");
    if (!enter()) {
        const int ended = next(win, info_used);
        --depth;
        return ended;
    }
    inside(CALL_Win_get_info);
    const uint64_t since = now();
    const int ended = next(win, info_used);
    const uint64_t took = now() - since;
    other(CALL_Win_get_info, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_get_info_
void mpi_win_get_info_(void* win, void* info_used, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_get_info_");
    if (!enter()) {
        next(win, info_used, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_get_info);
    const uint64_t since = now();
    next(win, info_used, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_get_info, took);
    leave(since + took);
}
void mpi_win_get_info(void*, void*, void*) __attribute__((alias("mpi_win_get_info_")));
void mpi_win_get_info__(void*, void*, void*) __attribute__((alias("mpi_win_get_info_")));
void MPI_WIN_GET_INFO(void*, void*, void*) __attribute__((alias("mpi_win_get_info_")));
#endif

#ifdef HAVE_F_mpi_win_get_info_f08_
void mpi_win_get_info_f08_(void* win, void* info_used, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_get_info_f08_");
    if (!enter()) {
        next(win, info_used, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_get_info);
    const uint64_t since = now();
    next(win, info_used, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_get_info, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_get_name
int MPI_Win_get_name(MPI_Win win, char* win_name, int* resultlen) {
    static int (*next)(MPI_Win win, char* win_name, int* resultlen);
    if (!next) *(void**)&next = next_of("MPI_Win_get_name");
    if (!enter()) {
        const int ended = next(win, win_name, resultlen);
        --depth;
        return ended;
    }
    inside(CALL_Win_get_name);
    const uint64_t since = now();
    const int ended = next(win, win_name, resultlen);
    const uint64_t took = now() - since;
    other(CALL_Win_get_name, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Win_lock
int MPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win) {
    static int (*next)(int lock_type, int rank, int assert, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_lock");
    if (!enter()) {
        const int ended = next(lock_type, rank, assert, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_lock);
    const uint64_t since = now();
    const int ended = next(lock_type, rank, assert, win);
    const uint64_t took = now() - since;
    other(CALL_Win_lock, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_lock_
void mpi_win_lock_(void* lock_type, void* rank, void* assert, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_lock_");
    if (!enter()) {
        next(lock_type, rank, assert, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_lock);
    const uint64_t since = now();
    next(lock_type, rank, assert, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_lock, took);
    leave(since + took);
}
void mpi_win_lock(void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_lock_")));
void mpi_win_lock__(void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_lock_")));
void MPI_WIN_LOCK(void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_lock_")));
#endif

#ifdef HAVE_F_mpi_win_lock_f08_
void mpi_win_lock_f08_(void* lock_type, void* rank, void* assert, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_lock_f08_");
    if (!enter()) {
        next(lock_type, rank, assert, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_lock);
    const uint64_t since = now();
    next(lock_type, rank, assert, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_lock, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_lock_all
int MPI_Win_lock_all(int assert, MPI_Win win) {
    static int (*next)(int assert, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_lock_all");
    if (!enter()) {
        const int ended = next(assert, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_lock_all);
    const uint64_t since = now();
    const int ended = next(assert, win);
    const uint64_t took = now() - since;
    other(CALL_Win_lock_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_lock_all_
void mpi_win_lock_all_(void* assert, void* win, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_lock_all_");
    if (!enter()) {
        next(assert, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_lock_all);
    const uint64_t since = now();
    next(assert, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_lock_all, took);
    leave(since + took);
}
void mpi_win_lock_all(void*, void*, void*) __attribute__((alias("mpi_win_lock_all_")));
void mpi_win_lock_all__(void*, void*, void*) __attribute__((alias("mpi_win_lock_all_")));
void MPI_WIN_LOCK_ALL(void*, void*, void*) __attribute__((alias("mpi_win_lock_all_")));
#endif

#ifdef HAVE_F_mpi_win_lock_all_f08_
void mpi_win_lock_all_f08_(void* assert, void* win, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_lock_all_f08_");
    if (!enter()) {
        next(assert, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_lock_all);
    const uint64_t since = now();
    next(assert, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_lock_all, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_post
int MPI_Win_post(MPI_Group group, int assert, MPI_Win win) {
    static int (*next)(MPI_Group group, int assert, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_post");
    if (!enter()) {
        const int ended = next(group, assert, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_post);
    const uint64_t since = now();
    const int ended = next(group, assert, win);
    const uint64_t took = now() - since;
    other(CALL_Win_post, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_post_
void mpi_win_post_(void* group, void* assert, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_post_");
    if (!enter()) {
        next(group, assert, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_post);
    const uint64_t since = now();
    next(group, assert, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_post, took);
    leave(since + took);
}
void mpi_win_post(void*, void*, void*, void*) __attribute__((alias("mpi_win_post_")));
void mpi_win_post__(void*, void*, void*, void*) __attribute__((alias("mpi_win_post_")));
void MPI_WIN_POST(void*, void*, void*, void*) __attribute__((alias("mpi_win_post_")));
#endif

#ifdef HAVE_F_mpi_win_post_f08_
void mpi_win_post_f08_(void* group, void* assert, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_post_f08_");
    if (!enter()) {
        next(group, assert, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_post);
    const uint64_t since = now();
    next(group, assert, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_post, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_set_attr
int MPI_Win_set_attr(MPI_Win win, int win_keyval, void* attribute_val) {
    static int (*next)(MPI_Win win, int win_keyval, void* attribute_val);
    if (!next) *(void**)&next = next_of("MPI_Win_set_attr");
    if (!enter()) {
        const int ended = next(win, win_keyval, attribute_val);
        --depth;
        return ended;
    }
    inside(CALL_Win_set_attr);
    const uint64_t since = now();
    const int ended = next(win, win_keyval, attribute_val);
    const uint64_t took = now() - since;
    other(CALL_Win_set_attr, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_set_attr_
void mpi_win_set_attr_(void* win, void* win_keyval, void* attribute_val, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_set_attr_");
    if (!enter()) {
        next(win, win_keyval, attribute_val, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_set_attr);
    const uint64_t since = now();
    next(win, win_keyval, attribute_val, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_set_attr, took);
    leave(since + took);
}
void mpi_win_set_attr(void*, void*, void*, void*) __attribute__((alias("mpi_win_set_attr_")));
void mpi_win_set_attr__(void*, void*, void*, void*) __attribute__((alias("mpi_win_set_attr_")));
void MPI_WIN_SET_ATTR(void*, void*, void*, void*) __attribute__((alias("mpi_win_set_attr_")));
#endif

#ifdef HAVE_F_mpi_win_set_attr_f08_
void mpi_win_set_attr_f08_(void* win, void* win_keyval, void* attribute_val, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_set_attr_f08_");
    if (!enter()) {
        next(win, win_keyval, attribute_val, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_set_attr);
    const uint64_t since = now();
    next(win, win_keyval, attribute_val, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_set_attr, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_set_info
int MPI_Win_set_info(MPI_Win win, MPI_Info info) {
    static int (*next)(MPI_Win win, MPI_Info info);
    if (!next) *(void**)&next = next_of("MPI_Win_set_info");
    if (!enter()) {
        const int ended = next(win, info);
        --depth;
        return ended;
    }
    inside(CALL_Win_set_info);
    const uint64_t since = now();
    const int ended = next(win, info);
    const uint64_t took = now() - since;
    other(CALL_Win_set_info, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_set_info_
void mpi_win_set_info_(void* win, void* info, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_set_info_");
    if (!enter()) {
        next(win, info, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_set_info);
    const uint64_t since = now();
    next(win, info, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_set_info, took);
    leave(since + took);
}
void mpi_win_set_info(void*, void*, void*) __attribute__((alias("mpi_win_set_info_")));
void mpi_win_set_info__(void*, void*, void*) __attribute__((alias("mpi_win_set_info_")));
void MPI_WIN_SET_INFO(void*, void*, void*) __attribute__((alias("mpi_win_set_info_")));
#endif

#ifdef HAVE_F_mpi_win_set_info_f08_
void mpi_win_set_info_f08_(void* win, void* info, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_set_info_f08_");
    if (!enter()) {
        next(win, info, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_set_info);
    const uint64_t since = now();
    next(win, info, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_set_info, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_set_name
int MPI_Win_set_name(MPI_Win win, const char* win_name) {
    static int (*next)(MPI_Win win, const char* win_name);
    if (!next) *(void**)&next = next_of("MPI_Win_set_name");
    if (!enter()) {
        const int ended = next(win, win_name);
        --depth;
        return ended;
    }
    inside(CALL_Win_set_name);
    const uint64_t since = now();
    const int ended = next(win, win_name);
    const uint64_t took = now() - since;
    other(CALL_Win_set_name, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Win_shared_query
int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint* size, int* disp_unit, void* baseptr) {
    static int (*next)(MPI_Win win, int rank, MPI_Aint* size, int* disp_unit, void* baseptr);
    if (!next) *(void**)&next = next_of("MPI_Win_shared_query");
    if (!enter()) {
        const int ended = next(win, rank, size, disp_unit, baseptr);
        --depth;
        return ended;
    }
    inside(CALL_Win_shared_query);
    const uint64_t since = now();
    const int ended = next(win, rank, size, disp_unit, baseptr);
    const uint64_t took = now() - since;
    other(CALL_Win_shared_query, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Win_shared_query_c
int MPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint* size, MPI_Aint* disp_unit, void* baseptr) {
    static int (*next)(MPI_Win win, int rank, MPI_Aint* size, MPI_Aint* disp_unit, void* baseptr);
    if (!next) *(void**)&next = next_of("MPI_Win_shared_query_c");
    if (!enter()) {
        const int ended = next(win, rank, size, disp_unit, baseptr);
        --depth;
        return ended;
    }
    inside(CALL_Win_shared_query);
    const uint64_t since = now();
    const int ended = next(win, rank, size, disp_unit, baseptr);
    const uint64_t took = now() - since;
    other(CALL_Win_shared_query, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_shared_query_
void mpi_win_shared_query_(void* win, void* rank, void* size, void* disp_unit, void* baseptr, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_shared_query_");
    if (!enter()) {
        next(win, rank, size, disp_unit, baseptr, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_shared_query);
    const uint64_t since = now();
    next(win, rank, size, disp_unit, baseptr, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_shared_query, took);
    leave(since + took);
}
void mpi_win_shared_query(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_shared_query_")));
void mpi_win_shared_query__(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_shared_query_")));
void MPI_WIN_SHARED_QUERY(void*, void*, void*, void*, void*, void*) __attribute__((alias("mpi_win_shared_query_")));
#endif

#ifdef HAVE_F_mpi_win_shared_query_f08_
void mpi_win_shared_query_f08_(void* win, void* rank, void* size, void* disp_unit, void* baseptr, void* ierror) {
    static void (*next)(void*, void*, void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_shared_query_f08_");
    if (!enter()) {
        next(win, rank, size, disp_unit, baseptr, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_shared_query);
    const uint64_t since = now();
    next(win, rank, size, disp_unit, baseptr, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_shared_query, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_start
int MPI_Win_start(MPI_Group group, int assert, MPI_Win win) {
    static int (*next)(MPI_Group group, int assert, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_start");
    if (!enter()) {
        const int ended = next(group, assert, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_start);
    const uint64_t since = now();
    const int ended = next(group, assert, win);
    const uint64_t took = now() - since;
    other(CALL_Win_start, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_start_
void mpi_win_start_(void* group, void* assert, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_start_");
    if (!enter()) {
        next(group, assert, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_start);
    const uint64_t since = now();
    next(group, assert, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_start, took);
    leave(since + took);
}
void mpi_win_start(void*, void*, void*, void*) __attribute__((alias("mpi_win_start_")));
void mpi_win_start__(void*, void*, void*, void*) __attribute__((alias("mpi_win_start_")));
void MPI_WIN_START(void*, void*, void*, void*) __attribute__((alias("mpi_win_start_")));
#endif

#ifdef HAVE_F_mpi_win_start_f08_
void mpi_win_start_f08_(void* group, void* assert, void* win, void* ierror) {
    static void (*next)(void*, void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_start_f08_");
    if (!enter()) {
        next(group, assert, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_start);
    const uint64_t since = now();
    next(group, assert, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_start, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_sync
int MPI_Win_sync(MPI_Win win) {
    static int (*next)(MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_sync");
    if (!enter()) {
        const int ended = next(win);
        --depth;
        return ended;
    }
    inside(CALL_Win_sync);
    const uint64_t since = now();
    const int ended = next(win);
    const uint64_t took = now() - since;
    other(CALL_Win_sync, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_sync_
void mpi_win_sync_(void* win, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_sync_");
    if (!enter()) {
        next(win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_sync);
    const uint64_t since = now();
    next(win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_sync, took);
    leave(since + took);
}
void mpi_win_sync(void*, void*) __attribute__((alias("mpi_win_sync_")));
void mpi_win_sync__(void*, void*) __attribute__((alias("mpi_win_sync_")));
void MPI_WIN_SYNC(void*, void*) __attribute__((alias("mpi_win_sync_")));
#endif

#ifdef HAVE_F_mpi_win_sync_f08_
void mpi_win_sync_f08_(void* win, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_sync_f08_");
    if (!enter()) {
        next(win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_sync);
    const uint64_t since = now();
    next(win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_sync, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_test
int MPI_Win_test(MPI_Win win, int* flag) {
    static int (*next)(MPI_Win win, int* flag);
    if (!next) *(void**)&next = next_of("MPI_Win_test");
    if (!enter()) {
        const int ended = next(win, flag);
        --depth;
        return ended;
    }
    inside(CALL_Win_test);
    const uint64_t since = now();
    const int ended = next(win, flag);
    const uint64_t took = now() - since;
    other(CALL_Win_test, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_test_
void mpi_win_test_(void* win, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_test_");
    if (!enter()) {
        next(win, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_test);
    const uint64_t since = now();
    next(win, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_test, took);
    leave(since + took);
}
void mpi_win_test(void*, void*, void*) __attribute__((alias("mpi_win_test_")));
void mpi_win_test__(void*, void*, void*) __attribute__((alias("mpi_win_test_")));
void MPI_WIN_TEST(void*, void*, void*) __attribute__((alias("mpi_win_test_")));
#endif

#ifdef HAVE_F_mpi_win_test_f08_
void mpi_win_test_f08_(void* win, void* flag, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_test_f08_");
    if (!enter()) {
        next(win, flag, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_test);
    const uint64_t since = now();
    next(win, flag, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_test, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_toint
int MPI_Win_toint(MPI_Win win) {
    static int (*next)(MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_toint");
    if (!enter()) {
        const int ended = next(win);
        --depth;
        return ended;
    }
    inside(CALL_Win_toint);
    const uint64_t since = now();
    const int ended = next(win);
    const uint64_t took = now() - since;
    other(CALL_Win_toint, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_MPI_Win_unlock
int MPI_Win_unlock(int rank, MPI_Win win) {
    static int (*next)(int rank, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_unlock");
    if (!enter()) {
        const int ended = next(rank, win);
        --depth;
        return ended;
    }
    inside(CALL_Win_unlock);
    const uint64_t since = now();
    const int ended = next(rank, win);
    const uint64_t took = now() - since;
    other(CALL_Win_unlock, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_unlock_
void mpi_win_unlock_(void* rank, void* win, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_unlock_");
    if (!enter()) {
        next(rank, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_unlock);
    const uint64_t since = now();
    next(rank, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_unlock, took);
    leave(since + took);
}
void mpi_win_unlock(void*, void*, void*) __attribute__((alias("mpi_win_unlock_")));
void mpi_win_unlock__(void*, void*, void*) __attribute__((alias("mpi_win_unlock_")));
void MPI_WIN_UNLOCK(void*, void*, void*) __attribute__((alias("mpi_win_unlock_")));
#endif

#ifdef HAVE_F_mpi_win_unlock_f08_
void mpi_win_unlock_f08_(void* rank, void* win, void* ierror) {
    static void (*next)(void*, void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_unlock_f08_");
    if (!enter()) {
        next(rank, win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_unlock);
    const uint64_t since = now();
    next(rank, win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_unlock, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_unlock_all
int MPI_Win_unlock_all(MPI_Win win) {
    static int (*next)(MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_unlock_all");
    if (!enter()) {
        const int ended = next(win);
        --depth;
        return ended;
    }
    inside(CALL_Win_unlock_all);
    const uint64_t since = now();
    const int ended = next(win);
    const uint64_t took = now() - since;
    other(CALL_Win_unlock_all, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_unlock_all_
void mpi_win_unlock_all_(void* win, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_unlock_all_");
    if (!enter()) {
        next(win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_unlock_all);
    const uint64_t since = now();
    next(win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_unlock_all, took);
    leave(since + took);
}
void mpi_win_unlock_all(void*, void*) __attribute__((alias("mpi_win_unlock_all_")));
void mpi_win_unlock_all__(void*, void*) __attribute__((alias("mpi_win_unlock_all_")));
void MPI_WIN_UNLOCK_ALL(void*, void*) __attribute__((alias("mpi_win_unlock_all_")));
#endif

#ifdef HAVE_F_mpi_win_unlock_all_f08_
void mpi_win_unlock_all_f08_(void* win, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_unlock_all_f08_");
    if (!enter()) {
        next(win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_unlock_all);
    const uint64_t since = now();
    next(win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_unlock_all, took);
    leave(since + took);
}
#endif

#ifdef HAVE_MPI_Win_wait
int MPI_Win_wait(MPI_Win win) {
    static int (*next)(MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Win_wait");
    if (!enter()) {
        const int ended = next(win);
        --depth;
        return ended;
    }
    inside(CALL_Win_wait);
    const uint64_t since = now();
    const int ended = next(win);
    const uint64_t took = now() - since;
    other(CALL_Win_wait, took);
    leave(since + took);
    return ended;
}
#endif

#ifdef HAVE_F_mpi_win_wait_
void mpi_win_wait_(void* win, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_wait_");
    if (!enter()) {
        next(win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_wait);
    const uint64_t since = now();
    next(win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_wait, took);
    leave(since + took);
}
void mpi_win_wait(void*, void*) __attribute__((alias("mpi_win_wait_")));
void mpi_win_wait__(void*, void*) __attribute__((alias("mpi_win_wait_")));
void MPI_WIN_WAIT(void*, void*) __attribute__((alias("mpi_win_wait_")));
#endif

#ifdef HAVE_F_mpi_win_wait_f08_
void mpi_win_wait_f08_(void* win, void* ierror) {
    static void (*next)(void*, void*);
    if (!next) *(void**)&next = next_of("mpi_win_wait_f08_");
    if (!enter()) {
        next(win, ierror);
        --depth;
        return;
    }
    inside(CALL_Win_wait);
    const uint64_t since = now();
    next(win, ierror);
    const uint64_t took = now() - since;
    other(CALL_Win_wait, took);
    leave(since + took);
}
#endif

