// A page's integration, tested from Node.js over the control pipe: node --test.
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const page = fileURLToPath(new URL("../page", import.meta.url));
const shop = ["page", "--serve", `https://shop.example=${page}`, "--url", "https://shop.example/", "--handler", "checkout"];

/** Starts a host; `send` resolves with a command's result, `event` with the first event of that type. */
function launch(...args) {
  const program = process.env.TRANSOM_EXECUTABLE ?? "transom";
  const host = spawn(program, ["run", ...args, "--headless", "--control", "-"], { stdio: ["pipe", "pipe", "inherit"] });
  const events = [];
  const waiting = new Set();
  let count = 0;
  const next = (test) =>
    new Promise((resolve) => {
      const look = () => {
        const found = events.find(test);
        if (found) waiting.delete(look), resolve(found);
      };
      waiting.add(look);
      look();
    });
  createInterface(host.stdout).on("line", (line) => {
    events.push(JSON.parse(line));
    for (const look of [...waiting]) look();
  });
  return {
    event: (type) => next((event) => event.type === type),
    async send(command, fields) {
      const id = String((count += 1));
      host.stdin.write(`${JSON.stringify({ id, command, ...fields })}\n`);
      const answer = await next((event) => event.replyto === id);
      if (answer.type === "transom.control.error") throw new Error(answer.data.message);
      return answer.data.result;
    },
    close: () => new Promise((resolve) => (host.on("exit", resolve), host.stdin.end())),
  };
}

test("a payment reaches the native side", { timeout: 60_000 }, async () => {
  const host = launch(...shop);
  await host.send("stub", { url: "https://api.shop.example/*", headers: { "Access-Control-Allow-Origin": "*" } });
  await host.send("fill", { selector: "role=textbox[name=Amount]", text: "500" });
  await host.send("click", { selector: "text=Pay" });
  const event = await host.event("page.checkout");
  assert.deepEqual(event.data, { amount: "500", paid: true });
  assert.equal(event.origin, "https://shop.example");
  assert.equal(await host.close(), 0);
});
