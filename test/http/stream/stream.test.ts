import test from 'ava';
import { Problem } from '../../../src/api/problem.js';
import { collect } from '../../support/collect-garbage.js';
import { isProblem } from '../../support/is-problem.js';
import { MINUTE, SECOND } from '../../support/service-for.js';
import { patiently, streamService, until } from '../../support/stream-service.js';

const bulletins = (count: number, text = 'tea') =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, text }));

test('a stream begins at once with a retry time and headers against caching and buffering', async (t) => {
  const { signedIn } = await streamService(t);
  const source = await (await signedIn()).stream('/bulletins/stream');
  await until(() => source.parser.retry !== undefined);
  t.is(source.parser.retry, 3 * SECOND);
  t.is(source.parser.comments, 1);
  t.like(Object.fromEntries(source.headers), {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-ratelimit-limit': '600',
  });
  t.false(source.headers.has('etag'));
});

test('published events reach every follower', async (t) => {
  const { signedIn, board, followed } = await streamService(t);
  const sources = [
    await (await signedIn()).stream('/bulletins/stream'),
    await (await signedIn()).stream('/bulletins/latest'),
  ];
  await followed(2);
  board.tell({ number: 7, text: 'tea' });
  for (const source of sources)
    t.deepEqual(await source.next(), { event: 'bulletin', data: '{"number":7,"text":"tea"}', id: '7' });
});

test('a client that reconnects continues after its last event', async (t) => {
  const { signedIn, board } = await streamService(t);
  board.past = bulletins(30);
  const caller = await signedIn();
  const source = await caller.stream('/bulletins/stream');
  await source.next(({ id }) => id === '12');
  const again = await caller.stream('/bulletins/stream', { headers: { 'last-event-id': '12' } });
  t.deepEqual(await again.nextData(), { number: 13, text: 'tea' });
});

test('an impossible id is rejected', async (t) => {
  const { signedIn } = await streamService(t);
  const caller = await signedIn();
  const { status, json } = await caller.get('/bulletins/stream', { headers: { 'last-event-id': 'é' } });
  t.is(status, 400);
  t.is(json.errors[0].pointer, 'header/Last-Event-ID');
});

test('HEAD returns the headers of a stream and ends', async (t) => {
  const { signedIn, hub } = await streamService(t);
  const { status, headers } = await (await signedIn()).call('HEAD', '/bulletins/stream');
  t.is(status, 200);
  t.is(headers.get('content-type'), 'text/event-stream; charset=utf-8');
  t.deepEqual(hub.streams, []);
});

test('a stream requires a token', async (t) => {
  const { client } = await streamService(t);
  isProblem(t, await client().get('/bulletins/stream'), 401, 'unauthenticated');
});

test('a backlog longer than the client reads waits in the store and not in memory', async (t) => {
  const { signedIn, board, rawStream, database } = await streamService(t);
  board.past = bulletins(400, 'x'.repeat(100_000));
  const socket = await rawStream(await signedIn());
  socket.pause();
  await until(() => board.pagesRead > 0 && [...board.followers].some((stream) => stream.bufferedBytes > 0));
  let before = -1;
  // Reading has stopped when no further page is read during 20 queries.
  while (before !== board.pagesRead) {
    before = board.pagesRead;
    for (let round = 0; round < 20; round += 1) await database.database.query('select 1');
  }
  const [stream] = board.followers;
  t.true((stream?.bufferedBytes ?? 0) < 200_000, `${stream?.bufferedBytes} bytes wait`);
  t.true(board.pagesRead < 400, `${board.pagesRead} pages were read`);
  socket.resume();
  await until(() => board.pagesRead === 400);
  t.true(stream?.isOpen);
});

test('the source of a stream is notified when its follower disconnects', async (t) => {
  const { signedIn, board, hub, followed } = await streamService(t);
  const source = await (await signedIn()).stream('/bulletins/stream');
  await followed(1);
  const [stream] = board.followers;
  const { signal } = stream!;
  t.false(signal.aborted);
  await source.close();
  await followed(0);
  t.true(signal.aborted);
  t.deepEqual(hub.streams, []);
  t.false(stream!.send({ number: 1, text: 'too late' }));
  await t.throwsAsync(stream!.write({ number: 1, text: 'too late' }), { name: 'StreamEnded' });
});

