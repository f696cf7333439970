import 'reflect-metadata';
import test from 'ava';
import type { Response } from '../../../src/api/open-api-document.js';
import { buildDocument } from '../../../src/openapi/document.js';
import { rows, TablesController } from '../../support/controllers/tables.controller.js';
import { isProblem } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let ada: TestClient;
test.before(async () => {
  service = await startTestService({ controllers: [{ controller: TablesController, tag: 'markets' }] });
  ada = await service.signedIn();
});
test.after.always(() => service.close());

const table = [
  'name,value,position.lat,position.lon,words,places,data',
  'Ada,1e-7,52,-4.5,a;b,,',
  '"say ""hi"", now",-1.5,,,,"[{""lat"":1,""lon"":2}]","{""a"":[1]}"',
  "'=1+1,,,,,,",
  '-1.5,,,,,,',
  "'@cmd,,,,'+x,,",
  '"two\r\nlines ✓",,,,,,',
  '',
].join('\r\n');

test('a list is CSV by `format`: a header, a line for each item, CRLF, formulas neutralized', async (t) => {
  const { status, text, headers } = await ada.get('/tables/rows?format=csv');
  t.is(status, 200);
  t.is(headers.get('content-type'), 'text/csv; charset=utf-8');
  t.is(headers.get('content-disposition'), 'attachment; filename="tables-rows.csv"');
  t.is(headers.get('link'), null);
  t.is(text, table);
});

test('a list is CSV by `Accept`, and `format` takes precedence over it', async (t) => {
  t.is((await ada.get('/tables/rows', { headers: { accept: 'text/csv' } })).text, table);
  t.is((await ada.get('/tables/rows', { headers: { accept: 'text/csv, application/json;q=0.5' } })).text, table);
  t.is((await ada.get('/tables/rows?format=csv', { headers: { accept: 'image/png' } })).text, table);
  const json = await ada.get('/tables/rows?format=json', { headers: { accept: 'text/csv' } });
  t.is(json.json.items.length, rows.length);
  t.regex(json.headers.get('vary') ?? '', /\bAccept\b/);
});

test('a CSV begins with a byte-order mark by `bom` or by its charset in `Accept`, and otherwise does not', async (t) => {
  const bytesOf = async (query: string, accept = '*/*') => {
    const headers = { authorization: `Bearer ${ada.token}`, accept };
    const response = await fetch(`${service.url}/api/v1/tables/rows?${query}`, { headers });
    return { type: response.headers.get('content-type'), text: Buffer.from(await response.arrayBuffer()).toString() };
  };
  const marked = { type: 'text/csv; charset=utf-8', text: `\ufeff${table}` };
  t.deepEqual(await bytesOf('format=csv&bom=true'), marked);
  for (const accept of [
    'text/csv; charset=utf-8-bom',
    'text/csv; header=present; charset=utf-8-bom',
    'text/csv;charset="UTF-8-BOM", application/json;q=0.5',
    'text/csv; charset=utf-8-bom; header=present, */*;q=0.1',
  ])
    t.deepEqual(await bytesOf('', accept), marked, accept);
  t.deepEqual(await bytesOf('format=csv', 'text/csv; charset=utf-8-bom'), marked);
  const plain = { ...marked, text: table };
  for (const query of ['format=csv', 'format=csv&bom=false']) t.deepEqual(await bytesOf(query), plain, query);
  for (const accept of ['text/csv; charset=utf-8', 'text/csv; header=present; charset=utf-8, */*;q=0.5'])
    t.deepEqual(await bytesOf('', accept), plain, accept);
  const json = await bytesOf('bom=true');
  t.is(json.type, 'application/json; charset=utf-8');
  t.regex(json.text, /^\{/);
  const { status, json: problem } = await ada.get('/tables/rows?format=csv&bom=yes');
  t.deepEqual([status, problem.errors[0].name], [400, 'bom']);
});

test('JSON is returned when both are equally accepted', async (t) => {
  for (const accept of ['*/*', 'application/json', 'application/json, text/csv', 'text/html, */*;q=0.1']) {
    t.is(
      (await ada.get('/tables/rows', { headers: { accept } })).headers.get('content-type'),
      'application/json; charset=utf-8',
      accept,
    );
  }
});

test('a page that is not the last links to the next one, with the same filters', async (t) => {
  const first = await ada.get('/tables/rows?limit=4&format=csv');
  const link = first.headers.get('link');
  t.is(link, '</api/v1/tables/rows?limit=4&format=csv&cursor=4>; rel="next"');
  const second = await ada.get((link as string).slice('</api/v1'.length, link?.indexOf('>')));
  t.is(second.headers.get('link'), null);
  t.is(first.text + second.text.slice(second.text.indexOf('\r\n') + 2), table);
});

test('a list that is already JSON text gives the same table', async (t) => {
  const { text, headers } = await ada.get('/tables/written/a%22b%2F..?format=csv');
  t.is(text, table);
  t.is(headers.get('content-disposition'), 'attachment; filename="tables-written-a-b-...csv"');
});

test('a series is returned as the table that its operation defines', async (t) => {
  t.is((await ada.get('/tables/series?format=csv')).text, 'index,value\r\n0,7\r\n1,8\r\n');
});

test('an unknown format is a 400, an unknown media type a 406, and an operation without a table has no `format`', async (t) => {
  const { status, json } = await ada.get('/tables/rows?format=xml');
  t.is(status, 400);
  t.is(JSON.stringify(json.errors).includes('format'), true);
  isProblem(t, await ada.get('/tables/rows', { headers: { accept: 'application/xml' } }), 406, 'not_acceptable');
  isProblem(t, await ada.get('/users/me?format=csv'), 400, 'invalid_request', 'query/format');
});

test('a table has a tag, and an unchanged table is a 304', async (t) => {
  const etag = (await ada.get('/tables/rows?format=csv')).headers.get('etag') as string;
  t.is((await ada.get('/tables/rows?format=csv', { headers: { 'if-none-match': etag } })).status, 304);
  t.not((await ada.get('/tables/rows')).headers.get('etag'), etag);
});

test('the description shows the table with its columns', (t) => {
  const { paths } = buildDocument({
    controllers: [{ controller: TablesController, tag: 'markets' }],
    version: '0.0.0',
    production: false,
  });
  const response = paths['/api/v1/tables/rows']?.get?.responses[200] as Response;
  t.is(response.content?.['text/csv']?.example, 'name,value,position.lat,position.lon,words,places,data\r\n');
});
