/* JSON documents of the file formats, by jansson. */
#ifndef SP_IO_JSON_H
#define SP_IO_JSON_H

#include <jansson.h>
#include <starport/schedule.h>

/* The `transfers` array of a plan: {"from":1,"to":2,"amount":1}, with "after":K where the message
 * sends on what transfer K (from 1) brought. Whole amounts are integers. The caller owns it. */
json_t *sp_schedule_json(const struct sp_schedule *);

#endif
