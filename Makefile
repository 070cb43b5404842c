# Everything that is done with japply's sources. The work is in src/make/ and e2e/; they find a JDK 25
# and say what to install when something is missing.
TABLE = src/main/resources/dev/japply/schema/builtin-schemas.txt

.DEFAULT_GOAL = help
.PHONY: demo cluster-up cluster-down build check test verify clean pictures test-dist conformance conformance-kustomize mutants faults soak fuzz upstream-cmd consumer bench bench-jmh bench-transport bench-pkg timeline dist install image release workflows vulnerabilities help builtin-schemas kustomize-tables

##@ Try it

demo: $(if $(JAPPLY),,build) ## show japply at work on a private cluster; JAPPLY=PROGRAM for another one
	@e2e/demo

cluster-up: ## start a private cluster, and say how to use it
	@e2e/cluster up

cluster-down: ## stop it and remove its data
	@e2e/cluster down

##@ Work on it

build: ## make target/japply/bin/japply, which needs a Java, without running tests
	@echo "building japply: a minute or two, and longer the first time, when Maven gets what it needs"
	@QUIET=1 src/make/mvn package -Dmaven.test.skip=true
	@rm -rf target/japply && ln -s app target/japply
	@echo "built target/japply/bin/japply"

check: ## in a minute: formatter, compiler, and the tests that need no other program and no cluster
	@src/make/check

test: ## in seven minutes: Error Prone, a real API server, a tenth of the generated cases; CLUSTER=k3s|current K8S=version
	@src/make/test

verify: ## in half an hour: all tests and all cases, the distribution, programs that use the library
	@src/make/verify

pictures: $(if $(JAPPLY),,build) ## make the pictures of README and docs, and the outputs, from real runs and target/bench
	@src/make/pictures

clean: ## remove what was built
	@rm -rf target

##@ Test it in depth

test-dist: dist ## run them against the distribution: its program, and the classes in its jar
	@src/make/test-dist

conformance: ## compare merges with Kubernetes' own code: CASES=number SEED=number
	@CASES="$(CASES)" SEED="$(SEED)" src/make/conformance

conformance-kustomize: ## build generated kustomizations beside kustomize's own code: CASES=number SEED=number
	@CASES="$(CASES)" SEED="$(SEED)" src/make/conformance-kustomize

mutants: ## change classes one instruction at a time, and see that tests notice (long): ONLY='diff plan'
	@ONLY="$(ONLY)" LEAST="$(LEAST)" src/make/mutants

faults: ## let requests of all commands fail in all ways (an hour): CASES=number SEED=number NAMES=regex
	@CASES="$(CASES)" SEED="$(SEED)" NAMES="$(NAMES)" src/make/faults

soak: dist ## apply for long, many processes at once, beside other writers: ROUNDS=200 OBJECTS=1000 PROCESSES=8
	@ROUNDS="$(ROUNDS)" OBJECTS="$(OBJECTS)" PROCESSES="$(PROCESSES)" src/make/soak

fuzz: ## let all readers read what a fuzzer makes (long): INPUTS=1000000 SEED=number READERS='plan kptfile'
	@INPUTS="$(INPUTS)" SEED="$(SEED)" READERS="$(READERS)" src/make/fuzz

upstream-cmd: build ## run Kubernetes' own tests of apply and diff with japply in kubectl's place
	@src/make/upstream-cmd

consumer: build ## build and run programs of others that use japply as a library
	@src/make/consumer

##@ Measure it

bench: dist ## measure japply beside kubectl and Helm: ROUNDS=3 CASES='^1000 ' TOOLS='japply|helm'
	@ROUNDS="$(ROUNDS)" CASES="$(CASES)" TOOLS="$(TOOLS)" src/make/bench

timeline: dist ## print where the time of one unchanged object goes: RUNS=21
	@RUNS="$(RUNS)" src/make/timeline

bench-jmh: ## measure merge, schemas, YAML and the annotation, and the merge of Kubernetes' own code: CASES=merge
	@CASES="$(CASES)" src/make/bench-jmh

bench-pkg: dist ## measure an update of a package with 1,000 resources
	@src/make/bench-pkg

bench-transport: ## measure japply's HTTP connections beside the JDK's client: ROUNDS=11
	@ROUNDS="$(ROUNDS)" src/make/bench-transport

##@ Ship it

dist: ## make target/japply-VERSION-SYSTEM.tar.gz, which needs no Java, and the same in target/japply
	@src/make/dist

install: ## put what make dist makes below PREFIX=/usr/local
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" src/make/install

image: ## put the distribution on the OCI image layout BASE=DIR: target/japply-VERSION-SYSTEM.oci.tar
	@BASE="$(BASE)" src/make/image

release: build ## make what a release needs beside the archives, which are in DOWNLOADS=DIR
	@src/make/release
	@[ -z "$(DOWNLOADS)" ] || src/make/packages "$(DOWNLOADS)"

workflows: ## let actionlint look at the workflows of CI
	@src/make/workflows

vulnerabilities: ## look up the libraries in a database of known vulnerabilities
	@src/make/vulnerabilities

##@ Other

help: ## list the targets (the default)
	@awk -F ':.*## ' '/^##@ / { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' Makefile

builtin-schemas: ## make the table of built-in types anew, from what Kubernetes publishes
	@src/make/builtin-schemas $(TABLE)

kustomize-tables: ## make the tables of the kustomize build anew, from kubectl's kustomize
	@src/make/kustomize-tables src/main/resources/dev/japply/kyaml
