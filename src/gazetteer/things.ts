import { isCapitalized, type Word } from '../text/words.js';

// Things that are named after places: streets, ships, trains and cars.

/** Words behind a place in the name of a street: `London Road`. */
const STREETS = new Set(
  'road street avenue lane square boulevard terrace crescent rd st ave blvd strasse platz allee'.split(' '),
);
/** Abbreviations before the name of a merchant ship; `M/V` has two words. */
const SHIP_PREFIXES = new Set('mv mt ss ms mts msv mvs fv lng/c'.split(' '));
/** Words for one ship before its name. */
const SHIPS = new Set(
  (
    'tanker supertanker bulker freighter trawler ferry tug tugboat vessel ship boxship containership yacht coaster ' +
    'dredger barge icebreaker steamer liner aframax suezmax vlcc panamax capesize'
  ).split(' '),
);
/** Names of shipping companies with which the names of their ships begin: `Maersk Houston`. */
const CARRIERS = new Set('msc maersk cgm cosco oocl hmm zim nyk mol ever apl hapag'.split(' '));
/** Words behind a place in the names of ships and trains: `Bremen Express`. */
const BEHIND_PLACES = new Set('express spirit maersk trader voyager mariner seaways'.split(' '));
/** Makers of cars, whose models are named after places: `Seat Ibiza`. */
const CAR_MAKERS = new Set(
  (
    'seat kia hyundai toyota ford chevrolet chevy dodge nissan lancia fiat chrysler pontiac buick gmc opel vauxhall ' +
    'honda volkswagen vw skoda mitsubishi mazda cadillac mercury austin morris ferrari'
  ).split(' '),
);
/** Matches words behind a place that show a plant of a maker of cars: `the Ford Valencia plant`. */
const PLANT = /^(?:plants?|factory|factories|workers?|works|assembly|unit|shareholders|dealers?)$/;
/** Maximum number of words of the name of a ship before the place within it. */
const MAX_SHIP_WORDS = 2;

const adjoins = (text: string, one: Word | undefined, other: Word | undefined): one is Word =>
  one !== undefined && other !== undefined && text.slice(one.end, other.start) === ' ';

/** Returns true when a town is part of the name of a street, a ship, a train or a car. */
export function isNamedThing(
  words: readonly Word[],
  { from, to }: { from: number; to: number },
  text: string,
): boolean {
  const [before, after] = [words[from - 1], words[to]];
  const next = adjoins(text, words[to - 1], after) && isCapitalized(after as Word) ? (after as Word) : undefined;
  if (next !== undefined && (STREETS.has(next.folded) || BEHIND_PLACES.has(next.folded))) return true;
  if (adjoins(text, before, words[from]) && isCapitalized(before) && CAR_MAKERS.has(before.folded))
    return !PLANT.test(after?.folded ?? '');
  return isShip(words, from, text, next !== undefined);
}

/** Returns true when a word for a ship precedes a name: `MV Bremen`, `the tug Hamilton Energy`, `Maersk Houston`. */
function isShip(words: readonly Word[], from: number, text: string, isContinued: boolean): boolean {
  let first = from;
  while (first > 0 && from - first < MAX_SHIP_WORDS && isNamePart(words, first, text)) first -= 1;
  for (let at = first; at <= from; at += 1) {
    const before = words[at - 1];
    if (before === undefined || !adjoins(text, before, words[at])) continue;
    if (SHIP_PREFIXES.has(before.folded) && before.text === before.text.toUpperCase()) return true;
    // `M/V Bremen` has the words M and V.
    if (/^[VTSY]$/.test(before.text) && /\bM\/$/.test(text.slice(0, before.start))) return true;
    // `the tanker Kuwait seized` may be about the country, but a name of several words is that of the ship.
    if (SHIPS.has(before.folded) && !isCapitalized(before) && (isContinued || at < from)) return true;
  }
  const before = words[from - 1];
  return adjoins(text, before, words[from]) && isCapitalized(before) && CARRIERS.has(before.folded);
}

const isNamePart = (words: readonly Word[], at: number, text: string): boolean =>
  adjoins(text, words[at - 1], words[at]) && isCapitalized(words[at - 1] as Word);
