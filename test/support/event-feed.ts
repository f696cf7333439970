import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import type { ExecutionContext } from 'ava';
import { Config } from '../../src/config/config.js';
import { eventSourceMakers } from '../../src/features/geospatial/events/event-sources.js';
import type { GeoEvents } from '../../src/features/geospatial/events/geo-events.service.js';
import type { GeoEventReport } from '../../src/features/geospatial/geo-event.js';
import { GeospatialConfig } from '../../src/features/geospatial/geospatial.config.js';
import type { ObservationSink } from '../../src/features/geospatial/observation.js';
import { ReceptionCounter } from '../../src/features/geospatial/reception/reception-counter.js';
import type { GeoSourceParts } from '../../src/features/geospatial/source-parts.js';
import { createLog } from '../../src/logging/log.js';
import { MemoryBudgetStore } from '../../src/upstream/budget/memory-budget-store.js';
import { HttpUpstreams } from '../../src/upstream/client/http-upstreams.js';
import type { FeedSource } from '../../src/upstream/feed-source.js';
import { FeedRegistry, type FeedStatus } from '../../src/upstream/feed-status.js';
import { ManualClock } from './manual-clock.js';
import { ManualTimers } from './manual-timers.js';
import { VENDOR_MS } from './peer-times.js';
import { startVendorStub, type VendorScript, type VendorStub } from './vendors/vendor-stub.js';

/** Returns a recorded response from `test/fixtures/geo/events`. */
export const recordedEvents = (name: string): string => readFileSync(`test/fixtures/geo/events/${name}`, 'utf8');

export interface EventFeedTest {
  stub: VendorStub;
  clock: ManualClock;
  /** The reports of each poll. */
  reported: GeoEventReport[][];
  /** For each complete list of the provider, the keys of its events; open events with other keys end. */
  listed: string[][];
  /**
   * Advances the clock by ten minutes, or `minutes`, and polls once.
   * @returns the number of accepted records
   * @throws the error with which the run ended
   */
  poll(minutes?: number): Promise<number>;
  feed(): FeedStatus;
  /** Returns the number of failures of a kind. */
  failures(kind: string): number;
  /** Sets the error with which the event store rejects reports; undefined: it accepts them. */
  refuse(error: Error | undefined): void;
}

/** Starts a source of events as the service does, over HTTP to a stub. Both end with the test. */
export async function eventFeedFor(
  t: ExecutionContext,
  line: string,
  answer: VendorScript['answer'],
): Promise<EventFeedTest> {
  const stub = await startVendorStub({ answer });
  const clock = new ManualClock();
  const timers = new ManualTimers(clock);
  const feeds = new FeedRegistry();
  const log = createLog({ logLevel: 'silent' }, { write: () => {} });
  const config = new Config({ SVC_ENV: 'test', [`SVC_${line.toUpperCase()}_BASE_URL`]: stub.url }, [
    GeospatialConfig,
  ]).of(GeospatialConfig);
  const upstreams = new HttpUpstreams({
    feeds,
    budgets: new MemoryBudgetStore(clock),
    clock,
    log,
    userAgent: 'Watchfloor/test',
    timeoutMs: VENDOR_MS,
  });
  const [reported, listed]: [GeoEventReport[][], string[][]] = [[], []];
  let refusal: Error | undefined;
  const events: Pick<GeoEvents, 'report' | 'endUnlisted'> = {
    report: async (reports) => {
      if (refusal) throw refusal;
      return reported.push([...reports]);
    },
    endUnlisted: async (_provider, keys) => listed.push([...keys]),
  };
  const parts: GeoSourceParts = {
    config,
    seed: 1,
    reception: new ReceptionCounter(config),
    upstreams,
    feeds,
    clock,
    timers,
    log,
    sink: {} as ObservationSink,
    events: events as GeoEvents,
    takeWorld: async () => {},
    takeFlights: async () => {},
    tables: { validators: async () => undefined, store: async () => {} },
    transits: { latestDay: async () => undefined, store: async () => {} },
  };
  const source = eventSourceMakers.map((make) => make(line, parts)).find((made) => made !== undefined) as FeedSource;
  t.teardown(async () => {
    await upstreams.close();
    await stub.close();
  });
  const poll = async (minutes = 10) => {
    clock.advance(minutes * 60_000);
    const abort = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const accepted = (records: number) => {
      resolve(records);
      abort.abort();
    };
    source.run({ signal: abort.signal, accepted, skipped: () => {} }).catch(reject);
    return promise;
  };
  const feed = () => feeds.list()[0] as FeedStatus;
  const failures = (kind: string) => feed().failures?.find((one) => one.kind === kind)?.count ?? 0;
  const refuse = (error: Error | undefined) => {
    refusal = error;
  };
  return { stub, clock, reported, listed, poll, feed, failures, refuse };
}
