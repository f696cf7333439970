import type { GeofenceLeaf } from '../../../../src/features/alerts/condition.js';
import type { TransitionObservation } from '../../../../src/features/alerts/engine/observation.js';
import { FenceEngine } from '../../../../src/features/geospatial/geofences/engine/fence-engine.js';
import { defaultPolicy } from '../../../../src/features/geospatial/geofences/geofence.js';

const kinds = { entered: 'enter', exited: 'exit', dwelled: 'dwell' } as const;
const MMSI = 219_024_336;

/** A geofence and one vessel. The geofence engine turns positions of the vessel into transitions. */
export class VectorFence {
  readonly entity = `vessel:${MMSI}`;
  readonly condition: GeofenceLeaf = { type: 'geofence', geofenceId: 'fence', transition: 'inside' };
  private readonly engine: FenceEngine;
  private now = 0;
  private observedAt = Number.NEGATIVE_INFINITY;

  constructor(observe: (transition: TransitionObservation, now: number) => void) {
    const lookup = { find: () => undefined, within: () => [], isStationary: () => false };
    this.engine = new FenceEngine(lookup, ({ type, time, reason, enteredAt }) =>
      observe(
        {
          kind: 'transition',
          geofenceId: 'fence',
          entity: this.entity,
          transition: kinds[type],
          reason,
          at: time,
          staySeconds: (time - enteredAt) / 1_000,
          eventId: null,
        },
        this.now,
      ),
    );
    const shape = { type: 'circle' as const, center: { lat: 0, lon: 0 }, radiusMeters: 1_000 };
    const fence = {
      id: 'fence',
      accountId: 'account',
      name: 'fence',
      shape,
      policy: defaultPolicy,
      expiresAt: null,
      updatedAt: new Date(0),
    };
    this.engine.put(fence, 0);
  }

  /**
   * Reports a position of the vessel inside the geofence or far outside. A report that is not later than the last one
   * is ignored, as the live state does.
   */
  move(isInside: boolean, observedAt: number): void {
    if (observedAt <= this.observedAt) return;
    const isFirst = this.observedAt === Number.NEGATIVE_INFINITY;
    this.observedAt = observedAt;
    this.now = observedAt;
    const unknown = { altitudeFeet: Number.NaN, accuracyMeters: Number.NaN };
    this.engine.move(
      { layer: 'vessels', key: MMSI, lat: isInside ? 0 : 1, lon: 0, observedAt, isFirst, ...unknown },
      observedAt,
    );
  }
}
