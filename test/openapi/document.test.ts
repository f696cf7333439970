import test from 'ava';
import { Authorized, Body, Delete, Get, JsonController, Param, Post, QueryParam } from 'routing-controllers';
import { buildDocument } from '../../src/openapi/document.js';
import { Endpoint, Public } from '../../src/openapi/endpoint.js';
import { Dto, Field } from '../../src/openapi/field.js';
import type { Parameter, Response } from '../../src/openapi/open-api-document.js';
import { flag } from '../../src/openapi/rules.js';
import { fixture, fixtureDocument } from './support/fixture-document.js';
import { CreateNote } from './support/note.dto.js';
import { HealthController, NotesController } from './support/notes.controller.js';

const document = fixtureDocument();
const { paths, components } = document;
const operation = (path: string, method: 'get' | 'post' | 'patch' | 'delete') => {
  const found = paths[`/api/v1${path}`]?.[method];
  if (!found) throw new Error(`no ${method} ${path}`);
  return found;
};
const names = (path: string, method: 'get' | 'post' | 'patch' | 'delete') =>
  (operation(path, method).parameters ?? []).map((parameter) => ('$ref' in parameter ? parameter.$ref.split('/').at(-1) : parameter.name));
const success = (path: string, method: 'get' | 'post' | 'patch' | 'delete', status = 200) => operation(path, method).responses[status] as Response;

test('the same routes give the same bytes', (t) => {
  t.is(JSON.stringify(fixtureDocument()), JSON.stringify(document));
});

test('paths are sorted and carry the prefix', (t) => {
  const all = Object.keys(paths);
  t.deepEqual(all, all.toSorted());
  t.true(all.every((path) => path.startsWith('/api/v1/')));
});

test('every operation says which credential it needs', (t) => {
  t.deepEqual(operation('/notes', 'get').security, [{ BearerJWT: [] }]);
  t.deepEqual(operation('/auth/refresh', 'post').security, [{ RefreshCookie: [] }]);
  t.deepEqual(operation('/health', 'get').security, []);
  t.deepEqual(Object.keys(components.securitySchemes), ['BearerJWT', 'RefreshCookie']);
});

test('an operation of operators says so', (t) => {
  t.deepEqual(operation('/notes/{id}', 'delete')['x-roles'], ['operator']);
  t.regex(operation('/notes/{id}', 'delete').description, /role `operator`/);
});

test('a query DTO becomes one parameter for each field', (t) => {
  t.deepEqual(names('/notes', 'get'), ['limit', 'cursor', 'visibility', 'format', 'fields', 'If-None-Match']);
  const [limit, , visibility] = operation('/notes', 'get').parameters as Parameter[];
  t.deepEqual(limit?.schema, { type: 'integer', format: 'int32', minimum: 1, maximum: 200, default: 50, examples: [50] });
  t.is(limit?.example, undefined); // the try-it form would send it unasked
  t.is(visibility?.explode, false);
  t.falsy(components.schemas.NoteQuery);
});

test('an id in a path is a UUID, other parts have the rule they are given', (t) => {
  const [id] = operation('/notes/{id}', 'get').parameters as Parameter[];
  t.is(id?.schema.format, 'uuid');
  const [symbol] = operation('/notes/chart/{symbol}.svg', 'get').parameters as Parameter[];
  t.is(symbol?.schema.pattern, '^[A-Z.]{1,20}$');
});

test('a change is sent as a merge patch or as JSON', (t) => {
  t.deepEqual(Object.keys(operation('/notes/{id}', 'patch').requestBody?.content ?? {}), ['application/json', 'application/merge-patch+json']);
});

test('a body that is not JSON is described by its media type', (t) => {
  const content = operation('/notes/import', 'post').requestBody?.content;
  t.deepEqual(Object.keys(content ?? {}), ['text/csv']);
  t.is(content?.['text/csv']?.example, 'title,body\nGroceries,milk\n');
});

test('a second success is written beside the first', (t) => {
  const { headers, content } = success('/notes/import', 'post', 201);
  t.true('Location' in (headers ?? {}));
  t.deepEqual(Object.keys(content ?? {}), ['application/json']);
});

