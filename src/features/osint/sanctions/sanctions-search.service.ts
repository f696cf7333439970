import { Service } from 'typedi';
import { SanctionsLists } from './sanctions-lists.service.js';
import type { ListedEntity, ListState } from './sanctions-snapshot.js';
import { type SanctionsMatch, type ScreeningQuery, screen } from './screening.js';

export interface SanctionsAnswer {
  matches: SanctionsMatch[];
  /** The lists that were searched. */
  lists: readonly ListState[];
}

/** A vessel as it is screened. */
export interface ScreenedVessel {
  mmsi: string;
  imo: string | null;
  name: string | null;
}

/** Minimum score at which a name alone identifies a listed vessel, and only where the list has no numbers of it. */
const VESSEL_NAME_SCORE = 0.95;

/** Searches the sanctions lists. */
@Service()
export class SanctionsSearch {
  constructor(private readonly lists: SanctionsLists) {}

  async search(query: ScreeningQuery): Promise<SanctionsAnswer> {
    const snapshot = await this.lists.current();
    return { matches: screen(snapshot, query), lists: snapshot.lists };
  }

  async find(id: string): Promise<ListedEntity | undefined> {
    return (await this.lists.current()).find(id);
  }

  /**
   * The listed vessels that a vessel is: by its IMO number, then its MMSI, then by a name that is listed without
   * numbers.
   */
  async vessel({ mmsi, imo, name }: ScreenedVessel): Promise<SanctionsMatch[]> {
    const snapshot = await this.lists.current();
    for (const [type, value] of [
      ['imo', imo],
      ['mmsi', mmsi],
    ] as const) {
      if (value === null) continue;
      const found = snapshot
        .withIdentifier(type, value)
        .filter((entity) => entity.type === 'vessel' && !contradicts(entity, type, imo));
      if (found.length > 0)
        return found.map((entity) => ({
          entity,
          matched: value,
          score: 1,
          reasons: [{ code: 'same_identifier', parts: [type, type] }],
        }));
    }
    if (name === null) return [];
    const isNumbered = ({ entity }: SanctionsMatch) =>
      entity.identifiers.some(({ type }) => type === 'imo' || type === 'mmsi');
    return screen(snapshot, { text: name, types: ['vessel'], minScore: VESSEL_NAME_SCORE }).filter(
      (match) => !isNumbered(match),
    );
  }
}

/**
 * An MMSI passes to other vessels with a change of flag, the IMO number stays: another IMO number is another vessel.
 */
function contradicts(entity: ListedEntity, type: 'imo' | 'mmsi', imo: string | null): boolean {
  const listed = entity.identifiers.filter((identifier) => identifier.type === 'imo');
  return type === 'mmsi' && imo !== null && listed.length > 0 && !listed.some(({ value }) => value === imo);
}
