import { once } from 'node:events';
import test from 'ava';
import { settlesWithin } from '../../support/in-time.js';
import { streamService, until } from '../../support/stream-service.js';

test('shutdown ends every stream within a second with a retry time, also one that is not read', async (t) => {
  const { signedIn, board, hub, server, rawStream, followed } = await streamService(t);
  const [caller, lazy] = [await signedIn(), await signedIn()];
  const sources = [await caller.stream('/bulletins/stream'), await caller.stream('/bulletins/stream')];
  await followed(2);
  const socket = await rawStream(lazy);
  socket.pause();
  await followed(3);
  const stuck = [...board.followers].at(-1)!;
  for (let number = 1; stuck.bufferedBytes < 500_000; number += 1) {
    stuck.send({ number, text: 'x'.repeat(50_000) });
    await new Promise(setImmediate);
  }
  t.true(await settlesWithin(1_000, hub.close()));
  t.true(stuck.isGone);
  const closed = once(server, 'close');
  server.close();
  // Closes the idle connections of the test client, which would keep the server open.
  server.closeIdleConnections();
  await closed;
  for (const source of sources) {
    await source.ended;
    t.true(source.parser.retry! >= 1_000 && source.parser.retry! <= 5_000);
    t.deepEqual(source.received, []);
  }
  t.deepEqual([hub.streams.length, hub.ending.size, board.followers.size], [0, 0, 0]);
});

test('a source that waits for its reader is released at shutdown', async (t) => {
  const { signedIn, board, hub, rawStream, followed } = await streamService(t);
  board.past = Array.from({ length: 400 }, (_, index) => ({ number: index + 1, text: 'x'.repeat(100_000) }));
  const socket = await rawStream(await signedIn());
  socket.pause();
  let before = -1;
  while (before !== board.pagesRead || before === 0) {
    before = board.pagesRead;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  t.is(board.followers.size, 1);
  await hub.close();
  await followed(0);
  t.true(board.pagesRead < 400);
});

test('a process that shuts down opens no more streams and reports why', async (t) => {
  const { signedIn, hub } = await streamService(t);
  const caller = await signedIn();
  await hub.close();
  const { status, json, headers } = await caller.get('/bulletins/stream');
  t.deepEqual([status, json.code, headers.get('retry-after')], [503, 'unavailable', '1']);
  t.deepEqual(hub.held, []);
});

test('streams that ended before shutdown do not delay it', async (t) => {
  const { signedIn, hub, followed } = await streamService(t);
  const source = await (await signedIn()).stream('/bulletins/stream');
  await followed(1);
  await source.close();
  await until(() => hub.streams.length === 0);
  t.true(await settlesWithin(300, hub.close()));
});
