/* The files of profiles beside a platform that is written. */
#pragma once

#include <starport/instance.h>
#include <stdio.h>

/* Names the file of profile i of that kind, in the folder of the platform. Of a star i is the
 * worker; of a graph it is the node, or twice the link, + 1 in its direction from b to a. */
enum { SP_PROFILE_NAME = 300 };
struct sp_profile_names {
  void (*name)(const void *what, enum sp_changing, int i, char name[SP_PROFILE_NAME]);
  const void *what;
  /* Of a star: a link that can go down is written as two, and only that from the master has
   * profiles: SimGrid 3.32 aborts at the state of a SPLITDUPLEX link, and at a file that is named
   * twice. */
  bool one_way;
};

/* Writes the attribute that names the file of a profile; nothing if there is none, or no names. */
void xml_put_profile(FILE *, const struct sp_profile *, enum sp_changing, int i,
                     const struct sp_profile_names *);
/* Writes such a file: dates with factors times `unit`. */
void profile_put_file(FILE *, const struct sp_profile *, double unit);
