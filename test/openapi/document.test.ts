import test from 'ava';
import { Authorized, Body, Delete, Get, JsonController, Param, Post, QueryParam } from 'routing-controllers';
import { Endpoint, Public } from '../../src/api/endpoint.js';
import { Dto, Field } from '../../src/api/field.js';
import type { Operation, Response } from '../../src/api/open-api-document.js';
import { flag, type Schema } from '../../src/api/rules.js';
import { buildDocument } from '../../src/openapi/document.js';
import { parametersOf } from '../support/operation-path.js';
import { fixture, fixtureDocument } from './support/fixture-document.js';
import { CreateNote, HealthDto, NoteChangedDto } from './support/note.dto.js';
import { HealthController, NotesController } from './support/notes.controller.js';

const document = fixtureDocument();
const { paths, components } = document;
const propertiesOf = (name: string, { components: { schemas } } = document) =>
  (schemas[name] as Schema).properties as Record<string, Schema>;
const operation = (path: string, method: 'get' | 'post' | 'patch' | 'delete') => {
  const found = paths[`/api/v1${path}`]?.[method];
  if (!found) throw new Error(`no ${method} ${path}`);
  return found;
};
const parameters = (path: string, method: 'get' | 'post' | 'patch' | 'delete') =>
  parametersOf(document, operation(path, method));
const names = (path: string, method: 'get' | 'post' | 'patch' | 'delete') =>
  parameters(path, method).map(({ name }) => name);
const success = (path: string, method: 'get' | 'post' | 'patch' | 'delete', status = 200) =>
  operation(path, method).responses[status] as Response;

test('the same routes give identical bytes', (t) => {
  t.is(JSON.stringify(fixtureDocument()), JSON.stringify(document));
});

test('paths are sorted and have the prefix', (t) => {
  const all = Object.keys(paths);
  t.deepEqual(all, all.toSorted());
  t.true(all.every((path) => path.startsWith('/api/v1/')));
});

test('every operation has its required credential', (t) => {
  t.deepEqual(operation('/notes', 'get').security, [{ BearerJWT: [] }]);
  t.deepEqual(operation('/auth/refresh', 'post').security, [{ RefreshCookie: [] }]);
  t.deepEqual(operation('/health', 'get').security, [{}]);
  t.deepEqual(Object.keys(components.securitySchemes), ['BearerJWT', 'RefreshCookie']);
});

test('an operation for operators has that role', (t) => {
  t.deepEqual(operation('/notes/{id}', 'delete')['x-roles'], ['operator']);
  t.regex(operation('/notes/{id}', 'delete').description, /role `operator`/);
});

test('an operation with an access token names the scope that a personal key needs', (t) => {
  t.is(operation('/notes', 'get')['x-scope'], 'timeline:read');
  t.is(operation('/notes', 'post')['x-scope'], 'timeline:write');
  t.regex(operation('/notes', 'post').description, /Personal keys need the scope `timeline:write`\./);
  t.is(operation('/health', 'get')['x-scope'], undefined);
});

test('a query DTO becomes one parameter for each field', (t) => {
  t.deepEqual(names('/notes', 'get'), ['limit', 'cursor', 'visibility', 'format', 'bom', 'fields', 'If-None-Match']);
  const [limit, , visibility] = parameters('/notes', 'get');
  t.deepEqual(limit?.schema, {
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: 200,
    default: 50,
    examples: [50],
  });
  t.is(limit?.example, undefined); // the explorer would send the example unasked
  t.is(visibility?.explode, false);
  t.falsy(components.schemas.NoteQuery);
});

test('an id in a path is a UUID, other parts have their declared rule', (t) => {
  const [id] = parameters('/notes/{id}', 'get');
  t.is(id?.schema.format, 'uuid');
  const [symbol] = parameters('/notes/chart/{symbol}.svg', 'get');
  t.is(symbol?.schema.pattern, '^[A-Z.]{1,20}$');
});

test('an update is described as merge patch and as JSON', (t) => {
  t.deepEqual(Object.keys(operation('/notes/{id}', 'patch').requestBody?.content ?? {}), [
    'application/json',
    'application/merge-patch+json',
  ]);
});

