import { readFileSync } from 'node:fs';
import { lazyInSteps } from '../async/lazy-in-steps.js';
import { fitsCase, fold, type Word, wordsOf } from '../text/words.js';
import type { Place } from './gazetteer.js';

/** A state, province or county, whose name may follow the name of a town. */
export interface Area {
  /**
   * Code as in `Place.area` (`US.TX`). Counties of Great Britain and Ireland, which places do not have as areas, have
   * codes such as `GB.kent`.
   */
  code: string;
  /** True for a county: places within `COUNTY_KM` of its center may be in it. */
  isCounty: boolean;
  /** True: the name has no other known meaning. */
  isUnambiguous: boolean;
  place: Place;
}

/** Areas whose name begins at a word of a text. */
export interface AreaMatch {
  /** Index after the last word of the name. */
  to: number;
  areas: Area[];
  /** True for an abbreviation (`Tex.`, `TX`), which counts only after the name of a place. */
  isAbbreviation: boolean;
  /** True: a word such as `province` or `oblast` follows the name; `to` includes that word. */
  hasType: boolean;
}

interface AreaName {
  text: string;
  /** Words of the name; computed when a text first contains the first word. */
  written?: readonly Word[];
  area: Area;
  isAbbreviation: boolean;
}

const COUNTY_KM = 75;
const KM_PER_DEGREE = 111.2;
/** Words that follow the name of an area and denote its type. */
const TYPES = new Set('state province oblast region prefecture governorate voivodeship canton'.split(' '));
const FIRST_WORD = /[\p{L}\p{N}]+/u;
/** Number of rows that are read in one step. */
const STEP_ROWS = 100;

/** The names of areas.tsv by their first word, normalized. Loaded at the first use; about 5,000 names. */
export const areaNames = lazyInSteps(function* (): Generator<void, ReadonlyMap<string, AreaName[]>> {
  const byFirst = new Map<string, AreaName[]>();
  const lines = readFileSync(new URL('areas.tsv', import.meta.url), 'utf8').split('\n');
  for (const [index, line] of lines.entries()) {
    if (index % STEP_ROWS === 0) yield;
    if (line === '' || line.startsWith('#')) continue;
    const [code, kind, name, others, abbreviations, lat, lon, alone] = line.split('\t') as string[];
    const country = (code as string).slice(0, 2);
    const place: Place = {
      kind: country === 'US' ? 'state' : 'region',
      name: name as string,
      country,
      state: country === 'US' ? (code as string).slice(3) : null,
      area: code as string,
      population: 0,
      lat: Number(lat),
      lon: Number(lon),
    };
    const area = { code: code as string, isCounty: kind === 'county', isUnambiguous: alone === '1', place };
    const add = (text: string, isAbbreviation: boolean): void => {
      const [first] = FIRST_WORD.exec(fold(text)) ?? [];
      if (first === undefined) return;
      const list = byFirst.get(first) ?? [];
      byFirst.set(first, list);
      list.push({ text, area, isAbbreviation });
    };
    for (const one of [name as string, ...listOf(others)]) add(one, false);
    for (const one of listOf(abbreviations)) add(one, true);
  }
  return byFirst;
});

const listOf = (text: string | undefined): string[] => (text ?? '').split('|').filter((name) => name !== '');

/** Returns the areas whose name begins at a word, for the longest matching name; undefined if no name matches. */
export function areasAt(words: readonly Word[], from: number): AreaMatch | undefined {
  let best: AreaMatch | undefined;
  for (const name of areaNames().get((words[from] as Word).folded) ?? []) {
    const { area, isAbbreviation } = name;
    name.written ??= wordsOf(name.text);
    const { written } = name;
    const to = from + written.length;
    if (to > words.length || (best !== undefined && to < best.to)) continue;
    const fits = written.every(({ text, folded }, index) => {
      const word = words[from + index] as Word;
      return folded === word.folded && fitsCase(word, text);
    });
    if (!fits) continue;
    if (best === undefined || to > best.to || (best.isAbbreviation && !isAbbreviation))
      best = { to, areas: [area], isAbbreviation, hasType: false };
    else if (best.isAbbreviation === isAbbreviation) best.areas.push(area);
  }
  const next = best === undefined ? undefined : words[best.to];
  if (best === undefined || best.isAbbreviation || next === undefined || !TYPES.has(next.folded)) return best;
  return { ...best, to: best.to + 1, hasType: true };
}

/** Returns true when a place is in an area, or close enough to the center of a county to be in it. */
export function isWithin(place: Place, { code, isCounty, place: middle }: Area): boolean {
  if (!isCounty) return place.area === code;
  if (place.country !== middle.country) return false;
  const [north, east] = [place.lat - middle.lat, (place.lon - middle.lon) * Math.cos((middle.lat * Math.PI) / 180)];
  return Math.hypot(north, east) * KM_PER_DEGREE <= COUNTY_KM;
}
