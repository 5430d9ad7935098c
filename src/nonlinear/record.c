/* SPDX-License-Identifier: BSD-3-Clause */
/* Curves, loss factors and resonances as bytes, for other ranks and for checkpoints. */
#include "nonlinear/record.h"

static void pass_event(hol_bytes *bytes, hol_nonlinear_event *e, size_t unknowns)
{
  e->kind = (hol_event_kind)hol_bytes_choice(bytes, (int)e->kind, HOL_EVENT_PEAK + 1);
  hol_bytes_number(bytes, &e->nu);
  hol_bytes_count(bytes, &e->before);
  hol_bytes_numbers(bytes, &e->coefficient, unknowns);
  hol_bytes_truth(bytes, &e->is_maximum);
  hol_bytes_number(bytes, &e->error);
}

static void pass_confirmation(hol_bytes *bytes, hol_nonlinear_confirmation *c)
{
  hol_bytes_count(bytes, &c->point);
  hol_bytes_truth(bytes, &c->is_stable);
  hol_bytes_truth(bytes, &c->agrees);
  hol_bytes_number(bytes, &c->difference);
  hol_bytes_count(bytes, &c->periods);
}

static void pass_branch(hol_bytes *bytes, hol_nonlinear_branch *b)
{
  hol_bytes_length(bytes, &b->points);
  hol_bytes_count(bytes, &b->unknowns);
  hol_bytes_count(bytes, &b->coordinates);
  hol_bytes_count(bytes, &b->harmonics);
  hol_bytes_count(bytes, &b->period);
  hol_bytes_numbers(bytes, &b->nu, b->points);
  hol_bytes_numbers(bytes, &b->coefficient, b->points * b->unknowns);
  hol_bytes_counts(bytes, &b->unstable, b->points);
  hol_bytes_numbers(bytes, &b->multiplier, b->points);
  hol_bytes_array(bytes, &b->event, &b->events, sizeof *b->event);
  for (size_t i = 0; i < b->events; i++) {
    pass_event(bytes, &b->event[i], b->unknowns);
  }
  hol_bytes_array(bytes, &b->confirmation, &b->confirmations, sizeof *b->confirmation);
  for (size_t i = 0; i < b->confirmations; i++) {
    pass_confirmation(bytes, &b->confirmation[i]);
  }
  for (size_t i = 0; i < 2; i++) {
    b->end[i] = (hol_branch_end)hol_bytes_choice(bytes, (int)b->end[i], HOL_BRANCH_ENDS_EARLY + 1);
  }
  hol_bytes_count(bytes, &b->parent);
  hol_bytes_count(bytes, &b->images);
  hol_bytes_number(bytes, &b->tail);
  hol_bytes_number(bytes, &b->missing);
}

/** A motion on a branch of a curve. */
static void pass_motion(hol_bytes *bytes, const hol_nonlinear_curve *curve, hol_nonlinear_motion_at *m)
{
  hol_bytes_number(bytes, &m->nu);
  m->branch = (size_t)hol_bytes_choice(bytes, (int)m->branch, (int)curve->branches);
  hol_bytes_count(bytes, &m->images);
  hol_bytes_numbers(bytes, &m->coefficient, curve->branches > 0 ? curve->branch[m->branch].unknowns : 0);
  hol_bytes_number(bytes, &m->amplitude);
  hol_bytes_count(bytes, &m->unstable);
  hol_bytes_number(bytes, &m->multiplier);
  hol_bytes_number(bytes, &m->error);
}

static void pass_reason(hol_bytes *bytes, hol_incomplete_reason *reason)
{
  double sum = (double)reason->sum, expected = (double)reason->expected; /* small whole numbers */
  reason->kind = (hol_incomplete_kind)hol_bytes_choice(bytes, (int)reason->kind, HOL_INCOMPLETE_CHAOS + 1);
  hol_bytes_number(bytes, &reason->nu);
  hol_bytes_count(bytes, &reason->branch);
  hol_bytes_count(bytes, &reason->period);
  hol_bytes_number(bytes, &sum);
  hol_bytes_number(bytes, &expected);
  hol_bytes_count(bytes, &reason->count);
  hol_bytes_number(bytes, &reason->size);
  reason->sum = (long)sum;
  reason->expected = (long)expected;
}

