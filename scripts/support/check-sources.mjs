// Checks what neither the compiler nor the formatter does: the layers, and the rules that the sources keep.
// SPDX-License-Identifier: Apache-2.0
//
// Use: node check-sources.mjs ROOT <PACKAGE, where PACKAGE is the output of `swift package dump-package`.
// Prints one line a mistake, `file:line: sentence`, and ends with status 1 where there is one.

import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const root = process.argv[2];
const manifest = JSON.parse(readFileSync(0, "utf8"));
const mistakes = [];

const report = (file, line, sentence) => mistakes.push(`${file}:${line}: ${sentence}`);
const quoted = (names) => names.map((name) => `"${name}"`).join(", ") || "nothing";

// Files: those that git knows or would add, as lines of text.

const listed = execFileSync("git", ["-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
const files = new Map();
for (const path of listed.toString().split("\0").filter(Boolean)) {
  const info = statSync(join(root, path), { throwIfNoEntry: false });
  if (!info?.isFile()) continue;
  const text = readFileSync(join(root, path), "utf8");
  if (!text.includes("\0")) files.set(path, text.split("\n"));
}
const isCode = (path) => /\.(swift|c|h|ts|mjs|js)$/.test(path) || /^(scripts|\.ci)\//.test(path);
const isMade = (path) => path.startsWith("Resources/web_dist/");

// Layers: the table of ARCHITECTURE.md, the manifest and the imports say the same.

const rows = new Map();
files.get("ARCHITECTURE.md").forEach((text, index) => {
  const cells = text.split("|").map((cell) => cell.trim());
  const name = cells[1]?.match(/^`(\w+)`$/)?.[1];
  if (name) rows.set(name, { pure: cells[2] === "yes", uses: cells[3].match(/\w+/g) ?? [], line: index + 1 });
});

const system = ["CoreFoundation", "Foundation", "FoundationNetworking", "Dispatch", "Glibc", "Synchronization", "Observation"];
const targets = new Map(manifest.targets.map((target) => [target.name, target]));
const dependencies = (target) => target.dependencies.map(({ byName, target }) => (byName ?? target)[0]);
const folder = (target) => target.path ?? `${target.type === "test" ? "Tests" : "Sources"}/${target.name}`;
const isLayer = (target) => target.type !== "plugin" && folder(target).startsWith("Sources/");

for (const target of [...targets.values()].filter(isLayer)) {
  const row = rows.get(target.name);
  if (!row) {
    report("ARCHITECTURE.md", 1, `the table of layers has no row for the target ${target.name} of Package.swift`);
    continue;
  }
  const declared = dependencies(target);
  const absent = row.uses.filter((name) => !declared.includes(name));
  const extra = declared.filter((name) => !row.uses.includes(name));
  if (absent.length + extra.length > 0) {
    const difference = `the table alone has ${quoted(absent)}, Package.swift alone has ${quoted(extra)}`;
    report("ARCHITECTURE.md", row.line, `${target.name} is not as in Package.swift: ${difference}`);
  }
}
for (const [name, row] of rows) {
  if (!targets.has(name)) report("ARCHITECTURE.md", row.line, `Package.swift has no target ${name}`);
  for (const used of row.uses) {
    const other = rows.get(used);
    if (!other) report("ARCHITECTURE.md", row.line, `${name} uses ${used}, which has no row`);
    else if (other.line >= row.line) report("ARCHITECTURE.md", row.line, `${name} uses ${used}, which is not above it`);
    else if (row.pure && !other.pure) report("ARCHITECTURE.md", row.line, `${name} is pure and uses ${used}, which is not`);
    if (used === "CTransomWebKit" && !["WebKit", "TransomWebKitShims"].includes(name)) {
      report("ARCHITECTURE.md", row.line, `only WebKit and its shims use CTransomWebKit, not ${name}`);
    }
  }
}
for (const target of targets.values()) {
  const allowed = new Set([...dependencies(target), ...system]);
  if (target.type === "plugin") allowed.add("PackagePlugin");
  if (folder(target).startsWith("Tests/")) allowed.add("XCTest");
  const under = target.type === "plugin" ? `Plugins/${target.name}/` : `${folder(target)}/`;
  for (const [path, lines] of files) {
    if (!path.startsWith(under) || !path.endsWith(".swift")) continue;
    lines.forEach((text, index) => {
      const module = text.match(/^\s*(?:@\w+(?:\(\w+\))? )*(?:\w+ )?import (?:(?:class|enum|func|struct|var) )?(\w+)/)?.[1];
      if (!module || allowed.has(module)) return;
      report(path, index + 1, `${target.name} imports ${module}; it may import ${quoted(dependencies(target))}`);
    });
  }
}

// Rules: a pattern, where it is looked for, and the sentence that says what is wrong. A line that is a comment is passed
// over unless the rule says otherwise; `unless` looks at the lines around.

const source = (path) => path.startsWith("Sources/") && path.endsWith(".swift");
const swift = (path) => path.endsWith(".swift");
const followedByReason = (lines, index) => /^\s*\/\/(?!\/)/.test(lines[index + 1] ?? "");

const rules = [
  {
    pattern: /Bundle\.module\b/, where: source,
    sentence: "Bundle.module bakes in a build path and traps; find resources with ResourceFolder",
  },
  {
    pattern: /\bunsafeBitCast\b/, where: (path) => source(path) && !/^Sources\/(TransomGLib|WebKit)\//.test(path),
    sentence: "unsafeBitCast belongs into TransomGLib or WebKit, where C callbacks are converted",
  },
  {
    pattern: /@unchecked Sendable|nonisolated\(unsafe\)|\bunowned\b/, where: swift, unless: followedByReason,
    sentence: "the next line must be a comment that says why this is safe",
  },
  {
    pattern: /\bfunc main\(\)\s+async\b/, where: source,
    sentence: "main is synchronous: an async main gives the main thread away before GLib has it",
  },
  {
    pattern: /^(?:(?:let|var|_|if|for|while)\b.*)?(?:try[?!]? )?\bawait\b/, where: (path) => /^Sources\/.*\/main\.swift$/.test(path),
    sentence: "no await at the top level: it gives the main thread away before GLib has it",
  },
  {
    pattern: /\b(?:DateFormatter|ISO8601DateFormatter|NumberFormatter|RelativeDateTimeFormatter)\b/, where: source,
    sentence: "an ICU formatter costs a running host 8 MiB; GLib writes the times",
  },
  {
    pattern: /\bTimer\.(?:scheduledTimer|publish)|\bRunLoop\.(?:main|current)\.(?:run|add)\b/, where: (path) => source(path) && !path.startsWith("Sources/TransomGLib/"),
    sentence: "GLib owns the main thread; wait with HostClock or a GLib source, not with a Timer or a RunLoop",
  },
  {
    pattern: /(?:evaluateJavaScript|callAsyncJavaScript|evaluate)\(\s*"[^"]*\\\(/, where: source,
    sentence: "script text with something interpolated; pass arguments instead",
  },
  {
    pattern: /\bimport (?:XCTest|Testing)\b/, where: (path) => source(path) && !path.startsWith("Sources/TransomTesting/"),
    sentence: "what ships imports no test framework",
  },
  {
    pattern: /\bimport Testing\b/, where: (path) => swift(path) && !path.startsWith("Resources/examples/"),
    sentence: "tests are XCTest: libdispatch serves the main queue from changing threads under Swift Testing",
  },
  {
    pattern: /(?:^|[\s"'`(=:])\/(?:(?:work|root)\/|tmp\/build-)/, where: (path) => !isMade(path), comments: true,
    sentence: "a path of one machine",
  },
];

for (const [path, lines] of files) {
  for (const rule of rules.filter(({ where }) => where(path))) {
    lines.forEach((text, index) => {
      if (!rule.pattern.test(text) || (!rule.comments && /^\s*\/\//.test(text))) return;
      if (!rule.unless?.(lines, index)) report(path, index + 1, rule.sentence);
    });
  }
  if (!isCode(path) || isMade(path)) continue;
  const header = lines.slice(0, 12).join("\n");
  if (!lines.slice(0, 5).some((text) => /SPDX-License-Identifier: Apache-2\.0/.test(text))) {
    report(path, 1, "the header lacks the line SPDX-License-Identifier: Apache-2.0");
  }
  if (lines.length > 401 && !/400 lines/.test(header)) {
    report(path, 1, `${lines.length - 1} lines; split the file, or say at its top why it has over 400 lines`);
  }
}

for (const mistake of mistakes) console.log(mistake);
process.exitCode = mistakes.length > 0 ? 1 : 0;
