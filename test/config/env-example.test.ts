import { readFileSync } from 'node:fs';
import test from 'ava';
import { readConfig } from '../../src/config/read-config.js';

const lines = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8').split('\n');
const listed = lines.flatMap((line, at) => {
  const match = /^# ?((?:SVC|OTEL)_[A-Z0-9_]+)=(.*)$/.exec(line);
  return match ? [{ name: match[1] as string, value: match[2] as string, before: lines[at - 1] as string }] : [];
});
const { variables } = await readConfig({});

test('.env.example lists every variable the service reads, once, and no other', (t) => {
  t.deepEqual(listed.map(({ name }) => name).sort(), variables.map(({ name }) => name).sort());
});

test('each variable follows its description, and all are commented out', (t) => {
  for (const { name, before } of listed) t.regex(before, /^# .{10,}/, name);
  t.deepEqual(
    lines.filter((line) => line !== '' && !line.startsWith('#')),
    [],
  );
});

test('a default that is a plain value equals the default of the service', (t) => {
  for (const { name, value } of listed) {
    const { defaultText } = variables.find((variable) => variable.name === name)!;
    if (/^\S+$/.test(defaultText)) t.is(value, defaultText, name);
  }
});

test('the service starts with all variables that have a value in the file', async (t) => {
  await t.notThrowsAsync(() =>
    readConfig(Object.fromEntries(listed.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]))),
  );
});
