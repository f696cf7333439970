import type { Aircraft } from '../aircraft.js';
import type { GeoEvent } from '../geo-event.js';
import { entityOf, idOf, type Layer, parseEntity } from '../layer.js';
import type { Movement } from '../movement.js';
import type { Detector, Notice } from './detector.js';
import { OpenDetections } from './open-detections.js';

/** A code set by mistake, on the way to another one, does not last so long (ms). */
const CONFIRM_MS = 10_000;
/** Over when another code was heard for so long (ms). */
const CLEAR_MS = 60_000;

/** After a restart it is waited for so long (ms) before it is over: as the live picture waits for an aircraft, and some more. */
const AWAITED_MS = 10 * 60_000;

interface Emergency {
  word: string;
  meaning: string;
  severity: number;
}

/** ICAO Annex 10 IV: codes every radar marks. */
const codes: Record<string, Emergency> = {
  '7500': { word: 'unlawful', meaning: 'unlawful interference', severity: 5 },
  '7600': { word: 'nordo', meaning: 'radio failure', severity: 3 },
  '7700': { word: 'general', meaning: 'emergency', severity: 4 },
};

/** DO-260B emergency states that go without such a code. `lifeguard` is a medical flight and `reserved` means nothing: neither is an emergency. */
const states: Record<string, Emergency> = {
  general: codes['7700'] as Emergency,
  nordo: codes['7600'] as Emergency,
  unlawful: codes['7500'] as Emergency,
  minfuel: { word: 'minfuel', meaning: 'minimum fuel', severity: 3 },
  downed: { word: 'downed', meaning: 'downed aircraft', severity: 5 },
};

/** An aircraft that tells of an emergency, by its code or its state, for ten seconds at least. */
export class EmergencySquawk implements Detector {
  readonly type = 'emergency_squawk';
  private readonly open: OpenDetections;
  /** Aircraft that have moved since the last check. */
  private readonly moving = new Set<number>();
  /** When (ms, time of the fix) each began to say so, or, when it is open, when it was last heard to say so. */
  private readonly heard = new Map<number, number>();

  constructor(
    notice: Notice,
    private readonly aircraftOf: (key: number) => Aircraft | undefined,
  ) {
    this.open = new OpenDetections(notice);
  }

  moved({ layer, key }: Movement): void {
    if (layer === 'aircraft') this.moving.add(key);
  }

  expired(layer: Layer, key: number): void {
    if (layer !== 'aircraft') return;
    const last = this.heard.get(key);
    this.heard.delete(key);
    this.moving.delete(key);
    if (last !== undefined) this.open.end(entityOf(layer, key), last);
  }

  check(now: number): void {
    for (const key of this.moving) this.look(key);
    this.moving.clear();
    for (const subject of this.open.lost(now, AWAITED_MS)) this.expired('aircraft', parseEntity(subject)?.key ?? -1);
  }

  resume(event: GeoEvent): void {
    const [subject = ''] = event.entities;
    const object = parseEntity(subject);
    if (object === undefined) return;
    this.open.resume(subject, event);
    this.heard.set(object.key, event.reportedAt.getTime());
  }

  private look(key: number): void {
    const aircraft = this.aircraftOf(key);
    if (aircraft?.position == null) return;
    const subject = entityOf('aircraft', key);
    this.open.heard(subject);
    const emergency = codes[aircraft.squawk ?? ''] ?? states[aircraft.emergency ?? ''];
    const since = this.heard.get(key);
    if (emergency === undefined) {
      if (this.open.get(subject) === undefined) this.heard.delete(key);
      else if (aircraft.observedAt - (since ?? 0) >= CLEAR_MS) {
        this.open.end(subject, aircraft.observedAt, { position: aircraft.position });
        this.heard.delete(key);
      }
      return;
    }
    if (this.open.get(subject) !== undefined) {
      this.heard.set(key, aircraft.observedAt);
      if (this.open.get(subject)?.severity !== emergency.severity) this.open.change(subject, aircraft.observedAt, said(aircraft, emergency));
      return;
    }
    if (since === undefined) this.heard.set(key, aircraft.observedAt);
    else if (aircraft.observedAt - since >= CONFIRM_MS) {
      this.heard.set(key, aircraft.observedAt);
      this.open.begin(subject, {
        key: `emergency_squawk:${idOf('aircraft', key)}:${since}`,
        type: this.type,
        ...said(aircraft, emergency),
        startedAt: new Date(since),
        endedAt: null,
        reportedAt: new Date(aircraft.observedAt),
        entities: [subject],
      });
    }
  }
}

function said(aircraft: Aircraft, { word, meaning, severity }: Emergency) {
  const name = aircraft.callsign ?? aircraft.registration ?? idOf('aircraft', aircraft.key);
  const { squawk, altitudeFeet } = aircraft;
  const title = `${name} tells of ${meaning}${squawk !== null && squawk in codes ? ` (squawk ${squawk})` : ''}`;
  return {
    title,
    severity,
    position: aircraft.position as { lat: number; lon: number },
    details: { emergency: word, squawk, emergencyState: aircraft.emergency, altitudeFeet, callsign: aircraft.callsign, confirmedSeconds: CONFIRM_MS / 1000 },
  };
}
