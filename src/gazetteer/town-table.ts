import { readFileSync } from 'node:fs';
import { lazy } from '../async/lazy.js';
import { fitsCase, type Word, wordsOf } from '../text/words.js';
import type { Place } from './gazetteer.js';

/**
 * Version of the format of towns.bin, which contains columns in one buffer: about 38,000 towns take 1.5 MB, and nothing
 * is parsed. It begins with 32-bit little-endian numbers: the version, the number of towns, and the lengths (bytes) of
 * the areas and the names. Then the columns follow in this order, each at a multiple of four bytes.
 * `bin/make-gazetteer.js` writes the file.
 */
export const TOWNS_VERSION = 1;
/** Number of 32-bit numbers before the first column. */
export const HEADER_LENGTH = 4;
/**
 * Size of a table that is indexed by the lowest bits of the hash of a name's first word; its values are the numbers of
 * words of the longest such name.
 */
export const FIRST_WORDS = 1 << 16;
/** Populations are stored in units of this many inhabitants. */
export const POPULATION_UNIT = 100;
/** Positions are stored in units of 1 / this degrees. */
export const DEGREE_UNIT = 1_000;

/** Flags of a name: it is also an ordinary word, or a personal name. */
export const IS_WORD = 1;
export const IS_PERSON = 2;

/** Returns the hash of normalized words separated by single spaces (FNV-1a over UTF-16 units, 32 bits). */
export function keyHash(key: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** A town that a name may mean. */
export interface Town {
  place: Place;
  isWord: boolean;
  isPerson: boolean;
  words: readonly Word[];
}

/** Towns whose name begins at a word of a text. */
export interface TownMatch {
  /** Index after the last word of the name. */
  to: number;
  /** Towns, the largest first. */
  towns: Town[];
}

/** Reads columns from a buffer, one after another. */
class Columns {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  text(length: number): Buffer {
    return this.bytes.subarray(this.next(length), this.at - padding(length));
  }

  numbers<Column>(
    type: { new (buffer: ArrayBufferLike, start: number, length: number): Column; BYTES_PER_ELEMENT: number },
    length: number,
  ): Column {
    return new type(this.bytes.buffer, this.bytes.byteOffset + this.next(length * type.BYTES_PER_ELEMENT), length);
  }

  private next(length: number): number {
    const start = this.at;
    this.at += length + padding(length);
    return start;
  }
}

/** Returns the number of bytes that pad a column to a multiple of four. */
export const padding = (length: number): number => (4 - (length % 4)) % 4;

/** The towns with at least 5,000 inhabitants that are not in places.tsv. */
export class TownTable {
  private readonly areas: readonly string[];
  private readonly names: Buffer;
  private readonly nameEnds: Uint32Array;
  private readonly lats: Int32Array;
  private readonly lons: Int32Array;
  /** Hashes of names, sorted; equal hashes are in the order of the towns' sizes. */
  private readonly hashes: Uint32Array;
  private readonly byHash: Uint32Array;
  private readonly populations: Uint16Array;
  private readonly areaNumbers: Uint16Array;
  private readonly flags: Uint8Array;
  private readonly lengths: Uint8Array;
  /** Towns that texts have named so far, so that each town is always the same object. */
  private readonly known = new Map<number, Town>();

  /** @param bytes content of towns.bin, at a multiple of four bytes in memory */
  constructor(bytes: Buffer) {
    const [version = 0, count = 0, areaBytes = 0, nameBytes = 0] = new Uint32Array(
      bytes.buffer,
      bytes.byteOffset,
      HEADER_LENGTH,
    );
    if (version !== TOWNS_VERSION) throw new Error(`towns.bin has version ${version} instead of ${TOWNS_VERSION}.`);
    const columns = new Columns(bytes, HEADER_LENGTH * Uint32Array.BYTES_PER_ELEMENT);
    this.areas = columns.text(areaBytes).toString().split('|');
    this.names = columns.text(nameBytes);
    this.nameEnds = columns.numbers(Uint32Array, count);
    this.lats = columns.numbers(Int32Array, count);
    this.lons = columns.numbers(Int32Array, count);
    this.hashes = columns.numbers(Uint32Array, count);
    this.byHash = columns.numbers(Uint32Array, count);
    this.populations = columns.numbers(Uint16Array, count);
    this.areaNumbers = columns.numbers(Uint16Array, count);
    this.flags = columns.numbers(Uint8Array, count);
    this.lengths = columns.numbers(Uint8Array, FIRST_WORDS);
  }

  /** Returns the towns of the longest name that begins at a word; undefined if no name does. */
  at(words: readonly Word[], from: number): TownMatch | undefined {
    let hash = keyHash((words[from] as Word).folded);
    const longest = this.lengths[hash & (FIRST_WORDS - 1)] as number;
    let match: TownMatch | undefined;
    for (let to = from + 1; to <= from + longest && to <= words.length; to += 1) {
      if (to > from + 1) hash = keyHash((words[to - 1] as Word).folded, keyHash(' ', hash));
      const towns = this.withHash(hash, words, from, to);
      if (towns.length > 0) match = { to, towns };
    }
    return match;
  }

  /** Yields the position and country of each town. */
  *positions(): Generator<{ country: string; lat: number; lon: number }> {
    const countries = this.areas.map((area) => area.split('.', 1)[0] as string);
    for (let number = 0; number < this.lats.length; number += 1)
      yield {
        country: countries[this.areaNumbers[number] as number] as string,
        lat: (this.lats[number] as number) / DEGREE_UNIT,
        lon: (this.lons[number] as number) / DEGREE_UNIT,
      };
  }

  private withHash(hash: number, words: readonly Word[], from: number, to: number): Town[] {
    let [low, high] = [0, this.hashes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.hashes[middle] as number) < hash) low = middle + 1;
      else high = middle;
    }
    const towns: Town[] = [];
    for (; this.hashes[low] === hash; low += 1) {
      const town = this.town(this.byHash[low] as number);
      if (isWritten(town.words, words, from, to)) towns.push(town);
    }
    return towns;
  }

  private town(number: number): Town {
    const known = this.known.get(number);
    if (known !== undefined) return known;
    const name = this.names.toString('utf8', number === 0 ? 0 : this.nameEnds[number - 1], this.nameEnds[number]);
    const area = this.areas[this.areaNumbers[number] as number] as string;
    const [country = '', code = ''] = area.split('.');
    const flags = this.flags[number] as number;
    const place: Place = {
      kind: 'city',
      name,
      country,
      state: country === 'US' ? code : null,
      area,
      population: (this.populations[number] as number) * POPULATION_UNIT,
      lat: (this.lats[number] as number) / DEGREE_UNIT,
      lon: (this.lons[number] as number) / DEGREE_UNIT,
    };
    const town = { place, isWord: (flags & IS_WORD) !== 0, isPerson: (flags & IS_PERSON) !== 0, words: wordsOf(name) };
    this.known.set(number, town);
    return town;
  }
}

/**
 * Returns true when the words are the words of the name, capitalized where the name is. Needed because another name may
 * have the same hash.
 */
function isWritten(written: readonly Word[], words: readonly Word[], from: number, to: number): boolean {
  return (
    written.length === to - from &&
    written.every(({ text, folded }, index) => {
      const word = words[from + index] as Word;
      return word.folded === folded && fitsCase(word, text);
    })
  );
}

/** The table of towns.bin, loaded at the first use. */
export const towns = lazy(() => new TownTable(readFileSync(new URL('towns.bin', import.meta.url))));
