import type { Aircraft } from '../../../../src/features/geospatial/aircraft.js';
import type {
  Detection,
  Detector,
  OngoingDetection,
  PublishDetection,
} from '../../../../src/features/geospatial/detectors/detector.js';
import type { Movement } from '../../../../src/features/geospatial/movement.js';
import { destination, KNOTS_IN_METERS_PER_SECOND } from '../../../../src/features/geospatial/sphere.js';
import type { Vessel } from '../../../../src/features/geospatial/vessel.js';

type Objects = { vesselOf(key: number): Vessel | undefined; aircraftOf(key: number): Aircraft | undefined };

const unknown = { position: null, accuracyMeters: null, observedAt: 0, receivedAt: 0, provider: 'test' };

const ship = (key: number): Vessel => ({
  ...unknown,
  key,
  station: 'class_a',
  speedKnots: null,
  courseDegrees: null,
  headingDegrees: null,
  rateOfTurnDegreesPerMinute: null,
  navigationStatus: 0,
  imo: null,
  name: `SHIP ${key % 100}`,
  callsign: null,
  shipTypeCode: 70,
  destination: null,
  eta: null,
  draughtMeters: null,
  lengthMeters: null,
  beamMeters: null,
  toBowMeters: null,
  toSternMeters: null,
  toPortMeters: null,
  toStarboardMeters: null,
  positionAccuracy: null,
  raim: null,
  classBUnit: null,
  aidTypeCode: null,
  virtual: null,
  offPosition: null,
  altitudeMeters: null,
  sourceStation: null,
});

const plane = (key: number): Aircraft => ({
  ...unknown,
  key,
  callsign: `FLY${key % 100}`,
  registration: null,
  aircraftType: null,
  altitudeFeet: 35_000,
  geometricAltitudeFeet: null,
  groundSpeedKnots: null,
  trackDegrees: null,
  verticalRateFpm: null,
  squawk: '1000',
  emergency: 'none',
  onGround: false,
  category: null,
  nacP: 9,
  nic: 8,
  indicatedAirspeedKnots: null,
  trueAirspeedKnots: null,
  mach: null,
  selectedAltitudeFeet: null,
  windDirectionDegrees: null,
  windSpeedKnots: null,
  rssiDbfs: null,
  positionSource: null,
  military: null,
  operator: null,
  identitySource: null,
  identityConflict: null,
});

/**
 * Feeds a detector with reports of vessels and aircraft, and records its detections. Time passes only in `wait` and
 * `sail`.
 */
export class Scene {
  readonly detections: Detection[] = [];
  now = Date.UTC(2026, 10, 21, 12);
  readonly vessels = new Map<number, Vessel>();
  readonly aircraft = new Map<number, Aircraft>();
  /** The provider of the next reports. */
  provider = 'test';
  private readonly detector: Detector;

  constructor(make: (publish: PublishDetection, objects: Objects) => Detector) {
    this.detector = make((detection) => this.detections.push(detection), {
      vesselOf: (key) => this.vessels.get(key),
      aircraftOf: (key) => this.aircraft.get(key),
    });
  }

  /** The latest state of every detection, in the order in which they began. */
  get events(): Detection[] {
    return [...new Map(this.detections.map((detection) => [detection.key, detection])).values()];
  }

  wait(seconds: number): this {
    this.now += seconds * 1000;
    this.detector.check?.(this.now);
    return this;
  }

  /** Reports a vessel at the present time. */
  reportVessel(key: number, lat: number, lon: number, changes: Partial<Vessel> = {}): this {
    const before = this.vessels.get(key);
    const vessel = { ...(before ?? ship(key)), ...changes, position: { lat, lon }, observedAt: this.now };
    this.vessels.set(key, vessel);
    return this.move('vessels', vessel, before, vessel.speedKnots, vessel.courseDegrees, null);
  }

  /** Reports an aircraft at the present time. */
  reportAircraft(key: number, lat: number, lon: number, changes: Partial<Aircraft> = {}): this {
    const before = this.aircraft.get(key);
    const aircraft = { ...(before ?? plane(key)), ...changes, position: { lat, lon }, observedAt: this.now };
    this.aircraft.set(key, aircraft);
    return this.move(
      'aircraft',
      aircraft,
      before,
      aircraft.groundSpeedKnots,
      aircraft.trackDegrees,
      aircraft.altitudeFeet,
    );
  }

  /** Lets a vessel sail from its position, with a report every `everySeconds`. */
  sail(key: number, seconds: number, everySeconds: number, knots: number, course: number): this {
    for (let passed = 0; passed < seconds; passed += everySeconds) {
      const { lat, lon } = this.vessels.get(key)?.position ?? { lat: 0, lon: 0 };
      const next = destination(lat, lon, course, knots * KNOTS_IN_METERS_PER_SECOND * everySeconds);
      this.wait(everySeconds).reportVessel(key, next.lat, next.lon, { speedKnots: knots, courseDegrees: course });
    }
    return this;
  }

  expire(layer: 'vessels' | 'aircraft', key: number): this {
    this[layer].delete(key);
    this.detector.expired?.(layer, key);
    return this;
  }

  /** Returns a new scene whose detector resumes the open detections of this one. */
  restarted(make: (publish: PublishDetection, objects: Objects) => Detector): Scene {
    const next = new Scene(make);
    next.now = this.now;
    for (const detection of this.events.filter(({ endedAt }) => endedAt === null))
      next.detector.resume(storedEvent(detection));
    return next;
  }

  private move(
    layer: 'vessels' | 'aircraft',
    { key, position, observedAt }: Vessel | Aircraft,
    before: Vessel | Aircraft | undefined,
    speedKnots: number | null,
    courseDegrees: number | null,
    altitudeFeet: number | null,
  ): this {
    const movement: Movement = {
      layer,
      key,
      lat: position?.lat ?? Number.NaN,
      lon: position?.lon ?? Number.NaN,
      observedAt,
      receivedAt: observedAt,
      speedKnots: speedKnots ?? Number.NaN,
      courseDegrees: courseDegrees ?? Number.NaN,
      altitudeFeet: altitudeFeet ?? Number.NaN,
      accuracyMeters: Number.NaN,
      previousLat: before?.position?.lat ?? Number.NaN,
      previousLon: before?.position?.lon ?? Number.NaN,
      previousObservedAt: before?.position ? before.observedAt : Number.NaN,
      provider: this.provider,
    };
    this.detector.moved?.(movement);
    this.detector.check?.(this.now);
    return this;
  }
}

/** Returns a detection as the database returns it. */
const storedEvent = (detection: Detection): OngoingDetection => ({
  ...detection,
  description: null,
  entities: [...(detection.entities ?? [])],
  details: { ...detection.details },
});
