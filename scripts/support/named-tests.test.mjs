// Tests that pages name only tests which exist.
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { missing, testsIn } from "./named-tests.mjs";

const root = join(import.meta.dirname, "../..");
const tests = testsIn(join(root, "Tests"));

test("a name that is not there is found, by its class and in part", () => {
  const known = new Set(["ATests.testOne", "BTests.testTwoThings"]);
  const page = "`ATests.testOne`, `testOne`, `BTests.testTwo…`, `test…Things`; `BTests.testOne`, `testTwo`, `ATests.testTwo…`";
  assert.deepEqual(missing(page, known), ["BTests.testOne", "testTwo", "ATests.testTwo…"]);
});

for (const page of ["webkit-behaviours.md", "fault-cases.md"]) {
  test(`every test that docs/${page} names exists`, () => {
    assert.deepEqual(missing(readFileSync(join(root, "docs", page), "utf8"), tests), []);
  });
}

test("docs/webkit-behaviours.md has each of the 107 behaviours once, with a test or a difference", () => {
  const rows = readFileSync(join(root, "docs/webkit-behaviours.md"), "utf8").matchAll(/^\| (\d+) \| .+ \| (.+) \|$/gm);
  const found = [...rows].map(([, number, proof]) => [Number(number), /`\w+Tests\.test|\*Differs\*|^none:/.test(proof)]);
  assert.deepEqual(found, Array.from({ length: 107 }, (_, index) => [index + 1, true]));
});
