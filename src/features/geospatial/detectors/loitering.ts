import { HOUR_MS } from '../../../time/durations.js';
import type { Coasts } from '../land/coasts.js';
import type { LandMask } from '../land/land-mask.js';
import { entityOf, idOf, type Layer, parseEntity } from '../layer.js';
import type { Movement } from '../movement.js';
import type { Position } from '../position.js';
import { distanceMeters, METERS_PER_NAUTICAL_MILE } from '../sphere.js';
import type { Vessel } from '../vessel.js';
import { type Detector, type OngoingDetection, type PublishDetection, rounded } from './detector.js';
import { OpenDetections } from './open-detections.js';
import type { PortTable } from './port-table.js';
import { isServiceCraft, liesAtRest, vesselName } from './vessel-properties.js';

/** Maximum distance from the start of the stay (m). */
const RADIUS_METERS = 5_000;
/**
 * Every report of the stay must have a speed below this (knots). Global Fishing Watch requires two knots on average.
 */
const SLOW_KNOTS = 3;
const MIN_STAY_MS = 4 * HOUR_MS;
/** A vessel that waits within this distance of a port (m) is not loitering. */
const PORT_METERS = 15_000;
/**
 * Minimum distance from a coast (m): nearer, and on rivers and lakes, vessels lie at berths, locks and moorings without
 * reporting it. Global Fishing Watch requires 20 nautical miles.
 */
const OFFSHORE_METERS = 12 * METERS_PER_NAUTICAL_MILE;
/**
 * After a restart, an open event ends when its vessel has not reported for this time (ms): the default of
 * `SVC_VESSEL_TTL_SECONDS`.
 */
const RESUME_TIMEOUT_MS = 2 * HOUR_MS;
/** Navigation status of a vessel engaged in fishing (ITU-R M.1371 table 45). */
const FISHING = 7;

interface Stay {
  lat: number;
  lon: number;
  since: number;
  last: number;
  /** Number of full hours of the stay at its last evaluation. */
  evaluatedHours: number;
}

/** Detects vessels that stay in a small area of the open sea for four hours without a reported reason. */
export class Loitering implements Detector {
  readonly type = 'loitering';
  private readonly open: OpenDetections;
  private readonly stays = new Map<number, Stay>();

  constructor(
    publish: PublishDetection,
    private readonly ports: Pick<PortTable, 'near'>,
    private readonly coasts: Pick<Coasts, 'landMask'>,
    private readonly vesselOf: (key: number) => Vessel | undefined,
    /** Returns true while a vessel is in an encounter, which explains its stay. */
    private readonly isInEncounter: (key: number) => boolean = () => false,
  ) {
    this.open = new OpenDetections(publish);
  }

  moved({ layer, key, lat, lon, observedAt, speedKnots }: Movement): void {
    if (layer !== 'vessels') return;
    const stay = this.stays.get(key);
    if (stay !== undefined && this.open.size > 0) this.open.confirm(entityOf(layer, key));
    if (
      !(speedKnots < SLOW_KNOTS) ||
      (stay !== undefined && distanceMeters(lat, lon, stay.lat, stay.lon) > RADIUS_METERS)
    ) {
      if (stay !== undefined) this.leave(key, observedAt);
      return;
    }
    if (stay === undefined) {
      this.stays.set(key, { lat, lon, since: observedAt, last: observedAt, evaluatedHours: 0 });
      return;
    }
    stay.last = observedAt;
    const hours = Math.floor((observedAt - stay.since) / HOUR_MS);
    if (hours <= stay.evaluatedHours || observedAt - stay.since < MIN_STAY_MS) return;
    // While the coasts are loading, the stay is not evaluated; the next report evaluates it.
    const { landMask } = this.coasts;
    if (landMask === undefined) return;
    // A stay that is not loitering now is evaluated again an hour later.
    stay.evaluatedHours = hours;
    this.evaluate(key, stay, { lat, lon }, observedAt, landMask);
  }

  expired(layer: Layer, key: number): void {
    const stay = layer === 'vessels' ? this.stays.get(key) : undefined;
    if (stay !== undefined) this.leave(key, stay.last);
  }

  check(now: number): void {
    for (const subject of this.open.unconfirmed(now, RESUME_TIMEOUT_MS)) {
      const key = parseEntity(subject)?.key ?? -1;
      this.leave(key, this.stays.get(key)?.last ?? now);
    }
  }

  resume(event: OngoingDetection): void {
    const [subject = ''] = event.entities;
    const object = parseEntity(subject);
    if (object === undefined) return;
    this.open.resume(subject, event);
    // The center of the stay is read from the details, since the position of the event is the vessel's position at
    // publication.
    const [lat, lon] = [
      Number(event.details.centerLat ?? event.position.lat),
      Number(event.details.centerLon ?? event.position.lon),
    ];
    this.stays.set(object.key, {
      lat,
      lon,
      since: event.startedAt.getTime(),
      last: event.reportedAt.getTime(),
      evaluatedHours: 0,
    });
  }

  private evaluate(key: number, stay: Stay, position: Position, observedAt: number, land: LandMask): void {
    const subject = entityOf('vessels', key);
    const vessel = this.vesselOf(key);
    if (vessel === undefined) return;
    if (isServiceCraft(vessel.shipTypeCode)) {
      this.open.withdraw(subject, observedAt, 'the vessel turned out to be a service craft.');
      return;
    }
    if (this.open.get(subject) !== undefined) return;
    if (this.isInEncounter(key)) {
      // The time that the vessel stays alone begins at the end of the encounter.
      Object.assign(stay, { ...position, since: observedAt, evaluatedHours: 0 });
      return;
    }
    if (
      !['class_a', 'class_b'].includes(vessel.station) ||
      liesAtRest(vessel.navigationStatus) ||
      vessel.navigationStatus === FISHING
    )
      return;
    if (this.ports.near(stay.lat, stay.lon, PORT_METERS) !== undefined) return;
    if (!land.isOffshore(stay.lat, stay.lon, OFFSHORE_METERS)) return;
    this.open.begin(subject, {
      key: `loitering:${idOf('vessels', key)}:${stay.since}`,
      type: this.type,
      title: `${vesselName(vessel)}: loitering for ${rounded((observedAt - stay.since) / HOUR_MS)} hours`,
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
        stayLimitSeconds: MIN_STAY_MS / 1000,
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
