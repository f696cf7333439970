import { readFileSync } from 'node:fs';
import { foreignPhrases } from './foreign-phrases.js';
import type { Token } from './token.js';

/**
 * Words that are also English words, names or abbreviations. They alone do not show the language of a question, but
 * they are translated if something else in the question shows that it is foreign.
 */
const SHARED = new Set(
  (
    'a am um font action actions actives actual adria al alarm alle an apres attend avant avis aviso avoir baja bajo bei ' +
    'bestand bilan bis bono boot brut cafe cap cargo cargos carte cartera casi causa ce cent ces cet chili chute ' +
    'ciel clients cobre comment como compare composition compte consequence costa cote critique crypto da das de ' +
    'del dem den depend depends depot depots der des destination dia dice die dix doble dollar double drinnen du ' +
    'duplica el elf elle embargo en england entre er era eran eruption eruptions es est esta este et expose fait ' +
    'fallen falta favor ferme ferris feuer figure fin flux fortes gagne gain gains gano georgie gerade golf ' +
    'grands gros grund ha halten hat hola horaire il in interior island je journal kilometer kilometres kontor ' +
    'la land lander large las le les liegt ligne lista liste livres lo los ma man manche mandate mar marina mars ' +
    'mayor media mes mi mil miles millions minus mis mit mitad mobile mon monte mueve nacht nada nah nave naves ' +
    'note nous nuit o obligations ol on once oro ou par part parts pase paso passe passes pays performances ' +
    'perte peso pesos plata plus poids point por positions pour precedent premiers pres principales que qui ' +
    'quitte radar radio rapport recherche regla regle resume rings rom route ruta sa sage saldo salto sanctions ' +
    'se sea seance sector seize sent sept si sin six solo son sources sous stehen steht stuck su sudan sur tag ' +
    'tarde te tendance tierra tiers titre titres tombe ton tono touches un una uno usa vale valeurs van ' +
    'verlassen verse viaje vol von vor voyage war weg will y ya yo zone'
  ).split(' '),
);

/**
 * Foreign words with their English words, one map for each language. Each row of `foreign-words.tsv` has the language,
 * a word and one or more English words.
 */
export const languages: ReadonlyArray<ReadonlyMap<string, readonly string[]>> = readLanguages();

function readLanguages(): Array<Map<string, readonly string[]>> {
  const found = new Map<string, Map<string, readonly string[]>>();
  for (const row of readFileSync(new URL('foreign-words.tsv', import.meta.url), 'utf8').split('\n')) {
    const [language = '', word, english] = row.split('\t');
    if (word === undefined || english === undefined) continue;
    const words = found.get(language) ?? new Map<string, readonly string[]>();
    found.set(language, words.set(word, english.split(' ')));
  }
  return [...found.values()];
}

/** Two words that together mean `percent`. */
const PERCENT: ReadonlyMap<string, string> = new Map([
  ['pour', 'cent'],
  ['por', 'ciento'],
]);
const UNITS = new Set(['week', 'month', 'year', 'quarter', 'weekend', ...'monday tuesday wednesday'.split(' ')]);
for (const day of ['thursday', 'friday', 'saturday', 'sunday']) UNITS.add(day);

/**
 * Returns the tokens with foreign words replaced by English ones; their texts and positions stay. Translated units and
 * `last` are put into English order.
 */
export function inEnglish(read: readonly Token[]): readonly Token[] {
  const tokens = withTimes(read);
  const isSpoken = (words: ReadonlyMap<string, unknown>) =>
    read.some(({ word }) => words.has(word) && !SHARED.has(word));
  // The language with the most words in the question decides what a word of several languages, such as `an`, means.
  const strength = (words: ReadonlyMap<string, unknown>) => tokens.filter(({ word }) => words.has(word)).length;
  const byStrength = [...languages].sort((one, other) => strength(other) - strength(one));
  const certain = byStrength.filter(isSpoken);
  const hasPhrase = tokens.some((_, at) => phraseAt(tokens, at) !== undefined);
  const hasNumber = tokens.some(({ word }) => germanNumber(word) !== undefined);
  const isTimed = tokens.some((token, at) => token !== read[at]);
  if (certain.length === 0 && !hasPhrase && !hasNumber && !isTimed) return read;
  const spoken = certain.length > 0 ? certain : byStrength.slice(0, 1);
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const next = tokens[at + 1];
    // In these languages the point of `1.250 Euro` separates thousands.
    if (certain.length > 0 && THOUSANDS.test(token.word) && next !== undefined && isCurrency(next.word)) {
      result.push({ ...token, word: token.word.replace('.', '') });
      continue;
    }
    // `withTimes` has already translated this token.
    if (token !== read[at]) {
      result.push(token);
      continue;
    }
    const phrase = phraseAt(tokens, at);
    if (phrase !== undefined) {
      const { start } = token;
      const { end } = tokens[at + phrase.words.length - 1] as Token;
      const text = tokens.slice(at, at + phrase.words.length).map((each) => each.text);
      for (const word of phrase.english) result.push({ text: text.join(' '), word, start, end });
      at += phrase.words.length - 1;
      continue;
    }
    if (next !== undefined && PERCENT.get(token.word) === next.word) {
      result.push({ text: `${token.text} ${next.text}`, word: '%', start: token.start, end: next.end });
      at += 1;
      continue;
    }
    // A word in capitals is taken for a name and not translated: `MAI`, `LOS`.
    const isName = /^\p{Lu}{2,}$/u.test(token.text) && tokens.some(({ text }) => text !== text.toUpperCase());
    const english = isName ? undefined : englishOf(written(token), spoken);
    for (const word of english ?? [token.word]) result.push({ ...token, word });
  }
  return turned(result);
}

