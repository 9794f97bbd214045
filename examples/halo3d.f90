! A halo exchange of a periodic three-dimensional grid of ranks, with mpi_f08. Prints the time of one step.
!
!     mpif90 -O2 examples/halo3d.f90 -o halo3d && mpirun -n 10 ./halo3d 64 20
program halo3d
    use mpi_f08
    implicit none
    integer :: side = 64, steps = 20, rank, ranks, dims(3), step, axis, face
    integer :: before(3), after(3)
    type(MPI_Comm) :: grid
    type(MPI_Request) :: requests(12)
    double precision, allocatable :: out(:, :), in(:, :)
    double precision :: begin = 0.0d0, took, slowest, total, own
    character(len=16) :: word

    call MPI_Init()
    if (command_argument_count() >= 1) then
        call get_command_argument(1, word)
        read (word, *) side
    end if
    if (command_argument_count() >= 2) then
        call get_command_argument(2, word)
        read (word, *) steps
    end if
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    dims = 0
    call MPI_Dims_create(ranks, 3, dims)
    call MPI_Cart_create(MPI_COMM_WORLD, 3, dims, [.true., .true., .true.], .false., grid)
    call MPI_Comm_rank(grid, rank)
    do axis = 1, 3
        call MPI_Cart_shift(grid, axis - 1, 1, before(axis), after(axis))
    end do
    face = side*side
    allocate (out(face, 6), in(face, 6))
    out = dble(rank + 1)
    do step = -1, steps - 1 ! the first one opens connections and is not timed
        if (step == 0) then
            call MPI_Barrier(grid)
            begin = MPI_Wtime()
        end if
        do axis = 1, 3
            call MPI_Irecv(in(:, 2*axis - 1), face, MPI_DOUBLE_PRECISION, before(axis), axis, grid, requests(4*axis - 3))
            call MPI_Irecv(in(:, 2*axis), face, MPI_DOUBLE_PRECISION, after(axis), axis + 3, grid, requests(4*axis - 2))
            call MPI_Isend(out(:, 2*axis), face, MPI_DOUBLE_PRECISION, after(axis), axis, grid, requests(4*axis - 1))
            call MPI_Isend(out(:, 2*axis - 1), face, MPI_DOUBLE_PRECISION, before(axis), axis + 3, grid, &
                           requests(4*axis))
        end do
        call MPI_Waitall(12, requests, MPI_STATUSES_IGNORE)
    end do
    took = (MPI_Wtime() - begin)/steps
    own = sum(in)
    call MPI_Reduce(took, slowest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, grid)
    call MPI_Reduce(own, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, grid)
    if (rank == 0) then
        print '(a, i0, a, i0, a, i0)', 'grid ', dims(1), ' x ', dims(2), ' x ', dims(3)
        print '(a, es14.7)', 'sum ', total
        print '(a, f10.6, a)', 'step ', slowest, ' s'
    end if
    call MPI_Finalize()
end program halo3d
