! COUNT: what programs of mpi_f08 call where the library takes descriptors of buffers, by the library's own names: each
! of two ranks sends COUNT numbers to the other one. The last one receives from any source, and ignores the status.
program descriptors
  implicit none
  interface
    subroutine send(buf, count, datatype, dest, tag, comm, ierror) bind(C, name="mpi_send_f08ts_")
      type(*), dimension(..), intent(in) :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine recv(buf, count, datatype, source, tag, comm, status, ierror) bind(C, name="mpi_recv_f08ts_")
      type(*), dimension(..) :: buf
      integer, intent(in) :: count, datatype, source, tag, comm
      integer :: status(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  include 'mpif.h'
  integer :: rank, numbers, error, status(MPI_STATUS_SIZE)
  double precision :: out(16), in(16)
  character(len=8) :: word
  call get_command_argument(1, word)
  read (word, *) numbers
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  out = 1 + rank
  in = 0
  if (rank == 0) call send(out, numbers, MPI_DOUBLE_PRECISION, 1, 3, MPI_COMM_WORLD)
  if (rank == 0) call recv(in, numbers, MPI_DOUBLE_PRECISION, 1, 3, MPI_COMM_WORLD, status)
  if (rank == 1) call recv(in, numbers, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  if (rank == 1) call send(out, numbers, MPI_DOUBLE_PRECISION, 0, 3, MPI_COMM_WORLD)
  if (any(in(:numbers) /= 2 - rank)) stop 1
  call MPI_Finalize(error)
end program
