import { Service } from 'typedi';
import type { ContextPart, Moment, NearbyRecord } from '../../../events/event-context-sources.js';
import { oneLine } from '../../../text/plain-text.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import type { Aircraft } from '../aircraft.js';
import { type Area, circleArea } from '../area.js';
import { EventSearch } from '../events/event-search.service.js';
import { PositionHistory } from '../history/position-history.service.js';
import { TrackRetention } from '../history/track-retention.service.js';
import { entityOf, type Layer } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import { movingWithin } from '../live/moving-within.js';
import type { Position } from '../position.js';
import { distanceMeters } from '../sphere.js';
import type { Vessel } from '../vessel.js';

/** Maximum number of records of each kind; the nearest are returned. */
const MAX_OF_KIND = 15;
/** Maximum number of vessels, and of aircraft, that are compared by distance. */
const MAX_COMPARED = 2_000;
/** Age (ms) up to which live positions are used for a moment; older moments use the position history. */
const LIVE_MS = MINUTE_MS;

const words: Readonly<Record<Layer, string>> = { vessels: 'Vessel', aircraft: 'Aircraft' };

/** Finds the vessels, aircraft and geo events near the place of an event at its time. */
@Service()
export class NearbyRecords {
  constructor(
    private readonly live: LiveState,
    private readonly past: PositionHistory,
    private readonly retention: TrackRetention,
    private readonly search: EventSearch,
    private readonly clock: Clock,
  ) {}

  /** Returns the records around a moment, nearest first, and notes about missing data. */
  async around(moment: Moment): Promise<ContextPart<NearbyRecord>> {
    const { at, place, radiusMeters } = moment;
    if (place === undefined) return { items: [], missing: ['The event has no place.'] };
    const area = circleArea(place.lat, place.lon, radiusMeters);
    const missing: string[] = [];
    const records = await this.events(moment, area, place);
    if (at.getTime() > this.clock.now())
      missing.push('The moment has not come: there are no positions of vessels and aircraft yet.');
    else if (at.getTime() < this.retention.oldest)
      missing.push('Positions of vessels and aircraft are no longer stored for this time.');
    else {
      for (const layer of ['vessels', 'aircraft'] as const) {
        const found = await this.objects(layer, at, area, place);
        if (found.length >= MAX_COMPARED)
          missing.push(`Only ${MAX_COMPARED} ${layer} in this area were compared; use a smaller radius.`);
        records.push(...nearest(found));
      }
    }
    return { items: records.sort((one, other) => one.distanceMeters - other.distanceMeters), missing };
  }

  /** Returns the nearest geo events that started in the time range of the moment. */
  private async events({ from, to }: Moment, area: Area, place: Position): Promise<NearbyRecord[]> {
    const { events } = await this.search.nearest({ area, from, to }, area, place, MAX_OF_KIND);
    return events.map(({ id, title, position, startedAt, provider }) => ({
      key: `geo_event:${id}`,
      title,
      lat: position.lat,
      lon: position.lon,
      distanceMeters: Math.round(distanceMeters(place.lat, place.lon, position.lat, position.lon)),
      time: startedAt,
      provider,
    }));
  }

  private async objects(layer: Layer, at: Date, area: Area, center: Position): Promise<NearbyRecord[]> {
    if (this.clock.now() - at.getTime() <= LIVE_MS) {
      const slots = movingWithin(this.live, layer, area).subarray(0, MAX_COMPARED);
      return Array.from(slots, (slot) => this.live[layer].stateAt(slot)).flatMap(
        (state) => recordOf(layer, state, state.position, state.observedAt, center) ?? [],
      );
    }
    const found: NearbyRecord[] = [];
    for (const box of area.boxes) {
      for (const { key, lat, lon, observedAt, state } of await this.past.objectsAt(
        layer,
        at.getTime(),
        box,
        MAX_COMPARED,
      )) {
        if (!area.contains(lat, lon)) continue;
        const record = recordOf(layer, { ...state, key }, { lat, lon }, observedAt, center);
        if (record !== undefined) found.push(record);
      }
    }
    return found.slice(0, MAX_COMPARED);
  }
}

const nearest = (records: NearbyRecord[]): NearbyRecord[] =>
  records.sort((one, other) => one.distanceMeters - other.distanceMeters).slice(0, MAX_OF_KIND);

type KnownObject = { key: number; provider?: string } & Partial<
  Pick<Vessel, 'name'> & Pick<Aircraft, 'callsign' | 'registration'>
>;

function recordOf(
  layer: Layer,
  object: KnownObject,
  position: Position | null,
  observedAt: number,
  center: Position,
): NearbyRecord | undefined {
  if (position === null) return undefined;
  const entity = entityOf(layer, object.key);
  const name = object.name ?? object.callsign ?? object.registration ?? entity.slice(entity.indexOf(':') + 1);
  const distance = Math.round(distanceMeters(center.lat, center.lon, position.lat, position.lon));
  const place = { lat: position.lat, lon: position.lon, distanceMeters: distance };
  return {
    key: entity,
    title: oneLine(`${words[layer]} ${name}`),
    ...place,
    time: new Date(observedAt),
    provider: object.provider ?? 'unknown',
  };
}
