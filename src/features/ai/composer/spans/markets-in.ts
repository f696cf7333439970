import { lazyInSteps } from '../../../../async/lazy-in-steps.js';
import type { Token } from '../../../../language/token.js';
import type { Word } from '../../../../text/words.js';
import { instrumentNames } from '../../../markets/directory/instrument-names.js';
import { InstrumentTable } from '../../../markets/directory/instrument-table.js';
import { currencyNamed } from './quantities.js';
import type { AnySpan } from './span.js';

/** Common names of instruments that the directory does not contain, with their symbols. */
const NICKNAMES: Readonly<Record<string, string>> = {
  oil: 'BRENT.COMM',
  crude: 'WTI.COMM',
  'crude oil': 'WTI.COMM',
  brent: 'BRENT.COMM',
  'brent crude': 'BRENT.COMM',
  wti: 'WTI.COMM',
  'oil price': 'BRENT.COMM',
  gold: 'XAUUSD.COMM',
  silver: 'XAGUSD.COMM',
  platinum: 'XPTUSD.COMM',
  copper: 'COPPER.COMM',
  'natural gas': 'NATGAS.COMM',
  natgas: 'NATGAS.COMM',
  'euro dollar': 'EURUSD.FOREX',
  cable: 'GBPUSD.FOREX',
  'dollar yen': 'USDJPY.FOREX',
  'pound dollar': 'GBPUSD.FOREX',
  'sterling dollar': 'GBPUSD.FOREX',
  bitcoin: 'BTC-USD.CC',
  ether: 'ETH-USD.CC',
  ethereum: 'ETH-USD.CC',
  wheat: 'ZW.COMM',
  corn: 'ZC.COMM',
  coffee: 'KC.COMM',
  sugar: 'SB.COMM',
  dow: 'DJI.INDX',
  dax: 'GDAXI.INDX',
  's&p 500': 'GSPC.INDX',
  's&p': 'GSPC.INDX',
  google: 'GOOGL.US',
  facebook: 'META.US',
  shell: 'SHEL.LSE',
  bp: 'BP.LSE',
  vodafone: 'VOD.LSE',
  voda: 'VOD.LSE',
  'british petroleum': 'BP.LSE',
};
/** Common names of instruments that the directory does not contain. */
export const nicknames: readonly string[] = Object.keys(NICKNAMES);
const MAX_WORDS = 5;
const MIN_LOWER_TICKER = 3;

interface Tickers {
  table: InstrumentTable;
  /** Symbols by ticker: `AAPL` → `AAPL.US`, `BTC` → `BTC-USD.CC`, `EURUSD` → `EURUSD.FOREX`. */
  byTicker: ReadonlyMap<string, string>;
  /** Tickers of the best-known instruments, which are also recognized in lower case. */
  wellKnown: ReadonlySet<string>;
}

/** Number of instruments read in one step. */
const STEP_INSTRUMENTS = 500;

/** At the first use, loads the instrument table and its tickers, in steps between which the event loop can run. */
export const tickers = lazyInSteps(function* (): Generator<void, Tickers> {
  const table = new InstrumentTable();
  const byTicker = new Map<string, string>();
  const wellKnown = new Set<string>();
  for (const [index, { symbol, isin, assetClass }] of table.all.entries()) {
    if (index % STEP_INSTRUMENTS === 0) yield;
    const code = symbol.slice(0, symbol.lastIndexOf('.'));
    const short = assetClass === 'crypto' ? code.replace(/-USD$/, '') : code;
    if (!byTicker.has(short)) byTicker.set(short, symbol);
    // In the directory, listings other than the best-known ones have no ISIN.
    if (isin !== null || assetClass === 'crypto' || assetClass === 'fx' || assetClass === 'etf') wellKnown.add(short);
  }
  return { table, byTicker, wellKnown };
});

/** Whether the directory contains a symbol. */
export const isListed = (symbol: string): boolean => tickers().table.find(symbol) !== undefined;

/** Returns the instrument of a symbol; undefined if the directory does not contain it. */
export const instrumentOf = (symbol: string) => tickers().table.find(symbol);

/** Returns the name of an instrument; its symbol if the directory does not contain it. */
export const instrumentName = (symbol: string): string => tickers().table.find(symbol)?.name ?? symbol;

/**
 * Finds instruments by symbol, ticker, name and common name.
 * @param isWord whether a word has another meaning in questions; it then counts as a name only if it is written like
 * one
 */
