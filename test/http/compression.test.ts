import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../src/api/endpoint.js';
import { Reply } from '../../src/http/reply.js';
import { isProblem } from '../support/is-problem.js';
import { rawRequest } from '../support/raw-request.js';
import { startTestService, type TestService } from '../support/test-service.js';

const line = '{"time":"2026-11-20T23:15:00.000Z"}\n';

@Service()
@Authorized()
@JsonController('/geospatial/compressed')
class LinesController {
  @Get()
  @Endpoint({ summary: 'Lines', description: 'Lines without end.', alternatives: { 'application/x-ndjson': 'Lines.' } })
  listLines(): Reply {
    return new Reply(endless(), { type: 'application/x-ndjson' });
  }
}

const long = (headers: Record<string, string> = {}) => new Reply(line.repeat(100), { type: 'text/csv', headers });
const described = { summary: 'Much', description: 'The same again and again.', alternatives: { 'text/csv': 'Lines.' } };

@Service()
@Authorized()
@JsonController()
class LongController {
  @Get('/auth/long')
  @Endpoint(described)
  listLongAuth(): Reply {
    return long();
  }

  @Get('/users/long')
  @Endpoint(described)
  listLongUsers(): Reply {
    return long();
  }

  @Get('/webhooks/long')
  @Endpoint(described)
  listLongWebhooks(): Reply {
    return long();
  }

  @Get('/authors')
  @Endpoint(described)
  listAuthors(): Reply {
    return long();
  }

  @Get('/cookies')
  @Endpoint(described)
  listCookies(): Reply {
    return long({ 'Set-Cookie': 'a=b' });
  }

  @Get('/originals')
  @Endpoint(described)
  listOriginals(): Reply {
    return long({ 'Cache-Control': 'no-transform' });
  }
}

let isLeft = false;
/** Returns a stream that sends one line and then waits until its reader is gone. */
function endless(): Readable {
  const lines = new Readable({
    read: () => undefined,
    destroy: (error, done) => {
      isLeft = true;
      done(error);
    },
  });
  lines.push(line);
  return lines;
}

let service: TestService;
let authorization: string;
test.before(async () => {
  const controllers = [LinesController, LongController].map((controller) => ({
    controller,
    tag: 'geospatial' as const,
  }));
  service = await startTestService({ controllers });
  authorization = `Bearer ${(await service.signedIn()).token}`;
});
test.after.always(() => service.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(`${service.url}/api/v1${path}`, { method, headers: { authorization, ...headers } });
const LARGE = '/subscriptions/event-types';

test('a response is compressed as the client accepts, with brotli preferred', async (t) => {
  const codingOf = async (accept: string) =>
    (await get(LARGE, { 'accept-encoding': accept })).headers['content-encoding'];
  const accepted = [
    'gzip, deflate, br',
    'gzip',
    'br;q=0.1, gzip;q=0.9',
    '*',
    'GZIP',
    'identity, gzip;q=0.5',
    'identity;q=0.5, gzip;q=0.5',
    'br;q=0, gzip;q=0',
    'deflate',
    '',
  ];
  t.deepEqual(await Promise.all(accepted.map(codingOf)), [
    'br',
    'gzip',
    'gzip',
    'br',
    'gzip',
    undefined,
    'gzip',
    undefined,
    undefined,
    undefined,
  ]);
});

test('a compressed response has the same content, is shorter, and has a Vary header', async (t) => {
  const [plain, gzip, br] = [
    await get(LARGE),
    await get(LARGE, { 'accept-encoding': 'gzip' }),
    await get(LARGE, { 'accept-encoding': 'br' }),
  ];
  t.deepEqual(gunzipSync(gzip.body), plain.body);
  t.deepEqual(brotliDecompressSync(br.body), plain.body);
  t.true(gzip.body.length * 2 < plain.body.length);
  t.is(Number(gzip.headers['content-length']), gzip.body.length);
  for (const { headers } of [plain, gzip, br]) t.regex(headers.vary ?? '', /Accept-Encoding/);
  for (const { headers } of [gzip, br]) t.is(headers['content-type'], plain.headers['content-type']);
});

test('each encoding has its own tag, and each of them gives a 304', async (t) => {
  const answers = [
    await get(LARGE),
    await get(LARGE, { 'accept-encoding': 'gzip' }),
    await get(LARGE, { 'accept-encoding': 'br' }),
  ];
  const tags = answers.map(({ headers }) => headers.etag as string);
  t.is(new Set(tags).size, 3);
  for (const tag of tags) {
    const again = await get(LARGE, { 'accept-encoding': 'gzip, br', 'if-none-match': `"other", ${tag}` });
    t.deepEqual([again.status, again.headers.etag, again.body.length], [304, tag, 0]);
    t.regex(again.headers.vary ?? '', /Accept-Encoding/);
  }
});

test('the tag of a compressed response is valid in If-Match', async (t) => {
  const caller = await service.signedIn();
  const symbols = Array.from({ length: 200 }, (_, index) => `SYMBOL${index}.US`);
  const { id } = (await caller.post('/markets/watchlists', { name: 'Long', symbols })).json;
  const { headers } = await caller.get(`/markets/watchlists/${id}`, { headers: { 'accept-encoding': 'br' } });
  t.regex(headers.get('etag') as string, /-br"$/);
  const change = (etag: string) =>
    caller.patch(`/markets/watchlists/${id}`, { name: 'Longer' }, { headers: { 'if-match': etag } });
  t.is((await change(headers.get('etag') as string)).status, 200);
  isProblem(t, await change(headers.get('etag') as string), 412, 'precondition_failed');
});

test('HEAD has the headers of the compressed response', async (t) => {
  const names = ['content-encoding', 'content-length', 'etag', 'vary', 'content-type'];
  const [head, whole] = [
    await get(LARGE, { 'accept-encoding': 'br' }, 'HEAD'),
    await get(LARGE, { 'accept-encoding': 'br' }),
  ];
  t.deepEqual(
    names.map((name) => head.headers[name]),
    names.map((name) => whole.headers[name]),
  );
  t.is(head.body.length, 0);
});

test('a short response is not compressed', async (t) => {
  const { headers } = await get('/health', { 'accept-encoding': 'br' });
  t.deepEqual([headers['content-encoding'], headers.vary], [undefined, undefined]);
});

test('responses that contain secrets next to request data are not compressed', async (t) => {
  const codingOf = async (path: string) => (await get(path, { 'accept-encoding': 'br' })).headers['content-encoding'];
  t.deepEqual(await Promise.all(['/auth/long', '/users/long', '/webhooks/long', '/authors'].map(codingOf)), [
    undefined,
    undefined,
    undefined,
    'br',
  ]);
});

test('a response that sets a cookie or must not be transformed is not compressed', async (t) => {
  for (const path of ['/cookies', '/originals']) {
    const { headers, body } = await get(path, { 'accept-encoding': 'br' });
    t.is(headers['content-encoding'], undefined, path);
    t.is(body.toString(), line.repeat(100), path);
  }
});

test('the lines of a compressed stream are sent as they are written, and a client that disconnects ends it', async (t) => {
  const abort = new AbortController();
  const response = await fetch(`${service.url}/api/v1/geospatial/compressed`, {
    headers: { authorization, 'accept-encoding': 'gzip' },
    signal: abort.signal,
  });
  t.is(response.headers.get('content-encoding'), 'gzip');
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const { value } = await reader.read();
  t.is(Buffer.from(value as Uint8Array).toString(), line);
  abort.abort();
  while (!isLeft) await new Promise((resolve) => setImmediate(resolve));
});
