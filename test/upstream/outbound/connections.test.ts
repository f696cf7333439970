import 'reflect-metadata';
import type { Socket } from 'node:net';
import test from 'ava';
import { Outbound, OutboundFailure } from '../../../src/upstream/outbound.js';
import { settlesWithin } from '../../support/in-time.js';
import { answerOk, failureOf, outboundFor, startPeer } from '../../support/peer.js';
import { startTestService } from '../../support/test-service.js';

const allow = ['127.0.0.1'];
const resolve = async () => ['127.0.0.1'];

test('consecutive calls share connections', async (t) => {
  const peer = await startPeer(t);
  const outbound = outboundFor(t, { allow });
  for (let count = 0; count < 20; count += 1) await outbound.send({ method: 'GET', url: peer.url });
  t.is(peer.heard.length, 20);
  // After its response, a connection counts as busy for a moment, which is longer on a busy machine.
  t.true(peer.connections <= 10, `${peer.connections}`);
});

test('many concurrent calls to one origin use at most 64 connections, and all get a response', async (t) => {
  let most = 0;
  const peer = await startPeer(t, (socket) => {
    most = Math.max(most, peer.open.size);
    setImmediate(() => answerOk(socket));
  });
  const outbound = outboundFor(t, { allow });
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => outbound.send({ method: 'POST', url: peer.url, body: '{}' })),
  );
  t.true(answers.every(({ status }) => status === 200));
  t.true(most <= 64 && most > 1, `${most}`);
});

test('a call that timed out while it waited for a connection is not sent', async (t) => {
  const holding: Socket[] = [];
  const peer = await startPeer(t, (socket) =>
    peer.heard.at(-1)?.includes('/after') ? answerOk(socket) : holding.push(socket),
  );
  const outbound = outboundFor(t, { allow });
  const held = Array.from({ length: 64 }, () => outbound.send({ method: 'GET', url: peer.url }));
  const late = await failureOf(
    t,
    OutboundFailure,
    outbound.send({ method: 'GET', url: `${peer.url}late`, timeoutMs: 100 }),
  );
  t.is(late.code, 'timeout');
  while (holding.length < 64) await new Promise((done) => setImmediate(done));
  const after = outbound.send({ method: 'GET', url: `${peer.url}after` });
  answerOk(holding[0]!);
  t.is((await after).status, 200);
  t.is(peer.heard.filter((request) => request.includes('/late')).length, 0);
  for (const socket of holding.slice(1)) answerOk(socket);
  await Promise.all(held);
});

test('connections are kept for at most the limit of origins', async (t) => {
  const peer = await startPeer(t);
  const outbound = outboundFor(t, { allow, resolve, origins: 10 });
  let most = 0;
  for (let round = 0; round < 20; round += 1) {
    const names = Array.from({ length: 25 }, (_, index) => `hook-${round}-${index}.example`);
    const answers = await Promise.all(
      names.map((name) => outbound.send({ method: 'GET', url: `http://${name}:${peer.port}/` })),
    );
    t.true(answers.every(({ status }) => status === 200));
    most = Math.max(most, peer.open.size);
  }
  t.is(peer.connections, 500);
  while (peer.open.size > 10) await new Promise((done) => setImmediate(done));
  t.true(most < 100, `${most} open at once`);
});

test('a call in progress to an origin that is no longer kept gets its response', async (t) => {
  const slow: Socket[] = [];
  const [first, others] = [await startPeer(t, (socket) => void slow.push(socket)), await startPeer(t)];
  const outbound = outboundFor(t, { allow, resolve, origins: 2 });
  const answer = outbound.send({ method: 'GET', url: first.url });
  for (const name of ['a', 'b', 'c'])
    await outbound.send({ method: 'GET', url: `http://${name}.example:${others.port}/` });
  answerOk(slow[0]!);
  t.is((await answer).status, 200);
  await first.closed();
});

test('an unused connection is closed after seconds, also if the server would keep it for an hour', async (t) => {
  const peer = await startPeer(t, (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nkeep-alive: timeout=3600\r\ncontent-length: 0\r\n\r\n'),
  );
  await outboundFor(t, { allow }).send({ method: 'GET', url: peer.url });
  t.true(await settlesWithin(10_000, peer.closed()));
});

test('closing the guard ends calls in progress as stopped, closes all connections and makes no more calls', async (t) => {
  const peer = await startPeer(t, () => undefined);
  const never = () => new Promise<string[]>(() => undefined);
  const outbound = outboundFor(t, { allow, resolve: never, connectMs: 600_000 });
  const underWay = [peer.url, `https://127.0.0.1:${peer.port}/`, `http://hook.example:${peer.port}/`].map((url) =>
    failureOf(t, OutboundFailure, outbound.send({ method: 'GET', url })),
  );
  while (peer.heard.length < 2) await new Promise((done) => setImmediate(done));
  await outbound.close();
  t.deepEqual(new Set((await Promise.all(underWay)).map(({ code }) => code)), new Set(['stopped']));
  await peer.closed();
  t.is((await failureOf(t, OutboundFailure, outbound.send({ method: 'GET', url: peer.url }))).code, 'stopped');
  await outbound.close();
});

// This test runs first: loading the application keeps a busy machine from answering the calls of other tests.
test.serial('the service has one guard, as configured, and closes it at shutdown', async (t) => {
  const peer = await startPeer(t);
  const service = await startTestService({ env: { SVC_OUTBOUND_ALLOW: '127.0.0.1' } });
  const outbound = service.services.get(Outbound);
  t.is((await outbound.send({ method: 'GET', url: peer.url })).status, 200);
  t.regex(peer.heard[0] ?? '', /\r\nuser-agent: Watchfloor\/\d+\.\d+\.\d+\r\n/);
  await service.close();
  await peer.closed();
  t.is((await failureOf(t, OutboundFailure, outbound.send({ method: 'GET', url: peer.url }))).code, 'stopped');
});
