import { append, cut, type Edit, move, remove, set } from './support/edit.js';

const input = '/components/schemas/NoteInput/properties';
const output = '/components/schemas/Note/properties';
const list = '/paths/~1notes/get';
const note = '/paths/~1notes~1{id}';
const exporting = '/paths/~1files~1exports/post';
const secured = [
  ...[
    '/paths/~1notes/get',
    '/paths/~1notes/post',
    '/paths/~1notes~1{id}/get',
    '/paths/~1notes~1{id}/delete',
    '/paths/~1notes~1events~1stream/get',
  ],
  ...['/paths/~1files/post', '/paths/~1files~1{id}~1{part}/get', exporting],
];
const problems = [
  'BadRequest',
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'Conflict',
  'PreconditionFailed',
  'PayloadTooLarge',
  'UnprocessableContent',
  'TooManyRequests',
];

/** Edits of tiny.json that break clients, by name. */
export const breakingEdits: Record<string, Edit[]> = {
  'path removed': [remove('/paths/~1files~1{id}~1{part}')],
  'method removed': [remove(`${note}/delete`)],
  'request enum value removed': [set(`${input}/visibility/enum`, ['private', 'team'])],
  'response enum value added': [set(`${output}/visibility/enum`, ['private', 'team', 'public', 'org'])],
  'new required request property': [
    set(`${input}/folder`, { type: 'string' }),
    set('/components/schemas/NoteInput/required', ['title', 'folder']),
  ],
  'request property became required': [set('/components/schemas/NoteInput/required', ['title', 'labels'])],
  'request type narrowed null dropped': [set(`${input}/body/type`, 'string')],
  'response property became nullable': [set(`${output}/title/type`, ['string', 'null'])],
  'response property removed': [
    remove(`${output}/version`),
    set('/components/schemas/Note/required', ['id', 'createdAt', 'archivedAt', 'mainLabel', 'title']),
  ],
  'response property became optional': [
    set('/components/schemas/Note/required', ['id', 'version', 'archivedAt', 'mainLabel', 'title']),
  ],
  'security scope added': [set(`${list}/security/0/bearerAuth`, ['notes:read', 'admin'])],
  'public op became secured': [remove('/paths/~1health/get/security')],
  'param location changed': [set(`${list}/parameters/1/in`, 'header')],
  'new required param': [
    append(`${list}/parameters`, {
      in: 'query',
      name: 'tenant',
      required: true,
      description: 'x',
      schema: { type: 'string' },
    }),
  ],
  'param became required': [set(`${list}/parameters/2/required`, true)],
  'request maxLength decreased': [set(`${input}/title/maxLength`, 50)],
  'response media type changed': [
    move(
      `${note}/get/responses/200/content/application~1json`,
      `${note}/get/responses/200/content/application~1vnd.note+json`,
    ),
  ],
  'success status changed': [move('/paths/~1notes/post/responses/201', '/paths/~1notes/post/responses/200')],
  'request property removed closed': [remove(`${input}/body`)],
  'path param type changed': [
    remove(`${note}/get/parameters/0/schema/format`),
    set(`${note}/get/parameters/0/schema/type`, 'integer'),
  ],
  'param explode changed': [set(`${list}/parameters/3/explode`, false)],
  'response anyOf variant added': [append(`${output}/mainLabel/anyOf`, { type: 'string' })],
  'webhook removed': [remove('/webhooks/noteEvent')],
  'response header removed': [remove(`${note}/get/responses/200/headers/ETag`)],
  'request pattern added': [set(`${input}/title/pattern`, '^[a-z]+$')],
  'operationId changed': [set(`${list}/operationId`, 'getNotes')],
  'array item type changed': [
    remove('/components/schemas/NotePage/properties/items/items/$ref'),
    set('/components/schemas/NotePage/properties/items/items/type', 'string'),
  ],
  'param maximum lowered': [set(`${list}/parameters/0/schema/maximum`, 50)],
  'security scheme changed': [
    set('/components/securitySchemes/bearerAuth', { type: 'apiKey', in: 'header', name: 'X-Key', description: 'k' }),
  ],
  'webhook payload property removed': [
    remove('/components/schemas/NoteEvent/properties/data'),
    set('/components/schemas/NoteEvent/required', ['type']),
  ],
  'request closed': [set(`${exporting}/requestBody/content/application~1json/schema/additionalProperties`, false)],
  'request format added': [set(`${input}/title/format`, 'email')],
  'response integer to number': [set(`${output}/version/type`, 'number')],
  'response format changed': [set(`${output}/createdAt/format`, 'date')],
  'param default changed': [set(`${list}/parameters/0/schema/default`, 10)],
  'required body added': [
    set(`${note}/delete/requestBody`, {
      required: true,
      description: 'x',
      content: { 'application/json': { schema: { type: 'object' } } },
    }),
  ],
  'callback removed': [remove(`${exporting}/callbacks`)],
  'callback payload changed': [
    remove(
      `${exporting}/callbacks/done/{$request.body#~1callbackUrl}/post/requestBody/content/application~1json/schema/$ref`,
    ),
    set(
      `${exporting}/callbacks/done/{$request.body#~1callbackUrl}/post/requestBody/content/application~1json/schema/type`,
      'string',
    ),
  ],
  'response ref swapped': [
    set(`${note}/get/responses/200/content/application~1json/schema/$ref`, '#/components/schemas/Label'),
  ],
  'request allOf added': [set(`${input}/title/allOf`, [{ pattern: '^x' }])],
  'server path changed': [set('/servers/0/url', 'https://api.example.com/v2')],
  'request property readOnly': [set(`${input}/title/readOnly`, true)],
  'request uniqueItems': [set(`${input}/labels/uniqueItems`, true)],
  'request minItems': [set(`${input}/labels/minItems`, 1)],
  'request const': [set(`${input}/title/const`, 'x')],
  'request became enum': [set(`${input}/title/enum`, ['a', 'b'])],
  'webhook enum value added': [
    set('/components/schemas/NoteEvent/properties/type/enum', ['note.created', 'note.archived', 'note.deleted']),
  ],
  'optional param removed': [remove(`${list}/parameters/2`)],
  'path param min raised': [set('/paths/~1files~1{id}~1{part}/get/parameters/1/schema/minimum', 1)],
  'multipart field required': [
    set('/paths/~1files/post/requestBody/content/multipart~1form-data/schema/required', ['file', 'note']),
  ],
  'multipart field removed': [
    remove('/paths/~1files/post/requestBody/content/multipart~1form-data/schema/properties/note'),
  ],
  'open request property removed': [
    remove('/components/schemas/NoteInput/additionalProperties'),
    remove(`${input}/body`),
  ],
  'response cut into parts that lack a property': [cut('Note', { without: 'title' })],
  'request cut into parts that require more': [
    cut('NoteInput'),
    set('/components/schemas/NoteInput/required', ['body']),
  ],
  'webhook payload property type changed': [
    remove('/components/schemas/NoteEvent/properties/data/$ref'),
    set('/components/schemas/NoteEvent/properties/data/type', 'string'),
  ],
  'global security changed': [
    set('/components/securitySchemes/key', { type: 'apiKey', in: 'header', name: 'k', description: 'x' }),
    set('/security', [{ key: [] }]),
    ...secured.map((operation) => remove(`${operation}/security`)),
  ],
  'error media type changed': problems.map((name) =>
    move(
      `/components/responses/${name}/content/application~1problem+json`,
      `/components/responses/${name}/content/application~1json`,
    ),
  ),
  'error schema property removed': [
    remove('/components/schemas/Problem/properties/title'),
    set('/components/schemas/Problem/required', ['type', 'status']),
  ],
  'response body dropped': [remove(`${note}/get/responses/200/content`)],
  'sse media type removed': [
    remove('/paths/~1notes~1events~1stream/get/responses/200/content/text~1event-stream'),
    set('/paths/~1notes~1events~1stream/get/responses/200/content/application~1json', { schema: { type: 'string' } }),
  ],
};

