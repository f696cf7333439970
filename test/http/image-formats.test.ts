import 'reflect-metadata';
import { createHash } from 'node:crypto';
import test from 'ava';
import { picture } from '../../src/http/svg-response.js';
import { PicturesController } from '../support/controllers/images.controller.js';
import { isProblem } from '../support/is-problem.js';
import type { TestClient } from '../support/test-client.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let ada: TestClient;
test.before(async () => {
  service = await startTestService({ controllers: [{ controller: PicturesController, tag: 'markets' }] });
  ada = await service.signedIn();
});
test.after.always(() => service.close());

const accepting = (accept: string, path = '/drawn/A.US') => ada.get(path, { headers: { accept } });
const typeOf = (answer: { headers: Headers }) => answer.headers.get('content-type')?.split(';')[0];

for (const [accept, type] of Object.entries({
  'image/svg+xml': 'image/svg+xml',
  'image/*': 'image/svg+xml',
  'image/svg+xml, application/json;q=0.5': 'image/svg+xml',
  'application/json': 'application/json',
  '*/*': 'application/json',
  'application/json, image/svg+xml;q=0.9': 'application/json',
  'image/svg+xml;q=0, */*': 'application/json',
})) {
  test(`accepting ${accept} returns ${type}`, async (t) => {
    const answer = await accepting(accept);
    t.is(answer.status, 200);
    t.is(typeOf(answer), type);
    t.regex(answer.headers.get('vary') ?? '', /\bAccept\b/);
  });
}

test('PNG is returned by `Accept`, by `format` and at an address of its own, and `scale` enlarges it', async (t) => {
  const sizeOf = ({ text }: { text: string }) => [16, 20].map((at) => Buffer.from(text, 'latin1').readUInt32BE(at));
  const accepted = await accepting('image/png', '/drawn/A.US?width=320&height=200');
  t.is(accepted.headers.get('content-type'), 'image/png');
  t.deepEqual(sizeOf(accepted), [320, 200]);
  t.is((await ada.get('/drawn/A.US?width=320&height=200&format=png')).text, accepted.text);
  t.is((await ada.get('/drawn/A.US.png?width=320&height=200')).text, accepted.text);
  t.deepEqual(sizeOf(await ada.get('/drawn/A.US.png?width=320&height=200&scale=3')), [960, 600]);
  const etag = accepted.headers.get('etag') as string;
  t.is((await ada.get('/drawn/A.US.png?width=320&height=200', { headers: { 'if-none-match': etag } })).status, 304);
});

test('an image of more than 16 million pixels is a 400, and SVG has no `scale` at its own address', async (t) => {
  const { status, json } = await ada.get('/drawn/A.US.png?width=2000&height=1200&scale=3');
  t.is(status, 400);
  t.is(JSON.stringify(json.errors).includes('scale'), true);
  isProblem(t, await ada.get('/drawn/A.US.png?scale=4'), 400, 'invalid_request', 'query/scale');
  isProblem(t, await ada.get('/drawn/A.US.svg?scale=2'), 400, 'invalid_request', 'query/scale');
  isProblem(t, await accepting('image/svg+xml', '/drawn/A.US.png'), 406, 'not_acceptable');
});

test('accepting neither is a 406', async (t) => {
  isProblem(t, await accepting('text/html'), 406, 'not_acceptable');
  isProblem(t, await accepting('application/json', '/drawn/A.US.svg'), 406, 'not_acceptable');
});

test('an image has its own address for any resource name, and does not replace the resource', async (t) => {
  const { status, text } = await ada.get('/drawn/A.US.svg?theme=dark&width=321&height=200');
  t.is(status, 200);
  t.regex(text, /width="321" height="200"><title>A\.US<\/title><desc>dark<\/desc>/);
  t.is(typeOf(await ada.get('/drawn/A.US')), 'application/json');
});

for (const query of ['width=319', 'width=2001', 'height=199', 'height=1201', 'theme=blue', 'width=1e3']) {
  test(`${query} is a 400 that names it`, async (t) => {
    const { status, json } = await ada.get(`/drawn/A.US.svg?${query}`);
    t.is(status, 400);
    t.deepEqual(
      json.errors.map(({ pointer }: { pointer: string }) => pointer),
      [`query/${query.split('=')[0]}`],
    );
  });
}

test('an unchanged image is a 304, and its tag differs from that of the JSON', async (t) => {
  const svg = await accepting('image/svg+xml');
  const tag = svg.headers.get('etag') as string;
  const again = await ada.get('/drawn/A.US', { headers: { accept: 'image/svg+xml', 'if-none-match': tag } });
  t.deepEqual([again.status, again.text], [304, '']);
  t.not((await accepting('application/json')).headers.get('etag'), tag);
  t.is((await ada.get('/drawn/A.US.svg', { headers: { 'if-none-match': tag } })).status, 304);
  t.is((await ada.get('/drawn/A.US.svg?width=400', { headers: { 'if-none-match': tag } })).status, 200);
});

test('the policy of an image allows only its own style sheet, by its hash', async (t) => {
  const { headers } = await accepting('image/svg+xml');
  const hash = createHash('sha256').update('rect{fill:#123456}').digest('base64');
  t.is(
    headers.get('content-security-policy'),
    `default-src 'none'; frame-ancestors 'none'; style-src 'sha256-${hash}'`,
  );
});

test('a style sheet that is not at the beginning of an image is not allowed', (t) => {
  for (const svg of [
    '<svg><title>a</title><text>b</text><style>c{}</style></svg>',
    '<svg><desc></desc><title>a</title><style>c{}</style></svg>',
    '<svg></svg>',
  ]) {
    t.is(picture(svg).options.headers?.['Content-Security-Policy'], "default-src 'none'; frame-ancestors 'none'");
  }
});
