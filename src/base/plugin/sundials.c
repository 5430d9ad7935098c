/* SPDX-License-Identifier: BSD-3-Clause */
/* The one thing in this shared object: ARKODE and CVODE of SUNDIALS 6 or 7, to be loaded when needed. */
#include "base/plugin/sundials.h"
#include "base/memory.h"

#include <arkode/arkode_arkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#if SUNDIALS_VERSION_MAJOR >= 7
#define ARK(verb) ARKode##verb
#else
#define ARK(verb) ARKStep##verb
#endif

/** Tests that one step may fail: each makes it at least 0.3 of its length, so that it is 1e-10 of what it was. */
enum { MOST_ERROR_TESTS = 20 };

struct hol_sundials {
  hol_sundials_equation equation;
  bool is_stiff;
  SUNContext context;
  void *memory;                  /**< of ARKStep; of CVODE, if the equation is stiff */
  N_Vector y, absolute, scratch; /**< scratch: of stiff equations */
  SUNMatrix matrix;
  SUNLinearSolver linear;
  size_t projections_failed;
};

/* ---- what SUNDIALS calls ----------------------------------------------------------------------------------------- */

static int call_rate(sunrealtype t, N_Vector y, N_Vector rate, void *self)
{
  hol_sundials *s = self;
  return s->equation.rate(s->equation.self, t, NV_DATA_S(y), NV_DATA_S(rate));
}

static int call_jacobian(sunrealtype t, N_Vector y, N_Vector rate, SUNMatrix jacobian, void *self, N_Vector a,
                         N_Vector b, N_Vector c)
{
  hol_sundials *s = self;
  (void)a;
  (void)b;
  (void)c;
  return s->equation.jacobian(s->equation.self, t, NV_DATA_S(y), NV_DATA_S(rate), SM_DATA_D(jacobian));
}

static int call_project(sunrealtype t, N_Vector y, void *self)
{
  hol_sundials *s = self;
  return s->equation.project(s->equation.self, t, NV_DATA_S(y));
}

/** The correction c = P(y) − y of CVODE; an estimated error e becomes P(y + c + e) − (y + c): but for terms of its
 *  square its part along the manifold. Where that is not defined it stays. */
static int call_project_error(sunrealtype t, N_Vector y, N_Vector correction, sunrealtype epsilon, N_Vector error,
                              void *self)
{
  hol_sundials *s = self;
  (void)epsilon;
  N_VScale(1, y, correction);
  int status = call_project(t, correction, self);
  if (status != 0) {
    s->projections_failed++;
    return status;
  }
  if (error) {
    N_VLinearSum(1, correction, 1, error, s->scratch);
    status = call_project(t, s->scratch, self);
    if (status == 0) {
      N_VLinearSum(1, s->scratch, -1, correction, error);
    }
  }
  N_VLinearSum(1, correction, -1, y, correction);
  return status < 0 ? status : 0;
}

/* ---- the solver -------------------------------------------------------------------------------------------------- */

/** What both solvers answer: the codes that they share have the same numbers. */
static hol_status status_of(int flag, hol_integrator_failure *failure)
{
  *failure = HOL_INTEGRATOR_FINE;
  if (flag >= 0 || flag == CV_MEM_FAIL || flag == CV_ILL_INPUT) {
    return flag >= 0 ? HOL_OK : flag == CV_MEM_FAIL ? HOL_MEMORY : HOL_INVALID;
  }
  bool is_inaccurate = flag == CV_TOO_MUCH_ACC || flag == CV_ERR_FAILURE || flag == CV_TOO_CLOSE;
  bool is_newton = flag == CV_CONV_FAILURE || flag == CV_LSETUP_FAIL || flag == CV_LSOLVE_FAIL;
  *failure = is_inaccurate ? HOL_INTEGRATOR_ACCURACY : is_newton ? HOL_INTEGRATOR_NEWTON : HOL_INTEGRATOR_UNDEFINED;
  return HOL_NUMERICAL;
}