test('a body that is not JSON is described by its media type', (t) => {
  const content = operation('/notes/import', 'post').requestBody?.content;
  t.deepEqual(Object.keys(content ?? {}), ['text/csv']);
  t.is(content?.['text/csv']?.example, 'title,body\nGroceries,milk\n');
});

test('a second success response is described with the first', (t) => {
  const { headers, content } = success('/notes/import', 'post', 201);
  t.true('Location' in (headers ?? {}));
  t.deepEqual(Object.keys(content ?? {}), ['application/json']);
});

test('request bodies are closed and responses open', (t) => {
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

test('the errors of an operation follow from its inputs', (t) => {
  const statuses = (path: string, method: 'get' | 'post' | 'patch' | 'delete') =>
    Object.keys(operation(path, method).responses).join(' ');
  t.is(statuses('/notes', 'get'), '200 304 400 401 403 406 414 429 431 500 503');
  t.is(statuses('/notes', 'post'), '201 400 401 403 406 408 409 413 414 415 422 429 431 500 503');
  t.is(statuses('/notes/{id}', 'patch'), '200 400 401 403 404 406 408 409 412 413 414 415 429 431 500 503');
  t.is(statuses('/notes/{id}', 'delete'), '204 400 401 403 404 408 412 413 414 415 429 431 500 503');
  t.is(statuses('/auth/refresh', 'post'), '200 400 401 403 406 408 413 414 415 429 431 500 503');
  t.is(statuses('/health', 'get'), '200 304 400 406 414 431 500 503');
});

test('an error response has an example of each possible code', (t) => {
  const { $ref } = operation('/auth/refresh', 'post').responses[401] as { $ref: string };
  const response = components.responses[$ref.split('/').at(-1) as string];
  t.deepEqual(Object.keys(response?.content?.['application/problem+json']?.examples ?? {}), [
    'refresh_invalid',
    'refresh_reused',
  ]);
});

test('error responses are named by status, and by code if only some operations have it', (t) => {
  const namesAt = (path: string, method: 'get' | 'post' | 'patch' | 'delete') =>
    Object.values(operation(path, method).responses).flatMap((response) =>
      '$ref' in response ? [response.$ref.split('/').at(-1)] : [],
    );
  t.deepEqual(namesAt('/notes/{id}', 'delete'), [
    ...[
      'NoContent',
      'Error400',
      'Error401',
      'Error403',
      'Error404',
      'Error408',
      'Error412',
      'Error413',
      'Error414',
      'Error415',
    ],
    ...['Error429', 'Error431', 'Error500', 'Error503ReadOnly'],
  ]);
  t.true(namesAt('/notes/{id}', 'patch').includes('Error409Conflict'));
  t.true(namesAt('/auth/refresh', 'post').includes('PublicError401RefreshInvalid'));
  t.regex(components.responses.Error400?.description ?? '', /^`invalid_request`: .*`invalid_cursor`: /);
});

test('parameters shared by several operations are described once', (t) => {
  t.deepEqual(operation('/notes/{id}', 'get').parameters?.[0], { $ref: '#/components/parameters/id' });
  t.is(components.parameters.id?.schema.format, 'uuid');
  t.true('name' in (operation('/notes', 'get').parameters?.[0] ?? {}), 'one that a single operation has stays there');
});

test('a response has a format where a request has a format and a pattern', (t) => {
  t.deepEqual(propertiesOf('Note').id, {
    type: 'string',
    format: 'uuid',
    description: 'Identifier (UUIDv7).',
    maxLength: 36,
  });
  t.truthy(propertiesOf('CreateNote').answers?.pattern);
});

test('headers follow from the properties of an operation', (t) => {
  const headers = (path: string, method: 'get' | 'post' | 'patch' | 'delete', status?: number) =>
    Object.keys(success(path, method, status).headers ?? {});
  t.true(headers('/notes', 'get').includes('X-RateLimit-Limit'));
  t.deepEqual(headers('/health', 'get'), ['X-Request-Id', 'ETag']);
  t.true(headers('/notes', 'post', 201).includes('Location'));
  t.true(headers('/notes', 'post', 201).includes('Idempotency-Replayed'));
  t.deepEqual(headers('/auth/refresh', 'post'), ['X-Request-Id', 'Set-Cookie', 'Deprecation', 'Sunset']);
});

test('a created resource has links to its operations', (t) => {
  t.deepEqual(Object.keys(success('/notes', 'post', 201).links ?? {}), ['readNote', 'deleteNote', 'updateNote']);
});

test('a status that both an error and the success have is described for both', (t) => {
  t.deepEqual(Object.keys(success('/health', 'get', 503).content ?? {}), [
    'application/json',
    'application/problem+json',
  ]);
});

test('a stream has an example of a frame and describes its events', (t) => {
  const media = success('/notes/stream', 'get').content?.['text/event-stream'];
  t.regex(String(media?.example), /^event: changed\ndata: \{.*\}\n\n$/);
  const schemas = { changed: 'NoteChanged', reauth: 'ReauthenticationRequired', error: 'Problem' };
  const references = Object.entries(schemas).map(
    ([name, schema]) => [name, { $ref: `#/components/schemas/${schema}` }] as const,
  );
  t.deepEqual(media?.['x-events'], Object.fromEntries(references), 'how any stream may end is among them');
  t.deepEqual(media?.schema.contentSchema, { anyOf: references.map(([, reference]) => reference) });
  t.deepEqual(names('/notes/stream', 'get'), ['ticket', 'Last-Event-ID']);
});

test('a webhook is described with its envelope and its signature', (t) => {
  const post = document.webhooks?.['note.changed']?.post as Operation;
  t.deepEqual(
    parametersOf(document, post).map(({ name }) => name),
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  );
  t.like(post.requestBody?.content['application/cloudevents+json']?.example as object, {
    specversion: '1.0',
    type: 'note.changed',
    data: { note: { title: 'Groceries' } },
  });
});

test('the event types of a family are one webhook, with their names as an enumeration', (t) => {
  const typed = (type: string, severity: number) => ({
    type: `note.${type}`,
    family: 'note',
    description: 'A note.',
    data: NoteChangedDto,
    severities: [severity],
    titleOfExample: 'A note',
    tag: 'timeline',
  });
  const described = buildDocument({ ...fixture, webhooks: [typed('made', 2), typed('lost', 4)] });
  t.deepEqual(Object.keys(described.webhooks ?? {}), ['note']);
  const { type, severity } = propertiesOf('NoteChangedEvent', described);
  t.like(type, { enum: ['note.made', 'note.lost'], 'x-extensible': true });
  t.like(severity, { minimum: 2, maximum: 4 });
  const other = { ...typed('other', 1), data: HealthDto };
  t.throws(() => buildDocument({ ...fixture, webhooks: [typed('made', 2), other] }), {
    message: /the types of note have no data class in common/,
  });
});

test('there are eleven tag groups, ten in production, and they list only tags with operations', (t) => {
  const groups = [
    'Health',
    'Auth / Users',
    'Markets',
    'Geospatial',
    'Alerts / Timeline / Search',
    'News / OSINT',
    'AI',
  ];
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
  t.deepEqual(
    document.tags.map((tag) => tag.name),
    ['Health', 'Auth', 'Timeline'],
  );
  t.deepEqual(document['x-tagGroups'][4], { name: 'Alerts / Timeline / Search', tags: ['Timeline'] });
  t.deepEqual(document['x-tagGroups'][6], { name: 'AI', tags: [] });
});

test('the public address is listed with the relative one', (t) => {
  const { servers } = buildDocument({ ...fixture, server: 'https://watch.internal' });
  t.deepEqual(
    servers.map((server) => server.url),
    ['/', 'https://watch.internal'],
  );
});

test('all defects are reported together', (t) => {
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
    'BrokenController.loose: the folder nowhere has no file that ends in .tag.ts',
    'HealthController.getHealth: a route is declared on a base class; declare it on the controller',
    'CreateNote is no controller',
  ];
  t.deepEqual(
    expected.filter((defect) => !message.includes(defect)),
    [],
    message,
  );
});
