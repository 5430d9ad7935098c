/* SPDX-License-Identifier: BSD-3-Clause */
/* Progress line on a terminal, rewritten in place: amount done, rate and remaining time. */
#include "cli/progress.h"

#include "base/clock.h"
#include "cli/files.h"

progress progress_start(bool shows, double renewal)
{
  static const double usual = 0.2, first = 1;
  double now = hol_seconds();
  bool is_usual = renewal < 0;
  return (progress){.shows = shows,
                    .start = now,
                    .last = is_usual ? now + first - usual : now,
                    .renewal = is_usual ? usual : renewal};
}

/** A length of time in the unit that suits it. */
static void put_time(hol_text *text, double s)
{
  if (s < 100) {
    hol_text_add(text, "%.0f s", s);
  } else if (s < 100 * 60) {
    hol_text_add(text, "%.0f min", s / 60);
  } else {
    hol_text_add(text, "%.1f h", s / 3600);
  }
}

/** Is it time to renew the line? */
static bool is_due(progress *p, double *now)
{
  *now = p->shows ? hol_seconds() : 0;
  return p->shows && *now - p->last >= p->renewal;
}

void progress_show(progress *p, size_t done, size_t total, const char *what)
{
  double now;
  if (!is_due(p, &now)) {
    return;
  }
  if (done < p->done || p->done == 0) { /* another count begins: another stage, or what an earlier run has left */
    p->start = now;
    p->first = done;
  }
  p->done = done;
  p->last = now;
  double elapsed = now - p->start, rate = elapsed > 0 ? (double)(done - p->first) / elapsed : 0;
  hol_text text = {0};
  hol_text_add(&text, "\r%zu of %zu %s", done, total, what);
  if (rate > 0 && done < total) {
    hol_text_add(&text, ", %.3g per second, ", rate);
    put_time(&text, (double)(total - done) / rate);
    hol_text_add(&text, " left");
  }
  hol_text_add(&text, "\033[K");
  cli_files_show(&text);
  hol_text_clear(&text);
  p->is_shown = true;
}

void progress_along(progress *p, size_t done, size_t total, size_t points)
{
  double now;
  if (!is_due(p, &now)) {
    return;
  }
  if (!p->is_shown) {
    p->begun = done;
    p->start = now;
  }
  if (points < p->done) { /* the next curve */
    p->done = 0;
  }
  hol_text text = {0};
  hol_text_add(&text, "\r%zu of %zu curves, then %zu points and starts", done, total, points);
  if (points > p->done && now > p->last) {
    hol_text_add(&text, ", %.3g per second", (double)(points - p->done) / (now - p->last));
  }
  if (done > p->begun && done < total) {
    hol_text_add(&text, ", ");
    put_time(&text, (now - p->start) / (double)(done - p->begun) * (double)(total - done));
    hol_text_add(&text, " left");
  }
  hol_text_add(&text, "\033[K");
  cli_files_show(&text);
  hol_text_clear(&text);
  p->done = points;
  p->last = now;
  p->is_shown = true;
}

void progress_end(progress *p)
{
  if (p->is_shown) {
    hol_text text = {0};
    hol_text_add(&text, "\r\033[K");
    cli_files_show(&text);
    hol_text_clear(&text);
    p->is_shown = false;
  }
}
