/* starport help simgrid: how settings reach SimGrid, with examples; and what SimGrid itself prints
 * of them. */
#include "cli/parts/simgrid_help.h"
#include "base/text_table.h"
#include "cli/shared/output.h"
#include "engine/engine.h"
#include <stdio.h>
#include <string.h>

enum { WIDTH = 79 }; /* columns */

static void print_paragraph(void)
{
  sp_print_wrapped(
      "Settings of SimGrid: the commands that execute (run, steady, network, compare, campaign, "
      "reproduce) pass --cfg=ITEM:VALUE and --log=SETTING to SimGrid unchanged; both may be "
      "repeated, and have no effect on the native engine. --cfg changes the model of the platform, "
      "such as "
      "network/model:LV08 (factors for what TCP costs, in place of the nominal CM02) or "
      "maxmin/precision:1e-9; precisions are more than 0 and less than 1. --log makes SimGrid say "
      "what it does, on standard error. A campaign keeps its --cfg as part of the experiment. "
      "'starport help simgrid items' prints all items with their values, 'starport help simgrid "
      "logs' all categories of messages, in SimGrid's words.",
      0, 0, WIDTH);
  puts("\n\nExamples:\n"
       "  starport run --star=\"c=2,2 w=3,4 load=8,0\" -H bba --cfg=network/model:LV08\n"
       "  starport run --star=\"c=2,2 w=3,4 load=8,0\" -H bba --log=res_cpu.thres:debug");
}

int cli_simgrid_help(const char *part)
{
  struct sp_error error;
  bool items = part && !strcmp(part, "items"), logs = part && !strcmp(part, "logs");
  if (!part) {
    print_paragraph();
    return SP_OK;
  }
  if (!items && !logs)
    cli_usage("starport", "help simgrid %s: expected items, logs or nothing", part);
  int code = cli_failed(sp_simgrid_check(&(struct sp_conditions){0}, &error), &error);
  if (!code)
    sp_simgrid_help(items ? "--help" : "--help-logs");
  return code;
}
