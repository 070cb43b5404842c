# Everything that is done with japply's sources. The work is in src/make/ and e2e/; they find a JDK 25
# and say what to install when something is missing.
TABLE = src/main/resources/dev/japply/schema/builtin-schemas.txt

.PHONY: help build dist image install test test-dist bench bench-jmh bench-transport demo pictures conformance mutants faults upstream-cmd consumer release cluster-up cluster-down builtin-schemas clean

help: ## list the targets (the default)
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' Makefile

build: ## make target/japply/bin/japply, which needs a Java, without running tests
	@QUIET=1 src/make/mvn package -Dmaven.test.skip=true
	@rm -rf target/japply && ln -s app target/japply
	@echo "built target/japply/bin/japply"

dist: ## make target/japply-VERSION-SYSTEM.tar.gz, which needs no Java, and the same in target/japply
	@src/make/dist

image: ## put the distribution on the OCI image layout BASE=DIR: target/japply-VERSION-SYSTEM.oci.tar
	@BASE="$(BASE)" src/make/image

install: ## put what make dist makes below PREFIX=/usr/local
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" src/make/install

test: ## run all tests and checks, those against a real API server included; CLUSTER=k3s|current K8S=version
	@src/make/test

test-dist: dist ## run them against the distribution: its program, and the classes in its jar
	@src/make/test-dist

bench: dist ## measure japply beside kubectl and Helm: ROUNDS=3 CASES='^1000 ' TOOLS='japply|helm'
	@ROUNDS="$(ROUNDS)" CASES="$(CASES)" TOOLS="$(TOOLS)" src/make/bench

bench-jmh: ## measure merge, schemas, YAML and the annotation, and the merge of Kubernetes' own code: CASES=merge
	@CASES="$(CASES)" src/make/bench-jmh

bench-transport: ## measure japply's HTTP connections beside the JDK's client: ROUNDS=11
	@ROUNDS="$(ROUNDS)" src/make/bench-transport

demo: $(if $(JAPPLY),,build) ## show japply at work on a private cluster; JAPPLY=PROGRAM for another one
	@e2e/demo

pictures: $(if $(JAPPLY),,build) ## make the pictures and outputs of the README, from real runs and target/bench
	@src/make/pictures

conformance: ## compare merges with Kubernetes' own code: CASES=number SEED=number
	@CASES="$(CASES)" SEED="$(SEED)" src/make/conformance

mutants: ## plant bugs in japply, and see that its tests catch them (long): ONLY='diff plan' CASES=number
	@ONLY="$(ONLY)" CASES="$(CASES)" src/make/mutants

faults: ## let requests of all commands fail in all ways (an hour): CASES=number SEED=number NAMES=regex
	@CASES="$(CASES)" SEED="$(SEED)" NAMES="$(NAMES)" src/make/faults

upstream-cmd: build ## run Kubernetes' own tests of apply and diff with japply in kubectl's place
	@src/make/upstream-cmd

consumer: build ## build and run programs of others that use japply as a library
	@src/make/consumer

release: build ## make the jars and the pom that a repository of packages wants, in target/release
	@src/make/release

cluster-up: ## start a private cluster, and say how to use it
	@e2e/cluster up

cluster-down: ## stop it and remove its data
	@e2e/cluster down

builtin-schemas: ## make the table of built-in types anew, from what Kubernetes publishes
	@src/make/builtin-schemas $(TABLE)

clean: ## remove what was built
	@rm -rf target