static void pass_curve(hol_bytes *bytes, hol_nonlinear_curve *curve)
{
  hol_bytes_array(bytes, &curve->branch, &curve->branches, sizeof *curve->branch);
  for (size_t i = 0; i < curve->branches; i++) {
    pass_branch(bytes, &curve->branch[i]);
  }
  hol_bytes_array(bytes, &curve->motion, &curve->motions, sizeof *curve->motion);
  for (size_t i = 0; i < curve->motions; i++) {
    pass_motion(bytes, curve, &curve->motion[i]);
  }
  hol_bytes_truth(bytes, &curve->complete);
  curve->coexisting = (hol_coexisting)hol_bytes_choice(bytes, (int)curve->coexisting, HOL_COEXISTING_PROVED + 1);
  curve->reasons = (size_t)hol_bytes_choice(bytes, (int)curve->reasons, HOL_REASONS_MAX + 1);
  for (size_t i = 0; i < curve->reasons; i++) {
    pass_reason(bytes, &curve->reason[i]);
  }
  hol_bytes_truth(bytes, &curve->failed);
  hol_bytes_count(bytes, &curve->steps);
  hol_bytes_count(bytes, &curve->rejected);
}

/** Places in the file are those of the request. */
static void pass_loss(hol_bytes *bytes, hol_nonlinear_loss *loss)
{
  hol_bytes_number(bytes, &loss->viscous);
  hol_bytes_number(bytes, &loss->eta);
  hol_bytes_truth(bytes, &loss->cubic);
}

static void pass_closed_form(hol_bytes *bytes, hol_duffing *d)
{
  hol_bytes_number(bytes, &d->omega2);
  hol_bytes_number(bytes, &d->mu);
  hol_bytes_number(bytes, &d->viscous);
  hol_bytes_number(bytes, &d->eta);
  hol_bytes_truth(bytes, &d->cubic_loss);
  hol_bytes_number(bytes, &d->P);
  hol_bytes_number(bytes, &d->P_nu2);
}

void hol_case_pass(hol_bytes *bytes, hol_nonlinear_case *item)
{
  hol_bytes_number(bytes, &item->level);
  pass_loss(bytes, &item->loss);
  pass_curve(bytes, &item->curve);
  hol_bytes_truth(bytes, &item->has_closed_form);
  pass_closed_form(bytes, &item->closed_form);
  item->folds = (size_t)hol_bytes_choice(bytes, (int)item->folds, HOL_DUFFING_FOLDS_MAX + 1);
  for (size_t i = 0; i < item->folds; i++) {
    hol_bytes_number(bytes, &item->fold[i].nu);
    hol_bytes_number(bytes, &item->fold[i].amplitude);
  }
}

void hol_found_pass(hol_bytes *bytes, hol_nonlinear_found *found)
{
  hol_bytes_count(bytes, &found->find);
  hol_bytes_number(bytes, &found->level);
  pass_loss(bytes, &found->loss);
  found->kind = (hol_vanishing_kind)hol_bytes_choice(bytes, (int)found->kind, HOL_VANISHING_NOT + 1);
  hol_bytes_number(bytes, &found->lower);
  hol_bytes_number(bytes, &found->upper);
  hol_bytes_number(bytes, &found->nu);
  hol_bytes_number(bytes, &found->amplitude);
  hol_bytes_truth(bytes, &found->complete);
  hol_bytes_truth(bytes, &found->failed);
}

void hol_resonance_pass(hol_bytes *bytes, hol_nonlinear_resonance *resonance)
{
  hol_bytes_count(bytes, &resonance->lateral);
  hol_bytes_count(bytes, &resonance->axial);
  hol_bytes_number(bytes, &resonance->nu);
  hol_bytes_number(bytes, &resonance->amplitude);
  hol_bytes_truth(bytes, &resonance->complete);
}
