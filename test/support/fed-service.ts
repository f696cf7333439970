import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { aisFeed } from '../../src/features/geospatial/feeds/ais-bytes.js';
import { LiveState } from '../../src/features/geospatial/live/live-state.js';
import { ObservationSink } from '../../src/features/geospatial/observation.js';
import { Log } from '../../src/logging/log.js';
import { SystemTimers } from '../../src/time/timers.js';
import { FeedRegistry } from '../../src/upstream/feed-status.js';
import { FeedSupervisor } from '../../src/upstream/supervisor/feed-supervisor.js';
import { connectedTo } from '../../src/upstream/transport/tcp-source.js';
import { feedServer } from './feed-server.js';
import { serviceFor } from './service-for.js';

/** Recorded lines without their times, which are in 2019. */
export const ships = readFileSync(join('test', 'fixtures', 'geo', 'feeds', 'kystverket-400.nm4'), 'utf8')
  .split('\n')
  .map((line) => line.replace(/^\\[^\\]*\\/, ''));

export interface Fed {
  /** Returns the feed status as a caller without credentials sees it. */
  feed(): Promise<{
    status: string;
    records: number;
    consecutiveFailures: number;
    failures: Array<{ kind: string; count: number }>;
  }>;
  failures(kind: string): Promise<number>;
  ships(): number;
  server: Awaited<ReturnType<typeof feedServer>>;
  advance(ms: number): void;
}

/**
 * Starts a service that reads vessels from a TCP server, whose connections the test controls. Pauses between runs are
 * short.
 */
export async function fed(
  t: ExecutionContext,
  greet: (socket: Socket, count: number) => void,
  stallMs = 60_000,
): Promise<Fed> {
  const service = await serviceFor(t);
  const server = await feedServer(t, greet);
  const [clock, sink, feeds, log] = [
    service.clock,
    service.services.get(ObservationSink),
    service.services.get(FeedRegistry),
    service.services.get(Log),
  ];
  const timers = new SystemTimers();
  const bytes = connectedTo({ host: '127.0.0.1', port: server.port, timers, stallMs });
  const source = aisFeed({ feed: 'ais.tcp', provider: 'ais', bytes, isRecording: false }, { clock, sink });
  const supervisor = new FeedSupervisor(source, { feeds, clock, timers, log, random: () => 0.01 });
  supervisor.start();
  t.teardown(() => supervisor.stop());
  const feed = async () => {
    const { status, json } = await service.client().get('/health/feeds');
    t.is(status, 200);
    return json.items.find((one: { feed: string }) => one.feed === 'ais.tcp');
  };
  const failures = async (kind: string) =>
    (await feed()).failures.find((one: { kind: string }) => one.kind === kind)?.count ?? 0;
  const picture = service.services.get(LiveState);
  return { feed, failures, ships: () => picture.vessels.size, server, advance: (ms) => clock.advance(ms) };
}
