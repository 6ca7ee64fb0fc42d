// The tests that a page of the documentation names, and which of them do not exist.
// SPDX-License-Identifier: Apache-2.0
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The tests below a folder, as `Class.testName`. */
export function testsIn(folder) {
  const tests = new Set();
  for (const entry of readdirSync(folder, { recursive: true })) {
    if (!entry.endsWith(".swift") || entry.includes(".build")) continue;
    let type = "";
    for (const line of readFileSync(join(folder, entry), "utf8").split("\n")) {
      type = /\b(?:class|extension) (\w+Tests)\b/.exec(line)?.[1] ?? type;
      const name = /\bfunc (test\w+)\(/.exec(line)?.[1];
      if (name && type) tests.add(`${type}.${name}`);
    }
  }
  return tests;
}

/** The names in a page that no test has. A `…` stands for the rest of a name, and a name without a class for any class's. */
export function missing(page, tests) {
  const all = [...tests];
  const isThere = (type, name) => {
    const [begin, rest] = name.split("…");
    return all.some((test) => {
      const [owner, own] = test.split(".");
      if (type && owner !== type) return false;
      return rest === undefined ? own === begin : own.startsWith(begin) && own.endsWith(rest);
    });
  };
  return [...page.matchAll(/`(?:(\w+Tests)\.)?(test\w*(?:…\w*)?)`/g)]
    .filter(([, type, name]) => !isThere(type, name)).map(([whole]) => whole.slice(1, -1));
}
