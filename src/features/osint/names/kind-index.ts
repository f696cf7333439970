import { doubleMetaphone } from 'double-metaphone';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { MATCH_SCORE, rulesFor } from './match-names.js';
import type { NameParts } from './name-parts.js';
import type { NameKind } from './name-words.js';
import { compareParts, consonants, skeleton } from './part-similarity.js';

/** Maximum number of query parts whose similar parts are cached. */
const MAX_REMEMBERED = 20_000;
/** Maximum number of similar parts in the list for one part of a query. */
const MAX_SIMILAR = 400;

/** Prefix of the keys of abbreviations; no joined name contains it. */
const ACRONYM = '=';
const MAX_SHORTENED = 50;

/**
 * Returns the number of parts that count for a comparison. Countries and descriptions of organizations count less,
 * because other forms of the name may omit them.
 */
const countOf = (parts: readonly string[], weights: readonly number[]): number =>
  weights.length === 0 ? parts.length : Math.max(1, Math.round(weights.reduce((sum, weight) => sum + weight, 0)));

interface SimilarPart {
  part: number;
  similarity: number;
}

/**
 * An index of the names of one kind by their parts. Each distinct part is stored once. The parts similar to a part of a
 * query are found by keys (the part with one letter left out, its sound, its consonants, its beginning), and lead to
 * the names that contain them.
 */
export class KindIndex {
  private readonly parts: string[] = [];
  /** True for each part that a name in another script than Latin contains. */
  private readonly areTransliterated: boolean[] = [];
  private readonly partNumbers = new Map<string, number>();
  private readonly collected: number[][] = [];
  private readonly keys = new Map<string, number[]>();
  private readonly joined = new Map<string, number[]>();
  private readonly counts: number[] = [];
  private readonly similar = new BoundedCache<readonly SimilarPart[]>(MAX_REMEMBERED);
  /**
   * The names of each part, and the number of parts of each name, in typed arrays, because a search reads thousands.
   */
  private namesOf: readonly Int32Array[] = [];
  private partCounts = new Uint8Array(0);
  /** Required sums by the number of parts of a query; at most about twenty entries. */
  private readonly needed: Float32Array[] = [];
  /** Sums of similarities of the current search by name; all zero between searches. */
  private sums = new Float32Array(0);

  constructor(private readonly kind: NameKind) {}

  /** Adds a name. @returns its number in this index */
  add({ parts, joined, acronyms, weights, isTransliterated }: NameParts): number {
    const number = this.counts.push(countOf(parts, weights)) - 1;
    for (const part of new Set(parts)) {
      const own = this.numberOf(part);
      this.collected[own]?.push(number);
      if (isTransliterated) this.areTransliterated[own] = true;
    }
    if (joined !== '') push(this.joined, joined, number);
    for (const acronym of acronyms) push(this.joined, `${ACRONYM}${acronym}`, number);
    return number;
  }

  /** Prepares the index for searches; called once, after all names were added. */
  finish(): void {
    this.namesOf = this.collected.map((numbers) => Int32Array.from(numbers));
    this.collected.length = 0;
    this.partCounts = Uint8Array.from(this.counts);
    this.sums = new Float32Array(this.counts.length);
  }

