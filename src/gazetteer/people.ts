import { isFrequentLastName, isFrequentWord, isGivenName, isPersonName } from '../text/frequent-words.js';
import { isCapitalized, type Word } from '../text/words.js';
import { isLocated } from './locatives.js';

/** Words that precede the name of a person. */
const TITLES = new Set(
  'mr mrs ms dr sir lord lady dame officer actor actress author singer senator sen rep judge justice captain capt sergeant sgt detective professor prof coach president minister bishop archbishop cardinal pope king queen prince princess duke general gen colonel lt admiral inspector superintendent constable mayor governor gov secretary chancellor premier ambassador commissioner chef striker midfielder goalkeeper golfer designer director novelist poet painter'.split(
    ' ',
  ),
);
/** Titles behind which all words with a capital are a name: `Mr Troy Jamaica Wilson`. */
const HONORIFICS = new Set('mr mrs ms mx dr sir dame mme mlle monsieur madame herr frau senor senora'.split(' '));
/** Maximum number of words with a capital between such a title and a place. */
const MAX_GIVEN_NAMES = 2;
/** Words for members of a family and friends, behind which a given name is that of a person: `my sister Brooklyn`. */
const KIN =
  /^(?:(?:grand|step)?(?:son|daughter|mother|father)|sister|brother|cousin|niece|nephew|aunt|auntie|uncle|wife|husband|friend|girlfriend|boyfriend|mum|mom|dad|baby|twins?|colleague|neighbou?r)$/;
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
    'united city fc afc cf sc rovers wanderers athletic hotspur albion villa rangers cowboys giants eagles lions bears ' +
    'packers patriots dolphins yankees mets dodgers cubs lakers celtics bulls knicks warriors heat rockets spurs ' +
    'raptors leafs canadiens bruins penguins blackhawks oilers flames reds sox jays suns nuggets bucks browns hornets ' +
    'hawks pistons pacers cavaliers timberwolves grizzlies pelicans clippers mavericks sixers blazers ravens bengals ' +
    'steelers texans colts jaguars broncos chiefs chargers raiders saints falcons panthers buccaneers seahawks rams ' +
    'cardinals vikings astros mariners orioles tigers brewers phillies braves marlins padres rockies predators sharks ' +
    'ducks canucks kraken sabres islanders capitals galaxy sounders wednesday county argyle hibernian borough derby'
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
    'touchdown touchdowns goalless scoreless semifinal semifinals quarterfinal quarterfinals midfield'
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
/** Matches words of meals, beside which turkey is a bird. */
const MEAL =
  /\b(?:thanksgiving|fixings|roasts?|roasted|oven|stuffing|leftovers|gravy|cranberry|recipes?|carved?|basted)\b/i;
/** Last words of the names of companies and agreements that begin with a place: `Phoenix Group`, `Kyoto Protocol`. */
const ORGANIZED = new Set(
  (
    'group holdings holding insurance assurance consulting partners capital ventures technologies pharmaceuticals bank ' +
    'protocol treaty accord accords agreement convention syndrome fed dynamics financial mercantile philharmonic ' +
    'symphony airlines airways industries motors electric pipeline tribune gazette herald chronicle sun post times ' +
    'inquirer globe courier sentinel observer telegraph fc'
  ).split(' '),
);
/** Words behind the name of a country in the names of companies: `Qatar Airways`, `Kuwait Petroleum`. */
const COUNTRY_COMPANIES = /^(?:airlines|airways|petroleum|telecom|breweries|aramco|post)$/;
/** Words before the name of a country in the names of companies: `Air France`. */
const BEFORE_COUNTRIES = /^(?:air|credit|banque|radio|ouest)$/;
/** Verbs of which a town without a government is no subject: `Houston wrote to them`. */
const SPOKEN = /^(?:told|wrote|tweeted|testified|joked|recalled|sighed|shrugged)$/;
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
  if (!adjoins(text, before, words[from])) return false;
  if (isOfFamily(words, from) || isBehindHonorific(words, from, text)) return true;
  if (!isCapitalized(before)) return false;
  // Kent is also a place, but not before Nagano, unless `in Kent` precedes.
  if (taken.has(from - 1)) return isGivenName(before.folded) && !isLocated(words, from - 1, text);
  return isGivenName(before.folded) || TITLES.has(before.folded);
}

/** Returns true when a given name follows a word for a member of a family or a friend: `my daughter Savannah`. */
function isOfFamily(words: readonly Word[], from: number): boolean {
  const [before, word] = [words[from - 1] as Word, words[from] as Word];
  return KIN.test(before.text) && (isGivenName(word.folded) || PLACES_TOO.has(word.folded));
}

