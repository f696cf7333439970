import type { GeoEvent } from '../geo-event.js';
import { entityOf, idOf, type Layer, parseEntity } from '../layer.js';
import type { Movement } from '../movement.js';
import { distanceMeters } from '../sphere.js';
import type { Vessel } from '../vessel.js';
import { type Detector, type Notice, rounded } from './detector.js';
import { OpenDetections } from './open-detections.js';
import type { Port, PortTable } from './port-table.js';
import { isServiceCraft } from './service-craft.js';
import { vesselName } from './vessel-name.js';

/** Within so far (m) of a port's point a ship that stops has called there; ports are points, and large ones stretch for kilometres. */
const IN_METERS = 6_000;
/** Farther away (m) she has left. */
const OUT_METERS = 9_000;
const STOPPED_KNOTS = 1;
/** A ship that has been seen so fast (knots) has come; one that lay there when she was first heard may have been there for months. */
const UNDER_WAY_KNOTS = 2;
/** So long (ms) must she lie still. */
const STOPPED_MS = 600_000;
/** Nothing heard of her for so long (ms), her call is over: nobody knows when she left. */
const GIVEN_UP_MS = 7 * 86_400_000;
const LOOK_MS = 3_600_000;

interface Stop {
  since: number;
  lat: number;
  lon: number;
}

interface Call {
  port: Port;
  /** When she was last heard (ms). */
  last: number;
}

/** A ship that has come and lies still near a port for ten minutes has called there, until she has gone nine kilometres from it. */
export class PortCall implements Detector {
  readonly type = 'port_call';
  private readonly open: OpenDetections;
  private readonly stopped = new Map<number, Stop>();
  private readonly underWay = new Set<number>();
  private readonly calling = new Map<number, Call>();
  private lookedAt = 0;

  constructor(
    notice: Notice,
    private readonly ports: Pick<PortTable, 'near'>,
    private readonly vesselOf: (key: number) => Vessel | undefined,
  ) {
    this.open = new OpenDetections(notice);
  }

  moved({ layer, key, lat, lon, observedAt, speedKnots }: Movement): void {
    if (layer !== 'vessels') return;
    if (speedKnots >= UNDER_WAY_KNOTS) this.underWay.add(key);
    const call = this.calling.get(key);
    if (call !== undefined) {
      call.last = observedAt;
      this.open.heard(entityOf(layer, key));
      if (distanceMeters(lat, lon, call.port.lat, call.port.lon) <= OUT_METERS) return;
      this.calling.delete(key);
      this.open.end(entityOf(layer, key), observedAt);
      return;
    }
    if (!(speedKnots < STOPPED_KNOTS) || !this.underWay.has(key)) {
      this.stopped.delete(key);
      return;
    }
    const stop = this.stopped.get(key);
    if (stop === undefined) this.stopped.set(key, { since: observedAt, lat, lon });
    else if (observedAt - stop.since >= STOPPED_MS) this.arrive(key, stop, observedAt);
  }

  expired(layer: Layer, key: number): void {
    if (layer !== 'vessels') return;
    this.stopped.delete(key);
    this.underWay.delete(key);
  }

  check(now: number): void {
    if (now - this.lookedAt < LOOK_MS) return;
    this.lookedAt = now;
    for (const [key, { last }] of this.calling) {
      const subject = entityOf('vessels', key);
      if (isServiceCraft(this.vesselOf(key)?.shipTypeCode ?? null)) {
        this.calling.delete(key);
        this.open.withdraw(subject, last, 'the vessel turned out to be a service craft.');
        continue;
      }
      if (this.open.isAwaited(subject, now, GIVEN_UP_MS) || now - last < GIVEN_UP_MS) continue;
      this.calling.delete(key);
      this.open.end(subject, last);
    }
  }

  resume(event: GeoEvent): void {
    const [subject = ''] = event.entities;
    const object = parseEntity(subject);
    if (object === undefined) return;
    this.open.resume(subject, event);
    const { portLat, portLon, port } = event.details;
    this.calling.set(object.key, { port: { name: String(port), lat: Number(portLat), lon: Number(portLon) }, last: event.reportedAt.getTime() });
  }

  private arrive(key: number, { since, lat, lon }: Stop, observedAt: number): void {
    // Looked up once for each stop, and again after as long, as she may swing or shift.
    this.stopped.set(key, { since: observedAt, lat, lon });
    const near = this.ports.near(lat, lon, IN_METERS);
    const vessel = this.vesselOf(key);
    if (near === undefined || vessel === undefined || !['class_a', 'class_b'].includes(vessel.station) || isServiceCraft(vessel.shipTypeCode)) return;
    this.stopped.delete(key);
    this.underWay.delete(key);
    this.calling.set(key, { port: near.port, last: observedAt });
    const subject = entityOf('vessels', key);
    this.open.begin(subject, {
      key: `port_call:${idOf('vessels', key)}:${since}`,
      type: this.type,
      title: `${vesselName(vessel)} called at ${near.port.name}`,
      severity: 1,
      position: { lat, lon },
      startedAt: new Date(since),
      endedAt: null,
      reportedAt: new Date(observedAt),
      entities: [subject],
      details: {
        port: near.port.name,
        portLat: near.port.lat,
        portLon: near.port.lon,
        distanceMeters: rounded(near.meters),
        distanceLimitMeters: IN_METERS,
        stoppedSeconds: rounded((observedAt - since) / 1000),
        stoppedLimitSeconds: STOPPED_MS / 1000,
        speedLimitKnots: STOPPED_KNOTS,
      },
    });
  }
}
