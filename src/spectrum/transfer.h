/** @file transfer.h  Modes as bytes, to send them between ranks. */
#ifndef SPECTRUM_TRANSFER_H
#define SPECTRUM_TRANSFER_H

#include "holonome/comm.h"
#include "spectrum/roots.h"

/** A growing block of bytes; {0} is empty. */
typedef struct hol_bytes {
  char *data;
  size_t count, capacity;
  size_t read; /**< position of the next item to take */
} hol_bytes;
void hol_bytes_clear(hol_bytes *bytes);
HOL_MUST_CHECK hol_status hol_bytes_put(hol_bytes *bytes, const void *data, size_t count);
/** @return HOL_NUMERICAL if there are not so many bytes left. */
HOL_MUST_CHECK hol_status hol_bytes_take(hol_bytes *bytes, void *data, size_t count);

/** Append a mode of this problem. */
HOL_MUST_CHECK hol_status hol_mode_pack(const hol_mode *mode, const hol_problem *problem, hol_bytes *bytes);
/** Take the next mode. The mode must be {0}; it is filled and owned by the caller. */
HOL_MUST_CHECK hol_status hol_mode_unpack(hol_bytes *bytes, const hol_problem *problem, hol_mode *mode);

#endif
