// Holds the shipped configurations against the shipped JSON Schema, as an editor does.
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';

const resources = join(dirname(fileURLToPath(import.meta.url)), '../../Resources');
const schema = JSON.parse(readFileSync(join(resources, 'schema/kiosk.schema.json'), 'utf8'));

/** JSON5 is a part of JavaScript's own literals. */
const read = (path) => JSON.parse(JSON.stringify(runInNewContext(`(${readFileSync(path, 'utf8')}\n)`)));

const kinds = {
    object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    array: Array.isArray,
    integer: Number.isInteger,
    number: (value) => typeof value === 'number',
    string: (value) => typeof value === 'string',
    boolean: (value) => typeof value === 'boolean',
};
const known = new Set([
    '$schema', 'title', 'description', 'default', 'type', 'enum', 'pattern', 'minimum', 'maximum', 'properties',
    'additionalProperties', 'items', 'minItems', 'maxItems', 'anyOf',
]);

/** The paths at which a value does not fit; a word of the schema that this does not know is an error of the test's. */
function misfits(schema, value, path = '$') {
    for (const word of Object.keys(schema)) assert.ok(known.has(word), `the schema says ${word}, which nobody checks here`);
    const types = schema.type === undefined ? [] : [schema.type].flat();
    if (types.length > 0 && !types.some((type) => kinds[type](value))) return [path];
    if (schema.enum && !schema.enum.includes(value)) return [path];
    if (schema.pattern && !new RegExp(schema.pattern, 'u').test(value)) return [path];
    if (value < schema.minimum || value > schema.maximum) return [path];
    if (schema.anyOf && !schema.anyOf.some((one) => misfits(one, value, path).length === 0)) return [path];
    if (kinds.array(value)) {
        if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)) return [path];
        return value.flatMap((element, index) => misfits(schema.items ?? {}, element, `${path}[${index}]`));
    }
    if (!kinds.object(value)) return [];
    return Object.entries(value).flatMap(([name, member]) => {
        const inner = schema.properties?.[name];
        if (inner) return misfits(inner, member, `${path}.${name}`);
        return schema.additionalProperties === false ? [`${path}.${name}`] : [];
    });
}

test('the shipped configurations fit the schema', () => {
    const fleet = join(resources, 'examples/fleet');
    const hosts = readdirSync(join(fleet, 'host_files'));
    assert.ok(hosts.length >= 2);
    const files = [
        join(resources, 'examples/kiosk.json5'), join(fleet, 'roles/transom/files/kiosk.json5'),
        ...hosts.flatMap((host) => readdirSync(join(fleet, 'host_files', host)).map((name) => join(fleet, 'host_files', host, name))),
    ];
    for (const file of files) assert.deepStrictEqual(misfits(schema, read(file)), [], file);
});

test('what is wrong does not fit', () => {
    const example = join(resources, 'examples/kiosk.json5');
    const wrong = (change) => {
        const value = read(example);
        change(value);
        return misfits(schema, value);
    };
    assert.deepStrictEqual(wrong((value) => { value.sesion = {}; }), ['$.sesion']);
    assert.deepStrictEqual(wrong((value) => { value.session.idleResetAfter = -5; }), ['$.session.idleResetAfter']);
    assert.deepStrictEqual(wrong((value) => { value.window.rotation = 45; }), ['$.window.rotation']);
    assert.deepStrictEqual(wrong((value) => { value.languages = 'en'; }), ['$.languages']);
    assert.deepStrictEqual(wrong((value) => { value.policy.allow = ['*']; }), ['$.policy.allow[0]']);
    assert.deepStrictEqual(
        wrong((value) => { value.integrations.hubble.secrets.appSecret = 'hunter2'; }),
        ['$.integrations.hubble.secrets.appSecret']);
});
