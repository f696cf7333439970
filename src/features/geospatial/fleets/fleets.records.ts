import { Service } from 'typedi';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { type Fleet, fleets } from '../geospatial.schema.js';
import { entityOf, parseEntity } from '../layer.js';
import type { ChosenObjects } from './chosen-objects.js';
import { type FleetChangesDto, FleetDto, type NewFleetDto } from './fleet.dto.js';

/** Manages the fleets of accounts: named groups of vessels and aircraft. */
@Service()
export class Fleets extends OwnedRecords<Fleet, NewFleetDto, FleetChangesDto> {
  constructor(parts: OwnedParts, config: GeospatialConfig) {
    super(parts, {
      table: parts.table(fleets),
      noun: 'fleet',
      limitName: 'fleets',
      limit: () => config.fleets,
      exported: { section: 'fleets', description: 'Its groups of vessels and aircraft.', item: FleetDto },
      shared: { name: 'fleet', path: '/geospatial/fleets', access: ['read', 'write'] },
    });
  }

  /**
   * Returns the objects that a request chooses: those that it names, the members of the fleet, or what is in both.
   * @returns undefined if the request chooses none, so that all objects match
   * @throws Problem `not_found` for a fleet that the account does not have
   */
  async chosen(accountId: string, { entity, fleetId }: Chooser): Promise<ChosenObjects | undefined> {
    if (entity === undefined && fleetId === undefined) return undefined;
    const members = fleetId === undefined ? undefined : (await this.get(accountId, fleetId)).members;
    const named = entity?.map(canonical);
    const both =
      members === undefined ? named : named === undefined ? members : members.filter((one) => named.includes(one));
    const keys = { vessels: new Set<number>(), aircraft: new Set<number>() };
    for (const one of both ?? []) {
      const object = parseEntity(one);
      if (object !== undefined) keys[object.layer].add(object.key);
    }
    return keys;
  }

  protected fresh(_accountId: string, { name, note, members }: NewFleetDto): ContentOf<Fleet> {
    return { name, note: note ?? null, members: distinct(members) };
  }

  protected revised(_fleet: Fleet, { members, ...changes }: FleetChangesDto): Partial<Fleet> {
    return members === undefined ? changes : { ...changes, members: distinct(members) };
  }
}

/** The parts of a request that choose objects. */
export interface Chooser {
  entity?: readonly string[];
  fleetId?: string;
}

/** Returns an entity as events name it. */
function canonical(entity: string): string {
  const object = parseEntity(entity);
  return object === undefined ? entity : entityOf(object.layer, object.key);
}

const distinct = (members: readonly string[]): string[] => [...new Set(members.map(canonical))];
