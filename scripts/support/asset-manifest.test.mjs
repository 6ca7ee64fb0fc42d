// Tests of asset-manifest: what it lists, and what it says.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("../asset-manifest", import.meta.url));
const run = (...args) => spawnSync(script, args, { encoding: "utf8", timeout: 60_000 });

const folder = (context, files) => {
  const path = mkdtempSync(join(tmpdir(), "assets-"));
  context.after(() => rmSync(path, { recursive: true }));
  mkdirSync(join(path, "js"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
};

test("lists the visible files with size and hash, and gives the same bytes again", (context) => {
  const path = folder(context, { "index.html": "a", "js/app.js": "", "app.js.map": "", ".env": "", "old~": "" });
  symlinkSync("/etc/passwd", join(path, "link.txt"));
  assert.equal(run(path).status, 0);
  const text = readFileSync(join(path, "transom-assets.json"), "utf8");
  assert.deepEqual(JSON.parse(text), {
    version: 1,
    files: [
      {
        path: "index.html",
        size: 1,
        sha256: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
      },
      {
        path: "js/app.js",
        size: 0,
        sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      },
    ],
  });
  assert.equal(run(path).status, 0);
  assert.equal(readFileSync(join(path, "transom-assets.json"), "utf8"), text);
});

test("says in one line what is wrong", (context) => {
  assert.equal(run().status, 2);
  const path = folder(context, { "a.html": "" });
  const without = run(path);
  assert.equal(without.status, 1);
  assert.match(without.stderr, /holds no index\.html\n$/);
  assert.equal(run(join(path, "none")).status, 1);
});