const THOUSANDS = /^[1-9]\d{0,2}\.\d{3}$/;
const isCurrency = (word: string): boolean =>
  /^(?:euros?|dollars?|usd|eur|gbp|chf|franken|francs?|libras?|livres?|pfund|yen|[€$£])$/.test(word);

const MIN_COMPOUND = 9;
const MIN_PART = 4;

/** Returns the English words of a word, or of the two words of a compound: `Kursverlauf`. */
function englishOf(word: string, spoken: ReadonlyArray<ReadonlyMap<string, readonly string[]>>) {
  const whole = spoken.map((words) => words.get(word)).find((words) => words !== undefined);
  if (whole !== undefined) return whole;
  const number = germanNumber(word);
  if (number !== undefined) return [String(number)];
  const german = languages[0];
  if (word.length < MIN_COMPOUND || german === undefined || !spoken.includes(german)) return undefined;
  for (let at = word.length - MIN_PART; at >= MIN_PART; at -= 1) {
    const last = german.get(word.slice(at));
    const first = german.get(word.slice(0, at)) ?? german.get(word.slice(0, at).replace(/s$/, ''));
    if (first !== undefined && last !== undefined) return [...first, ...last];
  }
  return undefined;
}

const GERMAN_UNITS = 'null ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf'.split(' ');
const GERMAN_TENS = 'zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig'.split(' ');
const SMALL = `(?:eine?|${GERMAN_UNITS.slice(2).join('|')}|sech|sieb)`;
const BELOW_100 = `(?:(?:${SMALL}und)?(?:${GERMAN_TENS.join('|')})|${SMALL}zehn|${SMALL})`;
const BELOW_1000 = `(?:(?:${SMALL})?hundert(?:und)?(?:${BELOW_100})?|${BELOW_100})`;
const COMPOUND_NUMBER = new RegExp(`^(?:(${BELOW_1000})?tausend(?:und)?)?(${BELOW_1000})?$`);

/**
 * Returns the value of a German number that is written as one word, such as `zwolftausend` or `funfundzwanzig`;
 * undefined for other words.
 */
function germanNumber(word: string): number | undefined {
  const half = /^(.+)einhalb(tausend|millionen)?$/.exec(word.replace(/^anderthalb/, 'eineinhalb'));
  const whole = half === null ? -1 : half[1] === 'ein' ? 1 : GERMAN_UNITS.indexOf(half[1] as string);
  if (half !== null && whole > 0)
    return (whole + 0.5) * (half[2] === 'tausend' ? 1_000 : half[2] === 'millionen' ? 1_000_000 : 1);
  if (!/hundert|tausend|zig$|dreissig$|zehn$/.test(word)) return undefined;
  const [, thousands, rest] = COMPOUND_NUMBER.exec(word) ?? [];
  if (thousands === undefined && rest === undefined && word !== 'tausend') return undefined;
  const large = word.includes('tausend') ? (thousands === undefined ? 1 : belowThousand(thousands)) * 1_000 : 0;
  return large + (rest === undefined ? 0 : belowThousand(rest));
}

function belowThousand(word: string): number {
  const [, count, rest = ''] = /^(.*?)hundert(?:und)?(.*)$/.exec(word) ?? [undefined, undefined, word];
  const hundreds = word.includes('hundert') ? (count === '' || count === undefined ? 1 : belowHundred(count)) : 0;
  return hundreds * 100 + belowHundred(rest);
}

function belowHundred(word: string): number {
  if (word === '') return 0;
  const unit = (text: string) =>
    text === 'sech' ? 6 : text === 'sieb' ? 7 : text.startsWith('ein') ? 1 : Math.max(0, GERMAN_UNITS.indexOf(text));
  const tens = GERMAN_TENS.findIndex((name) => word.endsWith(name));
  if (tens >= 0) {
    const before = word.slice(0, -(GERMAN_TENS[tens] as string).length).replace(/und$/, '');
    return (tens + 2) * 10 + (before === '' ? 0 : unit(before));
  }
  return word !== 'zehn' && word.endsWith('zehn') ? 10 + unit(word.slice(0, -4)) : unit(word);
}

