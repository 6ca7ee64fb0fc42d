// Boots a machine with the package, and looks from outside whether it is a kiosk: unit, journal, screen, keys, faults.
// SPDX-License-Identifier: Apache-2.0
//
// Use: node kiosk-vm.mjs FOLDER PICTURES QEMU…, where FOLDER has the machine's sockets, PICTURES gets what was on its screen, and
// QEMU… is the command that boots it. scripts/package-test --vm makes the disk and calls this.

import { mkdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { VirtualMachine } from "./virtual-machine.mjs";

const [folder, pictures, ...command] = process.argv.slice(2);
mkdirSync(pictures, { recursive: true });

const green = [0x00, 0x80, 0x00];
const blue = [0x00, 0x00, 0xff];
/** The ground of the host's own screens. */
const ground = [0xf6, 0xf7, 0xf9];

let count = 0;
const started = Date.now();
const say = (words) => {
  count += 1;
  const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6);
  console.error(`${seconds} s  ok ${count}  ${words}`);
};

const machine = await VirtualMachine.boot(command, folder);

const run = async (text, seconds) => {
  const result = await machine.run(text, seconds);
  if (result.status !== 0) throw new Error(`${text}: status ${result.status}\n${result.output}${result.notes}`);
  return result.output.trimEnd();
};

/** Waits for a condition; the deadline is for a loaded machine. */
const until = async (words, condition, seconds = 240) => {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(250)) {
    if (await condition()) return;
  }
  throw new Error(`${words}: not seen in ${seconds} s`);
};

const unit = async (name, of = "transom-kiosk") => (await run(`systemctl show -p ${name} --value ${of}`));
let restarts = 0;
const hasRestarted = async (times) => Number(await unit("NRestarts")) === restarts + times && await unit("ActiveState") === "active";
const shows = async (colour, share = 0.9) => (await machine.picture()).share(colour) >= share;
/** The events of a type since the last call of `mark`, as the journal's entries. */
let since = "@0";
const mark = async () => { since = "@" + (await run("sleep 1; date +%s")); };
const entries = async (type) => (await run(`journalctl -q -o json --since=${since} TRANSOM_TYPE=${type} || true`))
  .split("\n").filter(Boolean).map((line) => JSON.parse(line));
const host = () => run("pgrep -o -x transom -u transom");
const write = (path, text) => run(`cat >${path} <<'END'\n${text}\nEND`);

