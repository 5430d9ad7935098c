/* SPDX-License-Identifier: BSD-3-Clause */
/** @file frame_at.h  Plane frames of exact members at one complex s, and motions in time from them along Bromwich's
 *  line.
 *  A referee that shares nothing with the library: dynamic stiffnesses by exponentials of the roots of the members'
 *  equations (Euler, Rayleigh, Timoshenko), long double. On ground that moves, members and masses are loaded by their
 *  inertia, relative to it. */
#ifndef CAMPAIGN_FRAME_AT_H
#define CAMPAIGN_FRAME_AT_H

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

enum { FRAME_NODES = 12, FRAME_MEMBERS = 12, FRAME_JOINTS = 12, FRAME_SAMPLES = 8 };

/** Between two nodes. */
typedef struct frame_member {
  size_t from, to;
  double EA, EI, mass, rotary, kGA; /**< kGA = 0: not considered */
  double a, b, line;                /**< damping by mass and stiffness, 1/s and s; by length, N s/m² */
} frame_member;

/** A spring with a dashpot from a node to the ground, along a direction or about z. */
typedef struct frame_joint {
  size_t node;
  double direction[2];
  bool turns;
  double stiffness, damping;
} frame_joint;

typedef struct frame {
  size_t nodes, members, joints;
  double at[FRAME_NODES][2], body[FRAME_NODES][2]; /**< mass and moment of inertia of bodies */
  bool held[FRAME_NODES][3];
  frame_member member[FRAME_MEMBERS];
  frame_joint joint[FRAME_JOINTS];
} frame;

/** A force, or the ground, along a direction. */
typedef struct frame_load {
  bool is_ground;
  size_t node;
  double direction[2];
} frame_load;

/** Displacement of a node along a direction. */
typedef struct frame_receiver {
  size_t node;
  double direction[2];
  int order; /**< 1: its velocity */
} frame_receiver;

typedef enum { FRAME_STEP, FRAME_IMPULSE, FRAME_HALF_SINE, FRAME_RECORD } frame_history_kind;
typedef struct frame_history {
  frame_history_kind kind;
  double size, duration;
  size_t count;
  double time[FRAME_SAMPLES], value[FRAME_SAMPLES];
} frame_history;

/** Displacement of the receiver under one. */
long double complex frame_transfer(const frame *f, const frame_load *load, const frame_receiver *receiver,
                                   long double complex s);
/** Motion at times, by two lines with different numbers of places. @param[out] value, doubt  [times] doubt: twice their
 *  difference */
void frame_motion(const frame *f, const frame_load *load, const frame_receiver *receiver, const frame_history *history,
                  const double *time, size_t times, double *value, double *doubt);
/** Root of ∫ |s^order H|² dω over frequencies, by Simpson's rule on halved pieces. @param[out] doubt  a bound of its
 *  error, as measured */
double frame_rms(const frame *f, const frame_load *load, const frame_receiver *receiver, double from, double to,
                 double *doubt);

#endif
