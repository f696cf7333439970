import { readFileSync } from 'node:fs';
import { lazyInSteps } from '../async/lazy-in-steps.js';
import { PhraseMatcher } from '../text/phrase-matcher.js';
import { fold, foldedWords } from '../text/words.js';

/** Kinds of places, without countries. */
export const placeKinds = [
  'city',
  'capital',
  'port',
  'state',
  'region',
  'strait',
  'canal',
  'passage',
  'cape',
  'gulf',
  'sea',
  'ocean',
] as const;

export type PlaceKind = (typeof placeKinds)[number];

/** A place with a position. */
export interface Place {
  kind: PlaceKind;
  name: string;
  /** Country code (ISO 3166-1 alpha-2); null for waters and disputed places. */
  country: string | null;
  /** Postal code of the state for places in the United States; null elsewhere. */
  state: string | null;
  /** Country and first-level division as in GeoNames (`CA.08`); null when unknown. */
  area: string | null;
  /** Number of inhabitants; 0 when unknown. */
  population: number;
  /** Position in degrees (WGS 84). */
  lat: number;
  lon: number;
}

/** A possible meaning of a name in a text. `isAmbiguous`: the name is also a word or a personal name. */
export type Meaning =
  | { type: 'place'; place: Place; isAmbiguous: boolean }
  | { type: 'country'; code: string; isAdjective: boolean; isAmbiguous: boolean }
  | { type: 'other' };

/** The names of the gazetteer and their meanings. */
export interface Gazetteer {
  matcher: PhraseMatcher<Meaning>;
  /** English names of countries by code. */
  countryNames: ReadonlyMap<string, string>;
  /** Names of states of the United States by postal code. */
  states: ReadonlyMap<string, Place>;
  /** Straits, canals, seas, regions and states. */
  regions: readonly Place[];
}

const linesOf = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const rowsOf = (file: string): string[][] => linesOf(file).map((line) => line.split('\t'));

const listOf = (text: string | undefined): string[] => (text ?? '').split('|').filter((name) => name !== '');
/** Returns a name without the mark `~`, which means that the name needs context. */
const unmarked = (name: string): string => name.replace(/^~/, '');

/** Number of rows of a file that are read in one step. */
const STEP_ROWS = 100;

/** The gazetteer of places.tsv, regions.tsv and countries.tsv, loaded at the first use; about 10,000 names. */
export const gazetteer = lazyInSteps(function* (): Generator<void, Gazetteer> {
  const matcher = new PhraseMatcher<Meaning>();
  const other = rowsOf('not-places.tsv');
  const words = new Set(other.filter(([type]) => type === 'word').map(([, name]) => name));
  for (const [type, name] of other) if (type === 'name') matcher.add(name as string, { type: 'other' });

  yield;

  const countryNames = new Map<string, string>();
  for (const [code, name, others, adjectives] of rowsOf('countries.tsv') as Array<[string, string, string, string]>) {
    countryNames.set(code, unmarked(name));
    for (const one of [name, ...listOf(others)])
      matcher.add(unmarked(one), { type: 'country', code, isAdjective: false, isAmbiguous: one.startsWith('~') });
    for (const one of listOf(adjectives))
      matcher.add(one, { type: 'country', code, isAdjective: true, isAmbiguous: false });
  }
  for (const [code, names] of rowsOf('country-names.tsv') as Array<[string, string]>)
    for (const one of listOf(names))
      matcher.add(one, { type: 'country', code, isAdjective: false, isAmbiguous: false });

  yield;

  const addPlace = (place: Place, names: readonly string[]): void => {
    // The matcher treats `Zürich` and `Zurich` as the same name.
    for (const one of new Map(names.map((name) => [foldedWords(name), name])).values()) {
      const name = unmarked(one);
      matcher.add(name, {
        type: 'place',
        place,
        isAmbiguous: one.startsWith('~') || words.has(fold(name)) || name.length < 3,
      });
    }
  };
  const lines = linesOf('places.tsv');
  for (const [index, line] of lines.entries()) {
    if (index % STEP_ROWS === 0) yield;
    const [kind, name, others, country, state, population, lat, lon, area] = line.split('\t');
    const place = {
      kind: kind as PlaceKind,
      name: name as string,
      country: country || null,
      state: state || null,
      area: area || null,
    };
    addPlace({ ...place, population: Number(population), lat: Number(lat), lon: Number(lon) }, [
      name as string,
      ...listOf(others),
    ]);
  }
  const states = new Map<string, Place>();
  const regions: Place[] = [];
  for (const [kind, name, others, country, lat, lon, code] of rowsOf('regions.tsv') as string[][]) {
    const place = {
      kind: kind as PlaceKind,
      name: unmarked(name as string),
      country: country || null,
      state: code || null,
      area: code === undefined ? null : `US.${code}`,
    };
    const region = { ...place, population: 0, lat: Number(lat), lon: Number(lon) };
    addPlace(region, [name as string, ...listOf(others)]);
    regions.push(region);
    if (code !== undefined) states.set(code, region);
  }
  return { matcher, countryNames, states, regions };
});
