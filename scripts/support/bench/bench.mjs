// Runs the benchmark: each row's programs in turn, then the row's figures.
// SPDX-License-Identifier: Apache-2.0
//
// Use: node bench.mjs FOLDER [--json] [--full] [ROW…], where FOLDER holds the programs that scripts/bench has built. With
// --check in place of FOLDER only the words are looked at.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { plot } from "./curves.mjs";
import { start, stopAll } from "./processes.mjs";
import { rows } from "./rows.mjs";
import { lines, result, times } from "./table.mjs";

const [programs, ...rest] = process.argv.slice(2);
const options = rest.filter((word) => word.startsWith("--"));
const names = rest.filter((word) => !word.startsWith("--"));
const json = options.includes("--json");
const full = options.includes("--full");
const unknown = [
  ...options.filter((word) => !["--json", "--full"].includes(word)),
  ...names.filter((name) => !rows.some((row) => row.name === name)),
];
if (unknown.length > 0) {
  console.error(`scripts/bench: there is no ${unknown.join(", ")}; there are: --json, --full, ${rows.map((row) => row.name).join(", ")}`);
  process.exit(2);
}
if (programs === "--check") process.exit(0);

const output = (command, args) => {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
};

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
const scratch = mkdtempSync(join(tmpdir(), "transom-bench."));
const chromiumPath = output("sh", ["-c", "command -v chromium || command -v chromium-browser"]);
const playwright = output("python3", ["-c", "import playwright, importlib.metadata as m; print(m.version('playwright'))"]);
const bleakVersion = output("python3", ["-c", "import bleak, importlib.metadata as m; print(m.version('bleak'))"]);
let pages = 0;
let bluez;

const context = {
  sessions: full ? 1000 : 200,
  transom: join(programs, "transom"),
  /** An empty folder. */
  folder() {
    return mkdtempSync(join(scratch, "folder."));
  },
  chromium: join(root, "Tests/Benchmarks/chromium.py"),
  chromiumPath,
  chromiumIsMissing:
    playwright && chromiumPath ? undefined : "it needs chromium (Debian) and playwright (pip install playwright)",
  bluetooth: join(programs, "BluetoothBenchmark"),
  bleak: join(root, "Tests/Benchmarks/bleak_wallet.py"),
  bleakIsMissing: bleakVersion ? undefined : "it needs bleak (pip install bleak)",
  /** Starts BlueZ with a wallet on the session's bus, once, and returns the environment in which it is the system's. */
  async wallet() {
    const environment = { DBUS_SYSTEM_BUS_ADDRESS: process.env.DBUS_SESSION_BUS_ADDRESS };
    if (bluez) return environment;
    const script = join(root, "Tests/Support/Bluetooth/fake_bluez.py");
    bluez = spawn("/usr/bin/python3", [script, "--fast"], {
      env: { ...process.env, ...environment, PYTHONDONTWRITEBYTECODE: "1" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    await new Promise((resolve, reject) => {
      bluez.on("error", reject);
      bluez.on("exit", () => reject(new Error("fake_bluez.py ended")));
      bluez.stdout.on("data", (data) => `${data}`.includes("owns org.bluez") && resolve());
    });
    return environment;
  },
  /** A folder with the page, whose handler is called bench. */
  page(html) {
    const folder = join(scratch, `page${pages++}`);
    mkdirSync(folder);
    writeFileSync(join(folder, "index.html"), html);
    return folder;
  },
  /** Runs the host with a page until an event, and returns after how many milliseconds it came. */
  async hostUntil(type, folder) {
    const origin = "https://bench.example";
    const args = ["run", "page", "--headless", "--web-sandbox", "off", "--serve", `${origin}=${folder}`];
    args.push("--url", `${origin}/`, "--handler", "bench", "--until", type, "--timeout", "60");
    const host = start(join(programs, "transom"), args);
    let event = await host.next();
    while (event.type !== type) event = await host.next();
    await host.end();
    return event.at - host.began;
  },
};

const sides = [
  { name: "baseline", isBaseline: true, program: join(programs, "baseline") },
  { name: "transom", isBaseline: false, program: join(programs, "TransomBenchmark") },
];

async function measure(row) {
  const counted = typeof row.counted === "function" ? row.counted(context) : row.counted;
  const why = row.cannot?.(context);
  if (why) return { name: row.name, title: row.title, counted, unmeasured: why };
  const once = row.curve || (row.heavy && !full);
  const runs = once ? 1 : 7;
  const taking = row.alone ? sides.slice(1) : sides;
  const values = {};
  try {
    if (row.together) {
      for (const [side, found] of await row.together(taking, runs)) values[side.name] = found;
    } else {
      // The first round warms files and caches up.
      for (let round = row.heavy || row.curve ? 1 : 0; round <= runs; round++) {
        for (const side of taking) {
          const figures = await row.measure(side, context);
          if (round > 0) (values[side.name] ??= []).push(figures);
        }
      }
    }
    return result(row, counted, values);
  } catch (error) {
    const why = error.message.trim().replace(/\s*\n\s*/g, "; ");
    return { name: row.name, title: row.title, counted, unmeasured: why };
  } finally {
    await stopAll();
  }
}

let isStopping = false;
const clear = async () => {
  await stopAll();
  bluez?.kill();
  rmSync(scratch, { recursive: true, force: true });
};
for (const [signal, number] of [["SIGINT", 2], ["SIGTERM", 15], ["SIGHUP", 1]]) {
  process.on(signal, async () => {
    if (isStopping) return;
    isStopping = true;
    await clear();
    process.exit(128 + number);
  });
}

const machine = {
  processor: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  engine: output("pkg-config", ["--modversion", "webkit2gtk-4.1"]),
  swift: output("swift", ["--version"]).match(/Swift version [\d.]+/)?.[0] ?? "unknown",
  playwright: playwright || undefined,
  bleak: bleakVersion || undefined,
};
const chosen = rows.filter((row) => (names.length > 0 ? names.includes(row.name) : !row.onlyFull || full));
const results = [];
try {
  if (!json) {
    console.log(`WebKitGTK ${machine.engine}, ${machine.swift}, ${machine.processor}, ${machine.cores} cores.`);
    console.log("Medians (least–greatest); the ratio is the median of the ratios of the runs pair by pair.");
  }
  for (const row of chosen) {
    const began = performance.now();
    const found = { ...(await measure(row)), seconds: (performance.now() - began) / 1000, budget: row.budget };
    if (isStopping) break;
    if (found.figures && row.curve) found.plot = plot(row, found, join(root, ".build/bench"));
    results.push(found);
    if (json) console.error(`scripts/bench: ${row.name} is ${found.unmeasured ? "not measured" : "measured"}`);
    else console.log(lines(found).join("\n"));
  }
  if (json) console.log(JSON.stringify({ machine, rows: results }, null, 2));
  else console.log(times(results).join("\n"));
} finally {
  if (!isStopping) await clear();
}
