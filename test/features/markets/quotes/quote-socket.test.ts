import 'reflect-metadata';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { WebSocket } from 'ws';
import { MAX_SOCKET_SYMBOLS } from '../../../../src/features/markets/quotes/followed-symbols.js';
import { QuoteHub } from '../../../../src/features/markets/quotes/quote-hub.js';
import { MAX_MESSAGE_BYTES, MAX_MESSAGES } from '../../../../src/http/stream/socket-target.js';
import { StreamHub } from '../../../../src/http/stream/stream-hub.js';
import { StreamWatch } from '../../../../src/http/stream/stream-watch.js';
import { isProblem } from '../../../support/is-problem.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { MINUTE, SECOND, serviceFor } from '../../../support/service-for.js';
import { until } from '../../../support/stream-service.js';
import type { TestClient } from '../../../support/test-client.js';
import { FakeTickingProvider } from './fake-ticks.js';

const PATH = '/markets/quotes/socket';
const GREETING = `GET /api/v1${PATH}?symbol=BTC-USD.CC HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;

interface Message {
  event: string;
  data: { symbol?: string; price?: number; symbols?: string[]; code?: string; status?: number; reason?: string };
}

async function socketService(t: ExecutionContext, env: Record<string, string> = {}) {
  const clock = new ManualClock(Date.now());
  const timers = new ManualTimers(clock);
  const provider = new FakeTickingProvider('coinbase', clock).knows('BTC-USD.CC', 100).knows('ETH-USD.CC', 10);
  const service = await serviceFor(t, { env, parts: { clock, timers }, marketProviders: [provider] });
  const open = async (query: string, headers: Record<string, string> = {}) => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/v1${PATH}${query}`, { headers });
    t.teardown(() => socket.terminate());
    const received: Message[] = [];
    let read = 0;
    socket.on('message', (data) => received.push(JSON.parse(String(data))));
    let answered: IncomingHttpHeaders = {};
    socket.once('upgrade', ({ headers: all }) => {
      answered = all;
    });
    await once(socket, 'open');
    const next = async (): Promise<Message> => {
      await until(() => received.length > read);
      read += 1;
      return received[read - 1] as Message;
    };
    const send = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    const ended = once(socket, 'close').then(([code, reason]) => [code, String(reason)]);
    return { socket, next, send, ended, answered };
  };
  const authorization = ({ token }: TestClient) => ({ authorization: `Bearer ${token}` });
  const { services } = service;
  return {
    ...service,
    timers,
    provider: provider as FakeTickingProvider,
    open,
    authorization,
    quotes: services.get(QuoteHub),
    streams: services.get(StreamHub),
    watch: services.get(StreamWatch),
  };
}

test('a socket sends the quotes of its symbols and every change, as JSON', async (t) => {
  const { signedIn, provider, timers, open, authorization } = await socketService(t);
  const { next } = await open('?symbol=BTC-USD.CC,NOSUCH.US', authorization(await signedIn()));
  const messages = [await next(), await next(), await next()];
  t.deepEqual(
    messages.map(({ event, data }) => [event, data.symbol ?? data.symbols]),
    [
      ['quote', 'BTC-USD.CC'],
      ['unavailable', 'NOSUCH.US'],
      ['subscribed', ['BTC-USD.CC']],
    ],
  );
  await timers.advance(SECOND);
  provider.tick('BTC-USD.CC', 105);
  t.like(await next(), { event: 'quote', data: { symbol: 'BTC-USD.CC', price: 105 } });
});

test('a client changes its symbols while it is connected', async (t) => {
  const { signedIn, provider, timers, open, authorization, quotes } = await socketService(t);
  const { next, send, socket } = await open('', authorization(await signedIn()));
  t.deepEqual(await next(), { event: 'subscribed', data: { symbols: [] } });
  send({ subscribe: ['btc-usd.cc', 'ETH-USD.CC', 'BTC-USD.CC'] });
  t.deepEqual([(await next()).data.symbol, (await next()).data.symbol], ['BTC-USD.CC', 'ETH-USD.CC']);
  t.deepEqual((await next()).data.symbols, ['BTC-USD.CC', 'ETH-USD.CC']);
  send({ unsubscribe: ['btc-usd.cc'] });
  t.deepEqual((await next()).data.symbols, ['ETH-USD.CC']);
  await timers.advance(SECOND);
  provider.tick('BTC-USD.CC', 105);
  provider.tick('ETH-USD.CC', 11);
  t.like((await next()).data, { symbol: 'ETH-USD.CC', price: 11 });
  socket.close();
  await once(socket, 'close');
  await timers.advance(MINUTE);
  t.deepEqual([quotes.size, provider.followed, timers.size], [0, [], 0]);
});