const checks = [
  ["the machine has booted", async () => {
    await until("the boot", async () => ["running", "degraded"].includes((await machine.run("systemctl is-system-running")).output.trim()));
    const failed = await run("systemctl --failed --plain --no-legend");
    if (failed) throw new Error(failed);
    if (await machine.run("systemctl is-enabled transom-kiosk").then((it) => it.output.trim()) !== "disabled") throw new Error("the unit is on");
  }],
  ["systemctl enable --now starts the unit, which says itself that it is ready", async () => {
    // An emulated processor takes its time, and a graphics card without a 3D driver costs the first start.
    await run("mkdir -p /etc/systemd/system/transom-kiosk.service.d");
    await write("/etc/systemd/system/transom-kiosk.service.d/emulated.conf", "[Service]\nTimeoutStartSec=300");
    await run("systemctl daemon-reload");
    await machine.run("systemctl enable --now transom-kiosk", 300);
    await until("the start", async () => await unit("ActiveState") === "active" && await unit("Type") === "notify", 300);
    restarts = Number(await unit("NRestarts"));
  }],
  ["the screen shows the page", () => until("the page", () => shows(green))],
  ["transom ctl status answers root, and nobody else", async () => {
    const status = JSON.parse(await run("transom ctl status --json"));
    if (status.views[0].origin !== "app://home") throw new Error(JSON.stringify(status));
    if ((await machine.run("setpriv --reuid=nobody --clear-groups transom ctl status")).status !== 1) throw new Error("nobody was answered");
  }],
  ["the journal has the events with their fields", async () => {
    const [entry] = await entries("transom.page.loaded");
    if (!entry?.TRANSOM_SESSION || entry.TRANSOM_INTEGRATION !== "home" || entry.SYSLOG_IDENTIFIER !== "transom") {
      throw new Error(JSON.stringify(entry));
    }
  }],
  ["transom ctl screenshot takes a picture", async () => {
    await run("transom ctl screenshot /tmp/kiosk.png && head -c 4 /tmp/kiosk.png | grep -q PNG");
  }],
  ["the web processes run in their sandbox", async () => {
    if (!await run("journalctl -q -o cat TRANSOM_TYPE=transom.session.started | grep -o '\"websandbox\":true'")) throw new Error("no");
    await run("pgrep -x bwrap >/dev/null");
  }],
  ["a click arrives on the page", async () => {
    await until("the touched page", async () => {
      await machine.click(0.5, 0.5);
      await pause(2000);
      return await shows(blue, 0.85);
    });
    await machine.picture(`${pictures}/touched.png`);
  }],
  ["no key leads to another console", async () => {
    for (const key of ["f2", "f3", "f1"]) await machine.press("ctrl", "alt", key);
    await pause(2000);
    if (!await shows(blue, 0.85)) throw new Error("the screen shows something else");
    if (await run("cat /sys/class/tty/tty0/active") !== "tty1") throw new Error("another console is active");
    if (await machine.run("systemctl is-active getty@tty1").then((it) => it.output.trim()) === "active") throw new Error("a login prompt runs");
  }],
  ["transom ctl reset begins another session", async () => {
    await run("transom ctl reset");
    await until("the page", () => shows(green));
  }],
  ["a web process that is killed is replaced", async () => {
    await mark();
    await run("pkill -KILL -x WebKitWebProces");
    await until("the recovery", async () => (await entries("transom.page.recovered")).length > 0);
    await until("the page", () => shows(green));
  }],
  ["a wrong configuration is refused on reload, and a right one is taken", async () => {
    await mark();
    await run("cp /etc/transom/kiosk.json5 /var/lib/kiosk.json5 && sed -i 's/idleResetAfter: 300/idleResetAfter: -5/' /etc/transom/kiosk.json5");
    await run("systemctl reload transom-kiosk");
    await until("the refusal", async () => (await entries("transom.config.rejected")).length > 0);
    await run("sed 's/idleResetAfter: 300/idleResetAfter: 200/' /var/lib/kiosk.json5 >/etc/transom/kiosk.json5");
    await run("systemctl reload transom-kiosk");
    await until("the change", async () => (await entries("transom.config.reloaded")).length > 0);
    await until("the page", () => shows(green));
    if (!await hasRestarted(0)) throw new Error("the unit has restarted");
  }],
  ["a host that is killed is started anew", async () => {
    restarts = Number(await unit("NRestarts"));
    await run(`kill -KILL ${await host()}`);
    await until("the restart", () => hasRestarted(1), 300);
    await until("the page", () => shows(green));
  }],
  ["a host that stands still is started anew by the watchdog", async () => {
    restarts = Number(await unit("NRestarts"));
    await run(`kill -STOP ${await host()}`);
    await until("the watchdog", async () => (await run("journalctl -q -b -o cat _PID=1 | grep -c 'Watchdog timeout' || true")) !== "0", 300);
    await until("the restart", () => hasRestarted(1), 300);
    await until("the page", () => shows(green));
  }],
  ["systemctl stop ends it in order", async () => {
    await run("systemctl stop transom-kiosk");
    const [result, status] = [await unit("Result"), await unit("ExecMainStatus")];
    if (result !== "success" || status !== "0") throw new Error(`result ${result}, status ${status}`);
    if ((await machine.run("pgrep -u transom -l")).output) throw new Error("processes of the kiosk are left");
  }],
  ["a configuration that cannot work shows that the kiosk is out of service, and starts nothing again", async () => {
    await run("sed -i 's/idleResetAfter: 200/idleResetAfter: -5/' /etc/transom/kiosk.json5");
    await machine.run("systemctl start transom-kiosk", 300);
    await until("the start", async () => await unit("ActiveState") === "active", 300);
    restarts = Number(await unit("NRestarts"));
    await until("the host's own screen", () => shows(ground, 0.7));
    await machine.picture(`${pictures}/out-of-service.png`);
    await pause(6000);
    if (!await hasRestarted(0)) throw new Error("it was started again");
    if (!await shows(ground, 0.7)) throw new Error("the screen shows something else");
    if (!await run("journalctl -q -o cat -t transom | grep 'session.idleResetAfter is -5'")) throw new Error("the reason is not in the log");
  }],
  ["the mended configuration is taken on reload", async () => {
    await run("cp /var/lib/kiosk.json5 /etc/transom/kiosk.json5 && systemctl reload transom-kiosk");
    await until("the page", () => shows(green));
    if (await unit("ActiveState") !== "active") throw new Error(await unit("ActiveState"));
  }],
  ["the next boot brings the kiosk up, and the login prompt is never seen", async () => {
    await run("sync");
    await machine.reset();
    let isThere = false;
    await until("the page", async () => (isThere = await shows(green)), 180);
    if (await unit("ActiveState") !== "active") throw new Error(await unit("ActiveState"));
    await machine.picture(`${pictures}/booted.png`);
  }],
];

let failure = 0;
for (const [words, check] of checks) {
  try {
    await check();
    say(words);
  } catch (error) {
    console.error(`not ok: ${words}: ${error.message}`);
    failure = 1;
    await machine.picture(`${pictures}/failed.png`).catch(() => {});
    const journal = await machine.run("journalctl -b --no-pager -n 3000 -o short-monotonic | grep -v qemu-ga | tail -150; systemctl status --no-pager -l transom-kiosk; ps axf -o pid,user,stat,args | grep -v '\\[' | tail -40").catch(() => null);
    console.error(journal?.output ?? "the machine says nothing");
    break;
  }
}
machine.stop();
process.exit(failure);
