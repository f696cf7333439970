import { countryOfWord } from '../../../../gazetteer/country-words.js';
import type { Token } from '../../../../language/token.js';
import { designatorsOf, designatorsOfType } from '../../../geospatial/reference/airline-list.js';
import type { AnySpan } from './span.js';

/** Maximum number of words of a name: `Boeing 737 MAX`, `Singapore Airlines Cargo`. */
const MAX_NAME = 3;
const OF_AIRCRAFT = /^(?:planes?|aircraft|jets?|flights?|airliners?|airplanes?|aeroplanes?)$/;
/** Codes of airlines are mostly other words: `ba`, `ek`. */
const MIN_AIRLINE = 4;

/** Returns the words of a phrase without its plural: `a380s`, `boeing 747s`, `king airs`. */
const nameAt = (tokens: readonly Token[], from: number, length: number): string =>
  tokens
    .slice(from, from + length)
    .map(({ word }) => word.replaceAll('-', ' '))
    .join(' ');
const singular = (name: string): string => name.replace(/(?<=[a-z\d]{3})s$/, '');

/** Whether a name is only a number, such as `747`, which is a type of aircraft only beside a word that says so. */
const isOnlyNumber = (tokens: readonly Token[], from: number, name: string): boolean =>
  /^\d+$/.test(name) && !OF_AIRCRAFT.test(tokens[from + 1]?.word ?? '');

/**
 * Finds types of aircraft (`A350`, `747s`) and airlines (`Lufthansa`), the longest name at each word. Names without a
 * digit, such as `Orion` and `Delta`, are found only in questions with a word for aircraft.
 */
export function aircraftIn(tokens: readonly Token[]): AnySpan[] {
  const found: AnySpan[] = [];
  const isOfAircraft = tokens.some(({ word }) => OF_AIRCRAFT.test(word));
  for (let from = 0; from < tokens.length; from += 1)
    for (let length = Math.min(MAX_NAME, tokens.length - from); length > 0; length -= 1) {
      const name = nameAt(tokens, from, length);
      const span = isOfAircraft || /\d/.test(name) ? spanOf(tokens, from, name, length) : undefined;
      if (span === undefined) continue;
      found.push(span);
      from = span.to - 1;
      break;
    }
  return found;
}

function spanOf(tokens: readonly Token[], from: number, name: string, length: number): AnySpan | undefined {
  const types = designatorsOfType(name);
  const codes = types.length > 0 ? types : designatorsOfType(singular(name));
  const at = { from, to: from + length, isExact: true };
  if (codes.length > 0 && !(types.length > 0 && isOnlyNumber(tokens, from, name)))
    return { type: 'aircraftType', value: { name: written(tokens, from, length), codes }, ...at };
  // `Turkish planes` are those of a country.
  const airlines = name.length < MIN_AIRLINE || countryOfWord(name) !== undefined ? [] : designatorsOf(name);
  return airlines.length === 0
    ? undefined
    : { type: 'airline', value: { name: written(tokens, from, length), codes: airlines }, ...at };
}

/** Returns the words of a name as written, without the plural of a type: `A380`. */
const written = (tokens: readonly Token[], from: number, length: number): string =>
  tokens
    .slice(from, from + length)
    .map(({ text }) => text)
    .join(' ')
    .replace(/(?<=\d)s$/, '');
