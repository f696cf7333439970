import 'reflect-metadata';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import test from 'ava';
import { WORLD } from '../../../../src/features/geospatial/box.js';
import { StreamChanges } from '../../../../src/features/geospatial/stream/stream-changes.js';
import type { StreamItem } from '../../../../src/features/geospatial/stream/stream-item.js';
import { StreamTeller } from '../../../../src/features/geospatial/stream/stream-teller.js';
import { StreamTurns } from '../../../../src/features/geospatial/stream/stream-turns.js';
import { ToldSoFar } from '../../../../src/features/geospatial/stream/told-so-far.js';
import { EventStream } from '../../../../src/http/stream/event-stream.js';
import { livePicture } from '../../../support/live-picture.js';
import { ManualTimers } from '../../../support/manual-timers.js';

test('a client that takes everything at once keeps nobody else waiting', async (t) => {
  const { picture, clock, vessel } = livePicture();
  for (let key = 1; key <= 1_000; key += 1) vessel({ key: 211_000_000 + key });
  const turns = new StreamTurns(picture, new ManualTimers(clock), clock);
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
  const told = new ToldSoFar('made up', { accountId: 'somebody', box: WORLD, layers: ['vessels'] });
  const nothing = { everything: async () => [], changed: async () => [] } as never;
  const teller = new StreamTeller(stream, told, { changes: new StreamChanges(picture, turns), events: nothing, pins: nothing }, turns, () => clock.now());
  await teller.tellAll();
  isOver = true;
  t.is(writtenIn.length, 11);
  t.is(new Set(writtenIn).size, 11, `${writtenIn}`);
});
