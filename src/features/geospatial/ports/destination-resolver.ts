import { lazy } from '../../../async/lazy.js';
import { foldedWords } from '../../../text/words.js';
import { distanceMeters } from '../sphere.js';
import { type Port, portDirectory, portSizes } from './port.js';

/** Reasons for the score of a resolved destination. */
export const matchReasons = [
  'locode',
  'locode_reversed',
  'inland_code',
  'exact_name',
  'other_words',
  'typing_error',
  'country_named',
  'largest_of_name',
  'last_of_route',
  'before_via',
] as const;
export type MatchReason = (typeof matchReasons)[number];

/** The port that a destination text names. */
export interface ResolvedDestination {
  port: Port;
  /** From 0 (a guess) to 1 (certain). */
  score: number;
  reasons: MatchReason[];
}

/** A route in both directions, such as `CALAIS<>DOVER`: the text does not say where the vessel is going. */
const SHUTTLE = /<\W*>|<\W*=|\bVV\b|\bV\.V\b/;
/** Signs between the port of departure and the destination. */
const ROUTE = /[=-]*>+[=-]*|\bTO\b/;
/** The rest of the text, after which no destination follows. */
const AFTERWARDS = /\b(?:VIA|ETA|ETD|FOR ORDERS?)\b.*$|\bV[./].*$/;
/** An ERI location code of inland navigation: UN/LOCODE, then fairway, terminal and hectometer. */
const INLAND_CODE = /^(?=.*\d)([A-Z]{5})[A-Z0-9]{15}$/;
/** Signs that join several places or parts of a name. */
const JOINTS = /[/\\+&=,;:]|\s-|-\s|\s{3,}/;

/** Words for parts of ports that are no part of a name. */
const PART_WORDS = new Set(
  (
    'anch anchorage anchor area approach approaches bay berth buoy channel dock docks east eta ext ferry fairway for ' +
    'gulf harbor harbour haven havn hafen inner island islands jetty lighter lock locks north of off offshore ' +
    'opl orders outer p pilot pilots pier port puerto porto quay rd rds road roads roadstead sea shipyard sound south station terminal the ' +
    'vts west wharf yard zone'
  ).split(' '),
);
/** Words that stand for an occupation, not for a port of this name. */
const NO_PORTS = new Set(
  'home fishing dredging working work sailing cruising pilot moored orders unknown none'.split(' '),
);
/** Words that are too general to be the name of a port. */
const GENERAL_WORDS = new Set('beach canal city grande island long marine point river town'.split(' '));
/** Words after which a name belongs to another place: waters around a town, or a zone around a port. */
const OTHER_PLACES = new Set('archipelago archipela skargard zone vts fleet fleets'.split(' '));
/** Words before names of ports in the table that texts leave out. */
const NAME_WORDS = new Set(
  'port puerto porto porti bahia rade rada bukhta mina terminal harbor harbour gang ko hang kang de of di la'.split(
    ' ',
  ),
);

const MIN_NAME_LETTERS = 4;
const MIN_LETTERS_WITH_ERROR = 6;
/** Names with fewer letters are often one letter away from the name of another place. */
const LONG_NAME_LETTERS = 8;
const MAX_NAME_WORDS = 5;
/** Greatest distance (m) of two ports of one name that are parts of one harbor. */
const SAME_HARBOR_METERS = 40_000;

interface Names {
  codes: ReadonlyMap<string, Port>;
  /** Ports by name, as folded letters without spaces. */
  byName: ReadonlyMap<string, readonly Port[]>;
  /** Names by what remains of them without one letter, for texts with a typing error. */
  withoutLetter: ReadonlyMap<string, readonly string[]>;
  countries: ReadonlySet<string>;
  /** Codes of countries by their names. */
  countryNames: ReadonlyMap<string, string>;
}

const names = lazy((): Names => {
  const { ports } = portDirectory();
  const byName = new Map<string, Port[]>();
  const codes = new Map<string, Port>();
  const countryNames = new Map<string, string>();
  for (const port of ports) {
    for (const code of port.locode === null ? [] : [port.locode, ...port.otherLocodes]) codes.set(code, port);
    if (port.country !== null && port.countryName !== null)
      countryNames.set(foldedWords(port.countryName).replaceAll(' ', ''), port.country);
    for (const name of new Set([port.name, ...port.otherNames].flatMap(formsOf))) {
      const same = byName.get(name);
      if (same === undefined) byName.set(name, [port]);
      else same.push(port);
    }
  }
  for (const [name, code] of Object.entries({
    korea: 'KR',
    uk: 'GB',
    england: 'GB',
    usa: 'US',
    uae: 'AE',
    holland: 'NL',
  }))
    countryNames.set(name, code);
  const withoutLetter = new Map<string, string[]>();
  for (const name of byName.keys()) {
    if (name.length < MIN_LETTERS_WITH_ERROR) continue;
    for (const rest of withoutOneLetter(name)) {
      const known = withoutLetter.get(rest);
      if (known === undefined) withoutLetter.set(rest, [name]);
      else known.push(name);
    }
  }
  return {
    codes,
    byName,
    withoutLetter,
    countries: new Set(ports.flatMap(({ country }) => country ?? [])),
    countryNames,
  };
});

