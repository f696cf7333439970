import 'reflect-metadata';
import type { ExecutionContext } from 'ava';
import { EventLog } from '../../src/events/event-log.js';
import { FenceEngineRunner } from '../../src/features/geospatial/geofences/engine/fence-engine.runner.js';
import { FenceFollower } from '../../src/features/geospatial/geofences/engine/fence-follower.service.js';
import { LivePositionLookup } from '../../src/features/geospatial/geofences/engine/position-lookup.js';
import { TransitionOutbox } from '../../src/features/geospatial/geofences/engine/transition-outbox.js';
import { GeofenceChangeSignal } from '../../src/features/geospatial/geofences/geofence-change-signal.js';
import { TransitionWriter } from '../../src/features/geospatial/geofences/store/transition-writer.service.js';
import { WatchedFenceRepository } from '../../src/features/geospatial/geofences/store/watched-fence.repository.js';
import { TransitionProviders } from '../../src/features/geospatial/geofences/transition-providers.service.js';
import { LiveState } from '../../src/features/geospatial/live/live-state.js';
import { Log } from '../../src/log.js';
import { ManualTimers } from './manual-timers.js';
import { serviceFor } from './service-for.js';
import type { TestService } from './test-service.js';

export const base = '/geospatial/geofences';
export const circle = { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 };

/** A further engine over the same database and live state, as another process would have. */
export function engineOf(service: TestService) {
  const { services, database, clock } = service;
  const picture = services.get(LiveState);
  const repository = new WatchedFenceRepository(database.database);
  const writer = new TransitionWriter(repository, services.get(TransitionProviders), services.get(EventLog), database.database);
  const outbox = new TransitionOutbox(writer, clock, services.get(Log));
  const timers = new ManualTimers(clock);
  const follower = new FenceFollower(repository, outbox);
  const runner = new FenceEngineRunner(
    picture,
    new LivePositionLookup(picture),
    follower,
    outbox,
    services.get(GeofenceChangeSignal),
    clock,
    timers,
    services.get(Log),
  );
  return { runner, timers, outbox, writer };
}

/** A service, an account with fences, and vessels that report to its live state. */
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
      .map(({ type, data }: { type: string; data: { entity: string; reason: string } }) => `${type.slice(9)} ${data.entity.slice(-1)} ${data.reason}`)
      .reverse();
  };
  return { service, bob, report, published };
}
