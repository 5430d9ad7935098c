/* SPDX-License-Identifier: BSD-3-Clause */
/** @file status.h  How a call ended, and the process exit status that follows from it. */
#ifndef HOLONOME_STATUS_H
#define HOLONOME_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

#define HOL_STATUS_LIST(X)                                                                                             \
  X(HOL_OK, 0, "success")                                                                                              \
  X(HOL_INCOMPLETE, 1, "not everything asked for could be proved")                                                     \
  X(HOL_USAGE, 2, "wrong use of the command line")                                                                     \
  X(HOL_INVALID, 3, "the problem file is not valid")                                                                   \
  X(HOL_FILE, 4, "a file cannot be read or written")                                                                   \
  X(HOL_NUMERICAL, 5, "a numerical computation failed")                                                                \
  X(HOL_MEMORY, 6, "not enough memory")

#define X(name, code, text) name = code,
/** Outcome of a call; the value is the exit status of the program. */
typedef enum { HOL_STATUS_LIST(X) } hol_status;
#undef X

#if defined(__GNUC__)
#define HOL_MUST_CHECK __attribute__((warn_unused_result))
#define HOL_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define HOL_MUST_CHECK
#define HOL_PRINTF(f, a)
#endif

/** Leave the function with the status of a failed call. Only where nothing is owned. */
#define HOL_TRY(call)                                                                                                  \
  do {                                                                                                                 \
    hol_status status_ = (call);                                                                                       \
    if (status_ != HOL_OK) {                                                                                           \
      return status_;                                                                                                  \
    }                                                                                                                  \
  } while (0)

/** The sentence that belongs to a status; static storage. Not collective. */
const char *hol_status_text(hol_status status);

#ifdef __cplusplus
}
#endif

#endif
