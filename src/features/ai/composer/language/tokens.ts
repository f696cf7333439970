import { inEnglish } from '../../../../language/foreign-words.js';
import type { Token } from '../../../../language/token.js';
import { fold } from '../../../../text/words.js';

/** Maximum length of a question, in characters; the rest is ignored. */
export const MAX_QUESTION = 2_000;
/** Maximum number of words, numbers and signs of a question; longer texts are not questions. */
export const MAX_TOKENS = 200;

/** Common short forms and misspellings that the correction of typing errors would not find. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  wats: 'what',
  whats: 'what',
  wat: 'what',
  whos: 'who',
  wheres: 'where',
  hows: 'how',
  whens: 'when',
  y: 'why',
  r: 'are',
  u: 'you',
  ur: 'your',
  pls: 'please',
  plz: 'please',
  nr: 'near',
  nrby: 'nearby',
  abt: 'about',
  frm: 'from',
  w: 'with',
  rite: 'right',
  thru: 'through',
  aint: 'not',
  any1: 'anyone',
  some1: 'someone',
  every1: 'everyone',
  no1: 'nobody',
  ldn: 'london',
  thxgiving: 'thanksgiving',
  yday: 'yesterday',
  yest: 'yesterday',
  tday: 'today',
  overnite: 'overnight',
  tonite: 'tonight',
  nite: 'night',
  hrs: 'hours',
  hr: 'hour',
  mins: 'minutes',
  min: 'minute',
  wk: 'week',
  wks: 'weeks',
  mo: 'month',
  mths: 'months',
  mth: 'month',
  yr: 'year',
  yrs: 'years',
  qtr: 'quarter',
  secs: 'seconds',
  sec: 'second',
  pf: 'portfolio',
  pfs: 'portfolios',
  wl: 'watchlist',
  div: 'dividend',
  divs: 'dividends',
  newz: 'news',
  nws: 'news',
  ystrday: 'yesterday',
  yestrday: 'yesterday',
  whn: 'when',
  wil: 'will',
  clnt: 'client',
  clnts: 'clients',
  avg: 'average',
  avgs: 'averages',
  pct: '%',
  percent: '%',
  perc: '%',
  vs: 'versus',
  v: 'versus',
  kts: 'kn',
  knots: 'kn',
  knot: 'kn',
  kt: 'kn',
  emerg: 'emergency',
  pos: 'position',
  perf: 'performance',
  alloc: 'allocation',
  vol: 'volatility',
  dd: 'drawdown',
  evry: 'every',
  thx: 'thanks',
  ppl: 'people',
  teh: 'the',
  hte: 'the',
  waht: 'what',
  wht: 'what',
  whr: 'where',
  wich: 'which',
  wen: 'when',
  taht: 'that',
  adn: 'and',
  ot: 'to',
  fo: 'of',
  lst: 'last',
  nxt: 'next',
  ths: 'this',
  prv: 'previous',
  curr: 'current',
  tdy: 'today',
  td: 'today',
  '2day': 'today',
  ystd: 'yesterday',
  ystdy: 'yesterday',
  ytday: 'yesterday',
  tmrw: 'tomorrow',
  tmw: 'tomorrow',
  tmr: 'tomorrow',
  '2moro': 'tomorrow',
  rn: 'now',
  atm: 'now',
  asap: 'soon',
  dwn: 'down',
  btr: 'better',
  hw: 'how',
  wld: 'would',
  shud: 'should',
  shld: 'should',
  cud: 'could',
  gimme: 'show',
  lemme: 'let',
  wanna: 'want',
  gonna: 'will',
  whatre: 'what',
  wot: 'what',
  wuts: 'what',
  px: 'price',
  chg: 'change',
  chng: 'change',
  mkt: 'market',
  mkts: 'markets',
  tkr: 'tanker',
  vsl: 'vessel',
  vsls: 'vessels',
  trk: 'track',
  wts: 'weights',
  wgts: 'weights',
  hist: 'history',
  val: 'value',
  pnl: 'profit',
  'p&l': 'profit',
  ccy: 'currency',
  ccys: 'currencies',
  cnt: 'count',
  shps: 'ships',
  arnd: 'around',
  mnth: 'month',
  mnths: 'months',
  dys: 'days',
  eod: 'daily',
  intraday: 'today',
  opn: 'open',
  btw: 'between',
  acct: 'account',
  sched: 'schedule',
  lmk: 'notify',
  mkg: 'making',
  cos: 'companies',
  intl: 'international',
  dept: 'department',
  wx: 'weather',
  eta: 'eta',
  fra: 'frankfurt',
  lhr: 'heathrow',
  ams: 'schiphol',
  hrly: 'hourly',
  wkly: 'weekly',
  mthly: 'monthly',
  govt: 'government',
  txt: 'text',
  tgt: 'target',
  b4: 'before',
  wek: 'week',
  weeek: 'week',
  dayly: 'daily',
  yer: 'year',
  yar: 'year',
  yesr: 'year',
  tody: 'today',
  toady: 'today',
  dyas: 'days',
  hous: 'hours',
  snce: 'since',
  '1er': '1',
  t1: 'q1',
  t2: 'q2',
  t3: 'q3',
  t4: 'q4',
  ny: 'nyse',
  tokio: 'tokyo',
  msg: 'message',
};

const TOKEN =
  /[$€£¥%&]|->|=>|→|[<>≤≥]=?|p&l|[-−+](?=\d)|(?<=\d)\+|[\p{L}\p{N}\p{M}]+(?:[.,:'’\-/_][\p{L}\p{N}\p{M}]+)*/gu;
