/* Linear programmes by GLPK: the only file that uses it. See solve/lp/lp.h.
 *
 * GLPK keeps an environment for each thread. It is made here if the thread has none, and freed
 * before the call ends; so problems never outlive it, and a fatal error of GLPK, which leaves the
 * environment unusable, becomes a message: GLPK writes its reason to the terminal, even if that is
 * switched off, and the first line is kept from there.
 *
 * The tolerances are four orders below GLPK's default: the optimal bases are then those of the
 * exact problem unless two bases are too close for doubles. If the simplex method does not end with
 * these tolerances, in many more iterations than it needs, the default ones are used; also if it
 * ends with a solution that does not satisfy the programme. */
#include "solve/lp/lp.h"
#include "base/memory.h"

#include <glpk.h>
#include <setjmp.h>

static const double tight = 1e-11;
static const double residual = 1e-6; /* of a solution, relative */

struct environment {
  bool own;       /* made here */
  int terminal;   /* did GLPK write to it before? */
  jmp_buf failed; /* where a fatal error of GLPK returns to */
  char reason[128];
};

static void come_back(void *environment)
{
  longjmp(((struct environment *)environment)->failed, 1);
}

/* Takes a text that GLPK would write. */
static int keep(void *environment, const char *text)
{
  char *reason = ((struct environment *)environment)->reason;
  if (!reason[0])
    snprintf(reason, sizeof((struct environment *)NULL)->reason, "%.*s", (int)strcspn(text, "\n"),
             text);
  return 1;
}

static void environment_close(const struct environment *environment)
{
  if (environment->own)
    glp_free_env();
  else
    glp_term_out(environment->terminal);
}

static int type_of(double lower, double upper)
{
  if (isinf(lower))
    return isinf(upper) ? GLP_FR : GLP_UP;
  if (isinf(upper))
    return GLP_LO;
  return lower == upper ? GLP_FX : GLP_DB;
}

static void add_columns(glp_prob *P, const struct sp_lp *lp)
{
  if (lp->columns > 0)
    glp_add_cols(P, lp->columns);
  for (int j = 0; j < lp->columns; j++) {
    const struct sp_lp_column *column = &lp->column[j];
    double lower = column->lower.v, upper = column->upper.v;
    if (column->integer) { /* GLPK refuses other bounds */
      lower = ceil(lower);
      upper = floor(upper);
      glp_set_col_kind(P, j + 1, GLP_IV);
    }
    glp_set_col_bnds(P, j + 1, type_of(lower, upper), lower, upper);
    glp_set_obj_coef(P, j + 1, column->cost.v);
  }
}

static glp_prob *build(const struct sp_lp *lp)
{
  glp_prob *P = glp_create_prob();
  size_t size = (size_t)lp->entries + 1;
  int *row = sp_xcalloc(size, sizeof *row), *column = sp_xcalloc(size, sizeof *column), n = 0;
  double *value = sp_xcalloc(size, sizeof *value);
  glp_set_obj_dir(P, lp->maximise ? GLP_MAX : GLP_MIN);
  add_columns(P, lp);
  if (lp->rows > 0)
    glp_add_rows(P, lp->rows);
  for (int i = 0; i < lp->rows; i++) {
    double lower = lp->row[i].lower.v, upper = lp->row[i].upper.v;
    glp_set_row_bnds(P, i + 1, type_of(lower, upper), lower, upper);
  }
  for (long k = 0; k < lp->entries; k++)
    if (lp->entry[k].value.v != 0) {
      row[++n] = lp->entry[k].row + 1;
      column[n] = lp->entry[k].column + 1;
      value[n] = lp->entry[k].value.v;
    }
  glp_load_matrix(P, n, row, column, value);
  free(row);
  free(column);
  free(value);
  return P;
}

/* True if the bounds of a column cross; those of integer columns may when they are rounded. */
static bool empty_column(glp_prob *P)
{
  for (int j = 1; j <= glp_get_num_cols(P); j++)
    if (glp_get_col_lb(P, j) > glp_get_col_ub(P, j))
      return true;
  return false;
}

/* Does the solution satisfy the rows and the bounds? With a basis that is nearly singular GLPK can
 * report a solution as optimal that does not, all zeros even. */
