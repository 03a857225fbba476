/* JSON: numbers and texts, plans, and what traces share. A plan is the document of `starport plan
 * --json`, or only {"transfers":[..]} written by hand. If the text is not JSON, jansson gives the
 * line of the error; sp_json_line finds the line of a transfer that is impossible on the instance.
 */
#include "io/trace/json.h"
#include "base/file.h"
#include "base/memory.h"
#include "io/trace/trace.h"

#include <stdarg.h>

static const char *const earliest_key[] = {[SP_OUT] = "earliest", [SP_IN] = "earliest_in"};

json_t *json_number(double value)
{
  if (!isfinite(value))
    return json_null();
  bool whole = fabs(value) < 0x1p53 && floor(value) == value; /* integers below it are exact */
  return whole ? json_integer((json_int_t)value) : json_real(value);
}

json_t *sp_schedule_json(const struct sp_schedule *plan)
{
  json_t *transfers = json_array();

  for (long k = 0; k < plan->n; k++) {
    const struct sp_message *msg = &plan->msg[k];
    const double *earliest = msg->earliest;
    json_array_append_new(
        transfers, json_pack("{s:i, s:i, s:o, s:o*, s:o*, s:o*, s:o*}", "from", msg->from, "to",
                             msg->to, "amount", json_number(msg->amount), "after",
                             msg->after >= 0 ? json_integer(msg->after + 1) : NULL, earliest_key[0],
                             earliest[0] > 0 ? json_number(earliest[0]) : NULL, earliest_key[1],
                             earliest[1] > 0 ? json_number(earliest[1]) : NULL, "returns",
                             msg->returns > 0 ? json_integer(msg->returns) : NULL));
  }
  return transfers;
}

/* ---- Files. */

int json_file_read(struct json_file *file, const char *path, struct sp_error *error)
{
  size_t size;
  json_error_t where;
  *file = (struct json_file){path, sp_read_file(path, &size, error), NULL, error};
  if (!file->text)
    return SP_BAD_INPUT;
  file->document = json_loadb(file->text, size, JSON_REJECT_DUPLICATES, &where);
  return file->document ? SP_OK
                        : sp_bad_input(error, "%s:%d: %s, expected JSON", path,
                                       where.line > 0 ? where.line : 1, where.text);
}

void json_file_close(struct json_file *file)
{
  json_decref(file->document);
  free(file->text);
}

int json_file_refuse(const struct json_file *file, const char *name, long k, const char *format,
                     ...)
{
  char text[160], key[32];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  snprintf(key, sizeof key, "%ss", name);
  return sp_bad_input(file->error, "%s:%ld: %s %ld: %s", file->path,
                      sp_json_line(file->text, key, k), name, k + 1, text);
}

/* ---- Plans. */

/* An integer from `least` to `most`. */
static bool integer_in(const json_t *value, json_int_t least, json_int_t most)
{
  return json_is_integer(value) && json_integer_value(value) >= least &&
         json_integer_value(value) <= most;
}

static int add_transfer(const struct json_file *t, const json_t *transfer, struct sp_schedule *plan)
{
  const json_t *from = json_object_get(transfer, "from"), *to = json_object_get(transfer, "to");
  const json_t *amount = json_object_get(transfer, "amount");
  const json_t *after = json_object_get(transfer, "after");
  const json_t *returns = json_object_get(transfer, "returns");
  const json_t *earliest[2] = {json_object_get(transfer, earliest_key[0]),
                               json_object_get(transfer, earliest_key[1])};
  int known = (from != NULL) + (to != NULL) + (amount != NULL) + (after != NULL) +
              (earliest[0] != NULL) + (earliest[1] != NULL) + (returns != NULL);

  if (!json_is_object(transfer))
    return json_file_refuse(t, "transfer", plan->n,
                            "not an object, expected {\"from\":..,\"to\":..,\"amount\":..}");
  if (json_object_size(transfer) != (size_t)known)
    return json_file_refuse(t, "transfer", plan->n,
                            "read an unknown key, expected from, to, amount, after, "
                            "earliest, earliest_in or returns");
  if (!integer_in(from, 0, INT_MAX) || !integer_in(to, 0, INT_MAX))
    return json_file_refuse(t, "transfer", plan->n,
                            "\"from\" or \"to\" is missing or not a node, expected integers");
  if (!json_is_number(amount))
    return json_file_refuse(t, "transfer", plan->n,
                            "\"amount\" is missing or not a number, expected units (a task: 1)");
  if (after && !integer_in(after, 1, LONG_MAX))
    return json_file_refuse(t, "transfer", plan->n,
                            "\"after\" is not the number of an earlier transfer, expected 1..");
  if (returns && !integer_in(returns, 1, LONG_MAX))
    return json_file_refuse(t, "transfer", plan->n,
                            "\"returns\" is not the place of its result among all, expected 1..");
  sp_schedule_add(plan, (int)json_integer_value(from), (int)json_integer_value(to),
                  json_number_value(amount), after ? (long)json_integer_value(after) - 1 : -1);
  plan->msg[plan->n - 1].returns = returns ? (long)json_integer_value(returns) : 0;
  for (int port = 0; port < 2; port++) {
    if (earliest[port] && !json_is_number(earliest[port]))
      return json_file_refuse(t, "transfer", plan->n - 1,
                              "\"earliest\" is not a number, expected a date");
    plan->msg[plan->n - 1].earliest[port] = json_number_value(earliest[port]);
  }
  return SP_OK;
}