test('request bodies are closed and answers open', (t) => {
  t.is(components.schemas.CreateNote?.additionalProperties, false);
  t.is(components.schemas.Note?.additionalProperties, undefined);
});

test('a class that occurs in requests and in responses is described once, closed', (t) => {
  t.is(components.schemas.Label?.additionalProperties, false);
  t.deepEqual(
    Object.keys(components.schemas).filter((name) => /Label|Input|Dto/.test(name)),
    ['Label'],
  );
});

test('the errors follow from what an operation takes', (t) => {
  const statuses = (path: string, method: 'get' | 'post' | 'patch' | 'delete') => Object.keys(operation(path, method).responses).join(' ');
  t.is(statuses('/notes', 'get'), '200 304 400 401 403 406 414 429 431 500 503');
  t.is(statuses('/notes', 'post'), '201 400 401 403 406 408 409 413 414 415 422 429 431 500 503');
  t.is(statuses('/notes/{id}', 'patch'), '200 400 401 403 404 406 408 409 412 413 414 415 429 431 500 503');
  t.is(statuses('/notes/{id}', 'delete'), '204 400 401 403 404 408 412 413 414 415 429 431 500 503');
  t.is(statuses('/auth/refresh', 'post'), '200 400 401 403 406 408 413 414 415 429 431 500 503');
  t.is(statuses('/health', 'get'), '200 304 400 406 414 431 500 503');
});

test('an error answer shows each code it can carry', (t) => {
  const { $ref } = operation('/auth/refresh', 'post').responses[401] as { $ref: string };
  const response = components.responses[$ref.split('/').at(-1) as string];
  t.deepEqual(Object.keys(response?.content?.['application/problem+json']?.examples ?? {}), ['refresh_invalid', 'refresh_reused']);
});

test('headers follow from what an operation does', (t) => {
  const headers = (path: string, method: 'get' | 'post' | 'patch' | 'delete', status?: number) => Object.keys(success(path, method, status).headers ?? {});
  t.true(headers('/notes', 'get').includes('X-RateLimit-Limit'));
  t.deepEqual(headers('/health', 'get'), ['X-Request-Id', 'ETag']);
  t.true(headers('/notes', 'post', 201).includes('Location'));
  t.true(headers('/notes', 'post', 201).includes('Idempotency-Replayed'));
  t.deepEqual(headers('/auth/refresh', 'post'), ['X-Request-Id', 'Set-Cookie', 'Deprecation', 'Sunset']);
});

test('what is made links to what can be done with it', (t) => {
  t.deepEqual(Object.keys(success('/notes', 'post', 201).links ?? {}), ['readNote', 'deleteNote', 'updateNote']);
});

test('a status that carries the same report as success shows it beside the problem', (t) => {
  t.deepEqual(Object.keys(success('/health', 'get', 503).content ?? {}), ['application/json', 'application/problem+json']);
});

test('a stream shows a frame and says what its events hold', (t) => {
  const media = success('/notes/stream', 'get').content?.['text/event-stream'];
  t.regex(String(media?.example), /^event: changed\ndata: \{.*\}\n\n$/);
  const schemas = { changed: 'NoteChanged', reauth: 'ReauthenticationRequired', error: 'Problem' };
  const references = Object.entries(schemas).map(([name, schema]) => [name, { $ref: `#/components/schemas/${schema}` }] as const);
  t.deepEqual(media?.['x-events'], Object.fromEntries(references), 'how any stream may end is among them');
  t.deepEqual(media?.schema.contentSchema, { anyOf: references.map(([, reference]) => reference) });
  t.deepEqual(names('/notes/stream', 'get'), ['Last-Event-ID']);
});

test('an event is delivered in its envelope, signed', (t) => {
  const { post } = document.webhooks?.['note.changed'] ?? {};
  t.deepEqual(
    post?.parameters?.map((parameter) => ('name' in parameter ? parameter.name : '')),
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  );
  t.like(post?.requestBody?.content['application/cloudevents+json']?.example as object, {
    specversion: '1.0',
    type: 'note.changed',
    data: { note: { title: 'Groceries' } },
  });
});

