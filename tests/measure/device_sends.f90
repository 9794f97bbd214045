! Two ranks send device memory to each other in Fortran: a message, one that is waited for, a reduction in place.
program device_sends
#ifdef F08
  use mpi_f08
#else
  use mpi
#endif
  use iso_c_binding
  implicit none
  integer, parameter :: length = 100
  interface
    integer(c_int) function cuInit(flags) bind(c, name="cuInit")
      import; integer(c_int), value :: flags
    end function
    integer(c_int) function cuDevicePrimaryCtxRetain(context, device) bind(c, name="cuDevicePrimaryCtxRetain")
      import; type(c_ptr) :: context; integer(c_int), value :: device
    end function
    integer(c_int) function cuCtxSetCurrent(context) bind(c, name="cuCtxSetCurrent")
      import; type(c_ptr), value :: context
    end function
    integer(c_int) function cuMemAlloc_v2(memory, bytes) bind(c, name="cuMemAlloc_v2")
      import; type(c_ptr) :: memory; integer(c_size_t), value :: bytes
    end function
    integer(c_int) function cuMemcpyHtoD_v2(memory, host, bytes) bind(c, name="cuMemcpyHtoD_v2")
      import; type(c_ptr), value :: memory; real(c_double) :: host(*); integer(c_size_t), value :: bytes
    end function
    integer(c_int) function cuMemcpyDtoH_v2(host, memory, bytes) bind(c, name="cuMemcpyDtoH_v2")
      import; real(c_double) :: host(*); type(c_ptr), value :: memory; integer(c_size_t), value :: bytes
    end function
  end interface
  integer :: rank, error, at
  integer(c_size_t), parameter :: bytes = 8 * length
  type(c_ptr) :: context, out, in
  real(c_double), pointer :: sent(:), received(:)
  real(c_double) :: host(length)
#ifdef F08
  type(MPI_Request) :: requests(2)
#else
  integer :: requests(2)
#endif
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  if (cuInit(0) /= 0 .or. cuDevicePrimaryCtxRetain(context, 0) /= 0 .or. cuCtxSetCurrent(context) /= 0) stop 3
  if (cuMemAlloc_v2(out, bytes) /= 0 .or. cuMemAlloc_v2(in, bytes) /= 0) stop 4
  call c_f_pointer(out, sent, [length])
  call c_f_pointer(in, received, [length])
  host = [(dble(at + 1000 * rank), at = 1, length)]
  if (cuMemcpyHtoD_v2(out, host, bytes) /= 0) stop 5
  call MPI_Irecv(received, length, MPI_DOUBLE_PRECISION, 1 - rank, 1, MPI_COMM_WORLD, requests(1), error)
  call MPI_Isend(sent, length, MPI_DOUBLE_PRECISION, 1 - rank, 1, MPI_COMM_WORLD, requests(2), error)
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
  if (rank == 0) call MPI_Send(received, length, MPI_DOUBLE_PRECISION, 1, 2, MPI_COMM_WORLD, error)
  if (rank == 1) call MPI_Recv(received, length, MPI_DOUBLE_PRECISION, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  call MPI_Allreduce(MPI_IN_PLACE, received, length, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  if (cuMemcpyDtoH_v2(host, in, bytes) /= 0) stop 6
  ! Both ranks hold what rank 1 sent at first.
  print '(a, i0)', 'right ', count(host == [(2 * dble(at + 1000), at = 1, length)])
  call MPI_Finalize(error)
end program
