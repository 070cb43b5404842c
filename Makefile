# The targets of japply's sources. The scripts are in src/make/ and e2e/; they find a JDK 25, and report
# missing programs.

.DEFAULT_GOAL = help
.PHONY: demo cluster-up cluster-down build check test verify clean pictures test-dist conformance conformance-kustomize conformance-server-side conformance-undo mutants faults soak fuzz upstream-cmd consumer bench bench-jmh bench-transport bench-pkg timeline dist install image release central rehearse-release prepare-release deprecations site workflows vulnerabilities follow help builtin-schemas kustomize-tables

##@ Try it

demo: ## run japply on a private cluster; JAPPLY=PROGRAM for another program
	@e2e/demo

cluster-up: ## start a private cluster, and print its environment variables
	@e2e/cluster up

cluster-down: ## stop it and remove its data
	@e2e/cluster down

##@ Work on it

build: ## build target/japply/bin/japply, which needs a Java, without tests
	@echo "building japply: a minute or two, longer the first time, when Maven downloads libraries"
	@QUIET=1 src/make/mvn package -Dmaven.test.skip=true
	@rm -rf target/japply && ln -s app target/japply
	@echo "built target/japply/bin/japply"

check: ## in a minute: formatter, compiler, and tests that need no other program and no cluster
	@src/make/check

test: ## in five minutes, the first time in ten: Error Prone, a real API server, a tenth of the generated cases; CLUSTER=k3s|current K8S=version TEST_JAVA=directory
	@src/make/test

verify: ## in half an hour: all tests and all cases, the distribution, programs that use the library
	@src/make/verify

pictures: $(if $(JAPPLY),,build) ## update pictures and outputs of README and docs from real runs and target/bench
	@src/make/pictures

clean: ## remove all build output
	@rm -rf target

##@ Test it in depth

test-dist: dist ## run all tests against the distribution: its program, and the classes in its jar
	@src/make/test-dist

conformance: ## compare merges with Kubernetes' own code: CASES=number SEED=number
	@CASES="$(CASES)" SEED="$(SEED)" src/make/conformance

conformance-kustomize: ## compare builds of generated kustomizations with kustomize's code: CASES=number SEED=number
	@CASES="$(CASES)" SEED="$(SEED)" src/make/conformance-kustomize

conformance-server-side: ## compare server-side apply of generated objects with a server (hours): CASES=number SEED=number
	@CASES="$(CASES)" SEED="$(SEED)" src/make/conformance-on-server \
	  ServerSideLawsTest,IgnoredFieldsLawsTest,ConflictRulesLawsTest,ServerSideReasonsLawTest

conformance-undo: ## take generated runs back on a server (hours): CASES=number SEED=number
	@CASES="$(CASES)" SEED="$(SEED)" src/make/conformance-on-server UndoHistoriesTest

mutants: ## change classes one instruction at a time, and check that tests fail (long): ONLY='diff plan'
	@ONLY="$(ONLY)" LEAST="$(LEAST)" src/make/mutants

faults: ## make requests of all commands fail in all ways (an hour): CASES=number SEED=number NAMES=regex
	@CASES="$(CASES)" SEED="$(SEED)" NAMES="$(NAMES)" src/make/faults

soak: dist ## apply repeatedly, in parallel, with other writers: ROUNDS=200 OBJECTS=1000 PROCESSES=8
	@ROUNDS="$(ROUNDS)" OBJECTS="$(OBJECTS)" PROCESSES="$(PROCESSES)" src/make/soak

fuzz: ## test all readers with generated inputs (long): INPUTS=1000000 SEED=number READERS='plan kptfile'
	@INPUTS="$(INPUTS)" SEED="$(SEED)" READERS="$(READERS)" src/make/fuzz

upstream-cmd: build ## run Kubernetes' own tests of apply, diff and kuberc with japply instead of kubectl
	@src/make/upstream-cmd

consumer: build ## build and run programs that use japply as a library
	@src/make/consumer

##@ Measure it

bench: dist ## compare japply with kubectl and Helm: ROUNDS=3 CASES='^1000 ' TOOLS='japply|helm' METHOD=server-side
	@ROUNDS="$(ROUNDS)" CASES="$(CASES)" TOOLS="$(TOOLS)" METHOD="$(METHOD)" src/make/bench

timeline: dist ## print where the time of one unchanged object goes: RUNS=21
	@RUNS="$(RUNS)" src/make/timeline

bench-jmh: ## measure merge, schemas, YAML and annotation, and Kubernetes' own merge: CASES=merge
	@CASES="$(CASES)" src/make/bench-jmh

bench-pkg: dist ## measure an update of a package with 1,000 resources
	@src/make/bench-pkg

bench-transport: ## compare japply's HTTP connections with the JDK's client: ROUNDS=11
	@ROUNDS="$(ROUNDS)" src/make/bench-transport

##@ Ship it

dist: ## build target/japply-VERSION-SYSTEM.tar.gz, which needs no Java, and the same in target/japply
	@src/make/dist

install: ## install the distribution below PREFIX=/usr/local
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" src/make/install

image: ## add the distribution to the OCI image layout BASE=DIR: target/japply-VERSION-SYSTEM.oci.tar
	@BASE="$(BASE)" src/make/image

release: build ## build the other files of a release; its archives are in DOWNLOADS=DIR
	@src/make/release
	@[ -z "$(DOWNLOADS)" ] || { src/make/packages "$(DOWNLOADS)" && src/make/assets "$(DOWNLOADS)"; }

central: ## sign what make release built, for Maven Central: target/central.zip; CENTRAL=address uploads it
	@src/make/central

rehearse-release: ## play a release on this machine, from a tag to each installation, without GitHub (ten minutes)
	@src/make/rehearse-release

prepare-release: ## set VERSION=0.2.0 and give its changes a chapter; ADDRESS=https://github.com/OWNER/japply once
	@src/make/prepare-release "$(VERSION)" "$(ADDRESS)"

deprecations: ## list what is deprecated in flags and in the library
	@src/make/deprecations

site: ## make target/site, the pages as a site with search: SOURCES=address of the files on no page
	@SOURCES="$(SOURCES)" src/make/site

workflows: ## check the workflows of CI with actionlint
	@src/make/workflows

vulnerabilities: ## look up the libraries in a database of known vulnerabilities
	@src/make/vulnerabilities

##@ Other

help: ## list the targets (the default)
	@awk -F ':.*## ' '/^##@ / { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' Makefile

follow: ## move the reference to another Kubernetes, and print what differs (hours): KUBERNETES=v1.38.0
	@KUBERNETES="$(KUBERNETES)" src/make/follow

builtin-schemas: ## regenerate the tables of built-in types and their lifecycles from Kubernetes' sources
	@src/make/builtin-schemas src/main/resources/dev/japply/schema src/main/resources/dev/japply/check

kustomize-tables: ## regenerate the tables of the kustomize build from kubectl's kustomize
	@src/make/kustomize-tables src/main/resources/dev/japply/kyaml
