! From the text of a problem to that of its result, by pointers and lengths: compiled and run by run.sh.
program answer
  use, intrinsic :: iso_c_binding
  implicit none

  interface
    integer(c_int) function hol_answer(problem, n, parameters, n_parameters, result, n_result, faults, n_faults) bind(c)
      import
      character(kind=c_char), intent(in) :: problem(*), parameters(*)
      integer(c_size_t), value :: n, n_parameters
      type(c_ptr), intent(out) :: result, faults
      integer(c_size_t), intent(out) :: n_result, n_faults
    end function
    subroutine free(memory) bind(c)
      import
      type(c_ptr), value :: memory
    end subroutine
  end interface

  character(*), parameter :: line = c_new_line
  character(*), parameter :: beam = &
    'parameters: {L: 1 m}' // line // &
    'parts: {a: {kind: beam, length: L, EI: 1, line_mass: 1}}' // line // &
    'joints: [{pin: a.start}, {pin: a.end}]' // line // &
    'analysis: {frequencies: {count: 1}, compliance: exact}' // line
  real(c_double), parameter :: pi = acos(-1.0_c_double)
  character(:), allocatable :: found, wrong

  if (solve(beam, 'L=2 m', found, wrong) /= 0) error stop 'a beam is not solved'
  if (abs(number_behind('"omega":', found) - (pi / 2)**2) > 1e-12_c_double) error stop 'not the frequency of a beam'
  if (index(found, '"complete":true') + index(found, '"complete": true') == 0) error stop 'not proved'
  if (solve('parts: {a: {kind: beem}}', '', found, wrong) /= 3) error stop 'a fault is not told'
  if (index(wrong, 'problem:1:19: error:') == 0) error stop 'the fault has no place'
  print '(a)', 'Fortran: the first frequency of a pinned beam is that of theory'

contains

  integer function solve(problem, parameters, found, wrong)
    character(*), intent(in) :: problem, parameters
    character(:), allocatable, intent(out) :: found, wrong
    type(c_ptr) :: result, faults
    integer(c_size_t) :: n_result, n_faults
    solve = hol_answer(problem, len(problem, c_size_t), parameters, len(parameters, c_size_t), &
                       result, n_result, faults, n_faults)
    found = taken(result, n_result)
    wrong = taken(faults, n_faults)
  end function

  function taken(text, n)
    type(c_ptr), value :: text
    integer(c_size_t), value :: n
    character(:), allocatable :: taken
    character(kind=c_char), pointer :: byte(:)
    integer(c_size_t) :: i
    allocate (character(n) :: taken)
    call c_f_pointer(text, byte, [n])
    do i = 1, n
      taken(i:i) = byte(i)
    end do
    call free(text)
  end function

  real(c_double) function number_behind(key, text)
    character(*), intent(in) :: key, text
    integer :: from
    from = index(text, key) + len(key)
    read (text(from:from + scan(text(from:), ',}') - 2), *) number_behind
  end function
end program
