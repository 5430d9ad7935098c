/* Problem files with all analyses that the library knows. */
#include "problem/again.h"
#include "study/grammar.h"

hol_status hol_problem_read_source(const hol_problem_source *source, hol_problem *problem, hol_diagnostics *faults)
{
  hol_kept_file file = {0};
  hol_problem_source known = *source;
  known.grammar = source->grammar ? source->grammar : &hol_all_analyses;
  hol_status status = hol_problem_read_again(&file, &known, NULL, 0, problem, faults);
  hol_kept_file_clear(&file);
  return status;
}

hol_status hol_problem_read(const char *bytes, size_t size, const hol_part_keys *kinds, size_t n_kinds,
                            const hol_override *set, size_t n_set, hol_problem *problem, hol_diagnostics *faults)
{
  const hol_problem_source source = {
      .bytes = bytes, .size = size, .kinds = kinds, .n_kinds = n_kinds, .set = set, .n_set = n_set};
  return hol_problem_read_source(&source, problem, faults);
}
