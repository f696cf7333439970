import 'reflect-metadata';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import test from 'ava';
import { WORLD } from '../../../../src/features/geospatial/box.js';
import { StreamChanges } from '../../../../src/features/geospatial/stream/stream-changes.js';
import { StreamCursor } from '../../../../src/features/geospatial/stream/stream-cursor.js';
import type { StreamItem } from '../../../../src/features/geospatial/stream/stream-item.js';
import { StreamTicker } from '../../../../src/features/geospatial/stream/stream-ticker.js';
import { StreamWriter } from '../../../../src/features/geospatial/stream/stream-writer.js';
import { EventStream } from '../../../../src/http/stream/event-stream.js';
import { liveState } from '../../../support/live-state.js';
import { ManualTimers } from '../../../support/manual-timers.js';

test('a client that reads at once does not block the event loop', async (t) => {
  const { picture, clock, vessel } = liveState();
  for (let key = 1; key <= 1_000; key += 1) vessel({ key: 211_000_000 + key });
  const ticker = new StreamTicker(picture, new ManualTimers(clock), clock, {} as never);
  let [turn, isOver] = [0, false];
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const writtenIn: number[] = [];
  const encode = (_items: readonly StreamItem[]): Buffer => {
    writtenIn.push(turn);
    return Buffer.from('x');
  };
  const stream = new EventStream(new ServerResponse(new IncomingMessage(new Socket())), encode, {} as never);
  const cursor = new StreamCursor('made up', { accountId: 'somebody', box: WORLD, layers: ['vessels'] });
  const nothing = { snapshot: async () => [], changed: async () => [] } as never;
  const writer = new StreamWriter(
    stream,
    cursor,
    { changes: new StreamChanges(picture, ticker), events: nothing, pins: nothing },
    ticker,
    () => clock.now(),
  );
  await writer.writeSnapshot();
  isOver = true;
  t.is(writtenIn.length, 11);
  t.is(new Set(writtenIn).size, 11, `${writtenIn}`);
});

test('the initial state holds 25,000 vessels and aircraft, and says when there are more', async (t) => {
  const { picture, clock, vessel, aircraft } = liveState();
  const ticker = new StreamTicker(picture, new ManualTimers(clock), clock, {} as never);
  const nothing = { snapshot: async () => [], changed: async () => [] } as never;
  const written = async () => {
    const items: StreamItem[] = [];
    const encode = (batch: readonly StreamItem[]): Buffer => {
      items.push(...batch);
      return Buffer.from('x');
    };
    const stream = new EventStream(new ServerResponse(new IncomingMessage(new Socket())), encode, {} as never);
    const cursor = new StreamCursor('made up', { accountId: 'ada', box: WORLD, layers: ['vessels', 'aircraft'] });
    const sources = { changes: new StreamChanges(picture, ticker), events: nothing, pins: nothing };
    await new StreamWriter(stream, cursor, sources, ticker, () => clock.now()).writeSnapshot();
    const last = items.pop();
    return { count: items.length, isCut: last?.kind === 'current' && last.truncated };
  };
  for (let key = 1; key < 25_000; key += 1) vessel({ key: 211_000_000 + key });
  aircraft();
  t.deepEqual(await written(), { count: 25_000, isCut: false });
  vessel({ key: 212_000_000 });
  t.deepEqual(await written(), { count: 25_000, isCut: true });
});
