/* SPDX-License-Identifier: BSD-3-Clause */
/* A problem with a forced response, and what was found. */
#ifndef RESPONDED_H
#define RESPONDED_H

#include "reading.h"

#include "base/complex.h"
#include "response/steady/response.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

typedef struct solved {
  reading r;
  hol_study study;
  hol_comm comm;
  hol_response response;
  hol_faults faults;
} solved;

static inline hol_status solve(const char *text, solved *s)
{
  *s = (solved){0};
  assert_true(reading_of(text, &s->r));
  s->comm = hol_comm_serial();
  s->study = (hol_study){.problem = &s->r.problem, .comm = &s->comm};
  return hol_response_row.run(&s->study, (hol_watch){0}, &s->response, &s->faults);
}

static inline void done(solved *s)
{
  hol_response_row.clear(&s->response);
  hol_faults_clear(&s->faults);
  reading_clear(&s->r);
}

#endif
