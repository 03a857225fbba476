/* Profiles as text, "w1:10*0.5,20*1,every:30;c:5*0,8*1", of stars and of graphs. */
#pragma once

#include <starport/instance.h>

/* A profile, and of what it is. */
struct profile_change {
  enum sp_changing kind;
  int of[2]; /* numbers from 1, or 0: of all. A worker or its link, a node; a graph's link: its
                ends, of all others [1] is 0 */
  struct sp_profile profile;
};
struct profile_changes { /* {0} is empty */
  int n, cap;
  struct profile_change *change; /* a later one replaces those before */
};

/* "w", "c", "host", "link", "latency": of what a profile changes. */
extern const char *const profile_target[SP_CHANGING];
/* Appends the profiles written in `length` bytes of text. ends: a link is named by its ends, as in
 * a graph. SP_OK, or SP_BAD_INPUT with the reason. */
int profile_changes_add(struct profile_changes *, bool ends, const char *text, size_t length,
                        struct sp_error *);
void profile_changes_clear(struct profile_changes *);
