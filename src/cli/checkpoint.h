/* SPDX-License-Identifier: BSD-3-Clause */
/** @file checkpoint.h  Checkpoint files of a long run: finished results, stored beside the problem file for a restart.
 *
 *  Rank 0 writes FILE.checkpoint, rank R > 0 FILE.checkpoint.R, each its own results as they are found; nothing is
 *  written in the first seconds, and results that come quickly are written together, twenty times a second. A file is a
 *  head - format, version, problem, overrides - and records with length and checksum. Records are only ever appended,
 *  so whenever a process ends, only the last record can be incomplete, and it is dropped when the file is read. All
 *  files with the right head are read, whatever number of ranks wrote them.
 *
 *  Existing results are never lost: where FILE.checkpoint belongs to something else - other values of --set, the file
 *  as it was before a change - this run writes FILE.checkpoint-DIGEST, with the digest of its own head. A file is
 *  locked as long as its process writes to it; a second run of the same problem then stores nothing. */
#ifndef CLI_CHECKPOINT_H
#define CLI_CHECKPOINT_H

#include "cli/options.h"
#include "cli/rehearsal.h"

/** {0} is closed. */
typedef struct checkpoint {
  char *base, *path; /**< of the set; of this rank's file. Owned */
  char *other;     /**< base of the set by digest, or NULL; where it is the one used, that of FILE.checkpoint. Owned */
  bool other_fits; /**< it holds results of this run, too */
  bool is_taken;   /**< another process keeps its results there */
  hol_text head, pending; /**< bytes of the head; records not yet written */
  bool is_open, has_failed;
  int descriptor;
  int reason;      /**< errno of the failure */
  double due;      /**< s of the clock, when next to write */
  size_t recorded; /**< results of this run on this rank */
  rehearsal rehearsal;
  hol_text known; /**< records of earlier runs */
  struct checkpoint_record {
    size_t item, offset, count;
  } * index; /**< [index_count] of known, by item; owned */
  size_t index_count;
} checkpoint;

/** What was found when a checkpoint was opened. */
typedef enum {
  CHECKPOINT_NONE,
  CHECKPOINT_FITS,
  CHECKPOINT_OF_OTHER_FILE,
  CHECKPOINT_OF_OTHER_FORMAT,
  CHECKPOINT_OF_OTHER_VERSION,
  CHECKPOINT_OF_OTHER_RESULTS,
  CHECKPOINT_OF_OTHER_VALUES,
  CHECKPOINT_FOREIGN
} checkpoint_kind;
/** Return the reason why the results of a run are not stored: has_failed or is_taken. */
const char *checkpoint_trouble(const checkpoint *cp);
/** Describe a kind in words: "it belongs to another version of the program" and so on. */
const char *checkpoint_words(checkpoint_kind kind);

/** Identity of a checkpoint, besides the overrides. */
typedef struct checkpoint_of {
  const char *file, *sha256;
  const char *results; /**< which results of the file: "frequencies", "points" */
} checkpoint_of;

/** Open the checkpoint of a problem file; without `resume` earlier results are not used. Existing files stay.
 *  @param[out] cp    to be cleared in every case
 *  @param[out] kind  what was there; the same on every rank
 *  @return HOL_MEMORY; HOL_FILE if --resume finds one that does not fit or cannot be read. Collective. */
HOL_MUST_CHECK hol_status checkpoint_open(checkpoint *cp, checkpoint_of of, const cli_options *options,
                                          const hol_comm *comm, checkpoint_kind *kind);
/** Return the store in which a search records its results. */
hol_store checkpoint_store(checkpoint *cp);
/** Close the checkpoint at the end of a run. Pending records are written if it `must_go_on` later, however short it
 *  was.
 *  @return whether this rank has written anything */
bool checkpoint_close(checkpoint *cp, bool must_go_on);
/** Remove all files that hold results of this run, after success. On rank 0 only. */
void checkpoint_remove(const checkpoint *cp);
/** Free the checkpoint and make it empty. Idempotent. */
void checkpoint_clear(checkpoint *cp);

#endif
