import { setImmediate } from 'node:timers/promises';
import { KindIndex } from './kind-index.js';
import { MATCH_SCORE, matchNames, type NameMatch } from './match-names.js';
import { type NameParts, readName } from './name-parts.js';
import { type NameKind, nameKinds } from './name-words.js';

/** A name to find, with its owner. */
export interface IndexedName {
  text: string;
  kind: NameKind;
  /** Number of the owner; an owner may have several names. */
  owner: number;
}

export interface NameHit extends NameMatch {
  owner: number;
  /** The best matching name of the owner, as listed. */
  name: string;
}

interface KnownName {
  text: string;
  owner: number;
  read: NameParts;
}

/** Maximum number of candidates that are compared in full for a query. */
const MAX_COMPARED = 300;
/** Number of names added before the event loop continues; adding them takes some milliseconds. */
const NAMES_PER_TURN = 100;

/** Finds similar names among many: `KindIndex` finds candidates by their parts, which are then compared in full. */
export class NameIndex {
  private readonly kinds = new Map(
    nameKinds.map((kind) => [kind, { index: new KindIndex(kind), names: [] as KnownName[] }]),
  );

  /** Builds an index, and lets the event loop run in between. The time is linear in the length of the names. */
  static async of(names: readonly IndexedName[]): Promise<NameIndex> {
    const index = new NameIndex();
    for (const [number, name] of names.entries()) {
      if (number % NAMES_PER_TURN === 0) await setImmediate();
      index.add(name);
    }
    for (const kind of index.kinds.values()) kind.index.finish();
    return index;
  }

  get size(): number {
    return [...this.kinds.values()].reduce((sum, { names }) => sum + names.length, 0);
  }

  /** Returns the names that are similar to the text, best first, one for each owner. */
  find(
    text: string,
    { kinds, minScore = MATCH_SCORE, limit = 20 }: { kinds: readonly NameKind[]; minScore?: number; limit?: number },
  ): NameHit[] {
    const best = new Map<number, NameHit>();
    for (const kind of kinds) {
      const { index, names } = this.kinds.get(kind) as { index: KindIndex; names: KnownName[] };
      const read = readName(text, kind);
      for (const number of index.candidates(read, MAX_COMPARED)) {
        const name = names[number] as KnownName;
        const match = matchNames(read, name.read, kind);
        if (match.score < minScore || match.score <= (best.get(name.owner)?.score ?? 0)) continue;
        best.set(name.owner, { ...match, owner: name.owner, name: name.text });
      }
    }
    return [...best.values()].sort((a, b) => b.score - a.score || a.owner - b.owner).slice(0, limit);
  }

  private add({ text, kind, owner }: IndexedName): void {
    const { index, names } = this.kinds.get(kind) as { index: KindIndex; names: KnownName[] };
    const read = readName(text, kind);
    index.add(read);
    names.push({ text, owner, read });
  }
}
