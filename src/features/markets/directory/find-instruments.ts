import { lazy } from '../../../async/lazy.js';
import { PhraseMatcher } from '../../../text/phrase-matcher.js';
import { type Word, wordsOf } from '../../../text/words.js';
import type { Instrument } from '../instrument.js';
import { type HeadlineInstrument, headlineNames } from './headline-names.js';
import { instrumentNames, type NamedInstrument } from './instrument-names.js';
import { InstrumentTable } from './instrument-table.js';
import {
  isFollowedByPerson,
  isLastName,
  isOrdinaryPhrase,
  isOtherOrganization,
  isWithinName,
  meansCompany,
  meansPrice,
  type NameSpan,
  textEvidenceOf,
} from './name-evidence.js';
import { venues } from './venues.js';

/** A mention of an instrument in a text. */
export interface InstrumentMention {
  symbol: string;
  /**
   * The evidence of the mention: the name of the instrument, or a ticker such as `$AAPL`, `(NASDAQ: AAPL)` or
   * `EUR/USD`.
   */
  by: 'name' | 'ticker';
  /** Confidence, from 0 to 1. */
  confidence: number;
  /** Start and end (exclusive) in the text, in UTF-16 code units. */
  start: number;
  end: number;
}

const table = lazy(() => new InstrumentTable());

/** Words of traders, beside which a ticker needs no sign: `long TSLA short RIVN`. */
const TRADING =
  /\b(?:long|short|shorted|calls?|puts?|trim(?:med|ming)?|add(?:ed|ing)|bought|buying|sold|selling|dip|earnings|squeeze|bullish|bearish|breakout|overweight|underweight)\b/i;
/** Matches a word that may be a ticker without a sign. */
const BARE_TICKER = /(?<![\p{L}\p{N}$.:/-])[A-Z]{3,5}(?![\p{L}\p{N}:/-])/gu;
/** Abbreviations that are also tickers of known companies. */
const OTHER_ABBREVIATIONS = new Set(
  'CEO CFO COO IPO GDP CPI PMI ETF FDA SEC EPS ALL NOW KEY LOW FAST COST WELL'.split(' '),
);

/** Words that show that a text is about markets, in the languages of most feeds. */
const marketWords =
  'shares|share price|stock|stocks|shareholders|stakeholders|earnings|revenue|profit|profits|quarterly|dividend|investors|analyst|analysts|Nasdaq|NYSE|FTSE|S&P 500|Wall Street|market cap|IPO|CEO|CFO|buyback|guidance|price target|valuation|downgrade|upgrade|takeover|merger|acquisition|bond|bonds|crypto|cryptocurrency|token|trading|outlook|forecast|Q1|Q2|Q3|Q4|Aktie|Aktien|Börse|Umsatz|Gewinn|bourse|actions|bénéfice|acciones|bolsa|azioni|borsa'.split(
    '|',
  );
const contextWords = lazy(() => {
  const matcher = new PhraseMatcher<true>();
  for (const word of marketWords) matcher.add(word, true);
  return matcher;
});

/** Matches tickers such as `$AAPL`, `NASDAQ: AAPL`, `NYSE:BRK.B`, `AAPL.US` and `EUR/USD`. */
const TICKER =
  /(?<cash>\$[A-Z]{1,5}(?:\.[A-Z])?\b)|\b(?<exchange>[A-Z]{3,12})\s?:\s?(?<ticker>[A-Z\d]{1,6}(?:[.-][A-Z])?)\b|\b(?<symbol>[A-Z\d]{1,6}(?:-[A-Z]{1,4})?\.[A-Z]{2,6})\b|\b(?<base>[A-Z]{3})\/(?<quote>[A-Z]{3})\b/g;

/** Minimum number of different instruments with ambiguous names in one text by which the names support each other. */
const MUTUAL_SUPPORT = 2;
const CERTAIN = 0.9;
/** Confidence of an ambiguous name for which the words beside it are evidence. */
const PLAUSIBLE = 0.8;

/**
 * Finds the instruments of the directory that a text names, by name or ticker, in the order of the text. A name that is
 * also an ordinary word needs evidence: the words beside it, or, for a company, a text about markets, which has words
 * such as “shares”, a ticker, the unambiguous name of another instrument, or several ambiguous names.
 */
