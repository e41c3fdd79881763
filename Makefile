# Everything on a fresh Debian 12 with Rust and Node: `make run` to use Cairn, `make test` to check it.
# Both install what is missing: system packages with apt, npm packages from the lock file.

TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))
# What `make run` opens. Name another: make run WORKSPACE=path/to/workspace
WORKSPACE ?= $(TARGET)/demo-workspace
# What `make run` asks where there is no display: a commit of the demo, which is the same each time.
EXAMPLE ?= 949cd16a
CAIRN := $(TARGET)/debug/cairn
DESKTOP := $(TARGET)/debug/cairn-desktop
export CARGO_TARGET_DIR := $(TARGET)

# One set of features everywhere, so that nothing is built twice.
FEATURES := --features desktop

BUILD_PACKAGES := build-essential pkg-config git libwebkit2gtk-4.1-dev
TEST_PACKAGES := xvfb xauth webkit2gtk-driver fonts-noto-cjk

.PHONY: run test check build ui ui-test e2e types bench packages test-packages clean

run: build
	@test -f "$(WORKSPACE)/cairn.sqlite" || "$(CAIRN)" --workspace "$(WORKSPACE)" demo
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	    "$(DESKTOP)" --workspace "$(WORKSPACE)"; \
	else \
	    "$(CAIRN)" --workspace "$(WORKSPACE)" running && \
	    echo && "$(CAIRN)" --workspace "$(WORKSPACE)" where "$(EXAMPLE)" && \
	    echo && echo "There is no display here. The window opens, where there is one, with:" && \
	    echo "    $(DESKTOP) --workspace $(WORKSPACE)"; \
	fi

test: test-packages ui-test check
	cargo test --workspace $(FEATURES) --locked
	cargo build $(FEATURES) --bins --locked
	tests/e2e/run.sh "$(CAIRN)" "$(DESKTOP)"

# Format and lints. What they ask for is part of the tests.
check: ui packages
	cargo fmt --all --check
	cargo clippy --workspace $(FEATURES) --all-targets --locked -- -D warnings

build: ui packages
	cargo build $(FEATURES) --bins --locked

# The page, which the window embeds.
ui: ui/node_modules/.package-lock.json
	npm --prefix ui run --silent build

ui-test: ui
	npm --prefix ui run --silent check
	npm --prefix ui run --silent test

ui/node_modules/.package-lock.json: ui/package-lock.json
	npm --prefix ui ci --no-audit --no-fund

# Opens the real window under a virtual display and uses it; leaves screenshots.
e2e: test-packages build
	tests/e2e/run.sh "$(CAIRN)" "$(DESKTOP)"

# Writes the page's types anew from the api's; a test compares them.
types:
	CAIRN_WRITE_TYPES=1 cargo test $(FEATURES) --test it types

# Ratios against git, in one run. Needs the corpus: make bench CAIRN_CORPUS=...
bench:
	cargo build --release --bin cairn
	cargo build --release --package manifest --example select
	benches/sync.sh "$(TARGET)/release/cairn" "$(TARGET)/release/examples/select"

packages:
	@tests/packages.sh $(BUILD_PACKAGES)

test-packages: packages
	@tests/packages.sh $(TEST_PACKAGES)

clean:
	cargo clean
	rm -rf ui/dist ui/node_modules