/** Returns the forms of a name that texts may have: all words, and without words such as `Puerto` at its ends. */
function formsOf(name: string): string[] {
  const words = foldedWords(name.replace(/\(.*?\)/g, ' ')).split(' ');
  const short = words.filter((word) => !NAME_WORDS.has(word));
  const forms = [words.join(''), short.join('')];
  const unusable = [NO_PORTS, PART_WORDS, GENERAL_WORDS];
  return forms.filter((form) => form.length >= MIN_NAME_LETTERS && !unusable.some((set) => set.has(form)));
}

/** Returns the text and all texts that lack one of its letters. */
function withoutOneLetter(text: string): string[] {
  return [text, ...Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))];
}

/**
 * Returns the port that the destination of a vessel names; undefined if the text names no port of the table, several
 * ports, or a route in both directions. The time does not depend on the number of ports.
 * @param text the destination as received, such as `NL RTM`, `BE ANR>NL RTM` or `ROTTERDAM VIA KIEL`
 */
export function resolveDestination(text: string): ResolvedDestination | undefined {
  const upper = text.toUpperCase().replaceAll('@', ' ').replaceAll('_', ' ').trim();
  if (SHUTTLE.test(upper)) return undefined;
  const stages = upper.split(ROUTE);
  const last = (stages.at(-1) as string).trim();
  const short = last.replace(AFTERWARDS, '').trim();
  const found = codeIn(short) ?? nameIn(short);
  if (found === undefined || found === 'unknown_code') return undefined;
  const reasons = [...found.reasons];
  if (stages.length > 1 && stages[0]?.trim() !== '') reasons.push('last_of_route');
  if (short !== last) reasons.push('before_via');
  return { ...found, score: Math.round(found.score * 100) / 100, reasons };
}

/** Reads a UN/LOCODE at the start of a text. `unknown_code`: the text is a code that is not in the table. */
function codeIn(text: string): ResolvedDestination | 'unknown_code' | undefined {
  const { codes, countries } = names();
  const inland = INLAND_CODE.exec(text)?.[1];
  if (inland !== undefined) {
    const port = codes.get(inland);
    return port === undefined ? 'unknown_code' : { port, score: 0.9, reasons: ['inland_code'] };
  }
  const [first = '', second = '', third = ''] = text.split(/[^A-Z0-9]+/).filter((word) => word !== '');
  const joined = codes.get(first);
  if (joined !== undefined) return { port: joined, score: 0.95, reasons: ['locode'] };
  if (first.length === 2 && second.length === 3 && countries.has(first)) {
    const port = codes.get(first + second);
    if (port !== undefined) return { port, score: 0.95, reasons: ['locode'] };
    return third === '' ? 'unknown_code' : undefined;
  }
  const reversed = first.length === 3 && second.length === 2 ? codes.get(second + first) : undefined;
  return reversed && { port: reversed, score: 0.8, reasons: ['locode_reversed'] };
}

/** Finds the one port that a text names. */
function nameIn(text: string): ResolvedDestination | undefined {
  const country = countryOf(text);
  const parts = text
    .split(JOINTS)
    .flatMap((part) => (part.includes('-') && !isWhole(portIn(part, country)) ? part.split('-') : [part]))
    .filter((part) => /[A-Z]/.test(part));
  const found = parts.map((part) => portIn(part, country));
  const [one, ...others] = found.filter((match) => match !== undefined);
  if (one === undefined || others.some((other) => other.port !== one.port)) return undefined;
  // A part that is neither a port nor a country may be another place on the route.
  const unknown = parts.filter((part, at) => found[at] === undefined && !isSideNote(part));
  return unknown.length === 0 ? one : { ...one, score: one.score - 0.4, reasons: [...one.reasons, 'other_words'] };
}

const isWhole = (match: ResolvedDestination | undefined): boolean =>
  match !== undefined && !match.reasons.includes('other_words');

