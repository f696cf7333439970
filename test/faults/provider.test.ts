import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test from 'ava';
import { settlesWithin } from '../support/in-time.js';
import { isProblem } from '../support/is-problem.js';
import { hang, receiverFor } from '../support/receiver.js';
import { MINUTE, serviceFor } from '../support/service-for.js';

const KEY = 'the-key-of-the-operator';
/** Maximum duration of a request (ms), even if all providers hang. */
const LIMIT_MS = 5_000;
/** Sets the default time limits of vendor calls; other tests of vendors lengthen them. */
const parts = { peerTimes: {} };
const row = {
  code: 'AAPL.US',
  timestamp: 1_795_207_000,
  gmtoffset: 0,
  open: 229.74,
  high: 233.22,
  low: 229.57,
  close: 231.41,
  volume: 100,
  previousClose: 230.57,
  change: 0,
  change_p: 0,
};

test('X08: while a provider hangs, a known quote is served stale and an unknown one is a 503, both in time, and the circuit opens', async (t) => {
  const vendor = await receiverFor(t);
  const env = { SVC_MARKETS_PROVIDERS: 'eodhd', SVC_EODHD_API_KEY: KEY, SVC_EODHD_BASE_URL: vendor.url };
  const service = await serviceFor(t, { env, parts });
  const caller = await service.signedIn();
  vendor.reply(
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(row)),
  );
  t.is((await caller.get('/markets/quotes/AAPL.US')).json.price, 231.41);
  vendor.reply(hang);
  service.clock.advance(10 * MINUTE);
  const known = caller.get('/markets/quotes/AAPL.US');
  const unknown = ['A', 'B', 'C', 'D', 'E'].map((name) => caller.get(`/markets/quotes/${name}.US`));
  const inTime = [known, ...unknown].map((answer) => settlesWithin(LIMIT_MS, answer));
  const { price, provenance } = (await known).json;
  t.deepEqual([price, provenance.stale], [231.41, true]);
  for (const { status, headers } of await Promise.all(unknown)) {
    t.is(status, 503);
    t.regex(headers.get('retry-after') ?? '', /^\d+$/);
  }
  t.deepEqual(await Promise.all(inTime), Array(6).fill(true));
  const calls = vendor.received.length;
  isProblem(t, await caller.get('/markets/quotes/F.US'), 503, 'unavailable');
  t.is(vendor.received.length, calls, 'the circuit is open: no further call is made');
});

test('X11: a provider whose TLS fails or whose name is unknown is unreachable, and is never contacted in plain text', async (t) => {
  const first: Buffer[] = [];
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', (bytes: Buffer) => {
        first.push(bytes);
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  const { port } = server.address() as AddressInfo;
  for (const url of [`https://127.0.0.1:${port}`, 'https://provider.invalid']) {
    const service = await serviceFor(t, {
      env: { SVC_MARKETS_PROVIDERS: 'eodhd', SVC_EODHD_API_KEY: KEY, SVC_EODHD_BASE_URL: url },
      parts,
    });
    const caller = await service.signedIn();
    const asked = caller.get('/markets/quotes/AAPL.US');
    t.true(await settlesWithin(LIMIT_MS, asked), url);
    const { status, text } = await asked;
    t.is(status, 503);
    t.notRegex(text, /127\.0\.0\.1|provider\.invalid/);
    const { failures } = (await caller.get('/health/feeds')).json.items.find(
      ({ provider }: { provider: string }) => provider === 'eodhd',
    );
    t.true(
      failures.some(({ kind, count }: { kind: string; count: number }) => kind === 'unreachable' && count > 0),
      JSON.stringify(failures),
    );
  }
  t.true(first.length > 0);
  t.true(
    first.every(([type]) => type === 0x16),
    'only TLS handshakes arrive',
  );
});
