import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as read } from 'node:stream/consumers';
import { validate } from '@hyperjump/json-schema/openapi-3-1';
import test from 'ava';
import { invalidExamples } from '../support/description-validator.js';
import { scorecard } from '../support/scorecard.js';
import { fixtureDocument } from './support/fixture-document.js';

const document = fixtureDocument();
const broken = () =>
  structuredClone(document) as unknown as {
    components: { schemas: Record<string, { properties: Record<string, Record<string, unknown>> }> };
  };

test('the description satisfies the OpenAPI 3.1 and JSON Schema 2020-12 meta-schemas', async (t) => {
  const { valid } = await validate('https://spec.openapis.org/oas/3.1/schema-base', document as never);
  t.true(valid);
});

test('the meta-schemas reject a schema keyword of the wrong type', async (t) => {
  const wrong = broken();
  wrong.components.schemas.CreateNote!.properties.title!.maxLength = 'long';
  const { valid } = await validate('https://spec.openapis.org/oas/3.1/schema-base', wrong as never);
  t.false(valid);
});

test('every example satisfies its schema', (t) => {
  const { checked, invalid } = invalidExamples(document);
  t.deepEqual(invalid, []);
  t.true(checked > 60, `only ${checked} examples`);
});

test('an example that violates its schema is detected', (t) => {
  const wrong = broken();
  wrong.components.schemas.Note!.properties.version!.examples = ['three'];
  t.is(invalidExamples(wrong as never).invalid.length, 1);
});

test('the description meets the whole scorecard', (t) => {
  t.deepEqual(scorecard(document), []);
});

async function lint(content: unknown): Promise<{ code: number | null; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'watchfloor-lint-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(content));
    const child = spawn(process.execPath, ['bin/lint-description.js', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    const [said, code] = await Promise.all([
      read(child.stderr),
      new Promise<number | null>((resolve) => child.once('close', resolve)),
    ]);
    return { code, said };
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('Redocly, Spectral and the OWASP rules report nothing', async (t) => {
  const { code, said } = await lint(document);
  t.is(code, 0, said);
});

test('the lint detects an unused schema, and an unlimited string as the OWASP rules require', async (t) => {
  const wrong = broken();
  wrong.components.schemas.Unused = { type: 'object', description: 'Nothing.', properties: {} } as never;
  delete wrong.components.schemas.CreateNote!.properties.title!.maxLength;
  const { code, said } = await lint(wrong);
  t.is(code, 1);
  t.regex(said, /Redocly: [1-9]\d* findings[\s\S]*Unused/);
  t.regex(said, /OWASP: 1 findings[\s\S]*string-limit/);
});
