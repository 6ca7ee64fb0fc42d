// Writes the manifest of a packaged page: every file of a folder with its size and its SHA-256.
// SPDX-License-Identifier: Apache-2.0
//
// Use: node asset-manifest.mjs DIR. The form is that of Sources/TransomCore/Assets/AssetManifest.swift.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const name = "transom-assets.json";
const isServed = (file) => !file.startsWith(".") && !file.endsWith("~") && !file.toLowerCase().endsWith(".map");

const folder = process.argv[2];
const files = [];

const visit = (below) => {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (!isServed(entry.name) || path === name) continue;
    if (entry.isDirectory()) visit(path);
    // A link is not served either.
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(folder, path));
    files.push({ path, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
  }
};

try {
  visit("");
  if (!files.some(({ path }) => path === "index.html")) throw new Error("it holds no index.html");
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  const lines = files.map((file) => `    ${JSON.stringify(file)}`);
  writeFileSync(join(folder, name), `{\n  "version": 1,\n  "files": [\n${lines.join(",\n")}\n  ]\n}\n`);
} catch (error) {
  process.stderr.write(`scripts/asset-manifest: ${JSON.stringify(folder)}: ${error.message}\n`);
  process.exit(1);
}
