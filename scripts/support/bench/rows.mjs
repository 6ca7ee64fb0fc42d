// The rows of the benchmark: what each runs, counts and aims at.
// SPDX-License-Identifier: Apache-2.0

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { curves } from "./curves.mjs";
import { activity, memory, since, start, tree } from "./processes.mjs";

const page = (script) => `<!doctype html><title>bench</title><script>${script}</script>\n`;
const once = page("webkit.messageHandlers.bench.postMessage({ type: 'action', n: 1 })");
const many = (count, body) =>
  page(`const b = webkit.messageHandlers.bench; for (let n = 0; n <= ${count}; n++) b.postMessage(${body})`);
const asking = (count) =>
  page(`(async () => { for (let n = 0; n <= ${count}; n++) await webkit.messageHandlers.ask.postMessage(n) })()`);
const storing = page(
  "document.cookie = 'a=1; max-age=1000'; localStorage.text = 'x'.repeat(10000); " +
    "const open = indexedDB.open('bench', 1); open.onupgradeneeded = () => open.result.createObjectStore('all'); " +
    "open.onsuccess = () => { const all = open.result.transaction('all', 'readwrite'); " +
    "all.objectStore('all').put('value', 'key'); " +
    "all.oncomplete = () => webkit.messageHandlers.bench.postMessage(1) }",
);
const small = "{ type: 'action', action: 'app_ready', n }";
const kibibyte =
  "{ type: 'action', action: 'app_ready', n, list: [1, 2, 3, 4, 5, 6, 7, 8], nested: { a: true, b: null }, text: 'x'.repeat(900) }";
const tenMiB = "'x'.repeat(10 * 1024 * 1024)";

/** Runs a row's program once and returns the one figure that it prints. */
async function count(command, row, number, input) {
  const program = start(command, [row, String(number)], input);
  const { count, seconds } = await program.next();
  await program.end();
  return { count, seconds };
}

const rate = (row, number, input) => async (side) => {
  const { count: counted, seconds } = await count(side.program, row, number, input);
  return { rate: counted / seconds };
};
const milliseconds = (row, number, input) => async (side) => {
  const { count: counted, seconds } = await count(side.program, row, number, input);
  return { each: (seconds * 1000) / counted };
};

/** Until the first line of a program, then its end. */
async function firstLine(command, args, input, environment) {
  const program = start(command, args, input, environment);
  const { at } = await program.next();
  await program.end();
  return at - program.began;
}

/** Starts the program with so many views or sessions, and looks at it when it has come to rest. */
async function atRest(side, row, number, look, input = once) {
  const program = start(side.program, [row, String(number)], input);
  let line = await program.next();
  const seconds = line.seconds;
  while (line.event !== "settled") line = await program.next();
  await pause(2000);
  const figures = await look(program.pid);
  await program.end();
  return seconds === undefined ? figures : { ...figures, session: (seconds * 1000) / number };
}

const memoryOf = (pid) => ({ own: memory([pid]), tree: memory(tree(pid)) });
const memoryFigures = {
  own: { title: "own process", unit: "MiB", lowerIsBetter: true },
  tree: { title: "whole tree", unit: "MiB", lowerIsBetter: true },
};

/** All runs of either side at once, in one window of 30 s. */
async function idle(sides, runs) {
  const programs = [];
  for (let run = 0; run < runs; run++) {
    for (const side of sides) programs.push({ side, process: start(side.program, ["views", "1"], once) });
  }
  for (const { process } of programs) while ((await process.next()).event !== "settled");
  await pause(5000);
  for (const each of programs) {
    each.tree = tree(each.process.pid);
    each.before = { own: activity([each.process.pid]), tree: activity(each.tree) };
  }
  await pause(30_000);
  const values = new Map(sides.map((side) => [side, []]));
  for (const { side, process, tree: pids, before } of programs) {
    const own = since(before.own, activity([process.pid]));
    const all = since(before.tree, activity(pids));
    values.get(side).push({ time: own.time, sleeps: own.sleeps, treeTime: all.time, treeSleeps: all.sleeps });
  }
  await Promise.all(programs.map(({ process }) => process.end()));
  return values;
}

