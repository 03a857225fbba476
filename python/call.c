/* Long calls of the library. The main thread, in which Python handles signals, has another thread
 * make the call, and waits for it and for signals. Where a handler raises, as that of Ctrl-C does,
 * it leaves the call to the other thread, which gives it up, frees it, and ends.
 *
 * Where no signal can raise (in other threads, and in processes that SIGINT ends at once) a call is
 * made by its caller. */
#include "call.h"
#include "heuristic.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 50000000 }; /* nanoseconds between two looks for signals */

struct worker {
  pthread_mutex_t lock;
  pthread_cond_t asked, made;
  struct call *call; /* NULL: none, or it is made */
  bool left;         /* the call is the worker's own */
  pid_t process;     /* in which the thread runs */
  struct worker *next;
};

static struct worker *idle; /* a list; read and written with the interpreter's lock */

static void *serve(void *data)
{
  struct worker *me = data;
  pthread_mutex_lock(&me->lock);
  while (!me->left) {
    while (!me->call)
      pthread_cond_wait(&me->asked, &me->lock);
    struct call *call = me->call;
    pthread_mutex_unlock(&me->lock);
    call->make(call);
    pthread_mutex_lock(&me->lock);
    if (me->left)
      call->clear(call);
    me->call = NULL;
    pthread_cond_signal(&me->made);
  }
  pthread_mutex_unlock(&me->lock);
  free(me);
  return NULL;
}

/* A new thread, which gets no signals; NULL if there can be none. */
static struct worker *worker_new(void)
{
  struct worker *worker = calloc(1, sizeof *worker);
  pthread_t thread;
  sigset_t all, before;
  if (!worker)
    return NULL;
  pthread_mutex_init(&worker->lock, NULL);
  pthread_cond_init(&worker->asked, NULL);
  pthread_cond_init(&worker->made, NULL);
  worker->process = getpid();
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int code = pthread_create(&thread, NULL, serve, worker);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (code == 0) {
    pthread_detach(thread);
    return worker;
  }
  free(worker);
  return NULL;
}

/* True in the main thread, if SIGINT has a handler. */
static bool signals_raise(void)
{
  struct sigaction now;
  return gettid() == getpid() && sigaction(SIGINT, NULL, &now) == 0 && now.sa_handler != SIG_DFL &&
         now.sa_handler != SIG_IGN;
}

/* An idle worker; not one that stayed behind in the process from which this one was forked. */
static struct worker *take_worker(void)
{
  struct worker *worker = idle;
  bool here = worker && worker->process == getpid();
  idle = here ? worker->next : NULL;
  return here ? worker : worker_new();
}

static void keep_worker(struct worker *worker)
{
  worker->next = idle;
  idle = worker;
}

/* Waits for a while, with the worker's lock. */
static void wait_for(struct worker *worker)
{
  struct timespec date;
  clock_gettime(CLOCK_MONOTONIC, &date);
  date.tv_nsec += PATIENCE;
  date.tv_sec += date.tv_nsec / 1000000000;
  date.tv_nsec %= 1000000000;
  pthread_cond_clockwait(&worker->made, &worker->lock, CLOCK_MONOTONIC, &date);
}

/* Handles signals; with the worker's lock, which others may take while signals are handled: -1 if a
 * handler has raised. */
static int look_for_signals(struct worker *worker, PyThreadState **state)
{
  pthread_mutex_unlock(&worker->lock);
  PyEval_RestoreThread(*state);
  int raised = PyErr_CheckSignals();
  *state = PyEval_SaveThread();
  pthread_mutex_lock(&worker->lock);
  return raised;
}

/* Has the worker make the call. 0, or -1 if a handler has raised; `left`: before the call was made.
 */
static int have_made(struct worker *worker, struct call *call, bool *left)
{
  int raised = 0;
  PyThreadState *state = PyEval_SaveThread();
  pthread_mutex_lock(&worker->lock);
  worker->call = call;
  pthread_cond_signal(&worker->asked);
  while (worker->call && !raised) {
    wait_for(worker);
    raised = worker->call ? look_for_signals(worker, &state) : 0;
  }
  *left = worker->left = worker->call;
  if (*left)
    __atomic_store_n(&call->given_up, 1, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&worker->lock);
  PyEval_RestoreThread(state);
  return raised;
}

int call_make(struct call *call)
{
  struct worker *worker = signals_raise() ? take_worker() : NULL;
  bool left;
  if (!worker) {
    PyThreadState *state = PyEval_SaveThread();
    call->make(call);
    PyEval_RestoreThread(state);
    return 0;
  }
  int raised = have_made(worker, call, &left);
  if (left)
    return raised;
  if (raised)
    call->clear(call);
  keep_worker(worker);
  return raised;
}
