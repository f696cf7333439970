import type { Aircraft } from '../aircraft.js';
import { entityOf, idOf, type Layer, parseEntity } from '../layer.js';
import type { Movement } from '../movement.js';
import type { Detector, OngoingDetection, PublishDetection } from './detector.js';
import { OpenDetections } from './open-detections.js';

/**
 * Minimum duration of an emergency before it is published (ms). A pilot who turns the dial to another code passes an
 * emergency code in less time.
 */
const CONFIRM_MS = 10_000;
/** An emergency ends when it was not reported for this time (ms). */
const CLEAR_MS = 60_000;

/**
 * After a restart, an open emergency ends when its aircraft has not reported for this time (ms): twice the default of
 * `SVC_AIRCRAFT_TTL_SECONDS`.
 */
const RESUME_TIMEOUT_MS = 10 * 60_000;

interface Emergency {
  word: string;
  meaning: string;
  severity: number;
}

/** Emergency codes of ICAO Annex 10, Volume IV. */
const codes: Record<string, Emergency> = {
  '7500': { word: 'unlawful', meaning: 'unlawful interference', severity: 5 },
  '7600': { word: 'nordo', meaning: 'radio failure', severity: 3 },
  '7700': { word: 'general', meaning: 'emergency', severity: 4 },
};

/**
 * Emergency states of DO-260B. Two states are left out: `lifeguard` is a medical flight, and `reserved` has no meaning.
 */
const states: Record<string, Emergency> = {
  general: codes['7700'] as Emergency,
  nordo: codes['7600'] as Emergency,
  unlawful: codes['7500'] as Emergency,
  minfuel: { word: 'minfuel', meaning: 'minimum fuel', severity: 3 },
  downed: { word: 'downed', meaning: 'downed aircraft', severity: 5 },
};

/** Detects aircraft that report an emergency by squawk code or emergency state for at least ten seconds. */
export class EmergencySquawk implements Detector {
  readonly type = 'emergency_squawk';
  private readonly open: OpenDetections;
  /** Aircraft that have moved since the last check. */
  private readonly moving = new Set<number>();
  /**
   * For each aircraft with an emergency: the time of its first report, or, once published, of its latest report (ms,
   * time of the position).
   */
  private readonly reported = new Map<number, number>();

  constructor(
    publish: PublishDetection,
    private readonly aircraftOf: (key: number) => Aircraft | undefined,
  ) {
    this.open = new OpenDetections(publish);
  }

  moved({ layer, key }: Movement): void {
    if (layer === 'aircraft') this.moving.add(key);
  }

  expired(layer: Layer, key: number): void {
    if (layer !== 'aircraft') return;
    const last = this.reported.get(key);
    this.reported.delete(key);
    this.moving.delete(key);
    if (last !== undefined) this.open.end(entityOf(layer, key), last);
  }

  check(now: number): void {
    for (const key of this.moving) this.update(key);
    this.moving.clear();
    for (const subject of this.open.unconfirmed(now, RESUME_TIMEOUT_MS))
      this.expired('aircraft', parseEntity(subject)?.key ?? -1);
  }

  resume(event: OngoingDetection): void {
    const [subject = ''] = event.entities;
    const object = parseEntity(subject);
    if (object === undefined) return;
    this.open.resume(subject, event);
    this.reported.set(object.key, event.reportedAt.getTime());
  }

  private update(key: number): void {
    const aircraft = this.aircraftOf(key);
    if (aircraft?.position == null) return;
    const subject = entityOf('aircraft', key);
    this.open.confirm(subject);
    const emergency = codes[aircraft.squawk ?? ''] ?? states[aircraft.emergency ?? ''];
    const since = this.reported.get(key);
    if (emergency === undefined) {
      if (this.open.get(subject) === undefined) this.reported.delete(key);
      else if (aircraft.observedAt - (since ?? 0) >= CLEAR_MS) {
        this.open.end(subject, aircraft.observedAt, { position: aircraft.position });
        this.reported.delete(key);
      }
      return;
    }
    if (this.open.get(subject) !== undefined) {
      this.reported.set(key, aircraft.observedAt);
      if (this.open.get(subject)?.severity !== emergency.severity)
        this.open.change(subject, aircraft.observedAt, describe(aircraft, emergency));
      return;
    }
    if (since === undefined) this.reported.set(key, aircraft.observedAt);
    else if (aircraft.observedAt - since >= CONFIRM_MS) {
      this.reported.set(key, aircraft.observedAt);
      this.open.begin(subject, {
        key: `emergency_squawk:${idOf('aircraft', key)}:${since}`,
        type: this.type,
        ...describe(aircraft, emergency),
        startedAt: new Date(since),
        endedAt: null,
        reportedAt: new Date(aircraft.observedAt),
        entities: [subject],
      });
    }
  }
}

function describe(aircraft: Aircraft, { word, meaning, severity }: Emergency) {
  const name = aircraft.callsign ?? aircraft.registration ?? idOf('aircraft', aircraft.key);
  const { squawk, altitudeFeet } = aircraft;
  const title = `${name}: ${meaning}${squawk !== null && squawk in codes ? ` squawk ${squawk}` : ''}`;
  return {
    title,
    severity,
    position: aircraft.position as { lat: number; lon: number },
    details: {
      emergency: word,
      squawk,
      emergencyState: aircraft.emergency,
      altitudeFeet,
      callsign: aircraft.callsign,
      confirmedSeconds: CONFIRM_MS / 1000,
    },
  };
}
