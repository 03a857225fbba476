/* In place of the system's: plug-ins of the page are rules in JavaScript (rule.c). */
#pragma once

#include_next <dlfcn.h>

#define dlopen rule_open
#define dlsym  rule_symbol

void *rule_open(const char *file, int mode);
void *rule_symbol(void *rule, const char *symbol);
