// Tests the example that posts events of the journal to a collector.
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const program = join(root, 'Resources/examples/fleet/roles/transom/files/ship-events');

/** A collector that answers with these statuses in turn, and keeps what it got. */
async function collector(statuses) {
    const got = [];
    const server = createServer((request, response) => {
        let body = '';
        request.on('data', (piece) => { body += piece; });
        request.on('end', () => {
            got.push({ body, type: request.headers['content-type'] });
            response.writeHead(statuses.shift() ?? 200).end();
        });
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { got, url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Ships entries without waiting between tries; gives the cursors that were kept, and the waits. */
async function ship(url, entries) {
    const code = `
import importlib.machinery, importlib.util, json, sys
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("ship", ${JSON.stringify(program)})
ship = importlib.util.module_from_spec(importlib.util.spec_from_loader("ship", loader))
loader.exec_module(ship)
kept, waits = [], []
ship.ship(sys.argv[1], json.load(sys.stdin), kept.append, waits.append)
print(json.dumps({"kept": kept, "waits": waits}))
`;
    const child = spawn('/usr/bin/env', ['python3', '-c', code, url], { stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.end(JSON.stringify(entries));
    let output = '', notes = '';
    child.stdout.on('data', (piece) => { output += piece; });
    child.stderr.on('data', (piece) => { notes += piece; });
    const status = await new Promise((resolve) => child.on('close', resolve));
    assert.strictEqual(status, 0, notes);
    return { ...JSON.parse(output), notes };
}

const event = (id) => JSON.stringify({ specversion: '1.0', id, type: 'hubble.close' });
const entry = (id, cursor) => ({ MESSAGE: event(id), TRANSOM_TYPE: 'hubble.close', __CURSOR: cursor });

test('each event is posted once, in order, and the place is kept after it', async () => {
    const there = await collector([]);
    const { kept } = await ship(there.url, [entry('1', 'a'), entry('2', 'b')]);
    there.close();
    assert.deepStrictEqual(there.got.map(({ body }) => JSON.parse(body).id), ['1', '2']);
    assert.strictEqual(there.got[0].type, 'application/cloudevents+json');
    assert.deepStrictEqual(kept, ['a', 'b']);
});

test('what was not taken is posted again, ever more slowly, before the next', async () => {
    const there = await collector([500, 503, 429, 200, 200]);
    const { kept, waits } = await ship(there.url, [entry('1', 'a'), entry('2', 'b')]);
    there.close();
    assert.deepStrictEqual(there.got.map(({ body }) => JSON.parse(body).id), ['1', '1', '1', '1', '2']);
    assert.deepStrictEqual(waits, [1, 2, 4]);
    assert.deepStrictEqual(kept, ['a', 'b']);
});

test('what the collector will never take is said and left out', async () => {
    const there = await collector([422, 200]);
    const { kept, notes } = await ship(there.url, [entry('1', 'a'), entry('2', 'b')]);
    there.close();
    assert.match(notes, /refuses an event with 422: 1/);
    assert.deepStrictEqual(kept, ['a', 'b']);
});

test('words for people in the journal are no events', async () => {
    const there = await collector([]);
    const { kept } = await ship(there.url, [{ MESSAGE: 'transom: run: …', __CURSOR: 'a' }, entry('2', 'b')]);
    there.close();
    assert.strictEqual(there.got.length, 1);
    assert.deepStrictEqual(kept, ['a', 'b']);
});
