import { type IndexedName, NameIndex } from '../names/name-index.js';
import type { NameKind } from '../names/name-words.js';
import type { SanctionedEntity, SanctionedType } from './sanctioned-entity.js';

/** The state of a list in use. */
export interface ListState {
  /** Name of the list, such as `sanctions.ofac`. */
  name: string;
  provider: string;
  records: number;
  asOf: Date | null;
  fetchedAt: Date;
  /** True if the list was not confirmed as current for too long. */
  stale: boolean;
}

/** An entry with its list. */
export interface ListedEntity extends SanctionedEntity {
  list: ListState;
}

/**
 * Returns the kind of name for comparisons. Aircraft are listed by their registration, which is compared like the name
 * of a vessel.
 */
export const nameKindOf = (type: SanctionedType): NameKind => (type === 'aircraft' ? 'vessel' : type);

/**
 * Returns an identifier for comparisons: in upper case without separators. Wallet addresses keep their case, which
 * carries a checksum or part of the value, except addresses that begin with `0x` or `bc1`, which are compared in lower
 * case.
 */
export const identifierKey = (type: string, value: string): string =>
  type === 'wallet'
    ? `${type}:${/^(?:0x|bc1)/i.test(value) ? value.toLowerCase() : value}`
    : `${type}:${value.toUpperCase().replace(/[\s.-]/g, '')}`;

/** All lists at one time, with their indexes. It is never changed, only replaced. */
export class SanctionsSnapshot {
  private constructor(
    readonly lists: readonly ListState[],
    readonly entities: readonly ListedEntity[],
    readonly names: NameIndex,
    private readonly byId: ReadonlyMap<string, ListedEntity>,
    private readonly byIdentifier: ReadonlyMap<string, readonly ListedEntity[]>,
  ) {}

  static async of(lists: readonly ListState[], entities: readonly ListedEntity[]): Promise<SanctionsSnapshot> {
    const names: IndexedName[] = entities.flatMap(({ name, aliases, type }, owner) =>
      [name, ...aliases].map((text) => ({ text, kind: nameKindOf(type), owner })),
    );
    const byIdentifier = new Map<string, ListedEntity[]>();
    for (const entity of entities) {
      for (const { type, value } of entity.identifiers) {
        const key = identifierKey(type, value);
        const found = byIdentifier.get(key);
        if (found === undefined) byIdentifier.set(key, [entity]);
        else if (!found.includes(entity)) found.push(entity);
      }
    }
    const byId = new Map(entities.map((entity) => [entity.id, entity]));
    return new SanctionsSnapshot(lists, entities, await NameIndex.of(names), byId, byIdentifier);
  }

  find(id: string): ListedEntity | undefined {
    return this.byId.get(id);
  }

  /** Returns the entries with an identifier, such as `imo` 9339301. */
  withIdentifier(type: string, value: string): readonly ListedEntity[] {
    return this.byIdentifier.get(identifierKey(type, value)) ?? [];
  }
}
