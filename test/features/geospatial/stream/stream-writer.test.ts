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
