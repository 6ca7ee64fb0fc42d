// Tests of with-display: what it passes on, what it gives, and that it leaves nothing.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const withDisplay = fileURLToPath(new URL("../with-display", import.meta.url));
const run = (command, options = {}) =>
  spawnSync(withDisplay, ["sh", "-c", command], { encoding: "utf8", timeout: 60_000, ...options });

/// The processes whose environment names the folder of a display.
function members(folder) {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/environ`, "latin1").includes(folder);
    } catch {
      return false;
    }
  });
}

/// Waits until a condition holds, at most for ten seconds.
async function until(condition) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (condition()) return true;
    await sleep(50);
  }
  return false;
}

/// Starts a command that prepares itself, says where its display's folder is and then stays.
async function stay(preparation = ":") {
  const child = spawn(withDisplay, ["sh", "-c", `${preparation}; dirname "$XAUTHORITY"; sleep 1000 & wait`], { stdio: ["ignore", "pipe", "ignore"] });
  const [first] = await child.stdout.take(1).toArray();
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve(signal ?? code)));
  return { child, ended, folder: first.toString().trim() };
}

test("input, output and exit status are the command's", () => {
  const result = run("cat; exit 7", { input: "hello" });
  assert.equal(result.stdout, "hello");
  assert.equal(result.stderr, "");
  assert.equal(result.status, 7);
});

test("the display and the bus answer, and nothing is left afterwards", () => {
  const script = 'dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetId >/dev/null && ' +
    'test -S "/tmp/.X11-unix/X${DISPLAY#:}" && dirname "$XAUTHORITY"';
  const result = run(script);
  assert.equal(result.status, 0, result.stderr);
  const folder = result.stdout.trim();
  assert.ok(folder.startsWith("/"));
  assert.equal(existsSync(folder), false);
  assert.deepEqual(members(folder), []);
});

test("a killed command leaves nothing, not even a child of its own", () => {
  const result = run('dirname "$XAUTHORITY"; sleep 1000 & kill -9 $$');
  assert.equal(result.status, 137);
  const folder = result.stdout.trim();
  assert.equal(existsSync(folder), false);
  assert.deepEqual(members(folder), []);
});

test("when the script itself is killed, command, display and folder go too", async () => {
  const { child, folder } = await stay();
  assert.ok(members(folder).length >= 3);
  child.kill("SIGKILL");
  assert.ok(await until(() => !existsSync(folder) && members(folder).length === 0));
});

test("a signal reaches the command, whose status counts", async () => {
  const { child, ended } = await stay("trap 'exit 5' TERM");
  child.kill("SIGTERM");
  assert.equal(await ended, 5);
});

test("displays at the same time do not meet", async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => stay()));
  assert.equal(new Set(all.map(({ folder }) => folder)).size, 4);
  for (const { child } of all) child.kill("SIGTERM");
  await Promise.all(all.map(({ ended }) => ended));
  for (const { folder } of all) assert.equal(existsSync(folder), false);
});

test("without a command it says how it is used", () => {
  const result = spawnSync(withDisplay, [], { encoding: "utf8" });
  assert.equal(result.status, 2);
  assert.match(result.stderr, /^scripts\/with-display: no command is given; write .*\n$/);
});
