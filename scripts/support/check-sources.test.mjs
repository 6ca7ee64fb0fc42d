// Tests of check-sources.mjs: every rule finds what it is for, and a right repository gives nothing.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const checker = fileURLToPath(new URL("check-sources.mjs", import.meta.url));
const header = "// What it is.\n// SPDX-License-Identifier: Apache-2.0\n";
const table = "| `CLib` | | | c |\n| `Low` | yes | | low |\n| `High` | | `CLib` `Low` | high |\n";

const target = (name, uses = [], extra = {}) => ({
  name,
  type: "regular",
  dependencies: uses.map((used) => ({ byName: [used, null] })),
  ...extra,
});
const manifest = (...targets) => ({ targets });
const standard = manifest(
  target("CLib", [], { type: "system", path: "Sources/System/CLib" }),
  target("Low"),
  target("High", ["CLib", "Low"]),
  target("LowTests", ["Low"], { type: "test" }),
);

/// Runs the checker on a repository made of these files, and gives its lines.
function check(files, package_ = standard) {
  const root = mkdtempSync(join(tmpdir(), "transom-check-"));
  try {
    execFileSync("git", ["init", "-q", root]);
    for (const [path, text] of Object.entries({ "ARCHITECTURE.md": table, ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const result = spawnSync("node", [checker, root], { input: JSON.stringify(package_), encoding: "utf8" });
    assert.equal(result.stderr, "");
    assert.equal(result.status, result.stdout === "" ? 0 : 1);
    return result.stdout.split("\n").filter(Boolean);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/// The lines for one Swift file of the target High.
const checkSwift = (body, path = "Sources/High/A.swift") => check({ [path]: header + body + "\n" });

test("a right repository gives nothing", () => {
  assert.deepEqual(
    check({
      "Sources/High/A.swift": header + "public import Foundation\nimport Low\n@testable import CLib\n",
      "Tests/LowTests/A.swift": header + "import XCTest\n@testable import Low\n",
    }),
    [],
  );
});

test("an import that the target may not have is found", () => {
  assert.match(check({ "Sources/Low/A.swift": header + "import CLib\n" })[0], /^Sources\/Low\/A\.swift:3: Low imports CLib/);
  assert.match(check({ "Sources/Low/A.swift": header + "private import struct High.Thing\n" })[0], /Low imports High/);
  assert.match(check({ "Tests/LowTests/A.swift": header + "import High\n" })[0], /LowTests imports High/);
});

test("a table that is not as the package is found", () => {
  const without = manifest(...standard.targets.filter(({ name }) => name !== "Low"), target("Other"));
  const lines = check({}, without).join("\n");
  assert.match(lines, /no row for the target Other/);
  assert.match(lines, /Package\.swift has no target Low/);
  assert.match(check({}, manifest(target("CLib"), target("Low"), target("High", ["CLib"])))[0], /the table alone has "Low"/);
});

test("a row that uses one below it, or a pure one that uses an impure one, is found", () => {
  const upside = "| `High` | | `Low` | h |\n| `Low` | yes | | l |\n";
  const package_ = manifest(target("High", ["Low"]), target("Low"));
  assert.match(check({ "ARCHITECTURE.md": upside }, package_)[0], /High uses Low, which is not above it/);
  const impure = "| `CLib` | | | c |\n| `Low` | yes | `CLib` | l |\n";
  assert.match(check({ "ARCHITECTURE.md": impure }, manifest(target("CLib"), target("Low", ["CLib"])))[0], /Low is pure/);
});

test("only WebKit and its shims use the engine", () => {
  const engine = "| `CTransomWebKit` | | | c |\n| `High` | | `CTransomWebKit` | h |\n";
  const package_ = manifest(target("CTransomWebKit"), target("High", ["CTransomWebKit"]));
  assert.match(check({ "ARCHITECTURE.md": engine }, package_)[0], /only WebKit and its shims/);
});

test("each rule finds what it is for, and passes over comments", () => {
  const wrong = {
    "let a = Bundle.module": /Bundle\.module/,
    "let a = unsafeBitCast(b, to: C.self)": /unsafeBitCast/,
    "final class A: @unchecked Sendable {}": /why this is safe/,
    "nonisolated(unsafe) var a = 1": /why this is safe/,
    "unowned let a: B": /why this is safe/,
    "static func main() async {}": /main is synchronous/,
    "let a = DateFormatter()": /8 MiB/,
    "Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }": /GLib owns/,
    "RunLoop.main.run()": /GLib owns/,
    'view.evaluateJavaScript("a(\\(b))")': /interpolated/,
    [`let a = "${"/"}root/a"`]: /path of one machine/,
  };
  for (const [line, sentence] of Object.entries(wrong)) {
    const found = checkSwift(line);
    assert.equal(found.length, 1, line + ": " + found);
    assert.match(found[0], sentence);
    if (!line.includes("root/a")) assert.deepEqual(checkSwift("/// " + line), [], line);
  }
});

test("a reason on the next line is enough", () => {
  assert.deepEqual(checkSwift("nonisolated(unsafe) var a = 1\n// The lock guards it."), []);
  assert.equal(checkSwift("nonisolated(unsafe) var a = 1\n/// The next thing.").length, 1);
});

test("await at the top level of a program is found, and within a function is not", () => {
  const path = "Sources/High/main.swift";
  assert.match(checkSwift("let a = await b()", path)[0], /top level/);
  assert.match(checkSwift("try await b()", path)[0], /top level/);
  assert.deepEqual(checkSwift("func a() async {\n    await b()\n}", path), []);
});

test("a missing header and a file that is too long are found", () => {
  assert.match(check({ "Sources/High/A.swift": "let a = 1\n" })[0], /SPDX/);
  const long = "let a = 1\n".repeat(400);
  assert.match(check({ "Sources/High/A.swift": header + long })[0], /402 lines/);
  assert.deepEqual(check({ "Sources/High/A.swift": header + "// Over 400 lines, because it is a table.\n" + long }), []);
});
