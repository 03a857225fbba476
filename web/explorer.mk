# The explorer: one page with the program's own commands as WebAssembly (docs/architecture.md, "The explorer").
WEB     := $(BUILD)/web
EMCC    := NODE_PATH=/usr/share/nodejs emcc
# Not in the page: other processes, plug-ins, SimGrid, XML, charts of cairo and gnuplot (web/absent.c); worker processes
# and SQLite (web/campaign.c).
WEB_COMMANDS := run plan bound optimal steady network generate export list campaign compare report main
WEB_SRC := $(filter-out src/base/child.c,$(LIB_SRC)) \
           $(filter-out %/apart.c %/simgrid.c,$(wildcard src/method/plugin/*.c src/engine/perform/*.c)) \
           $(filter-out %/xml.c,$(wildcard src/io/*.c $(patsubst %,src/io/%/*.c,exchange graph platform star trace))) \
           $(patsubst %,src/io/chart/%.c,layout rows shades pages) \
           $(wildcard src/cli/shared/*.c src/cli/parts/heuristic.c src/cli/parts/network*.c src/cli/parts/steady*.c) \
           $(filter-out %/article.c,$(wildcard $(patsubst %,src/campaign/%/*.c,generate experiment summary quantity report page))) \
           $(patsubst %,src/campaign/figure/%.c,placement plot profiles series) src/campaign/run/progress.c src/campaign/run/run_key.c \
           $(WEB_COMMANDS:%=src/cli/%.c) $(wildcard web/*.c)
WEB_OBJ := $(WEB_SRC:%.c=$(WEB)/%.o) $(WEB)/registry.o $(WEB)/heads.o
WEB_CC   = $(WEB)/cc -O2 -std=c17 -Werror=shift-count-overflow -D_GNU_SOURCE -ffp-contract=off -include web/qsort_r.h -Iweb -Iinclude -Isrc -I$(BUILD) -I$(WEB)/include

.PHONY: explorer
explorer: deps ## the explorer as a page, build/explorer.html
	$(Q)scripts/install-deps explorer
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) $(BUILD)/explorer.html

# In this order: state.js has what the views share, explorer.js starts the page.
WEB_SCRIPTS := examples state engine_calls timeline star picture compare strip causes reasons others steps what_if graphs files campaign rule_export rule explorer
EXPLORER := web/explorer.html src/campaign/page/page.css web/explorer.css src/campaign/page/chart.js \
            $(WEB_SCRIPTS:%=web/%.js) $(WEB)/engine.js
$(BUILD)/explorer.html: web/bundle $(EXPLORER)
	$(Q)web/bundle $(VERSION) $(EXPLORER) > $@.tmp && mv $@.tmp $@

# The engine: the program, compressed, the loader that emscripten writes, and what calls them.
$(WEB)/engine.js: $(WEB)/starport.js web/rule_run.js web/engine.js
	$(Q)(printf 'const wasm = "'; gzip -9nc $(WEB)/starport.wasm | base64 -w0; echo '";'; cat $^) > $@.tmp && mv $@.tmp $@

$(WEB)/starport.js: $(WEB_OBJ) web/library.js
	$(call say,LINK,$@)
	$(Q)$(EMCC) -O2 -o $@ $(WEB_OBJ) --js-library web/library.js $(WEB)/lib/*.a -sMODULARIZE=1 -sEXPORT_NAME=starport -sENVIRONMENT=worker \
	  -sALLOW_MEMORY_GROWTH=1 -sEXIT_RUNTIME=1 -sEXPORTED_RUNTIME_METHODS=FS,callMain

$(WEB)/%.o: %.c $(WEB)/libraries
	$(call say,EMCC,$<)
	@mkdir -p $(@D)
	$(Q)$(WEB_CC) -MMD -MP -c -o $@ $<
# Its plug-ins are rules in JavaScript (web/rule.c).
$(WEB)/src/method/plugin/plugin.o: WEB_CC += -include web/rule.h
$(WEB)/src/method/plugin/plugin.o: web/rule.h
$(WEB)/registry.o $(WEB)/heads.o: $(WEB)/%.o: $(BUILD)/%.c $(WEB)/libraries
	$(Q)$(WEB_CC) -c -o $@ $<
# Random123 refuses processors that it does not know; its ciphers are plain C.
$(WEB)/src/base/stream.o: WEB_CC += -D__aarch64__

$(WEB)/libraries: web/libraries
	$(call say,LIBS,$(WEB)/lib)
	$(Q)JOBS=$(JOBS) web/libraries $(WEB) && touch $@
