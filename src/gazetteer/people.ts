import { isFrequentLastName, isFrequentWord, isGivenName, isPersonName } from '../text/frequent-words.js';
import { isCapitalized, type Word } from '../text/words.js';

/** Words that precede the name of a person. */
const TITLES = new Set(
  'mr mrs ms dr sir lord lady dame officer actor actress author singer senator sen rep judge justice captain capt sergeant sgt detective professor prof coach president minister bishop archbishop cardinal pope king queen prince princess duke general gen colonel lt admiral inspector superintendent constable mayor governor gov secretary chancellor premier ambassador commissioner chef striker midfielder goalkeeper golfer designer director novelist poet painter'.split(
    ' ',
  ),
);
/** Given names that mostly mean a place: a last name or a verb of a person must show that a person is meant. */
const PLACES_TOO = new Set(
  (
    'adelaide alexandria asia brooklyn chad chelsea dakota dallas devon geneva georgia india israel jordan kenya ' +
    'london milan montana odessa paris phoenix savannah sofia troy vienna victoria'
  ).split(' '),
);
/** Verbs of which persons are the subject, rather than institutions of a place. */
const PERSONAL = new Set(
  (
    'said says told spoke speaks won wins beat lost wrote writes stars starred plays played interviewed interviews ' +
    'cancelled canceled attended attends married died testified sang sings scored served retired sold tweeted joined ' +
    'resigned apologised apologized quit denied pleaded admitted signed praised born'
  ).split(' '),
);
/** Words before the names of storms. */
const STORMS = new Set('hurricane typhoon cyclone storm superstorm'.split(' '));
/** Names of clubs behind the name of their place. */
const CLUBS = new Set(
  (
    'united city fc afc rovers wanderers athletic hotspur albion villa rangers cowboys giants eagles lions bears ' +
    'packers patriots dolphins yankees mets dodgers cubs lakers celtics bulls knicks warriors heat rockets spurs ' +
    'raptors leafs canadiens bruins penguins blackhawks oilers flames reds sox jays suns nuggets'
  ).split(' '),
);
/** Names of clubs before the name of their place. */
const CLUBS_BEFORE = new Set('bayern real atletico inter ac fc borussia dynamo dinamo olympique deportivo'.split(' '));
/** Words before the names of warships, many of which are named after places: `USS Boise`. */
const WARSHIP_PREFIXES = new Set(
  'uss usns uscgc hms hmas hmcs hmnzs ins rms rfa hnlms frigate destroyer warship submarine'.split(' '),
);
/** Words that make the place name behind them the name of a river, lake or mountain: `the river Niger`. */
const LANDFORMS = new Set('river rivers lake mount mt fort cape'.split(' '));
/** Matches the text behind the name of a river that is also a place: `the Ohio meets`. */
const FLOWING =
  /^ (?:burst|bursts|overflow(?:s|ed)|flood(?:s|ed)|flow(?:s|ed)|rose|rises|fell|froze|freezes|meets|met|swell(?:s|ed)|crest(?:s|ed)|drain(?:s|ed)|runs|dries|dried|breached|valley|basin|delta|estuary)\b/u;
/** Words for dishes, clothes and animals behind the place that they are named after: `Lima beans`. */
const NAMED_AFTER =
  /^(?:beans|sprouts|nuts|wings|hats?|envelopes?|terriers?|shepherds?|bulldogs?|spaniels?|sauce|pudding|buns?|oranges?|rugs?|trail|shroud)$/;
/** Words for players and matches, which show that names of places are those of clubs. */
const SPORT = new Set(
  (
    'striker midfielder goalkeeper quarterback wicket wickets innings playoff playoffs relegation equaliser equalizer ' +
    'touchdown touchdowns'
  ).split(' '),
);
const SIGNED =
  /\bsign(?:s|ed)? (?:an? |the )?(?:[\p{L}-]+ )?(?:striker|defender|winger|forward|goalkeeper|midfielder)\b/u;
