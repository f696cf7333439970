import { findPlaces } from '../../../gazetteer/find-places.js';
import type { HeadlineName } from '../../../text/headline.js';
import { foldedWords, type Word, wordsOf } from '../../../text/words.js';
import { namedInstruments } from '../../markets/directory/find-instruments.js';

/**
 * Finds names of places, countries and instruments in a headline, also names that are ambiguous without a context.
 * Names of the same thing have the same token: `Iranian` and `Iran`, `Google` and `Alphabet`.
 */
export function namesIn(headline: string, words: readonly Word[] = wordsOf(headline)): HeadlineName[] {
  const indexOf = new Map(words.map(({ start }, index) => [start, index]));
  const endOf = new Map(words.map(({ end }, index) => [end, index + 1]));
  const { places, countries } = findPlaces(headline, words);
  const located = [
    ...countries.map(({ country, start, end }) => ({ token: `country:${country}`, country: undefined, start, end })),
    ...places.map(({ place, start, end }) => ({
      token: `place:${foldedWords(place.name)}`,
      country: place.country ?? undefined,
      start,
      end,
    })),
  ].map(({ token, country, start, end }) => ({
    token,
    from: indexOf.get(start) as number,
    to: endOf.get(end) as number,
    ...(country === undefined ? {} : { country }),
  }));
  const instruments = namedInstruments(words).map(({ from, to, symbol }) => ({ token: `symbol:${symbol}`, from, to }));
  const names: HeadlineName[] = [];
  for (const name of [...instruments, ...located].sort((one, other) => one.from - other.from || other.to - one.to))
    if (name.from >= (names.at(-1)?.to ?? 0)) names.push(name);
  return names;
}
