! What two ranks of a Fortran program send: five messages one way, one both ways that is waited for, four collectives.
program sends
#ifdef F08
#define STATUS statuses(1)
  use mpi_f08
#else
#define STATUS statuses(:, 1)
  use mpi
#endif
  implicit none
  integer :: rank, error, index
  double precision :: here(128), there(128)
#ifdef F08
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: statuses(2)
#else
  integer :: requests(2), statuses(MPI_STATUS_SIZE, 2)
#endif
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  here = 1
  do index = 1, 5
    if (rank == 0) then
      call MPI_Send(here, 16, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, error)
    else
      call MPI_Recv(there, 16, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, STATUS, error)
    end if
  end do
  call MPI_Irecv(there, 8, MPI_DOUBLE_PRECISION, 1 - rank, 1, MPI_COMM_WORLD, requests(1), error)
  call MPI_Isend(here, 8, MPI_DOUBLE_PRECISION, 1 - rank, 1, MPI_COMM_WORLD, requests(2), error)
  call MPI_Waitall(2, requests, statuses, error)
  call MPI_Allreduce(MPI_IN_PLACE, here, 100, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Reduce(here, there, 10, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, error)
  if (rank == 0) then
    call MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, there, 10, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
  else
    call MPI_Gather(here, 10, MPI_DOUBLE_PRECISION, there, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD, error)
  end if
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
end program