/** Writes scenarios, each with the same button to click, and returns their paths. */
function scenarios(context, count) {
  const [folder, origin] = [context.folder(), "https://bench.example"];
  const html = page("onclick = () => webkit.messageHandlers.bench.postMessage({ type: 'clicked' })") + "<button>Pay</button>";
  const served = `${origin}=${context.page(html)}`;
  const run = ["page", "--web-sandbox", "off", "--serve", served, "--url", `${origin}/`, "--handler", "bench"];
  const steps = [{ click: "text=Pay" }, { expect: "page.bench", data: { type: "clicked" } }];
  return Array.from({ length: count }, (_, index) => {
    const path = join(folder, `scenario${index}.json5`);
    writeFileSync(path, JSON.stringify({ run, steps }));
    return path;
  });
}

/** Plays scenarios and returns how many that are a minute. */
async function played(context, paths, jobs) {
  const began = performance.now();
  const program = start(context.transom, ["test", ...paths, "--jobs", String(jobs)], "", { TRANSOM_RESULTS: context.folder() });
  const { text } = await program.next((line) => ({ text: line }));
  await program.end();
  if (text !== `${paths.length} scenarios, 0 failed`) throw new Error(`transom test said: ${text}`);
  return (paths.length * 60_000) / (performance.now() - began);
}

const each = (title, unit, lowerIsBetter, aim) => ({ title, unit, lowerIsBetter, aim });

/**
 * The rows in the order of the table. `measure(side, context)` runs one side once and returns its figures by the names
 * of `figures`; `together` measures all sides and runs at once. `heavy` rows run once unless everything is asked for.
 * `alone` has no counterpart in C. `budget` is how many seconds the row may take on two cores that do nothing else; those
 * of all rows are ten minutes. `curve` rows are measured where everything is asked for. `cannot(context)` says why a row cannot be measured here, else nothing.
 */