export function marketsIn(tokens: readonly Token[], isWord: (word: string) => boolean): AnySpan[] {
  const isShouted = tokens.filter(({ text }) => /^[A-Z]{2,}$/.test(text)).length > tokens.length / 2;
  const found: AnySpan[] = [];
  const add = (from: number, to: number, symbol: string, isExact: boolean) =>
    found.push({ type: 'symbol', from, to, value: symbol, isExact });
  tokens.forEach((token, at) => {
    const symbol = token.word === 'dax' ? NICKNAMES.dax : tickerOf(token, isShouted, isWord);
    if (symbol !== undefined) add(at, at + 1, symbol, true);
    // Two currencies side by side, such as `EUR USD`, are an exchange rate.
    const pair = `${token.word}${tokens[at + 1]?.word ?? ''}`.toUpperCase();
    if (/^[A-Z]{6}$/.test(pair) && token.word.length === 3 && tickers().byTicker.get(pair)?.endsWith('.FOREX'))
      add(at, at + 2, tickers().byTicker.get(pair) as string, true);
    const rate = rateAt(tokens, at);
    if (rate !== undefined) add(at, rate.to, rate.symbol, true);
    found.push(...rateApartAt(tokens, at));
    for (let count = 3; count > 0; count -= 1) {
      const phrase = tokens.slice(at, at + count);
      const nickname = phrase.length === count ? NICKNAMES[phrase.map(({ word }) => word).join(' ')] : undefined;
      if (nickname !== undefined) add(at, at + count, nickname, true);
    }
  });
  // `100bp` are basis points.
  const isBasisPoints = ({ from, to }: AnySpan) =>
    to === from + 1 && /^bps?$/.test(tokens[from]?.word ?? '') && /^\d/.test(tokens[from - 1]?.word ?? '');
  return [...found, ...namesIn(tokens, isWord)].filter((span) => !isBasisPoints(span));
}

/** Returns the symbol of an exchange rate: `pound against the dollar`, `euro to yen`. */
function rateAt(tokens: readonly Token[], at: number): { symbol: string; to: number } | undefined {
  const base = currencyNamed(tokens[at]?.word ?? '');
  if (base === undefined || !['against', 'versus', 'to', 'in'].includes(tokens[at + 1]?.word ?? '')) return undefined;
  const last = tokens[at + 2]?.word === 'the' ? at + 3 : at + 2;
  const symbol = tickers().byTicker.get(`${base}${currencyNamed(tokens[last]?.word ?? '')}`);
  return symbol?.endsWith('.FOREX') ? { symbol, to: last + 1 } : undefined;
}

/** Maximum number of tokens between the two currencies of a rate. */
const MAX_APART = 8;

/** Finds an exchange rate whose currencies are apart: `sterling slips under 1.25 against the dollar`. */
function rateApartAt(tokens: readonly Token[], at: number): AnySpan[] {
  const base = currencyNamed(tokens[at]?.word ?? '');
  if (base === undefined) return [];
  for (let between = at + 2; between < Math.min(tokens.length, at + MAX_APART); between += 1) {
    if (!['against', 'versus'].includes(tokens[between]?.word ?? '')) continue;
    const last = tokens[between + 1]?.word === 'the' ? between + 2 : between + 1;
    const symbol = tickers().byTicker.get(`${base}${currencyNamed(tokens[last]?.word ?? '')}`);
    if (symbol?.endsWith('.FOREX') !== true) return [];
    const rate = { type: 'symbol' as const, value: symbol, isExact: false };
    return [
      { ...rate, from: at, to: at + 1 },
      { ...rate, from: between, to: last + 1 },
    ];
  }
  return [];
}

function tickerOf({ text, word }: Token, isShouted: boolean, isWord: (word: string) => boolean): string | undefined {
  const { table, byTicker, wellKnown } = tickers();
  const upper = text.toUpperCase().replace(/['’]S$/, '');
  if (upper.includes('.') && table.find(upper) !== undefined) return upper;
  const plain = upper.replace('/', '');
  const symbol = byTicker.get(plain.replace(/-USD$/, ''));
  if (symbol === undefined || /^\d+$/.test(plain)) return undefined;
  if (text === upper && !isShouted && plain.length > 1)
    return isWord(word) && plain.length < MIN_LOWER_TICKER ? undefined : symbol;
  return plain.length >= MIN_LOWER_TICKER && wellKnown.has(plain) && !isWord(word) ? symbol : undefined;
}

/** Finds names of the directory. Case is ignored, except for words with another meaning. */
function namesIn(tokens: readonly Token[], isWord: (word: string) => boolean): AnySpan[] {
  const pieces = tokens.flatMap(({ word, start, end }, index) =>
    word
      .split(/[^\p{L}\p{N}]+/u)
      .filter((part) => part !== '')
      .map((part) => ({ part, start, end, index })),
  );
  const words: Word[] = pieces.map(({ part, start, end }) => ({ text: part.toUpperCase(), folded: part, start, end }));
  return instrumentNames()
    .find(words)
    .flatMap(({ from, to, values }): AnySpan[] => {
      const [first, last] = [pieces[from]?.index as number, pieces[to - 1]?.index as number];
      const covered = tokens.slice(first, last + 1);
      const isCommon = covered.length === 1 && isWord(covered[0]?.word as string);
      const isName = first > 0 && /^[A-Z]/.test(covered[0]?.text ?? '') && !isWord(covered[0]?.word as string);
      if (covered.length > MAX_WORDS || (isCommon && !isName) || covered.every(({ word }) => isWord(word))) return [];
      return [
        {
          type: 'symbol',
          from: first,
          to: last + 1,
          value: values[0]?.symbol as string,
          isExact: values[0]?.needsContext !== true,
        },
      ];
    });
}
