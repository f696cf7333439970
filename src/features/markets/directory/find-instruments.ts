import { lazy } from '../../../async/lazy.js';
import { PhraseMatcher } from '../../../text/phrase-matcher.js';
import { marksNames, type Word, wordsOf } from '../../../text/words.js';
import { instrumentNames } from './instrument-names.js';
import { InstrumentTable } from './instrument-table.js';

/** A mention of an instrument in a text. */
export interface InstrumentMention {
  symbol: string;
  /**
   * The evidence of the mention: the name of the instrument, or a ticker such as `$AAPL`, `(NASDAQ: AAPL)` or
   * `EUR/USD`.
   */
  by: 'name' | 'ticker';
  /** From 0 to 1. */
  confidence: number;
  /** Start and end (exclusive) in the text, in UTF-16 code units. */
  start: number;
  end: number;
}

const table = lazy(() => new InstrumentTable());

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

const venues: Readonly<Record<string, string>> = {
  ...{
    NASDAQ: 'US',
    NYSE: 'US',
    NYSEARCA: 'US',
    NYSEAMERICAN: 'US',
    AMEX: 'US',
    LSE: 'LSE',
    LON: 'LSE',
    XETRA: 'XETRA',
    ETR: 'XETRA',
    EPA: 'PA',
  },
  AMS: 'AS',
  EBR: 'BR',
  TYO: 'TSE',
  TSE: 'TSE',
  SWX: 'SW',
  SIX: 'SW',
};
/** Matches tickers such as `$AAPL`, `NASDAQ: AAPL`, `NYSE:BRK.B`, `AAPL.US` and `EUR/USD`. */
const TICKER =
  /(?<cash>\$[A-Z]{1,5}(?:\.[A-Z])?\b)|\b(?<exchange>[A-Z]{3,12})\s?:\s?(?<ticker>[A-Z\d]{1,6}(?:[.-][A-Z])?)\b|\b(?<symbol>[A-Z\d]{1,6}(?:-[A-Z]{1,4})?\.[A-Z]{2,6})\b|\b(?<base>[A-Z]{3})\/(?<quote>[A-Z]{3})\b/g;

/** Number of different instruments with ambiguous names in one text from which the names support each other. */
const MUTUAL_SUPPORT = 2;

/**
 * Finds the instruments of the directory that a text names, by name or ticker, in the order of the text. Names that are
 * ordinary words count only in texts about markets: with words such as “shares”, a ticker, or the unambiguous name of
 * another instrument. Time is linear in the text.
 */
export function findInstruments(text: string, words: readonly Word[] = wordsOf(text)): InstrumentMention[] {
  const tickers = findTickers(text);
  const names = instrumentNames().find(words);
  const named = names.map(({ from, to, values: [value] }) => ({
    ...value!,
    start: words[from]!.start,
    end: words[to - 1]!.end,
  }));
  const ambiguous = new Set(named.filter(({ needsContext }) => needsContext).map(({ symbol }) => symbol));
  const isAboutMarkets =
    tickers.length > 0 ||
    ambiguous.size < new Set(named.map(({ symbol }) => symbol)).size ||
    contextWords().find(words).length > 0 ||
    ambiguous.size >= MUTUAL_SUPPORT;
  const isCased = marksNames(words);
  const confidenceOf = (needsContext: boolean) => (needsContext ? (isCased ? 0.75 : 0.65) : 0.9);
  const byName = named
    .filter(
      ({ needsContext, start, end }) =>
        (isAboutMarkets || !needsContext) && !tickers.some((ticker) => ticker.start < end && start < ticker.end),
    )
    .map(
      ({ symbol, needsContext, start, end }): InstrumentMention => ({
        symbol,
        by: 'name',
        confidence: confidenceOf(needsContext),
        start,
        end,
      }),
    );
  return [...tickers, ...byName].sort((one, other) => one.start - other.start);
}

function findTickers(text: string): InstrumentMention[] {
  const found: InstrumentMention[] = [];
  for (const match of text.matchAll(TICKER)) {
    const symbol = symbolOf(match.groups as Record<string, string | undefined>);
    if (symbol !== undefined && table().find(symbol) !== undefined)
      found.push({ symbol, by: 'ticker', confidence: 1, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

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
