import 'reflect-metadata';
import test from 'ava';
import { Database } from '../../src/database/database.js';
import type { LogChangeSignal } from '../../src/events/event-change-signal.js';
import { EventLog } from '../../src/events/event-log.js';
import { EventSequencer } from '../../src/events/event-sequencer.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';
import { serviceFor } from '../support/service-for.js';

test('readers of this process learn the last position at once, and nothing without new events', async (t) => {
  const { services } = await serviceFor(t);
  const heads: number[] = [];
  const signal = { reached: (head: number) => heads.push(head) } as unknown as LogChangeSignal;
  const sequencer = new EventSequencer(services.get(Database), signal);
  const log = services.get(EventLog);
  while ((await sequencer.run()) > 0);
  heads.length = 0;
  const data = { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: null };
  for (let count = 0; count < 3; count += 1) await log.append(feedStatusChanged, { data });
  t.is(await sequencer.run(), 3);
  t.is(await sequencer.run(), 0);
  const stored = await log.after(0, 100);
  t.deepEqual(heads, [stored.at(-1)?.position]);
});
