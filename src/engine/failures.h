/* What the files of the controller share for hosts and links that go down. */
#pragma once

#include "engine/controller.h"

/* NULL if nothing can go down. failures_close frees it. */
struct failures *failures_open(const struct sp_instance *);
void failures_close(struct failures *);
/* The port SP_OUT is engaged by a message of so many units. */
void failures_engaged(struct controller *, double amount);
/* Chooses the next message of a plan: engaged, later or closed. */
enum answer failures_ask_plan(struct controller *, double now, long *message);
