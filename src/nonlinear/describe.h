/** @file describe.h  What is found of steady motions, told quantity by quantity. */
#ifndef NONLINEAR_DESCRIBE_H
#define NONLINEAR_DESCRIBE_H

#include "holonome/solve.h"
#include "result/sink.h"

/** Tell all of it as one record `nonlinear`. Not collective. */
void hol_nonlinear_describe(const hol_nonlinear_result *result, const hol_sink *sink);

#endif
