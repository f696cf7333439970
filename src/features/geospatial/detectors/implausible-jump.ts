import { entityWords } from '../../../events/event-title.js';
import { HOUR_MS } from '../../../time/durations.js';
import { entityOf, idOf, type Layer } from '../layer.js';
import type { Movement } from '../movement.js';
import { distanceMeters, KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import { type Detector, type OngoingDetection, type PublishDetection, rounded } from './detector.js';
import { OpenDetections } from './open-detections.js';

/** Maximum plausible speed (knots). Vessels are never faster; of aircraft, only a few military ones are. */
const LIMIT_KNOTS: Record<Layer, number> = { vessels: 100, aircraft: 1_500 };
/** Minimum distance of a jump (m); shorter ones are noise of positions and times. */
const MIN_METERS: Record<Layer, number> = { vessels: 5_000, aircraft: 20_000 };
const limits = {
  vessels: { knotsLimit: LIMIT_KNOTS.vessels, metersLimit: MIN_METERS.vessels },
  aircraft: { knotsLimit: LIMIT_KNOTS.aircraft, metersLimit: MIN_METERS.aircraft },
};
/** Jumps within this time of each other are one event (ms): two transponders with one number jump with every report. */
const SAME_EVENT_MS = HOUR_MS;

/**
 * Detects two successive positions between which no vessel or aircraft can travel in the time: a wrong position,
 * spoofing, or two transponders with one number.
 */
export class ImplausibleJump implements Detector {
  readonly type = 'implausible_jump';
  private readonly open: OpenDetections;
  private readonly last = new Map<string, number>();

  /** @param nameOf returns the name of a vessel or the callsign of an aircraft; undefined or null if unknown */
  constructor(
    publish: PublishDetection,
    private readonly nameOf: (layer: Layer, key: number) => string | null | undefined,
  ) {
    this.open = new OpenDetections(publish);
  }

  moved({ layer, key, lat, lon, observedAt, previousLat, previousLon, previousObservedAt }: Movement): void {
    // Small moves are skipped before the distance is computed: 0.01° is at most 1.1 km.
    if (!(Math.abs(lat - previousLat) > 0.01 || Math.abs(lon - previousLon) > 0.01)) return;
    const meters = distanceMeters(previousLat, previousLon, lat, lon);
    if (!(meters > MIN_METERS[layer])) return;
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
      const name = this.nameOf(layer, key);
      const object = layer === 'vessels' && !name ? `MMSI ${idOf(layer, key)}` : entityWords(subject, name);
      const title = `${object}: position jump of ${rounded(meters / 1000)} km`;
      const times = { startedAt: new Date(observedAt), endedAt: null, reportedAt: new Date(observedAt) };
      const event = {
        key: `implausible_jump:${idOf(layer, key)}:${observedAt}`,
        type: this.type,
        title,
        severity,
        position: { lat, lon },
      } as const;
      this.open.begin(subject, { ...event, ...times, entities: [subject], details });
    } else if (severity !== known.severity)
      this.open.change(subject, observedAt, { severity, position: { lat, lon }, details });
    else this.open.note(subject, details);
  }

  check(now: number): void {
    for (const [subject, at] of this.last) {
      if (now - at < SAME_EVENT_MS) continue;
      this.last.delete(subject);
      this.open.end(subject, at);
    }
  }

  resume(event: OngoingDetection): void {
    const [subject = ''] = event.entities;
    this.open.resume(subject, event);
    this.last.set(subject, event.reportedAt.getTime());
  }
}
