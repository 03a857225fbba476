/* The book: what an on-line heuristic may know. It keeps one sp_worker_view a worker up to date
 * from three kinds of news (engaged, arrived, computed) that the engines feed it, and forecasts
 * the rest in the nominal model. Both engines share it; it advances no time. */
#ifndef SP_MODEL_BOOK_H
#define SP_MODEL_BOOK_H

#include <starport/heuristic.h>

/* A unit (or chunk) engaged to a worker and not computed yet. */
struct book_entry {
  double arrival; /* forecast, then observed */
  double amount;
  double finish; /* forecast end of its computation */
};

/* First in, first out: a ring that grows. The k-th entry stands at (first + k) modulo cap, which is
 * a power of 2. */
struct book_queue {
  struct book_entry *entry;
  long first, n, cap;
  long arrived; /* of the n, how many have arrived */
};

/* What is known of a worker besides its line of the view. */
struct book_line {
  double current_end;      /* forecast end of the computation under way */
  double link_free;        /* forecast end of the last emission engaged to it */
  long own;                /* initial units not begun */
  bool busy;               /* computing */
  bool on_received;        /* ... the first of its queue (else an initial unit) */
  bool marked[2];          /* by port: among changed[port] */
  struct book_queue queue; /* received, not computed, in order of engagement */
};

struct book {
  const struct sp_instance *in;
  struct sp_worker_view *worker; /* [0..m] */
  struct book_line *line;        /* [0..m] */
  double port_free[2];
  double remaining, movable; /* units at the master; movable units in all */
  struct sp_view view[2];    /* by port: as it was last asked, and the changes since */
  int *changed[2];           /* by port: view[port].changed, [0..m-1] */
  bool receives;             /* redistribution: the reception port asks, too */
  bool queues; /* entries are kept (else only idle_at is: unlimited buffers, nominal model) */
};

/* True if dates a and b are the same up to rounding: within 1e-12 relative. */
static inline bool book_same_date(double a, double b)
{
  if (a == b)
    return true;
  double scale = a < 0 ? -a : a, other = b < 0 ? -b : b;
  if (other > scale)
    scale = other;
  return a - b <= 1e-12 * scale && b - a <= 1e-12 * scale;
}

/* deviations: dates may differ from the nominal forecast (noise, another network model), so
 * queues must be kept even where buffers are unlimited. */
void book_init(struct book *, const struct sp_instance *, bool deviations);
void book_clear(struct book *);
/* What `port` sees at date now: good until the next news. The list of changed lines is emptied by
 * book_asked. */
const struct sp_view *book_view(struct book *, enum sp_port port, double now);
void book_asked(struct book *, enum sp_port port);
/* The emission port is engaged at date now by amount units for worker i. */
void book_engaged_out(struct book *, int i, double amount, double now);
/* The reception port is engaged at date now by one of worker s's movable units; received: the
 * unit is the oldest received one, not an initial one. */
void book_engaged_in(struct book *, int s, bool received, double now);
/* A reception ended at the master / an emission ended at worker i. */
void book_received(struct book *, int s, double date);
void book_arrived(struct book *, int i, double date);
/* Worker i begins / has ended a computation of amount units. */
void book_begun(struct book *, int i, bool received, double amount, double date);
void book_computed(struct book *, int i, double amount, double date);

#endif
