import { Service } from 'typedi';
import { EventLog, type NewEvent } from '../../../events/event-log.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { type GeofenceTransitionDataDto, geofenceEntered } from '../../geospatial/geofences/geofences.events.js';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import { type SanctionsMatchDataDto, sanctionsMatch } from './sanctions.events.js';
import { SanctionsSearch } from './sanctions-search.service.js';
import type { SanctionsMatch } from './screening.js';

/** Maximum age of an entry that is screened (ms), so that a new installation does not report entries of past months. */
const MAX_AGE_MS = DAY_MS;

/** Reports listed vessels that enter geofences to the owners of the geofences. */
@Service()
export class SanctionsWatch {
  constructor(
    private readonly search: SanctionsSearch,
    private readonly geospatial: GeospatialApi,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Appends an event for each match of the entries, in the caller's transaction. */
  async screen(events: readonly LoggedEvent[]): Promise<void> {
    const earliest = this.clock.now() - MAX_AGE_MS;
    const entries = events.filter(({ type, time }) => type === geofenceEntered.type && time.getTime() >= earliest);
    const found: NewEvent<SanctionsMatchDataDto>[] = [];
    for (const { data, ownerId, time } of entries) {
      const transition = data as unknown as GeofenceTransitionDataDto;
      if (!transition.entity.startsWith('vessel:') || !ownerId) continue;
      for (const match of await this.matchesOf(transition)) {
        found.push({ data: this.dataOf(transition, match), ownerId, time, subject: transition.entity });
      }
    }
    if (found.length > 0) await this.log.appendMany(sanctionsMatch, found);
  }

  private matchesOf({ entity }: GeofenceTransitionDataDto): Promise<SanctionsMatch[]> {
    const { imo, name } = this.live(entity);
    return this.search.vessel({ mmsi: entity.slice('vessel:'.length), imo, name });
  }

  /** Returns the IMO number and the name that the vessel sends; nulls when it is not in live state. */
  private live(entity: string): { imo: string | null; name: string | null } {
    const vessel = this.geospatial.find(entity);
    const imo = vessel !== undefined && 'imo' in vessel && vessel.imo !== null ? String(vessel.imo) : null;
    const name = vessel !== undefined && 'name' in vessel ? vessel.name : null;
    return { imo, name };
  }

  private dataOf(
    transition: GeofenceTransitionDataDto,
    { entity: listed, score, reasons }: SanctionsMatch,
  ): SanctionsMatchDataDto {
    const { geofenceId, geofenceName, entity, position, occurredAt, simulated = false } = transition;
    const isNumber = reasons[0]?.code === 'same_identifier';
    return {
      geofenceId,
      geofenceName,
      entity,
      occurredAt,
      score,
      vesselName: this.live(entity).name,
      lat: position?.lat ?? null,
      lon: position?.lon ?? null,
      listedEntity: `sanctioned:${listed.id}`,
      listedName: listed.name,
      list: listed.list.provider,
      programs: listed.programs,
      matchedBy: isNumber ? (reasons[0]?.parts[0] as 'imo' | 'mmsi') : 'name',
      simulated: simulated || listed.list.provider === 'simulator',
    };
  }
}
