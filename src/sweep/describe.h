/** @file describe.h  What a sweep has found, told quantity by quantity: arrays over points and modes. */
#ifndef SWEEP_DESCRIBE_H
#define SWEEP_DESCRIBE_H

#include "holonome/sweep.h"
#include "result/sink.h"

/** Tell a sweep, into the record that is open. Not collective. */
void hol_sweep_describe(const hol_sweep *sweep, const hol_sink *sink);

#endif