const NUMBER_AND_UNIT = /^(\d[\d.,]*)([a-z]+)$/i;
/** Indicators with their number in one word: `rsi21`, `SMA50`. */
const NAME_AND_NUMBER = /^(rsi|sma|ema|ewma|dma|atr|adx|bb|bbands|bollinger|stoch)(\d{1,3})$/i;
/**
 * Texts that stay one token: `EUR/USD`, `BTC-USD`, `AAPL.US`, `14:30`, `2026-11-03`, `1,000.50`. Others are split:
 * `enter/exit` and `Panamanian-flagged` are two tokens.
 */
const WHOLE =
  /^(?:[A-Za-z]{3}\/[A-Za-z]{3}|[A-Z\d]{2,6}-(?:USD|EUR|GBP)(?:\.[A-Z]{2})?|[A-Za-z\d-]{1,10}\.[A-Za-z]{2,6}|\d[\d.,:/-]*|\d{4}-\d\d-\d\dT.*)$/;
const CURRENCY_PAIR = /^(?:usd|eur|gbp|jpy|chf|aud|cad|nzd|sek|nok|dkk|cny|btc|eth)$/i;

/** Returns the tokens of a question in order, in time linear in its length. */
export function tokensOf(question: string): Token[] {
  const text = withoutGroupSpaces(question.slice(0, MAX_QUESTION).replace(/(?<=\d)[–—](?=\d)/g, '-'));
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN))
    for (const token of partsOf(plainNumber(match[0]), match.index, match[0].length)) tokens.push(token);
  return confusedIn(inEnglish(tokens));
}

/**
 * Words that are often confused with a word of the same sound; the words before and after decide which word is meant.
 */
const CONFUSED: ReadonlyArray<readonly [before: RegExp, word: string, behind: RegExp, meant: string]> = [
  [/^(?:this|last|past|next|previous|a|per|each|every|one|\d+)$/, 'weak', /^/, 'week'],
  [/^(?:last|past|two|three|four|few|\d+)$/, 'weaks', /^/, 'weeks'],
  [/^(?:red|black|baltic|caspian|north|yellow|arabian|china|mediterranean|dead|adriatic)$/, 'see', /^/, 'sea'],
  [/^$/, 'were', /^(?:is|are)$/, 'where'],
  [/^/, 'plains', /^(?:over|above|near|around|flying|in|at|overhead)$/, 'planes'],
  [/^/, 'form', /^(?:firing|triggering|going|\d.*)$/, 'from'],
  [
    /^(?:(?!the|and|for|are)[a-z]{3}|dollars?|euros?|pounds?|francs?|yen)$/,
    '2',
    /^(?:(?!and|mar|may)[a-z]{3}|dollars?|euros?|pounds?|francs?|yen)$/,
    'to',
  ],
  [/^(?!at$)[a-z]/, '4', /^(?:me|us|my|the|this|today|now)$/, 'for'],
];