/** The place at which each edit is reported. */
export const breakingPlaces: Record<string, string> = {
  'path removed': 'paths › /files/{id}/{part}',
  'method removed': 'paths › /notes/{id} › delete',
  'request enum value removed':
    'paths › /notes › post › requestBody › content › application/json › schema › properties › visibility',
  'response enum value added':
    'paths › /notes › get › responses › 200 › content › application/json › schema › properties › items › items › properties › visibility',
  'new required request property': 'paths › /notes › post › requestBody › content › application/json › schema',
  'request property became required': 'paths › /notes › post › requestBody › content › application/json › schema',
  'request type narrowed null dropped':
    'paths › /notes › post › requestBody › content › application/json › schema › properties › body',
  'response property became nullable':
    'paths › /notes › get › responses › 200 › content › application/json › schema › properties › items › items › properties › title',
  'response property removed':
    'paths › /notes › get › responses › 200 › content › application/json › schema › properties › items › items',
  'response property became optional':
    'paths › /notes › get › responses › 200 › content › application/json › schema › properties › items › items',
  'security scope added': 'paths › /notes › get › security › 0',
  'public op became secured': 'paths › /health › get › security › 0',
  'param location changed': 'paths › /notes › get › parameters › 1',
  'new required param': 'paths › /notes › get › parameters › 4',
  'param became required': 'paths › /notes › get › parameters › 2',
  'request maxLength decreased':
    'paths › /notes › post › requestBody › content › application/json › schema › properties › title',
  'response media type changed': 'paths › /notes/{id} › get › responses › 200 › content › application/vnd.note+json',
  'success status changed': 'paths › /notes › post › responses › 200',
  'request property removed closed':
    'paths › /notes › post › requestBody › content › application/json › schema › properties › body',
  'path param type changed': 'paths › /notes/{id} › get › parameters › 0 › schema',
  'param explode changed': 'paths › /notes › get › parameters › 3',
  'response anyOf variant added':
    'paths › /notes › get › responses › 200 › content › application/json › schema › properties › items › items › properties › mainLabel › anyOf › 2',
  'webhook removed': 'webhooks › noteEvent',
  'response header removed': 'paths › /notes/{id} › get › responses › 200 › headers › ETag',
  'request pattern added':
    'paths › /notes › post › requestBody › content › application/json › schema › properties › title',
  'operationId changed': 'paths › /notes › get',
  'array item type changed':
    'paths › /notes › get › responses › 200 › content › application/json › schema › properties › items › items',
  'param maximum lowered': 'paths › /notes › get › parameters › 0 › schema',
  'security scheme changed': 'components › securitySchemes › bearerAuth',
  'webhook payload property removed': 'webhooks › noteEvent › post › requestBody › content › application/json › schema',
  'request closed': 'paths › /files/exports › post › requestBody › content › application/json › schema',
  'request format added':
    'paths › /notes › post › requestBody › content › application/json › schema › properties › title',
  'response integer to number':
    'paths › /notes › get › responses › 200 › content › application/json › schema › properties › items › items › properties › version',
  'response format changed':
    'paths › /notes › get › responses › 200 › content › application/json › schema › properties › items › items › properties › createdAt',
  'param default changed': 'GET /notes',
  'required body added': 'DELETE /notes/{}',
  'callback removed': 'paths › /files/exports › post › callbacks',
  'callback payload changed':
    'paths › /files/exports › post › callbacks › done › {$request.body#/callbackUrl} › post › requestBody › content › application/json › schema',
  'response ref swapped': 'paths › /notes/{id} › get › responses › 200 › content › application/json › schema',
  'request allOf added':
    'paths › /notes › post › requestBody › content › application/json › schema › properties › title › allOf',
  'server path changed': 'servers › 0',
  'request property readOnly': 'POST /notes application/json/title',
  'request uniqueItems':
    'paths › /notes › post › requestBody › content › application/json › schema › properties › labels',
  'request minItems': 'paths › /notes › post › requestBody › content › application/json › schema › properties › labels',
  'request const': 'paths › /notes › post › requestBody › content › application/json › schema › properties › title',
  'request became enum':
    'paths › /notes › post › requestBody › content › application/json › schema › properties › title',
  'webhook enum value added':
    'webhooks › noteEvent › post › requestBody › content › application/json › schema › properties › type',
  'optional param removed': 'paths › /notes › get › parameters › 2',
  'path param min raised': 'paths › /files/{id}/{part} › get › parameters › 1 › schema',
  'multipart field required': 'paths › /files › post › requestBody › content › multipart/form-data › schema',
  'multipart field removed': 'POST /files multipart/form-data/note',
  'open request property removed': 'POST /notes application/json/body',
  'response cut into parts that lack a property':
    'paths › /notes › get › responses › 200 › content › application/json › schema › properties › items › items',
  'request cut into parts that require more':
    'paths › /notes › post › requestBody › content › application/json › schema',
  'webhook payload property type changed':
    'webhooks › noteEvent › post › requestBody › content › application/json › schema › properties › data',
  'global security changed': 'paths › /files › post › security › 0',
  'error media type changed': 'paths › /files › post › responses › 400 › content › application/json',
  'error schema property removed':
    'paths › /files › post › responses › 400 › content › application/problem+json › schema',
  'response body dropped': 'paths › /notes/{id} › get › responses › 200 › content',
  'sse media type removed': 'paths › /notes/events/stream › get › responses › 200 › content › text/event-stream',
};
