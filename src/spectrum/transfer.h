/** @file transfer.h  Roots and modes as bytes, to send them between ranks. */
#ifndef SPECTRUM_TRANSFER_H
#define SPECTRUM_TRANSFER_H

#include "holonome/comm.h"
#include "spectrum/roots.h"

/** A growing block of bytes; {0} is empty. */
typedef struct hol_bytes {
  char *data;
  size_t count, capacity;
  size_t read;           /**< position of the next item to take */
} hol_bytes;
void hol_bytes_clear(hol_bytes *bytes);

/** Append a mode of this problem. */
HOL_MUST_CHECK hol_status hol_mode_pack(const hol_mode *mode, const hol_problem *problem, hol_bytes *bytes);
/** Take the next mode. The mode must be {0}; it is filled and owned by the caller. */
HOL_MUST_CHECK hol_status hol_mode_unpack(hol_bytes *bytes, const hol_problem *problem, hol_mode *mode);

/** Collective. Roots found by all ranks in one list on every rank: rising, each once. The vector of a root stays on the
 *  lowest rank that found it. */
HOL_MUST_CHECK hol_status hol_roots_share(const hol_comm *comm, hol_roots *roots);

#endif