/** Returns the phrase of several foreign words that begins at a token; undefined without one. */
const phraseAt = (tokens: readonly Token[], at: number) =>
  foreignPhrases
    .get(written(tokens[at] as Token))
    ?.find(({ words }) =>
      words.every((word, index) => at + index < tokens.length && written(tokens[at + index] as Token) === word),
    );

const FROM = new Set(['du', 'del', 'vom', 'de', 'desde']);
const TO = new Set(['au', 'al', 'a', 'bis', 'hasta']);
/** A date in digits. */
const DATE = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/;
const ORDINALS: Readonly<Record<string, string>> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth' };
const HOUR = /^(?:[01]?\d|2[0-4])$/;
/** Words before `8 h` that make it a time of day and not a duration. */
const BEFORE_CLOCK = new Set(['depuis', 'a', 'entre', 'et', 'vers', 'avant', 'apres', 'jusqua', 'des', 'de']);

/**
 * Translates dates and times whose meaning depends on several words: `du 3 au 10 novembre` becomes `from 3 to 10
 * november`, `depuis 8h` becomes `since 8 oclock`, and `desde las 8` likewise.
 */
function withTimes(tokens: readonly Token[]): readonly Token[] {
  const result = [...tokens];
  const isDate = (at: number) => /^\d{1,2}$|^1er$/.test(tokens[at]?.word ?? '') || weekdays.has(tokens[at]?.word ?? '');
  tokens.forEach((token, at) => {
    const word = (index: number) => tokens[index]?.word ?? '';
    const end = [at + 2, at + 3].find((index) => TO.has(written(tokens[index] ?? token)) && isDate(index + 1));
    if (FROM.has(token.word) && isDate(at + 1) && end !== undefined) {
      result[at] = { ...token, word: 'from' };
      result[end] = { ...(tokens[end] as Token), word: 'to' };
    }
    if (TO.has(token.word) && token.word !== 'a' && DATE.test(word(at - 1)) && DATE.test(word(at + 1)))
      result[at] = { ...token, word: 'to' };
    const ordinal = ORDINALS[/^([1-4])(?:e|eme|er|o|º|°)$/.exec(token.word)?.[1] ?? ''];
    if (ordinal !== undefined && ['trimestre', 'semestre', 'quartal'].includes(word(at + 1)))
      result[at] = { ...token, word: ordinal };
    if (token.word === 'h' && HOUR.test(word(at - 1)) && BEFORE_CLOCK.has(word(at - 2)))
      result[at] = { ...token, word: 'oclock' };
    // `halb acht` is half an hour before eight.
    const hour = token.word === 'halb' ? germanHour(word(at + 1)) : undefined;
    if (hour !== undefined) {
      result[at] = { ...token, word: `${hour === 1 ? 12 : hour - 1}:30` };
      result[at + 1] = { ...(tokens[at + 1] as Token), word: 'oclock' };
    }
    if (token.word === 'las' && HOUR.test(word(at + 1)) && !/^(?:horas?|dias|semanas|ultimas)$/.test(word(at + 2))) {
      if (word(at - 1) === 'a') result[at - 1] = { ...(tokens[at - 1] as Token), word: 'at' };
      result[at] = { ...token, word: word(at + 1) };
      result[at + 1] = { ...(tokens[at + 1] as Token), word: 'oclock' };
    }
  });
  return result;
}

/** Returns an hour from 1 to 12, in words or digits; undefined for other words. */
function germanHour(word: string): number | undefined {
  const hour = /^\d{1,2}$/.test(word) ? Number(word) : word === 'eins' ? 1 : GERMAN_UNITS.indexOf(word);
  return hour >= 1 && hour <= 12 ? hour : undefined;
}

const weekdays = new Set(
  'lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo montag dienstag mittwoch donnerstag freitag samstag sonntag'.split(
    ' ',
  ),
);

/** Returns the word as written, before abbreviations are expanded, because `y` can be Spanish. */
const written = ({ text, word }: Token): string => (text.length === 1 ? text.toLowerCase() : word);

/** Puts translated units into English order: `week last` becomes `last week`. */
function turned(tokens: Token[]): Token[] {
  for (let at = 0; at + 1 < tokens.length; at += 1) {
    const [unit, which] = [tokens[at] as Token, tokens[at + 1] as Token];
    if (!UNITS.has(unit.word) || !['last', 'next', 'past'].includes(which.word) || unit.text === unit.word) continue;
    tokens[at] = { ...unit, word: which.word };
    tokens[at + 1] = { ...which, word: unit.word };
  }
  return tokens;
}