/** Returns true when a title and given names precede a name: `Mr Troy Jamaica Wilson`. */
function isBehindHonorific(words: readonly Word[], from: number, text: string): boolean {
  for (let at = from - 1; at >= 0 && at >= from - 1 - MAX_GIVEN_NAMES; at -= 1) {
    const word = words[at] as Word;
    if (!adjoins(text, word, words[at + 1]) || !isCapitalized(word)) return false;
    // `DR Congo` is a country.
    if (HONORIFICS.has(word.folded) && word.text !== word.text.toUpperCase()) return true;
  }
  return false;
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

/**
 * Returns true when a word that no dictionary contains follows a given name, which is then the first name of a person:
 * `Charlotte Rampling`. Names of clubs end with an s.
 */
export function isBeforeUnknownName(
  words: readonly Word[],
  { from, to }: { from: number; to: number },
  text: string,
  taken: ReadonlySet<number>,
): boolean {
  const after = words[to];
  if (to - from > 1 || !adjoins(text, words[to - 1], after) || taken.has(to)) return false;
  const first = (words[from] as Word).folded;
  if (!isCapitalized(after as Word) || !(isGivenName(first) || PLACES_TOO.has(first))) return false;
  const { folded, text: written } = after as Word;
  return (
    !INSTITUTIONS.has(folded) && !isFrequentWord(folded) && /^\p{Lu}\p{Ll}{2,}$/u.test(written) && !/s$/.test(folded)
  );
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
  if (PLACES_TOO.has(word.folded) && isBeforeUnknownName(words, span, text, taken)) return true;
  if (isNamedPerson(words, span.from, text, taken) || isBehindHonorific(words, span.from, text)) return true;
  if (isLandform(words, span, text) || isOfCompany(words, span, text)) return true;
  if (after !== undefined && adjoins(text, words[span.to - 1], after) && NAMED_AFTER.test(after.text)) return true;
  if (word.folded === 'turkey' && MEAL.test(text)) return true;
  if (!Object.hasOwn(WARES, word.folded) || after === undefined) return false;
  return adjoins(text, word, after) && !isCapitalized(after) && (WARES[word.folded] as RegExp).test(after.folded);
}

/** Returns true when the name of a country is part of that of a company: `Air France`, `Qatar Airways`. */
function isOfCompany(words: readonly Word[], { from, to }: { from: number; to: number }, text: string): boolean {
  const [before, after] = [words[from - 1], words[to]];
  const isBehind = before !== undefined && /^[ -]$/.test(text.slice(before.end, (words[from] as Word).start));
  if (isBehind && isCapitalized(before) && BEFORE_COUNTRIES.test(before.folded)) return true;
  if (after === undefined || !adjoins(text, words[to - 1], after)) return false;
  return isCapitalized(after) && COUNTRY_COMPANIES.test(after.folded);
}

/** Returns true when a town is the subject of a verb of persons: `Houston wrote to them`, `…,” Austin said`. */
export function isSpeaker(words: readonly Word[], { from, to }: { from: number; to: number }, text: string): boolean {
  const [before, after] = [words[from - 1], words[to]];
  if (after === undefined || !adjoins(text, words[to - 1], after)) return false;
  if (SPOKEN.test(after.text)) return before === undefined || !/^[a-z]/.test(before.text);
  const isQuoted = before !== undefined && /[,.!?]["”’'] $/.test(text.slice(before.end, (words[from] as Word).start));
  return isQuoted && /^(?:said|says|added|told)$/.test(after.text);
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
    if ([next, words[to + 1]].some((word) => word !== undefined && isCapitalized(word) && CLUBS.has(word.folded)))
      return true;
  if (adjoins(text, before, words[from]) && isCapitalized(before) && CLUBS_BEFORE.has(before.folded)) return true;
  if (!isLocated && isAboutSport(words, text)) return true;
  return before?.folded === 'the' && BEHIND_ARTICLE.test(text.slice((words[to - 1] as Word).end));
}

/** Matches verbs of matches whose object is another club, or the words of a result without goals. */
const MATCHED =
  /\b(?:beats?|beat|drew|defeat(?:s|ed)?|thrash(?:es|ed)|edge[sd]?|rout(?:s|ed)|thump(?:s|ed)|in overtime)\b/;

/** Returns true when a club is named by its place: `the Philadelphia Eagles`. */
const namesClub = (words: readonly Word[]): boolean =>
  words.some(
    ({ folded }, at) => at > 0 && folded !== 'city' && folded !== 'united' && isClub(words[at] as Word, words[at - 1]),
  );

const isClub = (word: Word, before: Word | undefined): boolean =>
  isCapitalized(word) && CLUBS.has(word.folded) && before !== undefined && isCapitalized(before);

const isAboutSport = (words: readonly Word[], text: string): boolean =>
  words.some(({ folded }) => SPORT.has(folded)) ||
  (MATCHED.test(text) && namesClub(words)) ||
  SIGNED.test(text) ||
  (RESULT.test(text) && PLAYED.test(text) && !VOTED.test(text));
