#include "nonlinear/lacks.h"

void hol_lack_add(hol_nonlinear_curve *curve, hol_nonlinear_lack lack)
{
  curve->complete = false;
  if (curve->lacks < HOL_LACKS_MAX) {
    curve->lack[curve->lacks++] = lack;
  }
}