static void sundials_free(hol_sundials *s)
{
  if (!s) {
    return;
  }
  if (s->memory && s->is_stiff) {
    CVodeFree(&s->memory);
  } else if (s->memory) {
    ARK(Free)(&s->memory);
  }
  if (s->linear) {
    (void)SUNLinSolFree(s->linear);
  }
  if (s->matrix) {
    SUNMatDestroy(s->matrix);
  }
  N_Vector vectors[] = {s->y, s->absolute, s->scratch};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
    if (vectors[i]) {
      N_VDestroy(vectors[i]);
    }
  }
  if (s->context) {
    (void)SUNContext_Free(&s->context);
  }
  free(s);
}

/** SUNDIALS crashes where it is not given a vector: is there room for all that it will ask for? */
static bool is_room(size_t n, bool is_stiff)
{
  enum { VECTORS = 40, BESIDE = 64 }; /* numbers beside those of a vector */
  size_t matrices = is_stiff ? 2 : 0;
  void *room = n < SIZE_MAX / n / 4 ? hol_alloc(VECTORS * (n + BESIDE) + matrices * n * n, sizeof(double)) : NULL;
  free(room);
  return room != NULL;
}

/** Nothing is printed. */
static bool make_context(hol_sundials *s)
{
#if SUNDIALS_VERSION_MAJOR >= 7
  return SUNContext_Create(SUN_COMM_NULL, &s->context) == 0 && SUNContext_ClearErrHandlers(s->context) == 0;
#else
  return SUNContext_Create(NULL, &s->context) == 0;
#endif
}

static bool make_explicit(hol_sundials *s, double t)
{
  s->memory = ARKStepCreate(call_rate, NULL, t, s->y, s->context);
  return s->memory &&
#if SUNDIALS_VERSION_MAJOR < 7
         ARKStepSetErrFile(s->memory, NULL) == 0 &&
#endif
         ARK(SetMaxHnilWarns)(s->memory, -1) == 0 && ARK(SetUserData)(s->memory, s) == 0 &&
         ARKStepSetTableNum(s->memory, ARKODE_DIRK_NONE, ARKODE_FEHLBERG_13_7_8) == 0 &&
         ARK(SetInterpolantDegree)(s->memory, 1) == 0 && /* at a stop: y itself, and no evaluation */
         ARK(SetMaxErrTestFails)(s->memory, MOST_ERROR_TESTS) == 0 &&
         (!s->equation.project || ARK(SetPostprocessStepFn)(s->memory, call_project) == 0);
}

static bool make_stiff(hol_sundials *s, double t)
{
  sunindextype n = (sunindextype)s->equation.count;
  s->matrix = SUNDenseMatrix(n, n, s->context);
  s->linear = s->matrix ? SUNLinSol_Dense(s->y, s->matrix, s->context) : NULL;
  s->scratch = N_VNew_Serial(n, s->context);
  s->memory = s->linear && s->scratch ? CVodeCreate(CV_BDF, s->context) : NULL;
  return s->memory &&
#if SUNDIALS_VERSION_MAJOR < 7
         CVodeSetErrFile(s->memory, NULL) == 0 &&
#endif
         CVodeInit(s->memory, call_rate, t, s->y) == 0 && CVodeSetMaxHnilWarns(s->memory, -1) == 0 &&
         CVodeSetUserData(s->memory, s) == 0 && CVodeSetLinearSolver(s->memory, s->linear, s->matrix) == 0 &&
         CVodeSetMaxErrTestFails(s->memory, MOST_ERROR_TESTS) == 0 &&
         (!s->equation.jacobian || CVodeSetJacFn(s->memory, call_jacobian) == 0) &&
         (!s->equation.project ||
          (CVodeSetProjFn(s->memory, call_project_error) == 0 && CVodeSetProjErrEst(s->memory, SUNTRUE) == 0));
}