test('without an upgrade the address and the limits of the socket are returned', async (t) => {
  const { signedIn, url } = await socketService(t);
  const { status, json } = await (await signedIn()).get(PATH);
  t.is(status, 200);
  t.deepEqual(json, {
    url: `${url.replace('http', 'ws')}/api/v1${PATH}`,
    symbolLimit: MAX_SOCKET_SYMBOLS,
    maxMessageBytes: MAX_MESSAGE_BYTES,
  });
});

test('a ticket opens the socket, whose response has the headers of every response', async (t) => {
  const { signedIn, open } = await socketService(t);
  const { json } = await (await signedIn()).post('/auth/tickets', { path: `/api/v1${PATH}` });
  const { next, answered } = await open(`?symbol=BTC-USD.CC&ticket=${json.ticket}`);
  t.like(answered, { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '598' });
  t.truthy(answered['x-request-id']);
  t.is((await next()).data.symbol, 'BTC-USD.CC');
});

test('a socket without credentials, an invalid handshake and a second version are refused with a problem', async (t) => {
  const { signedIn, url } = await socketService(t);
  const { token } = await signedIn();
  const answerTo = async (headers: string) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).setEncoding('latin1');
    t.teardown(() => socket.destroy());
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.write(`${GREETING}${headers}\r\n`);
    await once(socket, 'end');
    return [text.slice(9, 12), JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)).code];
  };
  const bearer = `Authorization: Bearer ${token}\r\n`;
  const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  t.deepEqual(await answerTo(`${key}Sec-WebSocket-Version: 13\r\n`), ['401', 'unauthenticated']);
  t.deepEqual(await answerTo(bearer), ['400', 'bad_request']);
  t.deepEqual(await answerTo(`${bearer}${key}Sec-WebSocket-Version: 12\r\n`), ['400', 'bad_request']);
  const chosen = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: chat\r\n';
  t.deepEqual(await answerTo(`${bearer}${key}${chosen}`), ['400', 'bad_request']);
});

test('other operations ignore the request for a socket', async (t) => {
  const { signedIn, url } = await socketService(t);
  const { token } = await signedIn();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  t.teardown(() => socket.destroy());
  socket.write(GREETING.replace(/GET \S+/, 'GET /api/v1/markets/quotes/stream?symbol=BTC-USD.CC'));
  socket.write(`Authorization: Bearer ${token}\r\n\r\n`);
  const [text] = await once(socket, 'data');
  t.regex(text, /^HTTP\/1\.1 200 OK[\s\S]*text\/event-stream/);
});

test('a request for a socket behind an unanswered request ends its connection only', async (t) => {
  const { signedIn, url } = await socketService(t);
  const caller = await signedIn();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  const first = `GET /api/v1/users/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.token}\r\n\r\n`;
  const closed = once(socket.resume(), 'close');
  socket.write(`${first}${GREETING}Authorization: Bearer ${caller.token}\r\n${key}\r\n`);
  await closed;
  t.is((await caller.get('/users/me')).status, 200);
});

test(`a socket follows up to ${MAX_SOCKET_SYMBOLS} symbols; more are rejected and change nothing`, async (t) => {
  const { signedIn, open, authorization } = await socketService(t);
  const { next, send } = await open('?symbol=BTC-USD.CC', authorization(await signedIn()));
  t.deepEqual([(await next()).event, (await next()).event], ['quote', 'subscribed']);
  const others = Array.from({ length: MAX_SOCKET_SYMBOLS }, (_, index) => `A${index}-USD.CC`);
  send({ subscribe: others });
  const { event, data } = await next();
  t.deepEqual([event, data.code, data.status], ['error', 'invalid_request', 400]);
  send({ subscribe: others.slice(1) });
  const answers = await Promise.all(others.map(next));
  t.is(answers.filter((answer) => answer.event === 'unavailable').length, MAX_SOCKET_SYMBOLS - 1);
  t.deepEqual(answers.at(-1)?.data.symbols, ['BTC-USD.CC'], 'unknown symbols are not followed');
});

