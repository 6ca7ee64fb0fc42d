// Starts the programs that are measured, and looks at them from outside.
// SPDX-License-Identifier: Apache-2.0

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const running = new Set();

/** Ends the programs that still run, with all that descend from them: when a row has failed, and on ^C. */
export async function stopAll() {
  const pids = [...running].flatMap((program) => tree(program.pid)).map((pid) => [pid, age(pid)]);
  const send = (pid, signal) => {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  };
  const ended = Promise.all([...running].map((program) => program.exited));
  for (const program of running) send(program.pid, "SIGTERM");
  let timer;
  await Promise.race([ended, new Promise((resolve) => (timer = setTimeout(resolve, 3000)))]);
  clearTimeout(timer);
  // Not one that has taken the number meanwhile.
  for (const [pid, began] of pids) if (age(pid) === began) send(pid, "SIGKILL");
  await ended;
}

/**
 * A running program: `next()` waits for its next line of output, which is JSON or what `read` makes of it, `end()` closes
 * its input and waits for its exit, `began` is when it was started, in milliseconds. After `deadline` milliseconds it is
 * ended, and its row is not measured.
 */
export function start(command, args, input = "", environment = {}, deadline = 600_000) {
  const began = performance.now();
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], env: { ...process.env, ...environment } });
  const timer = setTimeout(() => child.kill("SIGKILL"), deadline);
  let errors = "";
  child.stderr.on("data", (data) => (errors = (errors + data).slice(-2000)));
  child.stdin.on("error", () => {});
  child.stdin.write(input);
  const exited = new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(signal ?? code));
  });
  const program = { pid: child.pid, exited };
  if (child.pid) running.add(program);
  exited.then(() => {
    clearTimeout(timer);
    running.delete(program);
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    began,
    pid: child.pid,
    async next(read = JSON.parse) {
      const { value, done } = await lines.next();
      if (!done) return { at: performance.now(), ...read(value) };
      throw new Error(`${command} ${args.join(" ")} ended (${await exited}) and had not said all: ${errors.trim()}`);
    },
    async end() {
      child.stdin.end();
      const rest = (async () => {
        while (!(await lines.next()).done);
      })();
      await Promise.all([exited, rest]);
    },
  };
}

const read = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // The process or thread has ended meanwhile.
  }
};

const numbered = (folder) => {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    return [];
  }
};

/** What /proc says of a process after its name in parentheses, which may hold anything: its state, parent and so on. */
const fields = (pid) => read(`/proc/${pid}/stat`).replace(/^.*\)/s, "").trim().split(" ");

/** When a process began, in the kernel's ticks. */
const age = (pid) => fields(pid)[19];

/** The process and all that descend from it. */
export function tree(pid) {
  const parents = new Map();
  for (const other of numbered("/proc")) {
    const parent = Number(fields(other)[1]);
    if (parent > 0) parents.set(parent, [...(parents.get(parent) ?? []), other]);
  }
  const found = [pid];
  for (const each of found) found.push(...(parents.get(each) ?? []));
  return found;
}

/** The proportional set size of the processes in MiB: what is shared counts in parts. */
export function memory(pids) {
  const sizes = pids.map((pid) => Number(read(`/proc/${pid}/smaps_rollup`).match(/^Pss:\s+(\d+) kB/m)?.[1] ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** What each thread of the processes has done until now: processor time in milliseconds, and how often it went to sleep. */
export function activity(pids) {
  const threads = new Map();
  for (const pid of pids) {
    for (const thread of numbered(`/proc/${pid}/task`)) {
      const time = Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[0]) / 1e6;
      const status = read(`/proc/${pid}/task/${thread}/status`);
      const sleeps = Number(status.match(/^voluntary_ctxt_switches:\s+(\d+)/m)?.[1] ?? 0);
      threads.set(`${pid}/${thread}`, { time, sleeps });
    }
  }
  return threads;
}

/**
 * What was done between two looks. A thread that ended meanwhile is left out, because the system forgets what it did; one
 * that began meanwhile counts as a whole.
 */
export function since(before, after) {
  const sum = { time: 0, sleeps: 0 };
  for (const [thread, { time, sleeps }] of after) {
    sum.time += time - (before.get(thread)?.time ?? 0);
    sum.sleeps += sleeps - (before.get(thread)?.sleeps ?? 0);
  }
  return sum;
}