static hol_status sundials_make(const hol_sundials_equation *equation, bool is_stiff, double t, const double *y,
                                hol_sundials **solver)
{
  hol_sundials *s = *solver = hol_alloc(1, sizeof *s);
  if (!s) {
    return HOL_MEMORY;
  }
  s->equation = *equation;
  s->is_stiff = is_stiff;
  if (is_room(equation->count, is_stiff) && make_context(s)) {
    s->y = N_VNew_Serial((sunindextype)equation->count, s->context);
    s->absolute = N_VNew_Serial((sunindextype)equation->count, s->context);
  }
  bool is_made = s->y && s->absolute && N_VEnableLinearCombination_Serial(s->y, SUNTRUE) == 0;
  if (is_made) {
    memcpy(NV_DATA_S(s->y), y, equation->count * sizeof *y);
    is_made = is_stiff ? make_stiff(s, t) : make_explicit(s, t);
  }
  if (!is_made) { /* all that is asked for can be had */
    sundials_free(s);
    *solver = NULL;
    return HOL_MEMORY;
  }
  return HOL_OK;
}

static hol_status sundials_set_tolerance(hol_sundials *s, double relative, const double *absolute)
{
  hol_integrator_failure failure;
  memcpy(NV_DATA_S(s->absolute), absolute, s->equation.count * sizeof *absolute);
  return status_of(s->is_stiff ? CVodeSVtolerances(s->memory, relative, s->absolute)
                               : ARK(SVtolerances)(s->memory, relative, s->absolute),
                   &failure);
}

static hol_status sundials_reset(hol_sundials *s, double t, const double *y, double first_step)
{
  hol_integrator_failure failure;
  memcpy(NV_DATA_S(s->y), y, s->equation.count * sizeof *y);
  int flag = s->is_stiff ? CVodeReInit(s->memory, t, s->y) : ARK(Reset)(s->memory, t, s->y);
  if (flag == 0) {
    flag = s->is_stiff ? CVodeSetInitStep(s->memory, first_step) : ARK(SetInitStep)(s->memory, first_step);
  }
  return status_of(flag, &failure);
}

static hol_status sundials_step(hol_sundials *s, double stop, double *t, double *y, hol_integrator_failure *failure)
{
  double reached = *t;
  int flag = s->is_stiff ? CVodeSetStopTime(s->memory, stop) : ARK(SetStopTime)(s->memory, stop);
  if (flag == 0) {
    flag = s->is_stiff ? CVode(s->memory, stop, s->y, &reached, CV_ONE_STEP)
                       : ARK(Evolve)(s->memory, stop, s->y, &reached, ARK_ONE_STEP);
  }
  if (flag >= 0) {
    memcpy(y, NV_DATA_S(s->y), s->equation.count * sizeof *y);
    *t = reached;
  }
  return status_of(flag, failure);
}

static double sundials_taken(const hol_sundials *s)
{
  double size = 0;
  (void)(s->is_stiff ? CVodeGetLastStep(s->memory, &size) : ARK(GetLastStep)(s->memory, &size));
  return size;
}

static double sundials_tried(const hol_sundials *s)
{
  double size = 0;
  (void)(s->is_stiff ? CVodeGetCurrentStep(s->memory, &size) : ARK(GetCurrentStep)(s->memory, &size));
  return size;
}

static size_t sundials_rejected(const hol_sundials *s)
{
  long first = 0, second = 0;
  if (s->is_stiff) {
    (void)CVodeGetNumErrTestFails(s->memory, &first);
    (void)CVodeGetNumStepSolveFails(s->memory, &second);
    return (size_t)(first + second) + s->projections_failed;
  }
  (void)ARK(GetNumStepAttempts)(s->memory, &first);
  (void)ARK(GetNumSteps)(s->memory, &second);
  return (size_t)(first - second);
}

const hol_sundials_plugin hol_sundials_verbs = {.make = sundials_make,
                                                .free = sundials_free,
                                                .set_tolerance = sundials_set_tolerance,
                                                .reset = sundials_reset,
                                                .step = sundials_step,
                                                .taken = sundials_taken,
                                                .tried = sundials_tried,
                                                .rejected = sundials_rejected};
