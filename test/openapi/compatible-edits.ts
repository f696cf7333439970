import { append, copy, cut, type Edit, move, remove, replaceText, reverse, set } from './support/edit.js';

const input = '/components/schemas/NoteInput/properties';
const output = '/components/schemas/Note/properties';
const list = '/paths/~1notes/get';
const note = '/paths/~1notes~1{id}';

/** Edits of tiny.json that break no client, by name. */
export const compatibleEdits: Record<string, Edit[]> = {
  'path added': [copy('/paths/~1health', '/paths/~1ping'), set('/paths/~1ping/get/operationId', 'ping')],
  'optional param added': [
    append(`${list}/parameters`, {
      in: 'query',
      name: 'q',
      required: false,
      description: 'x',
      schema: { type: 'string' },
    }),
  ],
  'optional request property added': [set(`${input}/folder`, { type: 'string' })],
  'response property added': [
    set(`${output}/folder`, { type: 'string' }),
    set('/components/schemas/Note/required', [
      'id',
      'version',
      'createdAt',
      'archivedAt',
      'mainLabel',
      'title',
      'folder',
    ]),
  ],
  'descriptions changed': [
    set('/info/description', 'Other'),
    set(`${output}/title/description`, 'Other'),
    set('/components/schemas/Note/description', 'Other'),
    set(`${list}/summary`, 'Other'),
  ],
  'request enum value added': [set(`${input}/visibility/enum`, ['private', 'team', 'public', 'org'])],
  'response enum value removed': [set(`${output}/visibility/enum`, ['private', 'team'])],
  'request maxLength increased': [set(`${input}/title/maxLength`, 500)],
  'response null dropped': [set('/components/schemas/NotePage/properties/nextCursor/type', 'string')],
  'request type widened null': [set(`${input}/title/type`, ['string', 'null'])],
  'response header added': [
    set(`${note}/get/responses/200/headers/X-Extra`, { description: 'x', schema: { type: 'string' } }),
  ],
  'operation deprecated': [set(`${note}/delete/deprecated`, true)],
  reordered: [
    '/components/schemas/Note/required',
    `${input}/visibility/enum`,
    '/paths',
    `${list}/parameters`,
    '/tags',
  ].map(reverse),
  'request property became optional': [remove('/components/schemas/NoteInput/required')],
  'inline schema extracted': [
    remove(`${output}/visibility/type`),
    remove(`${output}/visibility/enum`),
    set(`${output}/visibility/$ref`, '#/components/schemas/Visibility'),
    set('/components/schemas/Visibility', { type: 'string', enum: ['private', 'team', 'public'] }),
  ],
  'component renamed': [
    move('/components/schemas/NoteInput', '/components/schemas/NewNote'),
    replaceText('#/components/schemas/NoteInput', '#/components/schemas/NewNote'),
  ],
  'null spelled with anyOf': [
    remove('/components/schemas/NotePage/properties/nextCursor/maxLength'),
    remove('/components/schemas/NotePage/properties/nextCursor/type'),
    remove('/components/schemas/NotePage/properties/nextCursor/examples'),
    set('/components/schemas/NotePage/properties/nextCursor/anyOf', [
      { type: 'string', maxLength: 512 },
      { type: 'null' },
    ]),
  ],
  'error response added': [set(`${note}/delete/responses/409`, { $ref: '#/components/responses/Conflict' })],
  'security relaxed': [remove(`${list}/security/0`)],
  'webhook added': [copy('/webhooks/noteEvent', '/webhooks/other'), set('/webhooks/other/post/operationId', 'other')],
  'path param renamed': [
    replaceText('/notes/{id}', '/notes/{noteId}'),
    set('/paths/~1notes~1{noteId}/get/parameters/0/name', 'noteId'),
    set('/paths/~1notes~1{noteId}/delete/parameters/0/name', 'noteId'),
    set('/paths/~1notes/post/responses/201/links/getNote/parameters', { noteId: '$response.body#/id' }),
  ],
  'examples changed': [
    set(`${output}/title/examples`, ['Other']),
    set(`${note}/get/responses/200/content/application~1json/examples/example/value/title`, 'Other'),
  ],
  'const vs enum': [
    remove('/paths/~1health/get/responses/200/content/application~1json/schema/properties/status/const'),
    set('/paths/~1health/get/responses/200/content/application~1json/schema/properties/status/enum', ['ok']),
  ],
  'extension added': [
    append('/tags', { name: 'Lists', description: 'x' }),
    set(`${list}/tags`, ['Notes', 'Lists']),
    set(`${list}/x-rate-limit-group`, 'a'),
  ],
  'security alternative added': [
    set('/components/securitySchemes/key', { type: 'apiKey', in: 'header', name: 'X-Key', description: 'k' }),
    append(`${list}/security`, { key: [] }),
  ],
  'server added': [append('/servers', { url: 'https://eu.example.com/v1', description: 'EU' })],
  'response optional to required': [
    set('/components/schemas/Note/required', [
      'id',
      'version',
      'createdAt',
      'archivedAt',
      'mainLabel',
      'title',
      'labels',
    ]),
  ],
  'response maxLength decreased': [set(`${output}/title/maxLength`, 100)],
  'request constraint removed': [remove(`${input}/title/minLength`), remove(`${list}/parameters/1/schema/maxLength`)],
  'optional body added': [
    set(`${note}/delete/requestBody`, {
      required: false,
      description: 'x',
      content: { 'application/json': { schema: { type: 'object' } } },
    }),
  ],
  'response closed': [set('/components/schemas/Note/additionalProperties', false)],
  'number to integer in response': [set('/components/schemas/StoredFile/properties/size/format', 'int64')],
  'version bumped contact': [
    set('/info/version', '1.1.0'),
    set('/info/contact/name', 'x'),
    set('/externalDocs/url', 'https://x.example'),
  ],
  'request integer to number': [set('/components/schemas/Label/properties/colour/type', ['integer'])],
  'tag groups': [set('/tags/0/description', 'y'), set('/x-tagGroups', [])],
  'new response media type': [
    set(`${note}/get/responses/200/content/application~1yaml`, { schema: { $ref: '#/components/schemas/Note' } }),
  ],
  'response cut into parts': [cut('Note')],
  'request cut into parts': [cut('NoteInput')],
  'webhook payload cut into parts': [cut('NoteEvent')],
  'whole moved into an allOf of one': [
    move('/components/schemas/Label', '/components/schemas/Tag'),
    set('/components/schemas/Label', { allOf: [{ $ref: '#/components/schemas/Tag' }] }),
  ],
  'a choice of one': [
    set(`${input}/folder`, { anyOf: [{ type: 'string' }] }),
    set(`${output}/title`, { oneOf: [{ type: 'string', minLength: 1, maxLength: 200 }] }),
  ],
  'required beside the properties': [
    move('/components/schemas/NotePage/required', '/components/schemas/NotePage/allOf'),
    set('/components/schemas/NotePage/allOf', [{ required: ['items', 'nextCursor'] }]),
  ],
  'operation moved tag': [set(`${list}/tags`, ['System'])],
};
