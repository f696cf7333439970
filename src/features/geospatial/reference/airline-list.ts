import { readFileSync } from 'node:fs';
import { lazy } from '../../../async/lazy.js';
import { foldedWords } from '../../../text/words.js';

/** An airline or an air force. */
export interface Airline {
  /** Designator at the beginning of callsigns (ICAO): `BAW`. */
  designator: string;
  /** Code at the beginning of flight numbers (IATA): `BA`; empty without one. */
  code: string;
  /** The name, followed by other names, with ` · ` between them. */
  names: string;
}

/** The rows of a table of this folder, without comments. */
const rowsOf = (file: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

const listOf = (text = ''): string[] => text.split('|').filter((name) => name !== '');

const airlines = lazy(() =>
  rowsOf('airlines.tsv').map(
    ([designator = '', code = '', name = '', others]): Airline => ({
      designator,
      code,
      names: [name, ...listOf(others)].join(' · '),
    }),
  ),
);

const byDesignator = lazy(() => new Map(airlines().map((airline) => [airline.designator, airline])));

/** Designators by codes and by names without case and accents; several airlines may share a code or a name. */
const designators = lazy(() => {
  const found = new Map<string, string[]>();
  for (const { designator, code, names } of airlines())
    for (const key of new Set([code.toLowerCase(), ...names.split(' · ').map(foldedWords)]))
      if (key !== '') found.set(key, [...(found.get(key) ?? []), designator]);
  return found;
});

/** Matches a callsign of an airline, and captures its designator. */
const CALLSIGN = /^([A-Z]{3})\d/;

/** Returns the airline of a callsign; undefined for an unknown one, and for a callsign that is a registration. */
export const airlineOf = (callsign: string): Airline | undefined =>
  byDesignator().get(CALLSIGN.exec(callsign)?.[1] ?? '');

/** Returns the designators of the airlines with a code or a name, which is case-insensitive: `ba`, `air canada`. */
export const designatorsOf = (codeOrName: string): readonly string[] => designators().get(codeOrName) ?? [];

const typeNames = lazy(
  () =>
    new Map(
      rowsOf('aircraft-types.tsv').flatMap(([codes = '', names]) =>
        codes.split(' ').map((code): [string, string] => [code, [code, ...listOf(names)].join(' · ')]),
      ),
    ),
);

/**
 * Returns the designator of a type of aircraft (ICAO) and its names, with ` · ` between them: `A388 · Airbus A380`.
 * Undefined for an unknown type.
 */
export const namesOfType = (designator: string): string | undefined => typeNames().get(designator);

/** Words that are names of a maker or words for any aircraft, but not the name of a type. */
const NOT_OF_TYPE = new Set(
  (
    'airbus boeing bombardier cessna dassault embraer lockheed northrop beechcraft diamond piper pilatus cirrus saab ' +
    'antonov ilyushin tupolev sukhoi daher robinson sikorsky bell agustawestland eurocopter rockwell helicopter'
  ).split(' '),
);

/**
 * Designators by the names of types, with and without their makers, without case and accents: `boeing 777`, `777`,
 * `a380`.
 */
const phrases = lazy(() => {
  const found = new Map<string, Set<string>>();
  const add = (name: string, code: string) => found.set(name, (found.get(name) ?? new Set()).add(code));
  for (const [code, names] of typeNames())
    for (const name of names.split(' · ').slice(1)) {
      const words = foldedWords(name).split(' ');
      const own = words.filter((word) => !NOT_OF_TYPE.has(word));
      if (own.length === 0) continue;
      add(words.join(' '), code);
      // A number alone, such as `42`, is no name.
      if (own.length > 1 || /\p{L}/u.test(own[0] as string) || /^7\d7$/.test(own[0] as string))
        add(own.join(' '), code);
    }
  return found;
});

/** Returns true for the name of a type of aircraft without case and accents: `boeing 777`, `king air`. */
export const isAircraftType = (phrase: string): boolean => phrases().has(phrase);

/**
 * Returns the designators of a type of aircraft (ICAO) by its name without case and accents; empty for other phrases.
 */
export const designatorsOfType = (phrase: string): readonly string[] => [...(phrases().get(phrase) ?? [])];