/** Finds the port that a part of a text names: the longest run of words that is a name. */
function portIn(text: string, country: NamedCountry | undefined): ResolvedDestination | undefined {
  const words = foldedWords(text)
    .split(' ')
    .filter((word) => word !== '');
  if (words.some((word) => OTHER_PLACES.has(word))) return undefined;
  for (let length = Math.min(words.length, MAX_NAME_WORDS); length > 0; length -= 1) {
    const matches = [];
    for (let at = 0; at + length <= words.length; at += 1) {
      const match = portNamed(words.slice(at, at + length), country);
      if (match === undefined) continue;
      const rest = [...words.slice(0, at), ...words.slice(at + length)].filter((word) => !isSideNote(word));
      matches.push({ match, rest });
    }
    const [first] = matches;
    if (first === undefined) continue;
    if (matches.some(({ match }) => match.port !== first.match.port)) return undefined;
    return withRest(first.match, first.rest);
  }
  return undefined;
}

/** Lowers the score for words that are not part of the name. */
function withRest(match: ResolvedDestination, rest: readonly string[]): ResolvedDestination | undefined {
  if (rest.length === 0) return match;
  // A typing error in one of several words is more often another place.
  if (match.reasons.includes('typing_error')) return undefined;
  if (rest.some((word) => names().byName.has(word))) return undefined;
  const lower = rest.length === 1 ? 0.15 : 0.4;
  return { ...match, score: match.score - lower, reasons: [...match.reasons, 'other_words'] };
}

function portNamed(words: readonly string[], country: NamedCountry | undefined): ResolvedDestination | undefined {
  const { byName } = names();
  const name = words.join('');
  const exact = byName.get(name);
  if (exact !== undefined) return chosen(exact, country, 0.95, 'exact_name');
  // A single letter is an abbreviation beside a name, not the wrong letter of the name.
  if (words.some((word) => word.length === 1)) return undefined;
  const similar = similarNames(name);
  const ports = [...new Set(similar.flatMap((one) => byName.get(one) ?? []))];
  return ports.length === 0
    ? undefined
    : chosen(ports, country, name.length < LONG_NAME_LETTERS ? 0.55 : 0.8, 'typing_error');
}

/** Returns the names that differ from a text by one letter, or by two swapped ones, but not in the first letter. */
function similarNames(text: string): string[] {
  if (text.length < MIN_LETTERS_WITH_ERROR) return [];
  const { withoutLetter } = names();
  const found = withoutOneLetter(text).flatMap((rest) => withoutLetter.get(rest) ?? []);
  return [...new Set(found)].filter((name) => name[0] === text[0]);
}

/** Chooses among ports of one name: by the country in the text, or the largest. */
function chosen(
  ports: readonly Port[],
  country: NamedCountry | undefined,
  score: number,
  reason: MatchReason,
): ResolvedDestination | undefined {
  const here = country === undefined ? [] : ports.filter((port) => port.country === country.code);
  // A port of another country than the text names is not meant; two letters may also be another word.
  if (country?.isName && here.length === 0) return undefined;
  const from = here.length > 0 ? here : ports;
  const reasons: MatchReason[] = here.length > 0 ? [reason, 'country_named'] : [reason];
  const rank = ({ size, locode }: Port): number => portSizes.indexOf(size) + (locode === null ? 0.5 : 0);
  const [best, second] = from.toSorted((one, other) => rank(one) - rank(other)) as [Port, Port?];
  if (second === undefined || from.every((port) => isNear(port, best))) return { port: best, score, reasons };
  if (portSizes.indexOf(second.size) <= portSizes.indexOf(best.size)) return undefined;
  return { port: best, score: score - 0.2, reasons: [...reasons, 'largest_of_name'] };
}

const isNear = ({ position: one }: Port, { position: other }: Port): boolean =>
  distanceMeters(one.lat, one.lon, other.lat, other.lon) <= SAME_HARBOR_METERS;

interface NamedCountry {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** True for a name; false for two letters. */
  isName: boolean;
}

/** Returns the country that a text names, by name or by two letters at its start or end. */
function countryOf(text: string): NamedCountry | undefined {
  const words = foldedWords(text).split(' ');
  const { countries, countryNames } = names();
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const named = countryNames.get(words[at] as string) ?? countryNames.get(words.slice(at, at + 2).join(''));
    if (named !== undefined) return { code: named, isName: true };
  }
  const code = [words[0], words.at(-1)].map((word) => word?.toUpperCase() ?? '').find((word) => countries.has(word));
  return code === undefined ? undefined : { code, isName: false };
}

/** True for words that name no place of their own: parts of ports, countries, numbers and single letters. */
function isSideNote(text: string): boolean {
  const { countries, countryNames } = names();
  return foldedWords(text)
    .split(' ')
    .every(
      (word) =>
        word.length < 2 ||
        /\d/.test(word) ||
        PART_WORDS.has(word) ||
        countryNames.has(word) ||
        countries.has(word.toUpperCase()),
    );
}