/** Matches words for decisions, whose majorities look like results of matches. */
const VOTED = /\b(?:votes?d?|courts?|ruling|ruled|jur(?:y|ies)|lawmakers|judges?|senate|council|election)\b/i;
const RESULT = /\b\d{1,2}[-–]\d{1,2}\b/;
const PLAYED = /\b(?:beats?|drew|draws?|lost|loses|won|wins?|defeat(?:s|ed)?|thrash(?:es|ed)|edged?|held)\b/;
/** Matches the text behind a name with an article that is no town: `the Bordeaux was corked`, not `the Bonn train`. */
const BEHIND_ARTICLE =
  /^(?:$|[.,;:!?)]| (?:in|on|at|of|by|for|was|is|were|are|had|has|with|near|when|while|before|after|as|that|which)\b| (?:to|from|and|or) (?!\p{Lu}))/u;
/** Words for things behind the name of a country that is also a word: `china plates`. */
const WARES: Readonly<Record<string, RegExp>> = {
  china: /^(?:plates?|cups?|dolls?|cabinets?|teapots?|saucers?|vases?|sets?|shops?|ware)$/,
  turkey: /^(?:dinners?|sandwich(?:es)?|breasts?|burgers?|stuffing|legs?|farms?|farmers?|meat|prices?|shoots?)$/,
  chile: /^(?:peppers?|powder|sauce|flakes)$/,
};
/** Last words of the names of companies and agreements that begin with a place: `Phoenix Group`, `Kyoto Protocol`. */
const ORGANIZED = new Set(
  (
    'group holdings holding insurance assurance consulting partners capital ventures technologies pharmaceuticals bank ' +
    'protocol treaty accord accords agreement convention syndrome'
  ).split(' '),
);
/** Maximum number of words between a place and the last word of such a name. */
const MAX_WITHIN_NAME = 3;
/** Words that follow the name of a place but not the name of a person. */
const INSTITUTIONS = new Set(
  'university college police airport city county state governor gov senate house supreme attorney department republicans democrats republican democrat court school district stadium hospital port harbour harbor international river lake beach bay park museum'.split(
    ' ',
  ),
);

const adjoins = (text: string, one: Word | undefined, other: Word | undefined): one is Word =>
  one !== undefined && other !== undefined && /^\.? $/.test(text.slice(one.end, other.start));

/** Returns true when the words of a name are the last name of a person: `Jack London`, `Officer Reed`. */
export function isLastName(words: readonly Word[], from: number, text: string, taken: ReadonlySet<number>): boolean {
  const before = words[from - 1];
  if (!adjoins(text, before, words[from]) || !isCapitalized(before) || taken.has(from - 1)) return false;
  return isGivenName(before.folded) || TITLES.has(before.folded);
}

/**
 * Returns true when the name of a country is the last name of a person: `Mr Francis Holland`. A word such as `Will` at
 * the beginning of a sentence is no given name.
 */
export function isNamedPerson(words: readonly Word[], from: number, text: string, taken: ReadonlySet<number>): boolean {
  const [title, before] = [words[from - 2], words[from - 1]];
  if (!adjoins(text, before, words[from]) || !isCapitalized(before) || !isGivenName(before.folded)) return false;
  if (adjoins(text, title, before) && TITLES.has(title.folded)) return true;
  return !taken.has(from - 1) && !isFrequentWord(before.folded);
}

/** Returns true when a title precedes a name that continues with another capitalized word: `Mayor London Breed`. */
export function isTitled(
  words: readonly Word[],
  { from, to }: { from: number; to: number },
  text: string,
  taken: ReadonlySet<number>,
): boolean {
  const [before, after] = [words[from - 1], words[to]];
  if (!adjoins(text, before, words[from]) || !adjoins(text, words[to - 1], after)) return false;
  return TITLES.has(before.folded) && !taken.has(to) && isCapitalized(after as Word);
}

/**
 * Returns true when a name of one word is the first name of a person: `Virginia Woolf`.
 * @param isWellKnown true for a place with which other names begin (`Paris Metro`): only a following last name makes it
 * a person
 */
