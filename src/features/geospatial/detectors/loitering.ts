import type { GeoEvent } from '../geo-event.js';
import type { Coasts } from '../land/coasts.js';
import type { LandMask } from '../land/land-mask.js';
import { entityOf, idOf, type Layer, parseEntity } from '../layer.js';
import type { Movement } from '../movement.js';
import type { Position } from '../position.js';
import { distanceMeters, METERS_PER_NAUTICAL_MILE } from '../sphere.js';
import type { Vessel } from '../vessel.js';
import { type Detector, type Notice, rounded } from './detector.js';
import { OpenDetections } from './open-detections.js';
import type { PortTable } from './port-table.js';
import { vesselName } from './vessel-name.js';

/** She keeps within so far (m) of where she was when it began. */
const RADIUS_METERS = 5_000;
/** Slower than this (knots) all the while: Global Fishing Watch takes two knots on average. */
const SLOW_KNOTS = 3;
const LONG_MS = 4 * 3_600_000;
/** Nearer to a port (m) ships wait and lie, which is none. */
const PORT_METERS = 15_000;
/** Nearer to a coast (m), on rivers and on lakes they lie at berths, locks and moorings without saying so. Global Fishing Watch takes 20 nautical miles. */
const OFFSHORE_METERS = 12 * METERS_PER_NAUTICAL_MILE;
/** After a restart she is waited for as long (ms) as the live picture waits for a ship. */
const AWAITED_MS = 2 * 3_600_000;
/** At anchor, moored, aground, fishing: she says herself why she stays (ITU-R M.1371 table 45). */
const reasons = new Set([1, 5, 6, 7]);

interface Stay {
  lat: number;
  lon: number;
  since: number;
  last: number;
  /** After how many hours it was last looked at. */
  judged: number;
}

/** A ship that drifts about in the open sea for four hours without a reason. */
export class Loitering implements Detector {
  readonly type = 'loitering';
  private readonly open: OpenDetections;
  private readonly stays = new Map<number, Stay>();

  constructor(
    notice: Notice,
    private readonly ports: Pick<PortTable, 'near'>,
    private readonly coasts: Pick<Coasts, 'landMask'>,
    private readonly vesselOf: (key: number) => Vessel | undefined,
  ) {
    this.open = new OpenDetections(notice);
  }

  moved({ layer, key, lat, lon, observedAt, speedKnots }: Movement): void {
    if (layer !== 'vessels') return;
    const stay = this.stays.get(key);
    if (stay !== undefined && this.open.size > 0) this.open.heard(entityOf(layer, key));
    if (!(speedKnots < SLOW_KNOTS) || (stay !== undefined && distanceMeters(lat, lon, stay.lat, stay.lon) > RADIUS_METERS)) {
      if (stay !== undefined) this.leave(key, observedAt);
      return;
    }
    if (stay === undefined) {
      this.stays.set(key, { lat, lon, since: observedAt, last: observedAt, judged: 0 });
      return;
    }
    stay.last = observedAt;
    const hours = Math.floor((observedAt - stay.since) / 3_600_000);
    if (hours <= stay.judged || observedAt - stay.since < LONG_MS) return;
    // Until the coasts are read nobody knows; the next report asks again.
    const { landMask } = this.coasts;
    if (landMask === undefined) return;
    // Told once; what was in the way of it is looked at again an hour later.
    stay.judged = hours;
    this.judge(key, stay, { lat, lon }, observedAt, landMask);
  }

  expired(layer: Layer, key: number): void {
    const stay = layer === 'vessels' ? this.stays.get(key) : undefined;
    if (stay !== undefined) this.leave(key, stay.last);
  }

  check(now: number): void {
    for (const subject of this.open.lost(now, AWAITED_MS)) {
      const key = parseEntity(subject)?.key ?? -1;
      this.leave(key, this.stays.get(key)?.last ?? now);
    }
  }

  resume(event: GeoEvent): void {
    const [subject = ''] = event.entities;
    const object = parseEntity(subject);
    if (object === undefined) return;
    this.open.resume(subject, event);
    // The middle of where she keeps; the position is where she was when it was told.
    const [lat, lon] = [Number(event.details.centerLat ?? event.position.lat), Number(event.details.centerLon ?? event.position.lon)];
    this.stays.set(object.key, { lat, lon, since: event.startedAt.getTime(), last: event.reportedAt.getTime(), judged: 0 });
  }

  private judge(key: number, stay: Stay, position: Position, observedAt: number, land: LandMask): void {
    const subject = entityOf('vessels', key);
    const vessel = this.vesselOf(key);
    if (vessel === undefined || this.open.get(subject) !== undefined) return;
    if (!['class_a', 'class_b'].includes(vessel.station) || reasons.has(vessel.navigationStatus ?? -1)) return;
    if (this.ports.near(stay.lat, stay.lon, PORT_METERS) !== undefined) return;
    if (!land.isOffshore(stay.lat, stay.lon, OFFSHORE_METERS)) return;
    this.open.begin(subject, {
      key: `loitering:${idOf('vessels', key)}:${stay.since}`,
      type: this.type,
      title: `${vesselName(vessel)} has loitered for ${rounded((observedAt - stay.since) / 3_600_000)} hours`,
      severity: 2,
      position,
      startedAt: new Date(stay.since),
      endedAt: null,
      reportedAt: new Date(observedAt),
      entities: [subject],
      details: {
        radiusMeters: RADIUS_METERS,
        centerLat: rounded(stay.lat, 5),
        centerLon: rounded(stay.lon, 5),
        staySeconds: rounded((observedAt - stay.since) / 1000),
        stayLimitSeconds: LONG_MS / 1000,
        speedLimitKnots: SLOW_KNOTS,
        coastLimitMeters: OFFSHORE_METERS,
        portLimitMeters: PORT_METERS,
      },
    });
  }

  private leave(key: number, at: number): void {
    this.stays.delete(key);
    this.open.end(entityOf('vessels', key), at);
  }
}
