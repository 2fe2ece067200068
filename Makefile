export SWIFT_BACKTRACE = enable=no

.PHONY: test
test:
	swift test
