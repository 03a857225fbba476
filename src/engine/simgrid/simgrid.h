/* Inside of the simgrid engine of stars, shared by these files alone.
 *
 *   simgrid.c             the run, on the stage (stage.h)
 *   occupation.c  links, ports, places and processors; knows nothing of SimGrid
 *   platform.c    the star's platform in SimGrid
 */
#ifndef SP_ENGINE_SIMGRID_H
#define SP_ENGINE_SIMGRID_H

#include "base/fifo.h"
#include "engine/controller.h"
#include "engine/simgrid/stage.h"

/* ---- What the engine has under way. */

/* In the order in which those that end at one date are completed. */
enum kind { RECEPTION, EMISSION, COMPUTATION, KINDS };

/* A unit (or chunk) that has come to a worker. */
struct unit {
  long rank, message; /* of the emission that brought it; -1: an initial unit */
  double amount;
};

/* A transfer or a computation, from its start to its completion. Each worker can have one of each
 * kind. */
struct activity {
  struct deed deed; /* first: the stage knows the activity by it */
  enum kind kind;
  int worker;
  bool busy;        /* started, not completed */
  struct hop hop;   /* of a transfer */
  struct unit unit; /* of a computation */
  double load;      /* units on the wire or on the processor: the amount times the noise */
};

/* ---- Occupation: occupation.c. */

struct site {
  struct activity activity[KINDS];
  struct fifo engaged[2]; /* struct hop, by port: engaged and not started */
  struct fifo units;      /* struct unit: received, waiting for the processor */
  long own;               /* initial units not begun and not set apart */
  long begun;             /* initial units begun */
  long held;              /* places taken */
  bool stirred;           /* is in occupation.stirred */
};

struct occupation {
  struct controller d;
  const struct sp_instance *in;
  struct site *site;     /* [0..m] */
  struct fifo stirred;   /* int: workers where something may be able to start */
  struct fifo expecting; /* int: targets of the emissions engaged before their task arrived */
  struct fifo arrival;   /* long: number of the k-th task at the master, if order may change */
  bool through;          /* tasks go worker -> master -> worker */
  bool *has_come;        /* [rank] plan with relays: this reception's task has come to its sender */
  long used[2];          /* capacity taken, by port */
};

/* The occupation at date 0; controller and instance have been set. */
void occupation_init(struct occupation *);
void occupation_clear(struct occupation *);
/* Decisions of the ports, then whatever can start: each is handed to begin(data, activity), with
 * kind, worker, hop or unit, load, and of the deed start and duration told. */
typedef void occupation_begin(void *data, struct activity *);
void occupation_decide(struct occupation *, double now, occupation_begin *begin, void *data);
/* The activity has ended at its booked date. */
void occupation_complete(struct occupation *, struct activity *);

/* ---- Platform: platform.c. */

/* Initialises SimGrid, loads the instance's platform and compares it with the instance. False with
 * the controller failed. */
bool simgrid_load_star(struct controller *);

#endif
