// Writes docs/webkit-coverage.md from the WebKit module's symbol graph, or says where it is stale.
// SPDX-License-Identifier: Apache-2.0
//
// Use: node webkit-coverage.mjs SYMBOLS.json ROOT [--check]. What a member does is read from its own documentation: a member
// that only keeps its value, or that cannot do what it is asked, says so in its first words. What is not in the module, and
// in what it differs, is in docs/webkit-differences.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const kinds = new Set([
  "swift.init", "swift.method", "swift.type.method", "swift.property", "swift.type.property", "swift.enum.case",
  "swift.func", "swift.var",
]);

const states = [
  { name: "kept", words: /^Kept and not acted on/ },
  { name: "never", words: /^(False|Nil|Fails|Writes nothing)[:.]/ },
];

/** What a member does: `works`, or why it does less. */
export function stateOf(documentation) {
  const first = documentation.split("\n")[0] ?? "";
  const state = states.find(({ words }) => words.test(first));
  const note = state ? first.replace(/^Kept and not acted on[:.]?\s*/, "").replace(/\.$/, "") : "";
  return { state: state?.name ?? "works", note };
}

/** The module's own public members by type, sorted. */
export function membersOf(graph) {
  const types = new Map();
  for (const symbol of graph.symbols) {
    const path = symbol.pathComponents;
    if (!kinds.has(symbol.kind.identifier) || path[0].startsWith("_")) continue;
    // What Swift itself makes for every error, option set or enumeration says nothing.
    const documentation = (symbol.docComment?.lines ?? []).map((line) => line.text).join("\n");
    if (!symbol.location?.uri || symbol.identifier.precise.includes("::SYNTHESIZED::")) continue;
    const type = path.length > 1 ? path.slice(0, -1).join(".") : "(global)";
    const name = path[path.length - 1];
    if (!types.has(type)) types.set(type, new Map());
    const declaration = symbol.declarationFragments?.map(({ spelling }) => spelling).join("") ?? "";
    const label = / async/.test(declaration) ? `${name} async` : name;
    types.get(type).set(label, stateOf(documentation));
  }
  return new Map([...types].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The page, and what is wrong with the list of differences. */
export function page(graph, differences) {
  const types = membersOf(graph);
  const faults = [];
  for (const { type, member } of differences.absent) {
    const members = types.get(type);
    if (members && [...members.keys()].some((name) => name.replace(/ async$/, "") === member)) {
      faults.push(`${type}.${member} is there now; take it out of docs/webkit-differences.json`);
    }
  }
  const count = { works: 0, kept: 0, never: 0 };
  const lines = [];
  for (const [type, members] of types) {
    lines.push(`### ${type === "(global)" ? "Functions and constants" : `\`${type}\``}`, "");
    const working = [];
    const less = [];
    for (const [name, { state, note }] of [...members].sort(([left], [right]) => (left < right ? -1 : 1))) {
      count[state] += 1;
      if (state === "works") working.push(`\`${name}\``);
      else less.push(`| \`${name}\` | ${state} | ${note} |`);
    }
    if (working.length > 0) lines.push(`Works: ${working.join(", ")}`, "");
    if (less.length > 0) lines.push("| member | state | |", "|---|---|---|", ...less, "");
  }
  const head = [
    "# What the WebKit module has", "",
    "Made from the module's symbol graph by `scripts/webkit-coverage`; do not edit it. `scripts/check` compares the two.", "",
    `${count.works} members work, ${count.kept} keep their value without an effect (*kept*), ${count.never} answer always the ` +
      `same or with an error (*never*), and ${differences.absent.length} of Apple's are not there.`, "",
    "`canImport(WebKit)` is true on Linux too wherever this module is in the package graph: tell the systems apart with",
    "`#if os(Linux)`.", "",
    "## In what it differs", "", ...differences.differences.map((sentence) => `- ${sentence}`), "",
    "## Not there", "", "| member | why |", "|---|---|",
    ...differences.absent.map(({ type, member, why }) => `| \`${type}\` \`${member}\` | ${why} |`), "",
    "## Members", "",
  ];
  return { text: [...head, ...lines].join("\n").trimEnd() + "\n", faults };
}

if (process.argv[1] === import.meta.filename) {
  const [symbols, root, option] = process.argv.slice(2);
  const graph = JSON.parse(readFileSync(symbols, "utf8"));
  const differences = JSON.parse(readFileSync(join(root, "docs/webkit-differences.json"), "utf8"));
  const { text, faults } = page(graph, differences);
  const path = join(root, "docs/webkit-coverage.md");
  if (option === "--check") {
    let present = "";
    try { present = readFileSync(path, "utf8"); } catch { faults.push("docs/webkit-coverage.md is not there"); }
    if (present !== text) faults.push("docs/webkit-coverage.md is stale; run scripts/webkit-coverage");
  } else {
    writeFileSync(path, text);
  }
  for (const fault of faults) console.error(`webkit-coverage: ${fault}`);
  process.exit(faults.length > 0 ? 1 : 0);
}
