# Needs Go and make; git, when there, gives the version.

GO       ?= go
FUZZTIME ?= 10s
COUNT    ?= 1

# The tools run at pinned versions and stay out of go.mod: the library's users don't need them.
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

VERSION = $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)

.DEFAULT_GOAL := help
.PHONY: help build test unit fuzz race check fmt vet staticcheck vulncheck bench accuracy demo clean

help: ## list the targets
	@awk -F ':[^#]*## ' '/^[a-z]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' Makefile

# The version is linked in, so Go need not ask git for it, which fails in a copied tree.
build: ## build bin/readamp
	$(GO) build -buildvcs=false -ldflags '-X main.stamped=$(VERSION)' -o bin/readamp ./cmd/readamp

test: unit fuzz ## run all tests, then fuzz every target for FUZZTIME (10s)

unit: ## run the tests without fuzzing
	$(GO) test ./...

fuzz: ## fuzz every target for FUZZTIME (10s), less when there are many
	GO='$(GO)' FUZZTIME='$(FUZZTIME)' sh .ci/fuzz

# Pebble is 13 times slower under the race detector, so only what runs at the same time is tested.
race: ## look for data races in the engine, its target and the protocols
	$(GO) test -race -run 'Concurrent|Stops|Closed|SkipList' ./lsm/rows
	$(GO) test -race ./validate/target ./validate/protocol

check: fmt vet staticcheck vulncheck ## look for mistakes without running anything

fmt: ## list the files that gofmt would change, and fail if there are any
	@files=$$(gofmt -l .); test -z "$$files" || { echo "gofmt would change:" $$files; exit 1; }

vet: ## run go vet
	$(GO) vet ./...

staticcheck: ## run staticcheck
	$(GO) run $(STATICCHECK) ./...

vulncheck: ## look for known holes, where the list of them can be had
	GO='$(GO)' sh .ci/vulncheck

bench: ## run the benchmarks COUNT (1) times; the output is benchstat's input
	$(GO) test -run '^$$' -bench . -benchmem -count $(COUNT) ./...

accuracy: ## print how well left-out runs are predicted, the table of the README
	$(GO) test ./validate -run TestAccuracyTable -v -count=1

demo: build ## replay, compare, simulate, predict, tune, advise and run; figures go to out/demo
	rm -rf out/demo
	@echo "== every counter of recorded engine operations, repeated in the simulator"
	bin/readamp replay testdata/traces/*.jsonl testdata/traces-adaptive/*.jsonl
	@echo
	@echo "== a recorded sysbench run, predicted from its actions; costs fitted to odd states"
	bin/readamp compare testdata/runs/ladder-special-8t --figures out/demo
	@echo
	@echo "== forty minutes around the daily major at 02:00, simulated, and what reads would get"
	bin/readamp calibrate testdata/runs/ladder-special-8t -o out/demo/cost.json >out/demo/cost.txt
	bin/readamp simulate --tables 4 --table-size 250000 --skip-trx=on --rate 1k/s --time 40m \
		--start-at 01:40 --memory 4G --server-version 4.3.5 \
		--cost out/demo/cost.json --figures out/demo
	@echo
	@echo "== at once: what reads find an hour into such writes, and what that costs"
	bin/readamp predict --tables 4 --table-size 250000 --skip-trx=on --rate 1k/s --time 1h \
		--memory 4G --server-version 4.3.5 --cost out/demo/cost.json --figures out/demo
	@echo
	@echo "== which setting is better: 153 of them, by CPU of a query"
	bin/readamp tune --tables 4 --table-size 250000 --skip-trx=on --rate 1k/s --time 1h \
		--memory 4G --server-version 4.3.5 --cost out/demo/cost.json --figures out/demo \
		--sweep minor-compact-trigger=0:16 --sweep freeze-trigger-percentage=5:45:5
	@echo
	@echo "== what to do first, and the statements for it"
	bin/readamp advise --tables 4 --table-size 250000 --skip-trx=on --rate 200/s --memory 4G \
		--server-version 4.3.5
	@echo
	@echo "== a recorded run in which the engine froze by itself; exit 1: a bar is missed"
	bin/readamp simulate --against testdata/runs/natural-uniform-t1 || [ $$? -eq 1 ]
	@echo
	@echo "== the experiment on this machine: 4 x 100k stored rows, written, merged and read"
	bin/readamp run --protocol ladder --steps 3 --out out/demo/run --profile --figures out/demo
	@echo
	@echo "== the same run, predicted; costs fitted to odd states, judged on even ones"
	bin/readamp compare out/demo/run
	@echo
	@echo "== four answers side by side: closed form, simulation, stored rows, a recorded server"
	bin/readamp compare testdata/runs/ladder-special-2t --answers

clean: ## remove what make made
	rm -rf bin out
