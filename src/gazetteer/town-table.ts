import { readFileSync } from 'node:fs';
import { lazy } from '../async/lazy.js';
import { fitsCase, type Word, wordsOf } from '../text/words.js';
import type { Place } from './gazetteer.js';

/**
 * Towns of towns.bin, in columns of one buffer: some 38,000 towns take 1.5 MB, and nothing is parsed. In 32-bit
 * little-endian numbers: the version, the number of towns, and the lengths in bytes of the areas and the names; then
 * the columns in this order, each from a multiple of four bytes. `bin/make-gazetteer.js` writes them.
 */
export const TOWNS_VERSION = 1;
/** Numbers before the first column. */
export const HEADER_LENGTH = 4;
/** By the lowest bits of the hash of the first word of a name: the words of the longest name that begins so. */
export const FIRST_WORDS = 1 << 16;
/** Inhabitants are stored in hundreds. */
export const POPULATION_UNIT = 100;
/** A column of positions holds thousandths of a degree. */
export const DEGREE_UNIT = 1_000;

/** The name of a town is also an ordinary word, or a name of people. */
export const IS_WORD = 1;
export const IS_PERSON = 2;

/** Hash of folded words that single spaces separate (FNV-1a over UTF-16 units, 32 bits). */
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

/** Names of towns that begin at a word of a text. */
export interface TownMatch {
  /** Index after the last word. */
  to: number;
  /** The largest first. */
  towns: Town[];
}

/** Takes columns from a buffer, one after another. */
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

/** Bytes that fill a column up to a multiple of four. */
export const padding = (length: number): number => (4 - (length % 4)) % 4;

/** The towns from 5,000 inhabitants up to those of places.tsv. */
export class TownTable {
  private readonly areas: readonly string[];
  private readonly names: Buffer;
  private readonly nameEnds: Uint32Array;
  private readonly lats: Int32Array;
  private readonly lons: Int32Array;
  /** Sorted; towns of one hash by size. */
  private readonly hashes: Uint32Array;
  private readonly byHash: Uint32Array;
  private readonly populations: Uint16Array;
  private readonly areaNumbers: Uint16Array;
  private readonly flags: Uint8Array;
  private readonly lengths: Uint8Array;
  /** Towns that texts have named, so that each is one object. */
  private readonly known = new Map<number, Town>();

  /** @param bytes the content of towns.bin, from a multiple of four bytes in its memory */
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

  /** Returns the longest name that begins at a word; undefined if none does. */
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

  /** Where each town is, and its country. */
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

/** True when the words are those of the name, in capitals where it has them; another name may have the same hash. */
function isWritten(written: readonly Word[], words: readonly Word[], from: number, to: number): boolean {
  return (
    written.length === to - from &&
    written.every(({ text, folded }, index) => {
      const word = words[from + index] as Word;
      return word.folded === folded && fitsCase(word, text);
    })
  );
}

/** The table of towns.bin, read when it is first used. */
export const towns = lazy(() => new TownTable(readFileSync(new URL('towns.bin', import.meta.url))));