test('the tag groups are the eleven of the interface, and ten in production', (t) => {
  const groups = ['Health', 'Auth / Users', 'Markets', 'Geospatial', 'Alerts / Timeline / Search', 'News / OSINT', 'AI'];
  const rest = ['Portfolio / Clients / Graphs', 'Subscriptions / Webhooks', 'Admin', 'Debug'];
  t.deepEqual(
    document['x-tagGroups'].map((group) => group.name),
    [...groups, ...rest],
  );
  const production = buildDocument({ ...fixture, production: true });
  t.deepEqual(
    production['x-tagGroups'].map((group) => group.name),
    [...groups, ...rest.slice(0, -1)],
  );
  t.false(production.tags.some((tag) => tag.name === 'Debug'));
});

test('the public address is listed beside the relative one', (t) => {
  const { servers } = buildDocument({ ...fixture, server: 'https://watch.internal' });
  t.deepEqual(
    servers.map((server) => server.url),
    ['/', 'https://watch.internal'],
  );
});

test('every defect is named at once', (t) => {
  @Dto('Another.')
  class NoteDto {
    @Field('A flag.', flag()) on: boolean;
  }
  @JsonController('/broken')
  class BrokenController {
    @Get('/undescribed') @Public() undescribed() {}
    @Get('/unguarded') @Endpoint({ summary: 'a', description: 'b' }) unguarded() {}
    @Get('/both') @Public() @Authorized() @Endpoint({ summary: 'a', description: 'b' }) both() {}
    @Get('/wild/*') @Public() @Endpoint({ summary: 'a', description: 'b' }) wild() {}
    @Get('/maybe/:id?') @Public() @Endpoint({ summary: 'a', description: 'b' }) maybe() {}
    @Get('/one/:symbol') @Public() @Endpoint({ summary: 'a', description: 'b' }) one(@Param('symbol') _: string) {}
    @Get('/loose') @Public() @Endpoint({ summary: 'a', description: 'b' }) loose(@QueryParam('q') _: string) {}
    @Get('/twin') @Public() @Endpoint({ summary: 'a', description: 'b' }) listNotes() {}
    @Delete('/same/:id') @Public() @Endpoint({ summary: 'a', description: 'b' }) sameId() {}
    @Delete('/same/:otherId') @Public() @Endpoint({ summary: 'a', description: 'b' }) sameOther() {}
    @Get('/namesake') @Public() @Endpoint({ summary: 'a', description: 'b', returns: NoteDto }) namesake() {}
    @Post('/untyped') @Public() @Endpoint({ summary: 'a', description: 'b' }) untyped(@Body() _: object) {}
  }
  @JsonController('/derived')
  class DerivedController extends HealthController {}
  const controllers = [
    { controller: NotesController, tag: 'timeline' },
    { controller: BrokenController, tag: 'nowhere' },
    { controller: DerivedController, tag: 'health' },
    { controller: CreateNote, tag: 'health' },
  ];
  const { message } = t.throws(() => buildDocument({ ...fixture, controllers })) as Error;
  const expected = [
    'BrokenController.undescribed has no @Endpoint',
    'BrokenController.unguarded says neither @Authorized nor @Public nor @ByRefreshCookie',
    'BrokenController.both is both @Authorized and public',
    '/api/v1/broken/wild/* has a wildcard, an optional part or an expression: declare plain routes',
    '/api/v1/broken/maybe/:id? has a wildcard, an optional part or an expression: declare plain routes',
    'BrokenController.one: the part {symbol} of its path needs a rule and a description in params',
    'BrokenController.loose: a query parameter cannot be described',
    'BrokenController.listNotes and NotesController.listNotes share the operationId listNotes: rename a method',
    'BrokenController.sameId and BrokenController.sameOther answer the same DELETE',
    'NoteDto and NoteDto would both be described as Note',
    'BrokenController.untyped: its body is of no DTO class; name the media types in accepts',
    'BrokenController.loose: the folder nowhere has no tag in tags.ts',
    'HealthController.getHealth: a route is declared on a base class; declare it on the controller',
    'CreateNote is no controller',
  ];
  t.deepEqual(
    expected.filter((defect) => !message.includes(defect)),
    [],
    message,
  );
});
