import { lazyInSteps } from '../../../../async/lazy-in-steps.js';
import { gazetteer } from '../../../../gazetteer/gazetteer.js';
import { furtherPlaces } from '../../../../language/places-in.js';
import { isFrequentWord } from '../../../../text/frequent-words.js';
import { foldedWords } from '../../../../text/words.js';
import { shortName, shortNames } from '../../../markets/directory/instrument-names.js';
import { InstrumentTable } from '../../../markets/directory/instrument-table.js';
import { distance, Vocabulary } from '../language/vocabulary.js';
import { nicknames } from './markets-in.js';

const STEP = 500;
const MIN_NAME = 5;
const MIN_POPULATION = 400_000;
/** Words that are short for several names, or that occur in names without identifying them. */
const GENERIC = new Set(
  'bank group first general energy capital financial international global united national american holdings systems technologies industries services resources partners trust north south east west northern southern eastern western central saint island islands city great strait ocean river'.split(
    ' ',
  ),
);

/** Words of names of well-known instruments, countries, waters and large cities. */
export const knownNames = lazyInSteps(function* (): Generator<void, Vocabulary> {
  const names = new Set<string>();
  const add = (name: string) => {
    for (const word of foldedWords(name).split(' '))
      if (word.length >= MIN_NAME && !GENERIC.has(word) && !/\d/.test(word)) names.add(word);
  };
  for (const name of [...nicknames, ...shortNames, ...furtherPlaces]) add(name);
  const table = new InstrumentTable();
  for (const [index, { name, isin, assetClass, symbol }] of table.all.entries()) {
    if (index % STEP === 0) yield;
    if (assetClass === 'equity' && isin !== null) add(shortName(name).split(' ')[0] as string);
    if (assetClass === 'equity' && isin !== null) add(table.alsoKnownAs(symbol));
    if (assetClass === 'crypto') add(name.split(' / ')[0] as string);
  }
  const { matcher, countryNames, regions } = gazetteer();
  for (const [index, meaning] of matcher.values.entries()) {
    if (index % STEP === 0) yield;
    if (meaning.type !== 'place' || meaning.isAmbiguous) continue;
    const { kind, name, population } = meaning.place;
    if (kind !== 'port' && (population >= MIN_POPULATION || kind !== 'city')) add(name);
  }
  for (const { name } of regions) add(name);
  for (const name of countryNames.values()) add(name);
  return new Vocabulary(names);
});

/** Returns the word of a well-known name that a misspelled word means; undefined for English words. */
export function correctedName(word: string): string | undefined {
  return isFrequentWord(word) ? undefined : knownNames().correct(word);
}

/** Returns the correction that is nearer to the word. */
export function nearer(word: string, one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return distance(word, other, 2) < distance(word, one, 2) ? other : one;
}
