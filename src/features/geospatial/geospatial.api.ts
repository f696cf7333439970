import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import type { Aircraft } from './aircraft.js';
import { type ShipType, shipTypeOf } from './ais/ship-type.js';
import { circleArea } from './area.js';
import type { GeoEventFilter } from './events/event-search.js';
import { EventSearch, type FoundEvents } from './events/event-search.service.js';
import type { GeoEvent } from './geo-event.js';
import { FenceHistory, type GeofenceMember } from './geofences/api/fence-history.service.js';
import { GeofencesService } from './geofences/api/geofences.service.js';
import { entityAround, prepareFence } from './geofences/engine/fence-shape.js';
import type { Geofence } from './geofences/geofence.js';
import { countryCode } from './land/country-code.js';
import { countryAt, countryShape } from './land/country-shape.js';
import { type Layer, parseEntity } from './layer.js';
import { LiveState } from './live/live-state.js';
import { movingWithin } from './live/moving-within.js';
import type { MovementListener } from './movement.js';
import type { Position } from './position.js';
import { type ListedPort, portList } from './reference/port-list.js';
import type { Vessel } from './vessel.js';

/**
 * Lets other features read vessels, aircraft, geo events and geofences. Other features read geofence transitions and
 * new events from the event log, by the types in `geofences/geofences.events.ts` and `events/geo-event.events.ts`.
 * Maps, recordings and tracks have classes of their own, because few features need the code that these load.
 */
@Service()
export class GeospatialApi {
  constructor(
    private readonly live: LiveState,
    private readonly search: EventSearch,
    private readonly geofences: GeofencesService,
    private readonly fences: FenceHistory,
  ) {}

  /**
   * Returns the live state of an entity such as `vessel:219024336` or `aircraft:4ca2d6`; undefined for an entity that
   * is not in live state.
   */
  find(entity: string): Vessel | Aircraft | undefined {
    const object = parseEntity(entity);
    return object && this.live[object.layer].get(object.key);
  }

  /** Returns the ship type of a vessel in live state; null if it is unknown, and for an aircraft. */
  shipTypeOf(entity: string): ShipType | null {
    const found = this.find(entity);
    return found !== undefined && 'shipTypeCode' in found ? shipTypeOf(found.shipTypeCode) : null;
  }

  /**
   * Returns at most `limit` vessels or aircraft within a distance (m) of a position, in no particular order, without
   * base stations and aids to navigation.
   */
  near(layer: Layer, { lat, lon }: Position, radiusMeters: number, limit: number): Array<Vessel | Aircraft> {
    const slots = movingWithin(this.live, layer, circleArea(lat, lon, radiusMeters)).subarray(0, limit);
    return Array.from(slots, (slot) => this.live[layer].stateAt(slot));
  }

  /**
   * Notifies the listener of every movement in this process. The listener must not block.
   * @returns a function that removes the listener
   */
  listen(listener: MovementListener): () => void {
    return this.live.listen(listener);
  }

  /** Returns matching events, latest start first. */
  events(filter: GeoEventFilter, limit: number): Promise<FoundEvents> {
    return this.search.list(filter, limit);
  }

  /** Returns the event with an id; undefined for an unknown id. */
  event(id: string): Promise<GeoEvent | undefined> {
    return this.search.find(id);
  }

  /** Returns a geofence of an account. @throws Problem `not_found` */
  geofence(accountId: string, id: string): Promise<Geofence> {
    return this.geofences.get(accountId, id);
  }

  /** Returns true if an account has a geofence. */
  hasGeofence(accountId: string, id: string): Promise<boolean> {
    return this.geofences.get(accountId, id).then(() => true, notFoundIsFalse);
  }

  /**
   * Returns true if a geofence of an account contains a position now; false for a deleted geofence, and for a moving
   * one whose center has no position.
   */
  async isInGeofence(accountId: string, id: string, { lat, lon }: Position): Promise<boolean> {
    const fence = await this.geofences.get(accountId, id).catch(notFoundIsFalse);
    if (fence === false) return false;
    const around = entityAround(fence.shape);
    const center = around && this.live[around.layer].get(around.key)?.position;
    return prepareFence(fence.shape, center ?? undefined)?.contains(lat, lon) === true;
  }

  /**
   * Returns at most `limit` objects inside a geofence, ordered by layer and key, that follow the member `after`.
   * @throws Problem `not_found`
   */
  members(accountId: string, id: string, limit: number, after?: GeofenceMember): Promise<GeofenceMember[]> {
    return this.fences.members(accountId, id, limit, after);
  }

  /**
   * Returns at most `limit` vessels in live state with this IMO number or exactly this name in capitals. It scans all
   * vessels, which takes milliseconds for a hundred thousand.
   */
  identify({ imo, name }: { imo?: number; name?: string }, limit: number): Vessel[] {
    const { vessels, vesselColumns } = this.live;
    const found: Vessel[] = [];
    for (const slot of vessels.within()) {
      const isSame =
        (imo !== undefined && vesselColumns.at.imo(slot) === imo) ||
        (name !== undefined && vesselColumns.at.name(slot) === name);
      if (isSame) found.push(vessels.stateAt(slot));
      if (found.length === limit) break;
    }
    return found;
  }

  /**
   * All known ports, with the code of their country (ISO 3166-1 alpha-2); null if the name of the country has no code.
   */
  get ports(): ReadonlyArray<Omit<ListedPort, 'country'> & { country: string | null }> {
    return portList().map((port) => ({ ...port, country: countryCode(port.country) ?? null }));
  }

  /** Returns the country on whose land a position is (ISO 3166-1 alpha-2); undefined at sea. */
  countryAt({ lat, lon }: Position): string | undefined {
    return countryAt(lat, lon);
  }

  /** Returns the center of the largest part of a country; undefined for a country that is not on the map. */
  centerOf(country: string): Position | undefined {
    return countryShape(country)?.center;
  }
}

/** @throws any error but `not_found` */
function notFoundIsFalse(error: unknown): false {
  if (error instanceof Problem && error.code === 'not_found') return false;
  throw error;
}
