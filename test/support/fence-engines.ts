import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { EventLog } from '../../src/events/event-log.js';
import { FenceEvaluation } from '../../src/features/geospatial/geofences/engine/fence-evaluation.js';
import { FenceFollower } from '../../src/features/geospatial/geofences/engine/fence-follower.js';
import { LivePositionLookup } from '../../src/features/geospatial/geofences/engine/position-lookup.js';
import { RecentMovements } from '../../src/features/geospatial/geofences/engine/recent-movements.service.js';
import { TransitionOutbox } from '../../src/features/geospatial/geofences/engine/transition-outbox.js';
import { GeofenceChangeSignal } from '../../src/features/geospatial/geofences/geofence-change-signal.js';
import { FenceShardRepository } from '../../src/features/geospatial/geofences/store/fence-shard.repository.js';
import { TransitionWriter } from '../../src/features/geospatial/geofences/store/transition-writer.service.js';
import { WatchedFenceRepository } from '../../src/features/geospatial/geofences/store/watched-fence.repository.js';
import { TransitionProviders } from '../../src/features/geospatial/geofences/transition-providers.service.js';
import { LiveState } from '../../src/features/geospatial/live/live-state.js';
import { Log } from '../../src/logging/log.js';
import { ManualTimers } from './manual-timers.js';
import { serviceFor } from './service-for.js';
import type { TestService } from './test-service.js';

export const base = '/geospatial/geofences';
export const circle = { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 };

/**
 * Returns another geofence engine on the same database and live state, as in another process.
 * @param index of its shard out of `count`; undefined: all geofences
 */
export function engineOf(service: TestService, index?: number, count = 2) {
  const { services, database, clock } = service;
  const live = services.get(LiveState);
  const [fences, shards] = [new WatchedFenceRepository(database.database), new FenceShardRepository(database.database)];
  const writer = new TransitionWriter(
    fences,
    shards,
    services.get(TransitionProviders),
    services.get(EventLog),
    database.database,
  );
  const shard = index === undefined ? undefined : { index, count, term: randomUUID() };
  const log = services.get(Log);
  const outbox = new TransitionOutbox(writer, clock, log, shard);
  const timers = new ManualTimers(clock);
  const recent = new RecentMovements(live, clock);
  if (shard !== undefined) recent.start();
  const follower = new FenceFollower(fences, outbox, shard);
  const parts = {
    live,
    positions: new LivePositionLookup(live),
    follower,
    outbox,
    changes: services.get(GeofenceChangeSignal),
    clock,
    timers,
    log,
  };
  const runner = new FenceEvaluation(parts, shard && { recent, begin: () => shards.begin(shard) });
  return { runner, timers, outbox, writer, live };
}

/** Starts a service. Returns an account with geofences and functions that report vessels to the live state. */
export async function scene(t: ExecutionContext) {
  const service = await serviceFor(t);
  const bob = await service.signedIn();
  const report = (key: number, lat: number, lon = 4) => {
    service.clock.advance(1_000);
    const now = service.clock.now();
    service.services.get(LiveState).takeVessel({ key, lat, lon, observedAt: now, receivedAt: now, provider: 'test' });
  };
  const published = async (): Promise<string[]> => {
    await service.settle();
    const { items } = (await bob.get('/timeline?type=geofence.*&limit=200')).json;
    return items
      .map(
        ({ type, data }: { type: string; data: { entity: string; reason: string } }) =>
          `${type.slice(9)} ${data.entity.slice(-1)} ${data.reason}`,
      )
      .reverse();
  };
  return { service, bob, report, published };
}