static bool feasible(glp_prob *P)
{
  double absolute, rows, bounds;
  int worst;
  glp_check_kkt(P, GLP_SOL, GLP_KKT_PE, &absolute, &worst, &rows, &worst);
  glp_check_kkt(P, GLP_SOL, GLP_KKT_PB, &absolute, &worst, &bounds, &worst);
  return rows < residual && bounds < residual;
}

static bool settled(glp_prob *P, int code)
{
  int status = glp_get_status(P);
  return code == 0 &&
         (status == GLP_NOFEAS || status == GLP_UNBND || (status == GLP_OPT && feasible(P)));
}

/* False if what is at its bounds does not determine the others. GLPK corrects the bound of what has
 * only one. */
static bool start_from(glp_prob *P, const enum sp_lp_start *start)
{
  static const int status[] = {GLP_BS, GLP_NL, GLP_NU};
  int columns = glp_get_num_cols(P);
  for (int j = 0; j < columns; j++)
    glp_set_col_stat(P, j + 1, status[start[j]]);
  for (int i = 0; i < glp_get_num_rows(P); i++)
    glp_set_row_stat(P, i + 1, status[start[columns + i]]);
  return glp_factorize(P) == 0;
}

/* The simplex method; returns GLPK's code. Without a limit it can cycle. */
static int simplex(glp_prob *P, const enum sp_lp_start *start, long iterations, double tolerance)
{
  glp_smcp control;
  glp_init_smcp(&control);
  control.msg_lev = GLP_MSG_OFF;
  control.it_lim = iterations < INT_MAX ? (int)iterations : INT_MAX;
  if (tolerance > 0)
    control.tol_bnd = control.tol_dj = tolerance;
  if (start && start_from(P, start)) {
    control.meth = GLP_DUALP;
  } else {
    glp_std_basis(P);
    glp_adv_basis(P, 0);
  }
  return glp_simplex(P, &control);
}

static int relax(glp_prob *P, const enum sp_lp_start *start)
{
  glp_scale_prob(P, GLP_SF_AUTO);
  long enough = 20L * (glp_get_num_rows(P) + glp_get_num_cols(P)) + 1000;
  int code = simplex(P, start, enough, tight);
  return settled(P, code) ? code : simplex(P, NULL, 5 * enough, 0);
}

struct search {
  double bound;      /* of the best open node; NAN: not known yet */
  long nodes, limit; /* limit 0: none */
};

/* Called by GLPK at each step of branch and cut. */
static void watch(glp_tree *tree, void *info)
{
  struct search *search = info;
  int nodes, best = glp_ios_best_node(tree);
  glp_ios_tree_size(tree, NULL, NULL, &nodes);
  search->nodes = nodes;
  if (best > 0)
    search->bound = glp_ios_node_bound(tree, best);
  if (search->limit > 0 && nodes > search->limit)
    glp_ios_terminate(tree);
}

static int branch(glp_prob *P, struct search *search)
{
  glp_iocp control;
  glp_init_iocp(&control);
  control.msg_lev = GLP_MSG_OFF;
  control.tol_obj = tight;
  control.gmi_cuts = control.mir_cuts = GLP_ON;
  control.cb_func = watch;
  control.cb_info = search;
  return glp_intopt(P, &control);
}

static const char *words(int code)
{
  switch (code) {
  case GLP_EBADB:
  case GLP_ESING:
  case GLP_ECOND:
    return "its basis became singular or ill-conditioned";
  case GLP_EBOUND:
    return "it does not accept the bounds";
  case GLP_EFAIL:
    return "its solver failed";
  case GLP_EROOT:
    return "the relaxation was not solved";
  default:
    return "it gave no result";
  }
}

static int failure(struct sp_error *error, int code)
{
  return sp_failure(error, SP_CANNOT, "GLPK failed: %s (code %d)", words(code), code);
}

static void take(const struct sp_lp *lp, glp_prob *P, bool integer, struct sp_lp_solution *s)
{
  s->value = integer ? glp_mip_obj_val(P) : glp_get_obj_val(P);
  for (int j = 0; j < lp->columns; j++) {
    s->primal[j] = integer ? glp_mip_col_val(P, j + 1) : glp_get_col_prim(P, j + 1);
    if (lp->column[j].integer)
      s->primal[j] = nearbyint(s->primal[j]);
  }
  for (int i = 0; i < lp->rows && s->dual; i++)
    s->dual[i] = glp_get_row_dual(P, i + 1);
}