export function findInstruments(text: string, words: readonly Word[] = wordsOf(text)): InstrumentMention[] {
  const tickers = findTickers(text);
  const named = namedInstruments(words).map((name) => ({
    ...name,
    start: (words[name.from] as Word).start,
    end: (words[name.to - 1] as Word).end,
  }));
  const ambiguous = new Set(named.filter(({ needs }) => needs === 'company').map(({ symbol }) => symbol));
  const certain = named.some((name) => name.needs === 'nothing' && !isLastName(text, words, name));
  const hasMarketWords = tickers.length > 0 || contextWords().find(words).length > 0;
  const isAboutMarkets = hasMarketWords || certain || ambiguous.size >= MUTUAL_SUPPORT;
  const evidence = textEvidenceOf(words);
  const { isCased } = evidence;
  const confidenceOf = (name: FoundName): number | undefined => {
    if ([isLastName, isOtherOrganization, isWithinName].some((isOther) => isOther(text, words, name))) return undefined;
    if (name.needs === 'nothing') return CERTAIN;
    if (name.needs === 'price') return meansPrice(text, words, name) ? PLAUSIBLE : undefined;
    if (isFollowedByPerson(words, name)) return undefined;
    if (meansCompany(text, words, name, evidence)) return PLAUSIBLE;
    return isAboutMarkets && !isOrdinaryPhrase(text, words, name) ? (isCased ? 0.75 : 0.65) : undefined;
  };
  const byName = named.flatMap((name): InstrumentMention[] => {
    const { symbol, start, end } = name;
    const confidence = confidenceOf(name);
    const isPartOfTicker = tickers.some((ticker) => ticker.start < end && start < ticker.end);
    return confidence === undefined || isPartOfTicker ? [] : [{ symbol, by: 'name', confidence, start, end }];
  });
  return [...tickers, ...byName].sort((one, other) => one.start - other.start);
}

/** A name of an instrument, and the evidence that it needs. */
interface FoundName extends NameSpan {
  symbol: string;
  needs: HeadlineInstrument['needs'];
}

/**
 * Finds names of the directory and short names in headlines, regardless of the context. If names overlap, the
 * longest one is kept.
 */
export function namedInstruments(words: readonly Word[]): FoundName[] {
  const listed = instrumentNames()
    .find(words)
    .map(({ from, to, values: [value] }): FoundName => {
      const { symbol, needsContext } = value as NamedInstrument;
      return { from, to, symbol, needs: needsContext ? 'company' : 'nothing' };
    });
  const short = headlineNames()
    .find(words)
    .map(({ from, to, values: [value] }): FoundName => ({ from, to, ...(value as HeadlineInstrument) }));
  const isEqual = (one: FoundName, other: FoundName) => one.from === other.from && one.to === other.to;
  // For a name in both lists, the directory decides which instrument it means (`Nasdaq` is the index), and the short
  // name decides only which evidence it needs.
  const sure = listed.map((name) => {
    const other = short.find((one) => isEqual(one, name));
    return other?.symbol === name.symbol && other.needs === 'nothing' ? other : name;
  });
  const others = short.filter((name) => !listed.some((one) => isEqual(one, name)));
  const kept: FoundName[] = [];
  for (const name of [...sure, ...others].sort((one, other) => other.to - other.from - (one.to - one.from)))
    if (kept.every((other) => other.to <= name.from || name.to <= other.from)) kept.push(name);
  return kept;
}

function findTickers(text: string): InstrumentMention[] {
  const found: InstrumentMention[] = [];
  for (const match of text.matchAll(TICKER)) {
    const symbol = symbolOf(match.groups as Record<string, string | undefined>);
    if (symbol !== undefined && table().find(symbol) !== undefined)
      found.push({ symbol, by: 'ticker', confidence: 1, start: match.index, end: match.index + match[0].length });
  }
  return found.length > 0 || !TRADING.test(text) || text === text.toUpperCase() ? found : bareTickers(text);
}

/** Finds tickers of known companies without a sign, in a text with words of traders. */
function bareTickers(text: string): InstrumentMention[] {
  return [...text.matchAll(BARE_TICKER)].flatMap((match): InstrumentMention[] => {
    const [ticker] = match;
    const instrument = OTHER_ABBREVIATIONS.has(ticker) ? undefined : table().find(`${ticker}.US`);
    if (instrument === undefined || !isKnown(instrument)) return [];
    const end = match.index + ticker.length;
    return [{ symbol: instrument.symbol, by: 'ticker', confidence: PLAUSIBLE, start: match.index, end }];
  });
}

const isKnown = ({ assetClass, sector, isin }: Instrument): boolean =>
  assetClass === 'equity' && (sector !== null || isin !== null);

function symbolOf({
  cash,
  exchange,
  ticker,
  symbol,
  base,
  quote,
}: Record<string, string | undefined>): string | undefined {
  if (cash !== undefined) return `${cash.slice(1).replace('.', '-')}.US`;
  if (exchange !== undefined)
    return exchange in venues ? `${ticker?.replace('.', '-')}.${venues[exchange]}` : undefined;
  return symbol ?? `${base}${quote}.FOREX`;
}
