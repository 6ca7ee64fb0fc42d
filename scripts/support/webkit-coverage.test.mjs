// Tests of the coverage page.
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { page, stateOf } from "./webkit-coverage.mjs";

const symbol = (path, documentation, kind = "swift.property", declaration = "") => ({
  kind: { identifier: kind }, pathComponents: path, identifier: { precise: path.join(".") }, location: { uri: "x" },
  docComment: { lines: documentation.split("\n").map((text) => ({ text })) },
  declarationFragments: [{ spelling: declaration }],
});
const graph = {
  symbols: [
    symbol(["WKWebView", "title"], "The title."),
    symbol(["WKWebView", "load(_:)"], "Loads.", "swift.method"),
    symbol(["WKWebView", "pdf()"], "Makes a PDF.", "swift.method", "func pdf() async throws -> Data"),
    symbol(["WKWebView", "allowsLinkPreview"], "Kept and not acted on: GTK shows no previews."),
    symbol(["WKWebView", "isBlocked"], "False: there is no Screen Time."),
    symbol(["_Hidden", "x"], "Not Apple's."),
  ],
};

test("a member's state is in the first words of its documentation", () => {
  assert.deepEqual(stateOf("The title."), { state: "works", note: "" });
  assert.deepEqual(stateOf("Kept and not acted on: why.\nMore."), { state: "kept", note: "why" });
  assert.equal(stateOf("False: there is none.").state, "never");
});

test("the page counts and lists", () => {
  const { text, faults } = page(graph, {
    absent: [{ type: "WKWebView", member: "mediaType", why: "no" }], differences: ["It differs."],
  });
  assert.deepEqual(faults, []);
  assert.match(text, /3 members work, 1 keep/);
  assert.match(text, /`load\(_:\)`, `pdf\(\) async`, `title`/);
  assert.match(text, /\| `allowsLinkPreview` \| kept \| GTK shows no previews \|/);
  assert.doesNotMatch(text, /_Hidden/);
});

test("what is listed as absent and is there is a fault", () => {
  const { faults } = page(graph, { absent: [{ type: "WKWebView", member: "pdf()", why: "no" }], differences: [] });
  assert.equal(faults.length, 1);
});