export const rows = [
  {
    name: "start",
    budget: 15,
    title: "process start to the first page message",
    counted: "one view, one message; C loads the same text and knows no identity",
    figures: { each: each("module", "ms", true, "at most 1.10") },
    measure: async (side) => ({ each: await firstLine(side.program, ["start"], once) }),
  },
  {
    name: "host-start",
    budget: 20,
    title: "the whole host, from process start to the first event on standard output",
    counted: "transom run page, web sandbox off; the page comes over TLS from the loopback sandbox, in C from memory",
    figures: { each: each("host", "ms", true) },
    measure: async (side, context) => ({
      each: side.isBaseline
        ? await firstLine(side.program, ["start"], once)
        : await context.hostUntil("page.bench", context.page(once)),
    }),
  },
  {
    name: "small-messages",
    budget: 40,
    title: "page to native, small objects",
    counted: "20,000 messages of three members; Transom's with stamped identity, C's without any",
    figures: { rate: each("", "/s", false, "at least 0.67") },
    measure: rate("messages", 20_000, many(20_000, small)),
  },
  {
    name: "1k-messages",
    budget: 45,
    title: "page to native, objects of 1 KiB",
    counted: "10,000 messages; Transom's with stamped identity, C's without any",
    figures: { rate: each("", "/s", false, "at least 0.67") },
    measure: rate("messages", 10_000, many(10_000, kibibyte)),
  },
  {
    name: "replies",
    budget: 30,
    title: "page to native with a reply, one after another",
    counted: "2,000 numbers, each awaited by the page",
    figures: { rate: each("", "/s", false, "at least 0.67") },
    measure: rate("replies", 2000, asking(2000)),
  },
  {
    name: "calls",
    budget: 30,
    title: "native to page, one after another",
    counted: "2,000 calls of an asynchronous function with one argument",
    figures: { rate: each("", "/s", false, "at least 0.67") },
    measure: rate("calls", 2000, once),
  },
  {
    name: "big-message",
    budget: 25,
    title: "10 MiB of text from page to native",
    counted: "4 messages after a first",
    figures: { each: each("", "ms", true) },
    measure: milliseconds("messages", 4, many(4, tenMiB)),
  },
  {
    name: "big-call",
    budget: 30,
    title: "10 MiB of text from native to page",
    counted: "4 calls after a first",
    figures: { each: each("", "ms", true) },
    measure: milliseconds("big-call", 4, once),
  },
  {
    name: "memory",
    budget: 45,
    title: "proportional memory after load",
    counted: "one view, 2 s after its message",
    figures: { ...memoryFigures, own: { ...memoryFigures.own, aim: "at most C + 30 MiB" } },
    measure: (side) => atRest(side, "views", 1, memoryOf),
  },
  {
    name: "10-views",
    budget: 15,
    title: "proportional memory of 10 views",
    counted: "views of one store, 2 s after the last one's message",
    figures: memoryFigures,
    heavy: true,
    measure: (side) => atRest(side, "views", 10, memoryOf),
  },
  {
    name: "50-views",
    budget: 40,
    title: "proportional memory of 50 views",
    counted: "views of one store, 2 s after the last one's message",
    figures: memoryFigures,
    heavy: true,
    measure: (side) => atRest(side, "views", 50, memoryOf),
  },
  {
    name: "idle",
    budget: 50,
    title: "a quiet page for 30 s",
    counted: "all runs at once; wake-ups are voluntary context switches of all threads",
    figures: {
      sleeps: each("wake-ups, own process", "", true, "as C"),
      time: each("processor, own process", "ms", true),
      treeSleeps: each("wake-ups, whole tree", "", true),
      treeTime: each("processor, whole tree", "ms", true),
    },
    together: idle,
  },
  {
    name: "sessions",
    budget: 75,
    title: "sessions one after another, each with a store of its own",
    counted: (context) => `${context.sessions} sessions of one view and one message; memory 2 s after the last`,
    figures: { session: each("a session", "ms", true), ...memoryFigures },
    heavy: true,
    measure: (side, context) => atRest(side, "sessions", context.sessions, memoryOf),
  },
  {
    name: "reset",
    budget: 15,
    title: "all data of a store removed, and the page loaded again",
    counted: "10 resets; before each the page has set a cookie and filled local storage and a database",
    figures: { each: each("a reset", "ms", true, "under 250 ms") },
    measure: milliseconds("reset", 10, storing),
  },
  {
    name: "scenarios",
    budget: 60,
    title: "scenarios a minute",
    counted: "transom test with 4 scenarios; each starts a host, clicks a button and waits for an event; web sandbox off",
    figures: { one: each("--jobs 1", "/min", false), two: each("--jobs 2", "/min", false) },
    alone: true,
    measure: async (_side, context) => {
      const paths = scenarios(context, 4);
      return { one: await played(context, paths, 1), two: await played(context, paths, 2) };
    },
  },
  {
    name: "policy",
    budget: 15,
    title: "a decision of the navigation policy",
    counted: "400,000 decisions over eight URLs; C has no policy",
    figures: { each: each("", "µs", true, "under 20 µs") },
    alone: true,
    measure: async (side) => {
      const { count: counted, seconds } = await count(side.program, "policy", 400_000, "\n");
      return { each: (seconds * 1e6) / counted };
    },
  },
  {
    name: "chromium",
    budget: 25,
    title: "the first event beside Playwright with Chromium",
    counted: "process start to the first message; the ratio is Transom's host to Playwright",
    figures: { each: each("host", "ms", true, "at most 0.33") },
    cannot: (context) => context.chromiumIsMissing,
    baseline: "Playwright",
    measure: async (side, context) => ({
      each: side.isBaseline
        ? await firstLine("python3", [context.chromium, context.chromiumPath], once)
        : await context.hostUntil("page.bench", context.page(once)),
    }),
  },
  {
    name: "bluetooth",
    budget: 25,
    title: "a write without response and the notification that answers it, beside bleak",
    counted: "1,000 round trips to the wallet of Tests/Support/Bluetooth, which is a process of its own",
    figures: { each: each("", "ms", true, "about 1") },
    cannot: (context) => context.bleakIsMissing,
    baseline: "bleak",
    measure: async (side, context) => {
      const environment = await context.wallet();
      const program = side.isBaseline
        ? start("python3", [context.bleak, "1000"], "", environment)
        : start(context.bluetooth, ["1000"], "", environment);
      const { count: counted, seconds } = await program.next();
      await program.end();
      return { each: (seconds * 1000) / counted };
    },
  },
  ...curves,
];