  /** Returns the names that share enough similar parts with the query to match, the most similar first. */
  candidates(read: NameParts, limit: number): number[] {
    const { sums, partCounts } = this;
    const parts = [...new Set(read.parts)].map((part) => this.similarParts(part, read));
    const costs = new Map(
      parts.map((similar) => [
        similar,
        similar.reduce((sum, { part }) => sum + (this.namesOf[part] as Int32Array).length, 0),
      ]),
    );
    // Rare parts come first: a name without any of them cannot reach the required sum with the remaining frequent ones,
    // so it need not be counted.
    parts.sort((a, b) => (costs.get(a) as number) - (costs.get(b) as number));
    const own = countOf(read.parts, read.weights);
    this.needed[own] ??= this.neededByCount(own);
    const needed = this.needed[own];
    const touched: number[] = [];
    parts.forEach((similar, place) => {
      const reachable = parts.length - place;
      for (const { part, similarity } of similar) {
        for (const number of this.namesOf[part] as Int32Array) {
          const sum = sums[number] as number;
          if (sum === 0) {
            if ((needed[partCounts[number] as number] as number) > reachable) continue;
            touched.push(number);
          }
          sums[number] = sum + similarity;
        }
      }
    });
    const found = touched.filter(
      (number) => (sums[number] as number) >= (needed[partCounts[number] as number] as number),
    );
    if (found.length > limit) found.sort((a, b) => (sums[b] as number) - (sums[a] as number));
    for (const number of touched) sums[number] = 0;
    const shortened = this.kind === 'organization' ? this.shortened(read) : [];
    return [...new Set([...found.slice(0, limit), ...(this.joined.get(read.joined) ?? []), ...shortened])];
  }

  /** Returns the names that a part of the query abbreviates, and the names that abbreviate the query. */
  private shortened({ parts, acronyms }: NameParts): number[] {
    const long = parts.flatMap((part) => this.joined.get(`${ACRONYM}${part}`) ?? []);
    const short = acronyms.flatMap((acronym) => {
      const part = this.partNumbers.get(acronym);
      return part === undefined ? [] : [...(this.namesOf[part] as Int32Array)];
    });
    return [...long.slice(0, MAX_SHORTENED), ...short.slice(0, MAX_SHORTENED)];
  }

  /** Returns the minimum sum of similarities with which a name can match, by the number of its parts. */
  private neededByCount(own: number): Float32Array {
    const isPerson = this.kind === 'person';
    return Float32Array.from({ length: 256 }, (_, count) => {
      const compared = isPerson ? Math.min(own, count) : (own + count) / 2;
      return compared * (isPerson ? MATCH_SCORE : Math.sqrt(MATCH_SCORE)) * 0.98;
    });
  }

  private numberOf(part: string): number {
    const known = this.partNumbers.get(part);
    if (known !== undefined) return known;
    const number = this.parts.push(part) - 1;
    this.partNumbers.set(part, number);
    this.collected.push([]);
    this.areTransliterated.push(false);
    for (const key of keysOf(part)) push(this.keys, key, number);
    return number;
  }

  private similarParts(part: string, read: NameParts): readonly SimilarPart[] {
    const remembered = read.isTransliterated ? `~${part}` : part;
    const known = this.similar.get(remembered);
    if (known !== undefined) return known;
    // Names with a part may be Korean or transliterated, or not, so the parts are compared by the rules that find more.
    const plain = { ...rulesFor(this.kind, read, { ...read, isTransliterated: false }), isExact: false };
    const transliterated = { ...plain, isTransliterated: true };
    const found: SimilarPart[] = [];
    for (const number of new Set(keysOf(part).flatMap((key) => this.keys.get(key) ?? []))) {
      const rules = this.areTransliterated[number] ? transliterated : plain;
      const compared = compareParts(part, this.parts[number] as string, rules);
      if (compared) found.push({ part: number, similarity: compared.similarity });
    }
    const similar = found.sort((a, b) => b.similarity - a.similarity).slice(0, MAX_SIMILAR);
    this.similar.set(remembered, similar);
    return similar;
  }
}

function push(map: Map<string, number[]>, key: string, number: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [number]);
  else list.push(number);
}

/** Returns the keys that a part has in common with similar parts. */
function keysOf(part: string): string[] {
  const sounds = skeleton(part);
  if (part.length <= 3) return sounds.length < 2 ? [part] : [part, `=${sounds}`];
  const keys = new Set([part, `=${sounds}`, `~${doubleMetaphone(part)[0]}`, `#${consonants(part).replace(/l/g, 'r')}`]);
  for (let at = 0; at < part.length; at += 1) keys.add(part.slice(0, at) + part.slice(at + 1));
  if (part.length >= 7) keys.add(`^${part.slice(0, 4)}`);
  return [...keys];
}
