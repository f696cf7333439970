import { validate } from '@hyperjump/json-schema/openapi-3-1';
import test from 'ava';
import type { OpenApiDocument, Operation } from '../../src/api/open-api-document.js';
import { buildDocument } from '../../src/openapi/document.js';
import { narrowings } from '../../src/openapi/one-media-type.js';
import { referencesIn, resolve } from '../../src/openapi/references.js';
import { operationsOf } from '../support/scorecard.js';
import { fixture, fixtureDocument } from './support/fixture-document.js';

const narrow = narrowings().json as (full: OpenApiDocument) => OpenApiDocument;
const full = fixtureDocument();
const document = narrow(full);

const operation = (id: string): Operation =>
  operationsOf(document).find((one) => one.operation.operationId === id)?.operation as Operation;

/** Returns the media types of each successful response, by status. */
const typesOf = (id: string) =>
  Object.entries(operation(id).responses).flatMap(([status, response]) =>
    status.startsWith('2') && !('$ref' in response) ? [[status, ...Object.keys(response.content ?? {})]] : [],
  );

test('JSON is the only media type of operations that have it; other operations keep theirs', (t) => {
  t.deepEqual(typesOf('listNotes'), [['200', 'application/json']]);
  t.deepEqual(typesOf('readNote'), [['200', 'application/json']]);
  t.deepEqual(typesOf('drawNotes'), [['200', 'image/svg+xml']]);
  t.deepEqual(typesOf('streamNotes'), [['200', 'text/event-stream']]);
  t.deepEqual(Object.keys(operation('updateNote').requestBody?.content ?? {}), ['application/json']);
  t.deepEqual(Object.keys(operation('importNotes').requestBody?.content ?? {}), ['text/csv']);
});

test('no parameter chooses a format, members or the look of an image beside JSON, and the other parameters are the same', (t) => {
  const names = (id: string) =>
    operation(id).parameters?.map((one) => ('$ref' in one ? (one.$ref.split('/').at(-1) as string) : one.name));
  t.deepEqual(names('listNotes'), ['limit', 'cursor', 'visibility', 'If-None-Match']);
  t.deepEqual(names('readNote'), ['id', 'ticket', 'If-None-Match']);
});

test('errors are problems, as in the full description', (t) => {
  for (const { operation: described } of operationsOf(full))
    for (const [status, response] of Object.entries(described.responses))
      if (Number(status) >= 300) t.deepEqual(operation(described.operationId).responses[status], response);
  t.deepEqual(document.components.responses, full.components.responses);
});

const { CreateNote, Note } = document.components.schemas as Record<
  string,
  { properties: Record<string, Record<string, unknown>> }
>;

test('defaults of request bodies are described in words and in x-default', (t) => {
  const { default: absent, description, 'x-default': preset } = CreateNote?.properties.visibility ?? {};
  t.is(absent, undefined);
  t.is(preset, 'private');
  t.is(description, 'Accounts that may read the note. Default: `private`.');
});

test('defaults of responses and of parameters are unchanged', (t) => {
  t.is(Note?.properties.visibility?.default, 'private');
  const limit = (of: OpenApiDocument) => {
    const parameters = operationsOf(of).find((one) => one.operation.operationId === 'listNotes')?.operation.parameters;
    return parameters?.flatMap((one) => ('name' in one && one.name === 'limit' ? [one.schema.default] : []))[0];
  };
  t.is(typeof limit(full), 'number');
  t.is(limit(document), limit(full));
});

test('examples of query parameters are in the place that importers read', (t) => {
  const visibility = operation('listNotes').parameters?.find((one) => 'name' in one && one.name === 'visibility');
  t.true(visibility !== undefined && 'example' in visibility);
});

test('every operation describes how to sign in, and so does the document', (t) => {
  t.deepEqual(document.security, [{ BearerJWT: [] }]);
  for (const { operation: described } of operationsOf(document))
    t.true(Array.isArray(described.security), described.operationId);
  for (const item of Object.values(document.webhooks ?? {}))
    for (const one of Object.values(item)) t.deepEqual(one.security, []);
});

test('every reference can be resolved, every component is used, and the document is valid', async (t) => {
  const references = referencesIn(document);
  for (const reference of references) t.truthy(resolve(document, reference), reference);
  for (const kind of ['schemas', 'responses', 'parameters', 'headers'] as const)
    for (const name of Object.keys(document.components[kind]))
      t.true(references.has(`#/components/${kind}/${name}`), name);
  t.true((await validate('https://spec.openapis.org/oas/3.1/schema-base', document as never)).valid);
});

test('the absolute address is the first server', (t) => {
  const served = narrow(buildDocument({ ...fixture, server: 'https://watchfloor.example.org' }));
  t.deepEqual(
    served.servers.map(({ url }) => url),
    ['https://watchfloor.example.org', '/'],
  );
});

test('without a public address, the address that the service derives is the first server', (t) => {
  const [first, second] = narrowings('http://127.0.0.1:3000').json?.(full).servers ?? [];
  t.is(first?.url, 'http://127.0.0.1:3000');
  t.is(second?.url, '/');
});

test('the full description is not changed', (t) => {
  t.deepEqual(full, fixtureDocument());
});
