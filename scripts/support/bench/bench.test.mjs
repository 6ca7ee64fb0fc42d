// Tests what the benchmark makes of its values, and how it looks at processes.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { curves, exponents, picture, plot, steeper } from "./curves.mjs";
import { activity, memory, since, start, stopAll, tree } from "./processes.mjs";
import { rows } from "./rows.mjs";
import { median, ratio, summary } from "./statistics.mjs";
import { lines, result, times } from "./table.mjs";

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

test("the rows of the table may take ten minutes together, and each says how long it may take", () => {
  const usual = rows.filter((row) => !row.onlyFull);
  for (const row of usual) assert.ok(row.budget > 0, row.name);
  assert.ok(usual.reduce((sum, { budget }) => sum + budget, 0) <= 600);
});

test("at the end it is said how long the rows took, and which took longer than they may", () => {
  const results = [{ name: "start", seconds: 12.4, budget: 15 }, { name: "calls", seconds: 50, budget: 30 }];
  const text = times(results).join("\n");
  for (const part of ["2 rows in 62 s", "start 12", "calls 50", "Longer", "calls (30 s)"]) {
    assert.ok(text.includes(part), `${part} is not in ${text}`);
  }
  assert.equal(times(results.slice(0, 1)).length, 1);
});

test("growth that is worse than linear is named, and a picture shows it", () => {
  assert.deepEqual(exponents([1, 10, 100], [5, 50, 5000]).map((power) => power.toFixed(2)), ["1.00", "2.00"]);
  assert.deepEqual(steeper([1, 10, 100], [5, 50, 5000]).map(({ from, to }) => [from, to]), [[10, 100]]);
  assert.deepEqual(steeper([1, 10, 100], [90, 100, 200]), []);
  const folder = mkdtempSync(join(tmpdir(), "bench-test."));
  const figures = [5, 50, 5000].map((median) => ({ baseline: { median: 2 }, transom: { median } }));
  const row = { name: "growth-x", title: "a < b", curve: { x: "views", y: "MiB", steps: [1, 10, 100] } };
  const { path, lines: said } = plot(row, { figures }, folder);
  assert.match(said[0], /^C grows at most linearly; Transom grows more than linearly from 10 to 100 by 10.00$/);
  const svg = readFileSync(path, "utf8");
  rmSync(folder, { recursive: true });
  assert.equal(svg.match(/<polyline/g).length, 2);
  assert.ok(svg.includes("a &#60; b"));
  assert.ok(!/NaN|undefined|Infinity/.test(svg + picture("one step", { x: "x", y: "y", steps: [1] }, [{ name: "C", values: [3] }])));
});

test("curves have a step for each figure", () => {
  for (const { name, curve, figures } of curves) assert.equal(Object.keys(figures).length, curve.steps.length, name);
});

test("what a failed row leaves behind is ended with all that it has started", async () => {
  const script = `require("child_process").spawn("sleep", ["60"], { stdio: "ignore" });
    process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("{}")`;
  const program = start(process.execPath, ["-e", script]);
  await program.next();
  const pids = tree(program.pid);
  assert.equal(pids.length, 2);
  await stopAll();
  const alive = (pid) => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  while (pids.some(alive)) await new Promise((resolve) => setTimeout(resolve, 5));
});

test("^C ends the programs and takes the files away", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bench-test."));
  const body = `#!/bin/sh\necho $$ > "$BENCH_TEST/pid.part" && mv "$BENCH_TEST/pid.part" "$BENCH_TEST/pid"\nexec sleep 60\n`;
  for (const name of ["baseline", "TransomBenchmark"]) writeFileSync(join(folder, name), body, { mode: 0o755 });
  const written = new Promise((resolve) => watch(folder, (_, name) => name === "pid" && resolve()).unref());
  const env = { ...process.env, BENCH_TEST: folder, TMPDIR: folder };
  const bench = spawn(process.execPath, [join(here, "bench.mjs"), folder, "start"], { env, stdio: "ignore" });
  await written;
  const pid = readFileSync(join(folder, "pid"), "utf8").trim();
  bench.kill("SIGINT");
  const [code] = await once(bench, "exit");
  assert.equal(code, 130);
  assert.ok(!existsSync(`/proc/${pid}`));
  assert.deepEqual(readdirSync(folder).filter((name) => name.startsWith("transom-bench.")), []);
  rmSync(folder, { recursive: true });
});

test("the script's help needs neither a build nor a display", () => {
  const text = execFileSync(join(here, "../../bench"), ["--help"], { encoding: "utf8", env: { PATH: process.env.PATH } });
  assert.match(text, /Without a row all are measured/);
});
