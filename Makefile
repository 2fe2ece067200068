# make          builds everything for development
# make demo     shows the main job on a database of its own
# make test     runs all tests
# make soak     runs the long campaigns that make test runs a tenth of
# make check-model  checks the model of a command's life
# make release  builds the programs for installing; the operator's is linked statically
# make install  installs them under $(DESTDIR)$(PREFIX)

PREFIX ?= /usr/local
# The backtracer can hang for minutes after a trap.
export SWIFT_BACKTRACE = enable=no

PACKAGES = libsqlite3-dev libssl-dev libexpat1-dev libmosquitto-dev libcurl4-openssl-dev \
  libqrencode-dev libpng-dev libmicrohttpd-dev tzdata
# An implementation of the log that is not Keyway's, a broker, certificates, and readers of codes,
# JSON and property lists; tests that need them are else skipped.
TEST_PACKAGES = golang-go golang-golang-x-mod-dev mosquitto openssl python3 curl zbar-tools
MODEL_PACKAGES = spin gcc libc6-dev
RELEASE = .build/static/release
DAEMON = .build/daemon/release

.PHONY: all packages test-packages model-packages demo test soak check-model format lint release install benchmark clean

all: packages
	swift build

test-packages: PACKAGES += $(TEST_PACKAGES)
model-packages: PACKAGES = $(MODEL_PACKAGES)

# Names what is missing and installs it; touches nothing when everything is there.
packages test-packages model-packages:
	@missing=; for package in $(PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' \
	    || missing="$$missing $$package"; \
	done; \
	[ -z "$$missing" ] && exit 0; \
	echo "Keyway needs these packages, which are not installed:$$missing" >&2; \
	if [ "$$(id -u)" = 0 ]; then as=; \
	elif command -v sudo >/dev/null 2>&1; then as=sudo; \
	else echo "Install them as root: apt-get install$$missing" >&2; exit 1; fi; \
	{ $$as apt-get install -qq -y $$missing >/dev/null 2>&1 \
	  || { $$as apt-get update -qq >/dev/null && \
	       $$as apt-get install -qq -y $$missing >/dev/null; }; } \
	  || { echo "Installing them failed; try: apt-get install$$missing" >&2; exit 1; }

demo: all
	@sh Tests/Demo/demo.sh .build/debug/keyway

test: test-packages
	swift build --build-tests
	swift test --skip-build

soak: test-packages
	swift build --build-tests
	KEYWAY_SOAK=1 swift test --skip-build

check-model: model-packages
	@sh Tests/Model/check.sh

format:
	swift format --in-place --recursive --parallel Sources Tests Migrations Package.swift

lint:
	swift format lint --strict --recursive --parallel Sources Tests Migrations Package.swift

release: packages
	swift build -c release --scratch-path .build/static --product keyway -Xswiftc -static-executable -Xlinker -s
	swift build -c release --scratch-path .build/daemon --product keywayd --static-swift-stdlib -Xlinker -s
	@echo "built $(RELEASE)/keyway and $(DAEMON)/keywayd"

install: release
	install -D -m 755 $(RELEASE)/keyway $(DESTDIR)$(PREFIX)/bin/keyway
	install -D -m 755 $(DAEMON)/keywayd $(DESTDIR)$(PREFIX)/bin/keywayd

benchmark: packages
	swift build -c release --product keyway-benchmark
	.build/release/keyway-benchmark

clean:
	rm -rf .build