/** Returns the tokens with confused words replaced by the words that were meant. */
function confusedIn(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at) => {
    const word = (index: number) => tokens[index]?.word ?? '';
    const found = CONFUSED.find(
      ([before, written, behind]) => written === token.word && before.test(word(at - 1)) && behind.test(word(at + 1)),
    );
    return found === undefined ? token : { ...token, word: found[3] };
  });
}

/** Replaces a space within a number, so that positions stay unchanged. */
const GROUP = '_';
/**
 * Numbers with spaces between groups of three digits: `1 234,50`, `12 500 euros`. An ordinary space counts only if
 * decimals, a currency or a unit follow, a currency sign precedes, or the last group is `000`; otherwise there are two
 * numbers.
 */
const GROUPED =
  /(?<![\d.,])\d{1,3}(?:[\u00a0\u202f\u2009 ]\d{3})+(?=[.,]\d{1,2}(?!\d)|\s?(?:%|percent|[$€£¥]|(?:usd|eur|gbp|jpy|chf|sek|nok|dkk|pln|cad|aud|cny|euros?|dollars?|pounds?|francs?|yens?|kronor|kroner|livres?|libras?|pfund|franken|dollar|pesos?|rupees?|yuan|km|nm|kn|kts?|knots|dwt|tonnes|tons?|ft|feet|fuss|fuß)\b))|(?<=[$€£¥]\s?)\d{1,3}(?:[\u00a0\u202f\u2009 ]\d{3})+(?!\d)|(?<![\d.,])\d{1,3}(?:[\u00a0\u202f\u2009]\d{3})+(?!\d)|(?<![\d.,:])[1-9]\d{0,2}(?: \d{3})*(?: 000)(?![\d.,:]\d|\d)/giu;

const plainNumber = (text: string): string => (/^\d{1,3}(?:_\d{3})+/.test(text) ? text.replaceAll(GROUP, '') : text);
const withoutGroupSpaces = (text: string): string =>
  text.replace(GROUPED, (number) => number.replace(/[\u00a0\u202f\u2009 ]/g, GROUP));

/** Splits a text into tokens. @param length length as written, including spaces within a number */
function partsOf(text: string, start: number, length: number): Token[] {
  const whole = (part: string, from: number): Token => ({
    text: part,
    word: wordOf(part),
    start: from,
    end: from + (part === text ? length : part.length),
  });
  const [, indicator, digits] = NAME_AND_NUMBER.exec(text) ?? [];
  if (indicator !== undefined && digits !== undefined)
    return [whole(indicator, start), whole(digits, start + indicator.length)];
  const unit = fold(text) in WRITTEN_OUT ? null : NUMBER_AND_UNIT.exec(text);
  // `10k` and `1.5m` are numbers, `24h`, `5min` and `12kn` a number and its unit.
  if (
    unit !== null &&
    !/^[kmb]$|^bn$|^(?:st|nd|rd|th|e|er|eme|ème)$/i.test(unit[2] as string) &&
    !/^\d{1,2}[ap]m$/i.test(text)
  ) {
    const [, number, name] = unit as unknown as [string, string, string];
    return [whole(number, start), whole(name, start + number.length)];
  }
  if (text.length < 3 || !/[/\-_]/.test(text) || isWhole(text)) return [whole(text, start)];
  const parts: Token[] = [];
  for (const part of text.matchAll(/[^/\-_]+/g)) parts.push(whole(part[0], start + part.index));
  return parts;
}

function isWhole(text: string): boolean {
  if (!WHOLE.test(text)) return false;
  return !text.includes('/') || /\d/.test(text) || text.split('/').every((part) => CURRENCY_PAIR.test(part));
}

function wordOf(text: string): string {
  const plain = fold(text)
    .replace(/['’]s$/, '')
    .replace(/^(?:[dljnst]|qu)['’](?=[a-z]{3})/, '')
    .replace(/['’]/g, '');
  return WRITTEN_OUT[plain] ?? plain;
}
