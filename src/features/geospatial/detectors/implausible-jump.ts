import type { GeoEvent } from '../geo-event.js';
import { entityOf, idOf, type Layer } from '../layer.js';
import type { Movement } from '../movement.js';
import { distanceMeters, KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import { type Detector, type Notice, rounded } from './detector.js';
import { OpenDetections } from './open-detections.js';

/** No ship, and no aircraft but for a few of the military's, is so fast (knots). */
const LIMIT_KNOTS: Record<Layer, number> = { vessels: 100, aircraft: 1_500 };
/** A shorter way (m) is the noise of positions and of times. */
const LEAST_METERS: Record<Layer, number> = { vessels: 5_000, aircraft: 20_000 };
const limits = {
  vessels: { knotsLimit: LIMIT_KNOTS.vessels, metersLimit: LEAST_METERS.vessels },
  aircraft: { knotsLimit: LIMIT_KNOTS.aircraft, metersLimit: LEAST_METERS.aircraft },
};
/** Jumps less than so long (ms) apart are one event: two senders under one number jump with every report. */
const CALM_MS = 3_600_000;

/** A jump between two reports that nothing of its kind can make: a wrong position, spoofing, or two senders under one number. */
export class ImplausibleJump implements Detector {
  readonly type = 'implausible_jump';
  private readonly open: OpenDetections;
  private readonly last = new Map<string, number>();

  constructor(notice: Notice) {
    this.open = new OpenDetections(notice);
  }

  moved({ layer, key, lat, lon, observedAt, previousLat, previousLon, previousObservedAt }: Movement): void {
    // Most moves are small; a degree is 111 km, of longitude less.
    if (!(Math.abs(lat - previousLat) > 0.01 || Math.abs(lon - previousLon) > 0.01)) return;
    const meters = distanceMeters(previousLat, previousLon, lat, lon);
    if (!(meters > LEAST_METERS[layer])) return;
    const knots = meters / Math.max(1, (observedAt - previousObservedAt) / 1000) / KNOTS_IN_METERS_PER_SECOND;
    if (knots <= LIMIT_KNOTS[layer]) return;
    const subject = entityOf(layer, key);
    const known = this.open.get(subject);
    this.last.set(subject, observedAt);
    const jumps = Number(known?.details?.jumps ?? 0) + 1;
    const details = {
      jumps,
      meters: rounded(meters),
      seconds: rounded((observedAt - previousObservedAt) / 1000),
      impliedKnots: rounded(knots),
      fromLat: rounded(previousLat, 5),
      fromLon: rounded(previousLon, 5),
      ...limits[layer],
    };
    const severity = jumps >= 3 ? 3 : 2;
    if (known === undefined) {
      const title = `${layer === 'vessels' ? 'MMSI' : 'Aircraft'} ${idOf(layer, key)} jumped ${rounded(meters / 1000)} km`;
      const times = { startedAt: new Date(observedAt), endedAt: null, reportedAt: new Date(observedAt) };
      const event = { key: `implausible_jump:${idOf(layer, key)}:${observedAt}`, type: this.type, title, severity, position: { lat, lon } } as const;
      this.open.begin(subject, { ...event, ...times, entities: [subject], details });
    } else if (severity !== known.severity) this.open.change(subject, observedAt, { severity, position: { lat, lon }, details });
    else this.open.note(subject, details);
  }

  check(now: number): void {
    for (const [subject, at] of this.last) {
      if (now - at < CALM_MS) continue;
      this.last.delete(subject);
      this.open.end(subject, at);
    }
  }

  resume(event: GeoEvent): void {
    const [subject = ''] = event.entities;
    this.open.resume(subject, event);
    this.last.set(subject, event.reportedAt.getTime());
  }
}
