import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { Database } from '../../src/database/database.js';
import { EventChangeSignal, LogChangeSignal } from '../../src/events/event-change-signal.js';
import { EventConsumer } from '../../src/events/event-consumer.js';
import { EventDispatcher } from '../../src/events/event-dispatcher.js';
import { EventListener } from '../../src/events/event-listener.js';
import { EventLog } from '../../src/events/event-log.js';
import { EventSequencer } from '../../src/events/event-sequencer.js';
import { Log } from '../../src/logging/log.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';
import { serviceFor } from '../support/service-for.js';
import { openPatiently } from '../support/test-database.js';
import type { TestService } from '../support/test-service.js';

const data = { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: null };

/** A consumer that keeps the events it has read, and fails while `failing` is set. */
class Reader extends EventConsumer {
  readonly role = 'worker';
  readonly read: string[] = [];
  failing = false;
  turns = 0;
  private position = 0;
  private waiting: Array<() => void> = [];

  constructor(private readonly log: EventLog) {
    super();
  }

  async turn(): Promise<boolean> {
    this.turns += 1;
    for (const look of this.waiting) look();
    if (this.failing) throw new Error('out of order');
    const events = await this.log.after(this.position, 1);
    this.position = events.at(-1)?.position ?? this.position;
    this.read.push(...events.map(({ id }) => id));
    return events.length > 0;
  }

  /** Resolves when the condition is true; checks it at each turn. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}

/** Starts an event dispatcher as in another process on the same database. */
function pumpOf(t: ExecutionContext, { services }: TestService, ...consumers: EventConsumer[]) {
  const [appended, placed] = [new EventChangeSignal(), new LogChangeSignal()];
  const pump = new EventDispatcher(
    services.get(EventSequencer),
    new EventListener(services.get(Database), placed),
    appended,
    placed,
    services.get(Log),
  );
  for (const one of consumers) pump.add(one);
  pump.start();
  t.teardown(() => pump.close());
  return pump;
}

test('the running service dispatches events without being called', async (t) => {
  const service = await serviceFor(t);
  const log = service.services.get(EventLog);
  const reader = new Reader(log);
  pumpOf(t, service, reader);
  const ids = [await log.append(feedStatusChanged, { data }), await log.append(feedStatusChanged, { data })];
  await reader.until(() => reader.read.length === 2);
  t.deepEqual(reader.read, ids);
});

test('a failing consumer does not stop the others, is logged once, and continues when it no longer fails', async (t) => {
  const service = await serviceFor(t);
  const log = service.services.get(EventLog);
  const [good, bad] = [new Reader(log), new Reader(log)];
  bad.failing = true;
  pumpOf(t, service, bad, good);
  const first = await log.append(feedStatusChanged, { data });
  await good.until(() => good.read.length === 1);
  t.deepEqual([good.read, bad.read], [[first], []]);
  const { turns } = bad;
  await bad.until(() => bad.turns > turns + 1);
  const complaints = service.logged.filter((line) => line.includes('Event consumer failed'));
  t.is(complaints.length, 1);
  t.regex(complaints[0] as string, /out of order/);
  bad.failing = false;
  await bad.until(() => bad.read.length === 1);
  t.true(service.logged.some((line) => line.includes('Event consumer recovered.')));
});

test('a closed dispatcher reads nothing more', async (t) => {
  const service = await serviceFor(t);
  const log = service.services.get(EventLog);
  const reader = new Reader(log);
  const pump = pumpOf(t, service, reader);
  await reader.until(() => reader.turns > 0);
  await pump.close();
  const { turns } = reader;
  await log.append(feedStatusChanged, { data });
  await service.settle();
  t.is(reader.turns, turns);
});

/**
 * Returns whether the signal notifies again after its first `count` notifications. No dispatcher runs, so nothing
 * polls.
 */
async function nextNotification(signal: EventChangeSignal, count: number): Promise<boolean> {
  await signal.next(count, 20_000, new AbortController().signal);
  return signal.count > count;
}

test('events of one process notify another, also after its connection was lost', async (t) => {
  const { services, database } = await serviceFor(t);
  const log = services.get(EventLog);
  const elsewhere = openPatiently(database.url, 1);
  t.teardown(() => elsewhere.close());
  const signal = new LogChangeSignal();
  const listener = new EventListener(elsewhere, signal);
  t.teardown(() => listener.close());
  listener.start();
  t.true(await nextNotification(signal, 0), 'notifies when it starts to listen');
  const listening = signal.count;
  await log.append(feedStatusChanged, { data });
  t.is(signal.count, listening, 'an event without a position cannot be read yet');
  await services.get(EventSequencer).run();
  t.true(await nextNotification(signal, listening));

  const before = signal.count;
  const { rowCount } = await database.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'watchfloor watchfloor_events' and datname = current_database()",
  );
  t.is(rowCount, 1);
  t.true(
    await nextNotification(signal, before),
    'notifies when it listens again, since notifications may have been missed',
  );
  const again = signal.count;
  await log.append(feedStatusChanged, { data });
  await services.get(EventSequencer).run();
  t.true(await nextNotification(signal, again));
});