test('a stream whose source fails ends with a problem without internal details', async (t) => {
  const { signedIn, board, logged } = await streamService(t);
  const caller = await signedIn();
  board.failure = new TypeError('/etc/secret-file');
  const source = await caller.stream('/bulletins/stream');
  const { code, requestId, instance } = await source.nextData<Record<string, string>>('error');
  t.deepEqual([code, instance], ['internal_error', '/api/v1/bulletins/stream']);
  await source.ended;
  t.true(logged.some((line) => line.includes(requestId!) && line.includes('/etc/secret-file')));
  board.failure = new Problem('conflict', { detail: 'It moved on.' });
  t.like(await (await caller.stream('/bulletins/stream')).nextData('error'), {
    code: 'conflict',
    detail: 'It moved on.',
  });
});

test('the request deadline does not end a stream, and a stream is not a request in progress', async (t) => {
  const { signedIn, board, followed } = await streamService(t, {
    env: { SVC_DEADLINE_SECONDS: '5', SVC_CONCURRENCY: '1' },
  });
  const caller = await patiently(signedIn);
  const opened = performance.now();
  const source = await caller.stream('/bulletins/stream');
  await followed(1);
  t.is((await caller.get('/users/me')).status, 200);
  await until(() => performance.now() - opened > 5_300);
  board.tell({ number: 1, text: 'still here' });
  t.is((await source.next()).id, '1');
});

test('streams hold no database connection, nor do requests with an idempotency key', async (t) => {
  const { signedIn, board, followed } = await streamService(t, { env: { SVC_STREAMS_PER_ACCOUNT: '50' } });
  const caller = await signedIn();
  board.past = bulletins(1);
  const { promise, resolve } = Promise.withResolvers<void>();
  board.held = promise;
  // Twelve streams are opened with only four connections in the pool.
  const sources = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      caller.stream('/bulletins/stream', { method: 'POST', headers: { 'idempotency-key': `key-${index}` } }),
    ),
  );
  await followed(12);
  t.is((await caller.patch('/users/me', { displayName: 'Ada' })).status, 200);
  // The transactions of the idempotency keys have ended, so the queries of the streams are not part of them.
  resolve();
  for (const source of sources) t.is((await source.next()).id, '1');
});

test('a thousand streams that were opened and closed leave nothing in memory', async (t) => {
  const count = 1_000;
  const { signedIn, board, hub, followed, watch, hasCapacity } = await streamService(t, {
    env: { SVC_STREAMS_PER_ACCOUNT: String(count), SVC_CONCURRENCY: '200', SVC_RATE_LIMIT: '100000' },
  });
  const caller = await signedIn();
  const listeners = () => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  const before = listeners();
  const known: Array<WeakRef<object>> = [];
  const round = async () => {
    const sources = [];
    for (let at = 0; at < count; at += 100)
      sources.push(...(await Promise.all(Array.from({ length: 100 }, () => caller.stream('/bulletins/stream')))));
    await followed(count);
    known.push(...[...board.followers].map((stream) => new WeakRef(stream)));
    board.tell({ number: 1, text: 'hello' });
    for (const source of sources) await source.next();
    t.false(await hasCapacity(caller));
    await watch.tick();
    await Promise.all(sources.map((source) => source.close()));
    await followed(0);
  };
  await round();
  await until(() => hub.ending.size === 0);
  await watch.tick();
  t.deepEqual([hub.streams.length, hub.held.length, hub.ending.size, listeners()], [0, 0, 0, before]);
  t.true(await hasCapacity(caller));
  await until(() => {
    collect();
    return known.every((stream) => stream.deref() === undefined);
  });
});

test('a stream stays open for minutes until its token expires', async (t) => {
  const { signedIn, clock, watch, hub } = await streamService(t);
  await (await signedIn()).stream('/bulletins/stream');
  clock.advance(14 * MINUTE);
  await watch.tick();
  t.is(hub.streams.length, 1);
});