/* Does sp_schedule_check, whose refusals name the transfer, and gives its line. */
static int check(const struct json_file *t, const struct sp_instance *in,
                 const struct sp_schedule *plan)
{
  struct sp_error why;
  long transfer = 0;

  if (sp_schedule_check(in, plan, &why) == SP_OK)
    return SP_OK;
  sscanf(why.text, "transfer %ld:", &transfer);
  return sp_bad_input(t->error, "%s:%ld: %.400s", t->path,
                      sp_json_line(t->text, "transfers", transfer - 1), why.text);
}

static int read_document(const struct json_file *t, const struct sp_instance *in,
                         struct sp_schedule *plan)
{
  const json_t *transfers = json_object_get(t->document, "transfers");
  const json_t *planned = json_object_get(t->document, "planned");
  const json_t *schema = json_object_get(t->document, "schema");
  size_t k;
  json_t *transfer;

  if (!json_is_array(transfers))
    return sp_bad_input(t->error, "%s:%ld: no list, expected \"transfers\":[..]", t->path,
                        sp_json_line(t->text, "transfers", -1));
  if (schema && !integer_in(schema, 1, 1))
    return sp_bad_input(t->error, "%s:1: read another \"schema\", expected 1", t->path);
  if (planned && !json_is_number(planned) && !json_is_null(planned))
    return sp_bad_input(t->error, "%s:1: \"planned\" is neither a number nor null", t->path);
  plan->planned = json_is_number(planned) ? json_number_value(planned) : NAN;
  json_array_foreach(transfers, k, transfer)
  {
    if (add_transfer(t, transfer, plan) != SP_OK)
      return SP_BAD_INPUT;
  }
  return check(t, in, plan);
}

int sp_read_plan(const char *path, const struct sp_instance *in, struct sp_schedule *plan,
                 struct sp_error *error)
{
  struct json_file file;
  sp_schedule_clear(plan);
  int code = json_file_read(&file, path, error);
  if (code == SP_OK)
    code = read_document(&file, in, plan);
  if (code != SP_OK)
    sp_schedule_clear(plan);
  json_file_close(&file);
  return code;
}

/* ---- What the traces in JSON share. Large arrays are written piece by piece: jansson would hold
 * them in memory. */

json_t *sp_json_text(const char *text)
{
  json_t *string = json_string(text);
  if (string)
    return string;
  char *plain = sp_xstrdup(text);
  for (char *p = plain; *p; p++)
    *p = *p & 0x80 ? '?' : *p;
  string = json_string(plain);
  free(plain);
  return string;
}

void write_json_text(FILE *stream, const char *text)
{
  json_t *string = sp_json_text(text);
  json_dumpf(string, stream, JSON_ENCODE_ANY);
  json_decref(string);
}

void write_json_member(FILE *stream, const char *key, const char *text)
{
  if (!text)
    return;
  fprintf(stream, ",\n\"%s\":", key);
  write_json_text(stream, text);
}

const char *event_members(const struct sp_event *e, struct event_members *members)
{
  snprintf(members->text, sizeof members->text,
           "\"start\":%.17g,\"end\":%.17g,\"from\":%d,\"to\":%d,\"amount\":%.17g,\"message\":%ld",
           e->start, e->end, e->from, e->to, e->amount, e->message + 1);
  return members->text;
}
