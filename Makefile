# make          builds everything for development
# make test     runs all tests
# make soak     runs the long campaigns that make test runs a tenth of

PREFIX ?= /usr/local
# The backtracer can hang for minutes after a trap.
export SWIFT_BACKTRACE = enable=no

PACKAGES = libsqlite3-dev libssl-dev tzdata
RELEASE = .build/static/release

.PHONY: all packages test soak format lint clean

all: packages
	swift build

# Names what is missing and installs it; touches nothing when everything is there.
packages:
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


test: packages
	swift build --build-tests
	swift test --skip-build

soak: packages
	swift build --build-tests
	KEYWAY_SOAK=1 swift test --skip-build

format:
	swift format --in-place --recursive --parallel Sources Tests Migrations Package.swift

lint:
	swift format lint --strict --recursive --parallel Sources Tests Migrations Package.swift




clean:
	rm -rf .build
