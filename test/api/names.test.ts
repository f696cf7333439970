import 'reflect-metadata';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { type FieldMetadata, fieldsOf } from '../../src/api/field.js';
import { ANY_TEXT, asName, type DtoClass, label, line, list, nullable, optional, text } from '../../src/api/rules.js';

const root = join(import.meta.dirname, '../../..');
const NAMES = /^(?:name|title|label|displayName)$/;

/** Returns the names of the schemas that a part of the description refers to, directly or through others. */
function reached(part: unknown, schemas: Readonly<Record<string, unknown>>, found = new Set<string>()): Set<string> {
  for (const [, name] of JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
    if (name === undefined || found.has(name)) continue;
    found.add(name);
    reached(schemas[name], schemas, found);
  }
  return found;
}

test('every name and title of a request is kept on one line, without control characters and overrides', async (t) => {
  const { paths, components } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
  const bodies = Object.values(paths as Record<string, Record<string, { requestBody?: unknown }>>)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ requestBody }) => (requestBody === undefined ? [] : [requestBody]));
  const sent = reached(bodies, components.schemas);
  const oneLine = line(1, 1).schema.pattern;
  const isFree = ({ name, rule }: FieldMetadata) =>
    NAMES.test(name) && rule.name === 'text' && [ANY_TEXT.source, oneLine].includes(rule.schema.pattern as string);
  const seen: string[] = [];
  const wrong: string[] = [];
  for (const file of globSync('dist/src/features/**/*.dto.js', { cwd: root })) {
    const exported = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>;
    for (const [name, dto] of Object.entries(exported)) {
      if (typeof dto !== 'function' || !sent.has(name.replace(/Dto$/, ''))) continue;
      for (const field of fieldsOf(dto as DtoClass).filter(isFree)) {
        seen.push(`${name}.${field.name}`);
        if (field.rule.kept === undefined) wrong.push(`${name}.${field.name}`);
      }
    }
  }
  t.deepEqual(wrong, []);
  for (const name of ['Registration.displayName', 'ProfileChangesDto.displayName'])
    t.true(seen.includes(name), seen.join());
  t.true(seen.length >= 30, seen.join());
});

test('a name is kept with spaces instead of control characters, and other texts are kept as they are', (t) => {
  for (const [given, kept] of [
    ['Ada\r\nBcc: eve@evil.test', 'Ada Bcc: eve@evil.test'],
    ['\tAda\u0001\u0007 Lovelace\n', 'Ada  Lovelace'],
    ['invoice\u202etxt.exe', 'invoice txt.exe'],
    ['\u2067Ada\u2069', 'Ada'],
    ['a\u2028b\u0085c', 'a b c'],
    ['\n', ' '],
    ['\u202e', ' '],
    [' Ada  L. ', ' Ada  L. '],
    ['\u200fעדה 👩‍💻', '\u200fעדה 👩‍💻'],
  ] as const)
    t.is(asName(given), kept, JSON.stringify(given));
});

test('rules of names accept what they accepted, and keep lists and empty values', (t) => {
  t.deepEqual(label(1, 100).schema, text(1, 100).schema);
  t.true(label(1, 100).check('a\nb'));
  t.false(line(1, 100).check('a\nb'));
  t.is(line(1, 100).kept?.('a\u202eb'), 'a b');
  t.deepEqual(list(nullable(label(1, 9)), 3).kept?.(['a\nb', null]), ['a b', null]);
  t.is(optional(label(1, 9)).kept?.('a\nb'), 'a b');
  t.is(text(1, 9).kept, undefined);
});