export function isFirstName(
  words: readonly Word[],
  { from, to }: { from: number; to: number },
  text: string,
  taken: ReadonlySet<number>,
  isWellKnown: boolean,
): boolean {
  const after = words[to];
  if (to - from > 1 || after === undefined || !adjoins(text, words[to - 1], after)) return false;
  if (!isCapitalized(after) || INSTITUTIONS.has(after.folded)) return false;
  // Jackson is also a place.
  const { folded } = words[from] as Word;
  const isAlsoPlace = PLACES_TOO.has(folded);
  const isNamed = isAlsoPlace || (isWellKnown ? isPersonName : isGivenName)(folded);
  const isLast = isFrequentLastName(after.folded);
  if (!isNamed || (taken.has(to) && !isLast)) return false;
  if ((!isWellKnown && !isAlsoPlace) || isLast) return true;
  const verb = words[to + 1];
  return verb !== undefined && PERSONAL.has(verb.folded) && !isFrequentWord(after.folded);
}

/** Returns true when the name of a country means a person, or a thing: `Jordan Peterson`, `china plates`. */
export function isNotCountry(
  words: readonly Word[],
  span: { from: number; to: number },
  text: string,
  taken: ReadonlySet<number>,
): boolean {
  const [word, after] = [words[span.from] as Word, words[span.to]];
  if (PLACES_TOO.has(word.folded) && isFirstName(words, span, text, taken, true)) return true;
  if (isNamedPerson(words, span.from, text, taken) || isLandform(words, span, text)) return true;
  if (after !== undefined && adjoins(text, words[span.to - 1], after) && NAMED_AFTER.test(after.text)) return true;
  if (!Object.hasOwn(WARES, word.folded) || after === undefined) return false;
  return adjoins(text, word, after) && !isCapitalized(after) && (WARES[word.folded] as RegExp).test(after.folded);
}

/** Returns true when a place begins the name of a company or an agreement, which has capitals up to its last word. */
export function isOfOrganization(words: readonly Word[], to: number, text: string): boolean {
  for (let at = to; at < to + MAX_WITHIN_NAME; at += 1) {
    const next = words[at];
    if (next === undefined || !/^[ -]$/.test(text.slice((words[at - 1] as Word).end, next.start))) return false;
    if (!isCapitalized(next)) return false;
    if (ORGANIZED.has(next.folded)) return true;
  }
  return false;
}

/** Returns true when a name is that of a river, a lake or a mountain: `the river Niger`, `the Ohio meets`. */
export function isLandform(words: readonly Word[], { from, to }: { from: number; to: number }, text: string): boolean {
  const before = words[from - 1];
  if (before === undefined || !adjoins(text, before, words[from])) return false;
  return (
    LANDFORMS.has(before.folded) || (before.folded === 'the' && FLOWING.test(text.slice((words[to - 1] as Word).end)))
  );
}

/** Returns true when the name of a town belongs to a storm, a club or a thing: `Hurricane Florence`, `the Bordeaux`. */
export function isOtherThing(
  words: readonly Word[],
  { from, to }: { from: number; to: number },
  text: string,
  isLocated: boolean,
): boolean {
  const [before, after] = [words[from - 1], words[to]];
  const next = adjoins(text, words[to - 1], after) ? after : undefined;
  if (before !== undefined && STORMS.has(before.folded) && isCapitalized(before)) return true;
  if (adjoins(text, before, words[from]) && WARSHIP_PREFIXES.has(before.folded)) return true;
  if (isLandform(words, { from, to }, text)) return true;
  if (next !== undefined && NAMED_AFTER.test(next.text)) return true;
  if (next !== undefined && isCapitalized(next))
    if ([next, words[to + 1]].some((word) => word !== undefined && CLUBS.has(word.folded))) return true;
  if (adjoins(text, before, words[from]) && isCapitalized(before) && CLUBS_BEFORE.has(before.folded)) return true;
  if (!isLocated && isAboutSport(words, text)) return true;
  return before?.folded === 'the' && BEHIND_ARTICLE.test(text.slice((words[to - 1] as Word).end));
}

const isAboutSport = (words: readonly Word[], text: string): boolean =>
  words.some(({ folded }) => SPORT.has(folded)) ||
  SIGNED.test(text) ||
  (RESULT.test(text) && PLAYED.test(text) && !VOTED.test(text));
