! Two ranks: rank 0 broadcasts numbers of a datatype with absolute addresses; both add theirs up in place.
program absolute
#ifdef F08
  use mpi_f08
#else
  use mpi
#endif
  implicit none
#ifdef F08
  type(MPI_Datatype) :: whole
#else
  integer :: whole
#endif
  integer, volatile :: numbers(12)
  integer :: rank, error, at
  integer(MPI_ADDRESS_KIND) :: places(1)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  numbers = [(at + 100 * rank, at = 1, 12)]
  call MPI_Get_address(numbers, places(1), error)
  call MPI_Type_create_hindexed(1, [12], places, MPI_INTEGER, whole, error)
  call MPI_Type_commit(whole, error)
  call MPI_Bcast(MPI_BOTTOM, 1, whole, 0, MPI_COMM_WORLD, error)
  call MPI_Type_free(whole, error)
  call MPI_Allreduce(MPI_IN_PLACE, numbers, 12, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  if (sum(numbers) /= 156) call MPI_Abort(MPI_COMM_WORLD, 3, error)
  call MPI_Finalize(error)
end program