static int read_linear(const struct sp_lp *lp, glp_prob *P, int code, struct sp_lp_solution *s,
                       struct sp_error *error)
{
  int status = glp_get_status(P);
  if (!settled(P, code) && code == 0 && status == GLP_OPT)
    return sp_failure(
        error, SP_CANNOT,
        "GLPK failed: its solution does not satisfy the programme: the numbers are of "
        "too different sizes");
  if (!settled(P, code))
    return failure(error, code);
  s->status = status == GLP_OPT     ? SP_LP_OPTIMAL
              : status == GLP_UNBND ? SP_LP_UNBOUNDED
                                    : SP_LP_INFEASIBLE;
  if (s->status == SP_LP_OPTIMAL) {
    take(lp, P, false, s);
    s->bound = s->value;
  }
  return SP_OK;
}

/* Reads the result of glp_intopt. */
static int read_integer(const struct sp_lp *lp, glp_prob *P, int code, const struct search *search,
                        struct sp_lp_solution *s, struct sp_error *error)
{
  int status = glp_mip_status(P);
  bool found = status == GLP_OPT || status == GLP_FEAS;
  if (code != 0 && code != GLP_ESTOP)
    return failure(error, code);
  if (code == 0)
    s->status = found ? SP_LP_OPTIMAL : SP_LP_INFEASIBLE;
  else
    s->status = found ? SP_LP_FEASIBLE : SP_LP_STOPPED;
  s->value = s->bound = NAN; /* they were the relaxation's */
  if (found)
    take(lp, P, true, s);
  if (s->status == SP_LP_OPTIMAL)
    s->bound = s->value;
  else if (code == GLP_ESTOP)
    s->bound = isnan(search->bound) ? glp_get_obj_val(P) : search->bound;
  return SP_OK;
}

static bool has_integers(const struct sp_lp *lp)
{
  for (int j = 0; j < lp->columns; j++)
    if (lp->column[j].integer)
      return true;
  return false;
}

static int solve(const struct sp_lp *lp, long nodes, struct sp_lp_solution *s,
                 struct sp_error *error)
{
  glp_prob *P = build(lp);
  bool integer = has_integers(lp);
  int code = SP_OK;
  if (empty_column(P))
    s->status = SP_LP_INFEASIBLE;
  else
    code = read_linear(lp, P, relax(P, lp->start), s, error);
  if (code == SP_OK && integer && s->status == SP_LP_OPTIMAL) {
    struct search search = {.bound = NAN, .limit = nodes};
    code = read_integer(lp, P, branch(P, &search), &search, s, error);
    s->nodes = search.nodes;
  }
  glp_delete_prob(P);
  return code;
}

int sp_lp_solve(const struct sp_lp *lp, long nodes, struct sp_lp_solution *solution,
                struct sp_error *error)
{
  struct environment environment = {.reason = ""};
  int code = sp_lp_check(lp, error);
  if (code != SP_OK)
    return code;
  *solution = (struct sp_lp_solution){.status = SP_LP_STOPPED, .value = NAN, .bound = NAN};
  solution->primal = sp_xcalloc((size_t)lp->columns, sizeof *solution->primal);
  if (!has_integers(lp))
    solution->dual = sp_xcalloc((size_t)lp->rows, sizeof *solution->dual);
  environment.own = glp_init_env() == 0;
  environment.terminal = glp_term_out(GLP_OFF);
  if (environment.own) {
    if (setjmp(environment.failed)) {
      glp_free_env();
      sp_lp_solution_clear(solution);
      return sp_failure(error, SP_CANNOT, "GLPK failed: it refused the programme: %s",
                        environment.reason);
    }
    glp_term_hook(keep, &environment);
    glp_error_hook(come_back, &environment);
  }
  code = solve(lp, nodes, solution, error);
  environment_close(&environment);
  if (code != SP_OK)
    sp_lp_solution_clear(solution);
  return code;
}

void sp_lp_solution_clear(struct sp_lp_solution *solution)
{
  free(solution->primal);
  free(solution->dual);
  free(solution->value_text);
  for (int j = 0; j < solution->columns && solution->primal_text; j++)
    free(solution->primal_text[j]);
  free(solution->primal_text);
  *solution = (struct sp_lp_solution){.status = SP_LP_STOPPED, .value = NAN, .bound = NAN};
}
