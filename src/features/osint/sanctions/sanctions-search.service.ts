import { Service } from 'typedi';
import { SanctionsLists } from './sanctions-lists.service.js';
import type { ListedEntity, ListState } from './sanctions-snapshot.js';
import { type SanctionsMatch, type ScreeningQuery, screen } from './screening.js';

export interface SanctionsAnswer {
  matches: SanctionsMatch[];
  /** The lists that were searched. */
  lists: readonly ListState[];
}

/** The identifiers of a vessel that is screened. */
export interface ScreenedVessel {
  mmsi: string;
  imo: string | null;
  name: string | null;
}

/** Minimum score at which a name alone identifies a listed vessel; this applies only to entries without numbers. */
const VESSEL_NAME_SCORE = 0.95;

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
   * Returns the listed vessels that match a vessel: by its IMO number, else by its MMSI, else by the name of an entry
   * without numbers.
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
 * True if an entry that matches by MMSI has another IMO number than the vessel: an MMSI passes to other vessels with a
 * change of flag, but the IMO number stays.
 */
function contradicts(entity: ListedEntity, type: 'imo' | 'mmsi', imo: string | null): boolean {
  const listed = entity.identifiers.filter((identifier) => identifier.type === 'imo');
  return type === 'mmsi' && imo !== null && listed.length > 0 && !listed.some(({ value }) => value === imo);
}
