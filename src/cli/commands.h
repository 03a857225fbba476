/* The commands of starport. */
#pragma once

#include "cli/shared/options.h"

extern const struct cli_command cli_list, cli_run, cli_plan, cli_bound, cli_optimal, cli_check,
    cli_gantt, cli_generate, cli_export, cli_compare, cli_campaign, cli_report, cli_new,
    cli_reproduce, cli_merge, cli_network, cli_artifact, cli_worst, cli_steady;
