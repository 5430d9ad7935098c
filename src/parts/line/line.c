#include "parts/line/line.h"

#include <assert.h>

bool hol_line_is_bending(const hol_line *line)
{
  assert(line);
  return line->motion == HOL_BENDING_Y || line->motion == HOL_BENDING_Z;
}
