import test from 'ava';
import { scorecard } from '../support/scorecard.js';
import { append, copy, type Edit, edited, remove, set } from './support/edit.js';
import { fixtureDocument } from './support/fixture-document.js';

const document = fixtureDocument();
const list = '/paths/~1api~1v1~1notes/get';
const create = '/paths/~1api~1v1~1notes/post';
const note = '/paths/~1api~1v1~1notes~1{id}';
const refresh = '/paths/~1api~1v1~1auth~1refresh/post';
const stream = '/paths/~1api~1v1~1notes~1stream/get';

/** Turns the list into an image operation with a parameter `format`. */
function asImageWithFormat(document: object): undefined {
  set(`${list}/parameters/0/name`, 'format')(document);
  copy(list.replace('/get', ''), '/paths/~1api~1v1~1notes.svg')(document);
}

/** Edits that each cause one shortcoming, with the finding that must be reported. */
const shortcomings: Array<[Edit, RegExp]> = [
  [remove('/externalDocs'), /externalDocs/],
  [remove('/info/summary'), /info has no summary/],
  [append('/servers', { url: 'https://api.example.com', description: 'None' }), /not real/],
  [remove('/x-tagGroups/0'), /tag Health is not in one group/],
  [remove(`${list}/description`), /has no description/],
  [remove(`${list}/security`), /no explicit security/],
  [remove(`${list}/responses/401`), /does not document 401/],
  [remove(`${note}/get/responses/404`), /does not document 404/],
  [remove(`${create}/responses/413`), /does not document 413/],
  [remove(`${create}/responses/422`), /does not document 422/],
  [remove(`${create}/requestBody/content/application~1json/example`), /body application\/json has no example/],
  [remove(`${create}/responses/201/headers/Location`), /201 has no Location/],
  [remove(`${create}/responses/201/links`), /no links/],
  [remove(`${note}/patch/responses/412`), /does not document 412/],
  [remove(`${note}/get/responses/304`), /does not document 304/],
  [remove(`${note}/get/responses/200/headers/ETag`), /200 has no ETag/],
  [remove(`${list}/responses/200/headers/X-RateLimit-Reset`), /X-RateLimit-Reset/],
  [remove('/components/responses/Error429/headers/Retry-After'), /429 has no Retry-After/],
  [remove('/components/responses/Error404/content/application~1problem+json/examples/not_found'), /404 has no example/],
  [
    set(
      '/components/responses/Error404/content/application~1problem+json/examples/not_found/value/type',
      'about:blank',
    ),
    /of another kind/,
  ],
  [remove('/components/headers/ETag/description'), /ETag has no description/],
  [remove('/components/schemas/Label/properties/name/description'), /Label\.name has no description/],
  [remove('/components/schemas/Label/properties/name/maxLength'), /Label\.name: text without bounds/],
  [remove('/components/schemas/Label/properties/color/maximum'), /Label\.color: a whole number without bounds/],
  [remove('/components/schemas/NoteList/properties/items/maxItems'), /NoteList\.items: a list without bounds/],
  [remove('/components/schemas/NoteList/properties/nextCursor'), /takes a cursor and answers none/],
  [remove('/components/schemas/CreateNote/additionalProperties'), /CreateNote is sent by callers and not closed/],
  [set(`${list}/parameters/2/name`, 'symbols'), /symbols: a filter has a singular name/],
  [set(`${list}/parameters/0/name`, 'from'), /from is not a time or a date/],
  [set(`${list}/parameters/0/name`, 'speed'), /speed is a number without a unit/],
  [set(`${list}/parameters/0/name`, 'near'), /takes no sort=distance/],
  [set(`${list}/parameters/0/name`, 'near'), /has no distanceMeters/],
  [set(`${list}/parameters/0/name`, 'width'), /width is not ignored for JSON/],
  [set(`${list}/parameters/0/name`, 'squawk'), /squawk takes one value/],
  [asImageWithFormat, /takes a format/],
  [set(`${list}/parameters/5/name`, 'members'), /takes no fields/],
  [set(`${list}/description`, 'Your notes, newest first.'), /takes no order/],
  [set(`${list}/summary`, 'List notes by colour'), /not in US English/],
  [set(`${note}/get/description`, 'The ship and her notes.'), /says she or her/],
  [set(`${note}/patch/operationId`, 'changeNote'), /is not named update/],
  [
    set('/components/schemas/Label/properties/speed', { type: 'number', description: 'Speed.' }),
    /Label\.speed is a number without a unit/,
  ],
  [remove(`${refresh}/x-sunset`), /without x-sunset/],
  [remove(`${refresh}/responses/200/headers/Sunset`), /200 has no Sunset/],
  [set(`${stream}/responses/200/content/text~1event-stream/example`, 'hello'), /shows no frame/],
  [
    remove(`${stream}/responses/200/content/text~1event-stream/schema/contentSchema`),
    /does not say what its events hold/,
  ],
  [remove('/webhooks/note.changed/post/parameters/2'), /has no webhook-signature/],
];

for (const [edit, expected] of shortcomings) {
  test(`the scorecard detects: ${expected.source}`, (t) => {
    const found = scorecard(edited(document, [edit]) as never);
    t.true(
      found.some((violation) => expected.test(violation)),
      found.join('\n'),
    );
  });
}
