// Tests what the benchmark makes of its values, and how it looks at processes.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { activity, memory, since, start, tree } from "./processes.mjs";
import { rows } from "./rows.mjs";
import { median, ratio, summary } from "./statistics.mjs";
import { lines, result } from "./table.mjs";

const here = dirname(fileURLToPath(import.meta.url));

test("the median is the middle value, whatever the order", () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.throws(() => median([]), RangeError);
});

test("the ratio is that of the pairs, so a machine that gets slower does not change it", () => {
  assert.equal(ratio([2, 20, 200], [1, 10, 100]), 2);
  assert.equal(ratio([1], [0]), undefined);
  assert.throws(() => ratio([1, 2], [1]), RangeError);
});

test("a summary keeps every value in its order", () => {
  assert.deepEqual(summary([3, 1, 2]), { median: 2, least: 1, greatest: 3, values: [3, 1, 2] });
});

test("a row's line tells both medians, their spread, the ratio, the aim and the runs", () => {
  const row = {
    name: "start",
    title: "start",
    figures: { each: { title: "module", unit: "ms", lowerIsBetter: true, aim: "at most 1.10" } },
  };
  const found = result(row, "one view", {
    baseline: [{ each: 200 }, { each: 220 }, { each: 210 }],
    transom: [{ each: 220 }, { each: 231 }, { each: 231 }],
  });
  assert.equal(found.figures[0].ratio, 1.1);
  const text = lines(found).join("\n");
  for (const part of ["C 210.0 (200.0–220.0) ms", "Transom 231.0", "ratio 1.10", "aim: at most 1.10", "3 runs"]) {
    assert.ok(text.includes(part), `${part} is not in ${text}`);
  }
});

test("a row without a counterpart has no ratio, and one that was not measured says why", () => {
  const row = { name: "policy", title: "policy", alone: true, figures: { each: { title: "", unit: "µs" } } };
  const found = result(row, "decisions", { transom: [{ each: 2 }] });
  assert.equal(found.figures[0].ratio, undefined);
  assert.ok(!lines(found).join("").includes("C "));
  assert.match(lines({ name: "x", title: "y", unmeasured: "no chromium" }).join("\n"), /not measured: no chromium/);
});

test("every row has a name of its own, counts something and has figures", () => {
  assert.equal(new Set(rows.map((row) => row.name)).size, rows.length);
  for (const row of rows) {
    assert.ok(row.counted, row.name);
    assert.ok(Object.keys(row.figures).length > 0, row.name);
    assert.ok(row.measure ?? row.together, row.name);
  }
});

test("a program's lines are read, its tree is found and its memory is that of its pages", async () => {
  const script = `const size = 64 * 2 ** 20, held = Buffer.alloc(size, 1);
    require("child_process").spawn("sleep", ["30"], { stdio: "ignore" });
    process.stdin.on("end", () => process.exit(held.length === size ? 0 : 1)).resume();
    console.log('{"event":"settled"}')`;
  const program = start(process.execPath, ["-e", script], "a line\n");
  const line = await program.next();
  assert.equal(line.event, "settled");
  assert.ok(line.at > program.began);
  const pids = tree(program.pid);
  assert.equal(pids.length, 2);
  assert.ok(memory([program.pid]) > 64);
  assert.ok(memory(pids) >= memory([program.pid]));
  const looked = activity(pids);
  assert.ok(since(new Map(), looked).time > 0);
  assert.equal(since(looked, looked).sleeps, 0);
  process.kill(pids[1]);
  await program.end();
  assert.equal(memory([program.pid]), 0);
});

test("a thread that has ended takes nothing from what the others have done", () => {
  const before = new Map([["1/1", { time: 5, sleeps: 10 }], ["1/2", { time: 90, sleeps: 400 }]]);
  const after = new Map([["1/1", { time: 6, sleeps: 12 }], ["1/3", { time: 2, sleeps: 3 }]]);
  assert.deepEqual(since(before, after), { time: 3, sleeps: 5 });
});

test("a program that ends early is an error that carries its words", async () => {
  const program = start(process.execPath, ["-e", "console.error('no display'); process.exit(3)"]);
  await assert.rejects(program.next(), /\(3\).*no display/s);
});

test("an unknown row is refused with those that there are, before anything is run", () => {
  const run = spawnSync(process.execPath, [join(here, "bench.mjs"), "/nowhere", "strat"], { encoding: "utf8" });
  assert.equal(run.status, 2);
  assert.match(run.stderr, /there is no strat; there are: .*\bstart\b/);
  assert.equal(run.stdout, "");
});

test("the script's help needs neither a build nor a display", () => {
  const text = execFileSync(join(here, "../../bench"), ["--help"], { encoding: "utf8", env: { PATH: process.env.PATH } });
  assert.match(text, /Without a row all are measured/);
});
