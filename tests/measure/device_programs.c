/* A random program: `device_programs SEED STEPS host|device`. The same calls on the same data, on host memory alone or
 * on host and device memory mixed. Each rank prints one line a step with a digest of its buffers, gaps between data
 * included, and of statuses and error classes: both forms must print the same. */
/* NOLINTBEGIN: what MPI calls write, and requests that other functions complete, are not seen. */
#include "device_collectives.h"

static void complete(int count, MPI_Request* requests, MPI_Datatype type) {
    MPI_Status statuses[MOST];
    int flag = 0, index, indices[MOST], done = 0;
    const int how = (int)any(7), some_now = (int)any(2);
    if (how == 0) MPI_Waitall(count, requests, statuses);
    if (how == 1)
        while (!flag) MPI_Testall(count, requests, &flag, statuses);
    if (how == 2) MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    if (how == 3)
        for (int at = 0; at < count; ++at) MPI_Wait(&requests[at], &statuses[at]);
    if (how == 4)
        for (; done < count; ++done) {
            MPI_Status status;
            MPI_Waitany(count, requests, &index, &status);
            statuses[index] = status;
        }
    if (how == 5)
        while (done < count) {
            MPI_Status some[MOST];
            int number;
            (some_now ? MPI_Testsome : MPI_Waitsome)(count, requests, &number, indices, some);
            for (int at = 0; at < number; ++at) statuses[indices[at]] = some[at];
            done += number;
        }
    if (how == 6)
        for (int at = 0; at < count; ++at)
            for (flag = 0; !flag;) MPI_Test(&requests[at], &flag, &statuses[at]);
    for (int at = 0; how != 2 && at < count / 2; ++at) note_status(&statuses[at], type); /* those of receives */
}

static void messages(MPI_Datatype type, int count) {
    enum { PAIRS = 3 };
    MPI_Request requests[2 * PAIRS];
    Buffer out[PAIRS], in[PAIRS];
    name = "Isend, Irecv";
    for (int at = 0; at < PAIRS; ++at) {
        out[at] = buffer(room(type, count), at);
        in[at] = buffer(room(type, count + 2), at + 10);
        MPI_Irecv(in[at].at, count + (int)any(3), type, any(2) ? left() : MPI_ANY_SOURCE, 100 + at, MPI_COMM_WORLD,
                  &requests[at]);
    }
    int here = 1, index; /* of what nobody has sent yet */
    MPI_Testany(PAIRS, requests, &index, &here, MPI_STATUS_IGNORE);
    note_number(here);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int at = PAIRS; at-- > 0;) {
        int (*send)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = any(3)   ? MPI_Isend
                                                                                        : any(2) ? MPI_Issend
                                                                                                 : MPI_Irsend;
        send(out[at].at, count - (int)any((unsigned)count), type, right(), 100 + at, MPI_COMM_WORLD,
             &requests[PAIRS + at]);
    }
    complete(2 * PAIRS, requests, type);
    for (int at = 0; at < PAIRS; ++at) end(&out[at]), end(&in[at]);
}

static void exchange(MPI_Datatype type, int count) {
    Buffer out = buffer(room(type, count), 1), in = buffer(room(type, count + 1), 2);
    MPI_Status status;
    name = "Sendrecv";
    MPI_Sendrecv(out.at, count, type, right(), 5, in.at, count + 1, type, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                 &status);
    note_status(&status, type);
    MPI_Barrier(MPI_COMM_WORLD); /* a rank that is ahead would send what matches here, too */
    MPI_Sendrecv_replace(out.at, count, type, left(), 6, right(), 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    end(&out), end(&in);
}

static void probed(MPI_Datatype type, int count) {
    Buffer out = buffer(room(type, count), 1), in = buffer(room(type, count), 2);
    MPI_Status status;
    MPI_Message message;
    MPI_Request request;
    name = "Mprobe, Mrecv, Request_get_status";
    MPI_Isend(out.at, count, type, right(), 7, MPI_COMM_WORLD, &request);
    MPI_Mprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &message, &status);
    note_status(&status, type);
    if (any(2)) MPI_Mrecv(in.at, count, type, &message, &status);
    else {
        MPI_Request receive;
        int flag = 0;
        MPI_Imrecv(in.at, count, type, &message, &receive);
        while (!flag) MPI_Request_get_status(receive, &flag, &status);
        seen(&in);
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
    }
    note_status(&status, type);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    end(&out), end(&in);
}

