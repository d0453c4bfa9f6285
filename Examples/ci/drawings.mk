# Drawing code under test: include this in a project's Makefile, with `include drawings.mk`.
#
# Recordings stand in $(DRAWINGS), each with its golden beside it. `make check-drawings` fails where a drawing does not
# look as its golden does, and leaves a page that shows how; `make accept-drawings` makes goldens of what is right now.

DOODLE ?= doodle
DRAWINGS ?= drawings
DRAWINGS_REPORT ?= build/drawings

.PHONY: check-drawings accept-drawings review-drawings

check-drawings:
	@mkdir -p $(DRAWINGS_REPORT)
	$(DOODLE) check $(DOODLE_FLAGS) --report $(DRAWINGS_REPORT)/report.html --junit $(DRAWINGS_REPORT)/junit.xml $(DRAWINGS)

accept-drawings:
	$(DOODLE) accept --prune $(DRAWINGS)

review-drawings:
	$(DOODLE) accept --review $(DRAWINGS)