test('a message that is not a change of symbols gets an error and the socket stays open', async (t) => {
  const { signedIn, open, authorization } = await socketService(t);
  const { next, send } = await open('', authorization(await signedIn()));
  await next();
  const codes: unknown[] = [];
  for (const message of ['{', '[]', '"x"', { subscribed: [] }, { subscribe: ['A'.repeat(51)] }, { subscribe: 1 }]) {
    send(message);
    const { event, data } = await next();
    codes.push([event, data.code]);
  }
  t.deepEqual(codes, [
    ['error', 'malformed_body'],
    ['error', 'invalid_request'],
    ['error', 'invalid_request'],
    ['error', 'invalid_request'],
    ['error', 'invalid_request'],
    ['error', 'invalid_request'],
  ]);
  send({ subscribe: ['BTC-USD.CC'] });
  t.is((await next()).event, 'quote');
});

test('binary, long and too many messages close the socket, and its slot is released', async (t) => {
  const { signedIn, open, authorization, streams } = await socketService(t, { SVC_STREAMS_PER_ACCOUNT: '1' });
  const headers = authorization(await signedIn());
  const binary = await open('', headers);
  binary.socket.send(Buffer.from('{}'));
  t.is((await binary.ended)[0], 1003);
  await until(() => streams.streams.length === 0);
  const long = await open('', headers);
  long.send(`{"subscribe":["${'A'.repeat(MAX_MESSAGE_BYTES)}"]}`);
  t.is((await long.ended)[0], 1009);
  await until(() => streams.streams.length === 0);
  const many = await open('', headers);
  for (let sent = 0; sent < MAX_MESSAGES; sent += 1) many.send({ unsubscribe: ['BTC-USD.CC'] });
  for (let answered = 0; answered <= MAX_MESSAGES; answered += 1) t.is((await many.next()).event, 'subscribed');
  t.is(many.socket.readyState, WebSocket.OPEN);
  many.send({ unsubscribe: ['BTC-USD.CC'] });
  t.is((await many.ended)[0], 1008);
  await until(() => streams.streams.length === 0);
});

test('a socket counts as a stream of the account', async (t) => {
  const { signedIn, open, authorization } = await socketService(t, { SVC_STREAMS_PER_ACCOUNT: '1' });
  const caller = await signedIn();
  const first = await open('', authorization(caller));
  isProblem(t, await caller.get('/markets/quotes/stream?symbol=BTC-USD.CC'), 429, 'too_many_streams');
  await t.throwsAsync(open('', authorization(caller)), { message: /429/ });
  first.socket.close();
  await first.ended;
  t.true((await caller.stream('/markets/quotes/stream?symbol=BTC-USD.CC')).isOpen);
});

test('a socket ends with its session and sends the reason', async (t) => {
  const { signedIn, open, authorization, watch } = await socketService(t);
  const caller = await signedIn();
  const { next, ended } = await open('', authorization(caller));
  await next();
  await caller.post('/auth/logout');
  await watch.tick();
  t.like(await next(), { event: 'reauth', data: { reason: 'session_ended' } });
  t.is((await ended)[0], 1000);
});

test('clients that reset the connection during the handshake leave nothing behind', async (t) => {
  const { signedIn, url, streams, timers, quotes } = await socketService(t, { SVC_STREAMS_PER_ACCOUNT: '40' });
  const caller = await signedIn();
  const { hostname, port } = new URL(url);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
    socket.write(`${GREETING}Authorization: Bearer ${caller.token}\r\n${key}\r\n`);
    await wait(attempt);
    socket.resetAndDestroy();
  }
  t.is((await caller.get('/users/me')).status, 200);
  await until(() => streams.streams.length === 0);
  await streams.settled();
  await timers.advance(MINUTE);
  t.is(quotes.size, 0);
});

test('a socket whose client does not read is closed while the others continue', async (t) => {
  const { signedIn, open, authorization, provider, timers, streams } = await socketService(t);
  const caller = await signedIn();
  const idle = await open('?symbol=BTC-USD.CC', authorization(caller));
  const reader = await open('?symbol=BTC-USD.CC', authorization(caller));
  await idle.next();
  idle.socket.pause();
  // Some megabytes fit into the buffers of the operating system.
  for (let count = 0; count < 50_000 && streams.dropped === 0; count += 1) {
    await timers.advance(SECOND);
    provider.tick('BTC-USD.CC', 100 + (count % 2));
  }
  t.is(streams.dropped, 1);
  t.is(streams.streams.length, 1);
  t.is(reader.socket.readyState, WebSocket.OPEN);
});

test('a shutdown asks the clients of sockets to reconnect later, and closes the sockets', async (t) => {
  const { signedIn, open, authorization, streams } = await socketService(t);
  const { next, ended } = await open('', authorization(await signedIn()));
  await next();
  const closing = streams.close();
  t.is((await next()).event, 'retry');
  t.is((await ended)[0], 1000);
  await closing;
});