static void persistent(MPI_Datatype type, int count) {
    Buffer out = buffer(room(type, count), 1), in = buffer(room(type, count), 2);
    MPI_Request requests[2];
    name = "Send_init, Recv_init";
    MPI_Recv_init(in.at, count, type, left(), 8, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(out.at, count, type, right(), 8, MPI_COMM_WORLD, &requests[1]);
    for (int round = 0; round < 3; ++round) {
        fill(&out, round + 20);
        if (any(2)) MPI_Startall(2, requests);
        else MPI_Start(&requests[0]), MPI_Start(&requests[1]);
        complete(2, requests, type);
        seen(&in);
    }
    MPI_Request_free(&requests[0]), MPI_Request_free(&requests[1]);
    end(&out), end(&in);
}

static void buffered(MPI_Datatype type, int count) {
    Buffer out = buffer(room(type, count), 1), in = buffer(room(type, count), 2), free_one = buffer(64, 3);
    int size;
    void* attached;
    MPI_Request request;
    name = "Bsend, Request_free";
    MPI_Pack_size(count, type, MPI_COMM_WORLD, &size);
    MPI_Buffer_attach(malloc((size_t)size + MPI_BSEND_OVERHEAD + 64), size + MPI_BSEND_OVERHEAD + 64);
    MPI_Bsend(out.at, count, type, right(), 9, MPI_COMM_WORLD);
    MPI_Recv(in.at, count, type, left(), 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&attached, &size);
    free(attached);
    MPI_Isend(out.at, count, type, right(), 10, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    note_number(request == MPI_REQUEST_NULL);
    MPI_Recv(in.at, count, type, left(), 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD); /* then every message that was freed has come */
    end(&out), end(&in), end(&free_one);
}

static void faults(MPI_Datatype type, int count) {
    Buffer out = buffer(room(type, count + 1), 1), in = buffer(room(type, count + 1), 2);
    MPI_Request request;
    MPI_Status status;
    int class = 0, flag;
    name = "truncation, Cancel, MPI_PROC_NULL";
    MPI_Isend(out.at, count + 1, type, right(), 11, MPI_COMM_WORLD, &request);
    MPI_Error_class(MPI_Recv(in.at, count, type, left(), 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE), &class);
    note_number(class == MPI_ERR_TRUNCATE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    fill(&in, 5);
    MPI_Irecv(in.at, count, type, left(), 12, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    note_number(flag);
    MPI_Recv(in.at, count, type, MPI_PROC_NULL, 13, MPI_COMM_WORLD, &status);
    note_status(&status, type);
    end(&out), end(&in);
}

static void packed(MPI_Datatype type, int count) {
    int size, position = 8, again = 8;
    MPI_Pack_size(count, type, MPI_COMM_WORLD, &size);
    Buffer from = buffer(room(type, count), 1), pack = buffer((size_t)size + 16, 2), to = buffer(room(type, count), 3);
    Buffer in = buffer(64, 4), inout = buffer(64, 5);
    name = "Pack, Unpack, Reduce_local";
    MPI_Pack(from.at, count, type, pack.at, size + 16, &position, MPI_COMM_WORLD);
    MPI_Unpack(pack.at, size + 16, &again, to.at, count, type, MPI_COMM_WORLD);
    MPI_Reduce_local(in.at, inout.at, 8, MPI_DOUBLE, MPI_SUM);
    note_number(position == again);
    end(&from), end(&pack), end(&to), end(&in), end(&inout);
}

static void absolute(void) {
    Buffer out = buffer(512, 1), in = buffer(512, 2);
    const int blocks[] = {3, 5};
    name = "MPI_BOTTOM";
    MPI_Datatype types[2];
    for (int side = 0; side < 2; ++side) {
        MPI_Aint places[2];
        MPI_Get_address((side ? in : out).at + 16, &places[0]);
        MPI_Get_address((side ? in : out).at + 320, &places[1]);
        MPI_Type_create_hindexed(2, blocks, places, MPI_DOUBLE, &types[side]);
        MPI_Type_commit(&types[side]);
    }
    MPI_Sendrecv(MPI_BOTTOM, 1, types[0], right(), 14, MPI_BOTTOM, 1, types[1], left(), 14, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Type_free(&types[0]), MPI_Type_free(&types[1]);
    end(&out), end(&in);
}

/* What is written to a file is read again by the rank to the left, in a view or without. */
static void file(MPI_Datatype type, int count) {
    char path[64];
    MPI_File file;
    MPI_Request request;
    MPI_Datatype tile;
    MPI_Status status;
    int item = 0, number = (int)getpid();
    const int view = (int)any(2), way = (int)any(4), all = (int)any(2);
    static char label[64];
    snprintf(label, sizeof label, "MPI_File, view %d, write %d, read %d", view, way, all);
    name = label;
    MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
    snprintf(path, sizeof path, "device_programs.%d.%d", number, step);
    MPI_Type_size(type, &item);
    Buffer out = buffer(room(type, count), 1), in = buffer(room(type, count), 2);
    const MPI_Offset size = (MPI_Offset)item * count, mine = size * rank, other = size * right();
    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    MPI_Type_vector(2, 3, 5, MPI_BYTE, &tile);
    MPI_Type_commit(&tile);
    if (view) MPI_File_set_view(file, 0, MPI_BYTE, tile, "native", MPI_INFO_NULL);
    switch (way) {
        case 0: MPI_File_write_at(file, mine, out.at, count, type, &status); break;
        case 1: MPI_File_write_at_all(file, mine, out.at, count, type, &status); break;
        case 2:
            MPI_File_seek(file, mine, MPI_SEEK_SET);
            MPI_File_write_all(file, out.at, count, type, &status);
            break;
        default:
            MPI_File_iwrite_at(file, mine, out.at, count, type, &request);
            MPI_Wait(&request, &status);
            break;
    }
    note_status_size(&status, type);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    if (all) MPI_File_read_at_all(file, other, in.at, count, type, &status);
    else MPI_File_read_at(file, other, in.at, count, type, &status);
    note_status_size(&status, type);
    MPI_Type_free(&tile);
    MPI_File_close(&file);
    end(&out), end(&in);
}

#if MPI_VERSION >= 4
/* Calls with large counts. */
static void large_counts(MPI_Datatype type, int count) {
    Buffer out = buffer(room(type, count * ranks), 1), in = buffer(room(type, count * ranks), 2);
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status status;
    MPI_Count size = 0, position = 0, again = 0, came = 0;
    const int how = (int)any(6), root = (int)any((unsigned)ranks);
    name = "large counts";
    switch (how) {
        case 0:
            MPI_Irecv_c(in.at, count, type, left(), 21, MPI_COMM_WORLD, &requests[0]);
            MPI_Isend_c(out.at, count, type, right(), 21, MPI_COMM_WORLD, &requests[1]);
            complete(2, requests, type);
            break;
        case 1:
            MPI_Sendrecv_c(out.at, count, type, right(), 22, in.at, count, type, left(), 22, MPI_COMM_WORLD, &status);
            MPI_Get_count_c(&status, type, &came);
            note_number((int)came);
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Sendrecv_replace_c(out.at, count, type, left(), 23, right(), 23, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            break;
        case 2:
            MPI_Recv_init_c(in.at, count, type, left(), 24, MPI_COMM_WORLD, &requests[0]);
            MPI_Send_init_c(out.at, count, type, right(), 24, MPI_COMM_WORLD, &requests[1]);
            MPI_Startall(2, requests);
            complete(2, requests, type);
            MPI_Request_free(&requests[0]), MPI_Request_free(&requests[1]);
            break;
        case 3: MPI_Bcast_c(out.at, count, type, root, MPI_COMM_WORLD); break;
        case 4: MPI_Alltoall_c(out.at, count, type, in.at, count, type, MPI_COMM_WORLD); break;
        default: {
            MPI_Pack_size_c(count, type, MPI_COMM_WORLD, &size);
            Buffer pack = buffer((size_t)size + 16, 3);
            MPI_Pack_c(out.at, count, type, pack.at, size, &position, MPI_COMM_WORLD);
            MPI_Unpack_c(pack.at, size, &again, in.at, count, type, MPI_COMM_WORLD);
            note_number(position == again);
            end(&pack);
        }
    }
    end(&out), end(&in);
}
#endif

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const uint64_t seed = strtoull(argv[1], NULL, 10);
    mixed = strcmp(argv[3], "device") == 0;
    if (mixed) find_device();
    common = seed * 2654435761U + 1;
    private = seed * 40503U + (uint64_t)rank * 977 + 3;
    for (step = 0; step < atoi(argv[2]); ++step) {
        digest = 14695981039346656037U;
        const unsigned sizes[] = {4, 40, 3000, 12000};
        MPI_Datatype type = any_type();
        const int count = 1 + (int)any(sizes[any(4)]);
        switch (any(18)) {
            case 0: exchange(type, count); break;
            case 1: probed(type, count); break;
            case 2: persistent(type, count); break;
            case 3: buffered(type, count); break;
            case 4: faults(type, count); break;
            case 5: packed(type, count); break;
            case 6: absolute(); break;
            case 7: neighbours(type, count); break;
            case 8: two_groups(type, count); break;
            case 9: pairs(); break;
            case 10:
            case 11: messages(type, count); break;
            case 12:
                if (files_take(drawn)) file(type, count);
                break;
#if MPI_VERSION >= 4
            case 13: large_counts(type, count); break;
#endif
            default: collective(MPI_COMM_WORLD, type, count); break;
        }
        MPI_Type_free(&type);
        printf("rank %d step %d %s of %s: %016llx\n", rank, step, name, drawn->name, (unsigned long long)digest);
        fflush(stdout);
    }
    MPI_Finalize();
    return 0;
}
/* NOLINTEND */
