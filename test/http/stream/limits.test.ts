import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'ava';
import { MAX_BUFFERED_BYTES } from '../../../src/http/stream/event-stream.js';
import { StreamSlots } from '../../../src/http/stream/stream-slots.js';
import type { Injectable } from '../../../src/wiring/services.js';
import { Gate } from '../../support/controllers/gate.js';
import { isProblem } from '../../support/is-problem.js';
import { patiently, streamService, until } from '../../support/stream-service.js';
import type { TestService } from '../../support/test-service.js';

/** Delays requests for slots, as a slow store does. */
function gatePlaces({ services }: TestService) {
  const places = services.get(StreamSlots as Injectable<StreamSlots>);
  const [asked, opened, given] = Array.from({ length: 3 }, () => Promise.withResolvers<void>()) as [
    Gated,
    Gated,
    Gated,
  ];
  const take = places.take.bind(places);
  places.take = async (place) => {
    asked.resolve();
    await opened.promise;
    const taken = await take(place);
    setImmediate(given.resolve);
    return taken;
  };
  return { asked: asked.promise, open: opened.resolve, given: given.promise };
}

type Gated = PromiseWithResolvers<void>;

test('the sixth stream of an account is rejected until one of the five ends', async (t) => {
  const { signedIn, hub, followed } = await streamService(t);
  const [caller, other] = [await signedIn(), await signedIn()];
  const sources = [];
  for (let count = 0; count < 5; count += 1) sources.push(await caller.stream('/bulletins/stream'));
  const { status, json, headers } = await caller.get('/bulletins/stream');
  t.deepEqual([status, json.code], [429, 'too_many_streams']);
  t.is(headers.get('retry-after'), '10');
  t.regex(headers.get('content-type') ?? '', /problem/);
  t.false(headers.has('x-accel-buffering'));
  t.true((await other.stream('/bulletins/stream')).isOpen, 'another account has places of its own');
  await sources[2]!.close();
  await followed(5);
  t.true((await caller.stream('/bulletins/stream')).isOpen);
  isProblem(t, await caller.get('/bulletins/stream'), 429, 'too_many_streams');
  t.is(hub.streams.length, 6);
});

test('five of twenty concurrent requests for streams succeed', async (t) => {
  const { signedIn, hub } = await streamService(t);
  const caller = await signedIn();
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => caller.stream('/bulletins/stream')));
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 5);
  t.is(hub.streams.length, 5);
});

test('a reset connection releases its slot and is not an error', async (t) => {
  const { signedIn, rawStream, followed, logged } = await streamService(t, { env: { SVC_STREAMS_PER_ACCOUNT: '1' } });
  const caller = await signedIn();
  const socket = await rawStream(caller);
  await followed(1);
  isProblem(t, await caller.get('/bulletins/stream'), 429, 'too_many_streams');
  socket.resetAndDestroy();
  await followed(0);
  t.true((await caller.stream('/bulletins/stream')).isOpen);
  t.deepEqual(
    logged.filter((line) => /"level":(40|50)/.test(line)),
    [],
  );
});

test('a request aborted while it waits for a slot holds none', async (t) => {
  const service = await streamService(t, { env: { SVC_STREAMS_PER_ACCOUNT: '1' } });
  const caller = await service.signedIn();
  const places = gatePlaces(service);
  const connection = once(service.server, 'connection');
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => {});
  socket.write(`GET /api/v1/bulletins/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.token}\r\n\r\n`);
  const [accepted] = await connection;
  await places.asked;
  socket.destroy();
  if (!accepted.closed) await once(accepted, 'close');
  places.open();
  await until(() => service.logged.some((line) => line.includes('/bulletins/stream')));
  await service.hub.settled();
  t.deepEqual(service.hub.streams, []);
  t.true(await service.hasCapacity(caller));
});

test('a request that timed out while it waited for a slot opens no stream', async (t) => {
  const service = await streamService(t, { env: { SVC_STREAMS_PER_ACCOUNT: '1', SVC_DEADLINE_SECONDS: '3' } });
  const caller = await patiently(service.signedIn);
  const places = gatePlaces(service);
  const { status, json } = await caller.get('/bulletins/stream');
  t.deepEqual([status, json.code], [503, 'deadline_exceeded']);
  places.open();
  await places.given;
  await service.hub.settled();
  t.deepEqual([service.hub.streams.length, service.board.followers.size], [0, 0]);
  t.true(await service.hasCapacity(caller));
});

test('a stream queued behind another response of its connection ends with the connection', async (t) => {
  const { signedIn, url, services, board, followed } = await streamService(t);
  const { token } = await signedIn();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const request = `GET /api/v1/bulletins/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const gate = services.get(Gate);
  socket.write(`GET /api/v1/faults/wait HTTP/1.1\r\nHost: x\r\n\r\n${request}`);
  await followed(1);
  const [waiting] = board.followers;
  socket.destroy();
  await followed(0);
  t.true(waiting!.isGone);
  gate.open();
});

test('a client that stops reading is disconnected at a megabyte, and others continue', async (t) => {
  const { signedIn, board, hub, rawStream, followed } = await streamService(t);
  const [lazy, eager] = [await signedIn(), await signedIn()];
  const socket = await rawStream(lazy);
  await followed(1);
  const [stuck] = board.followers;
  socket.pause();
  const source = await eager.stream('/bulletins/stream');
  await followed(2);
  let [number, most] = [0, 0];
  while (hub.dropped === 0 && number < 1_000) {
    number += 1;
    board.tell({ number, text: 'x'.repeat(50_000) });
    most = Math.max(most, stuck!.bufferedBytes);
    // The reading client gets each event at once. For the other one, the operating system buffers some megabytes.
    await source.next(({ id }) => id === String(number));
  }
  t.is(hub.dropped, 1);
  t.true(most > MAX_BUFFERED_BYTES - 60_000 && most <= MAX_BUFFERED_BYTES + 1_000, `${most} bytes waited`);
  t.false(stuck!.isOpen);
  board.tell({ number: number + 1, text: 'go on' });
  t.is((await source.next()).id, String(number + 1));
  t.is(hub.streams.length, 1);
});

test('an ended stream that is not read to its end is disconnected soon', async (t) => {
  const { signedIn, board, hub, watch, rawStream, followed } = await streamService(t);
  const caller = await signedIn();
  const socket = await rawStream(caller);
  socket.pause();
  await followed(1);
  const [stuck] = board.followers;
  for (let number = 1; stuck!.bufferedBytes < 500_000; number += 1) {
    stuck!.send({ number, text: 'x'.repeat(50_000) });
    await new Promise(setImmediate);
  }
  await caller.post('/auth/logout');
  await watch.tick();
  t.is(hub.ending.size, 1);
  for (let count = 0; count < 4; count += 1) await watch.tick();
  t.is(hub.ending.size, 0);
  t.true(stuck!.isGone);
});
