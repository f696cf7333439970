import { lazyInSteps } from '../../../async/lazy-in-steps.js';
import { PhraseMatcher } from '../../../text/phrase-matcher.js';
import { foldedWords } from '../../../text/words.js';
import type { Instrument } from '../instrument.js';
import { InstrumentTable } from './instrument-table.js';

/** An instrument that a name in a text may mean. */
export interface NamedInstrument {
  symbol: string;
  /**
   * True: the name counts only in a text about markets, since it is also an ordinary word or a person's name, or since
   * the company is small.
   */
  needsContext: boolean;
}

/** Names that are also ordinary words or names of people, folded. */
const ordinary = new Set([
  'walt disney',
  'charles schwab',
  'john deere',
  ...(
    'apple target gap visa ford shell oracle meta block snap match orange amazon caterpillar intel chevron ' +
    'alphabet square prudential compass imperial experian vinci hermes engie tron stellar cosmos ' +
    'avalanche near uniswap tether aptos nike adobe uber visa citi lilly merck bayer sap dax smi aex cable ' +
    'fiber sterling footsie nasdaq dow cac bel abb axa sse relx bp gsk edp ucb kbc kpn ing rwe bmw ' +
    'general american national universal public first united global standard pacific atlantic progress root ' +
    'sky life unity dropbox zoom twist monday carnival host ball dollar kroger hess news fox ' +
    'international paper best buy altria discover progressive travelers principal principal financial southern ' +
    'company lowe lowes public storage waters garmin match group live nation expedia delta air coke recruit canon everest ' +
    'dominion flex hartford diamondback southwest regions tapestry zebra align occidental macquarie'
  ).split(' '),
]);

/** Short names used in news that cannot be derived from the directory, by symbol. */
export const newsNames: Readonly<Record<string, readonly string[]>> = {
  'META.US': ['Meta'],
  'AMZN.US': ['Amazon'],
  'JPM.US': ['JP Morgan', 'J.P. Morgan'],
  'XOM.US': ['Exxon', 'Exxon Mobil'],
  'DIS.US': ['Disney', 'Walt Disney'],
  'F.US': ['Ford'],
  'COST.US': ['Costco'],
  'CSCO.US': ['Cisco'],
  'GS.US': ['Goldman'],
  'C.US': ['Citi'],
  'UNH.US': ['UnitedHealth'],
  'PLTR.US': ['Palantir'],
  'AMD.US': ['AMD'],
  'LLY.US': ['Eli Lilly'],
  'KO.US': ['Coke', 'Coca Cola'],
  'GE.US': ['General Electric'],
  'JNJ.US': ['J&J'],
  'PG.US': ['P&G'],
  'MCD.US': ['McDonalds'],
  '7203.TSE': ['Toyota'],
  '6758.TSE': ['Sony'],
  'MC.PA': ['LVMH', 'Louis Vuitton'],
  'MBG.XETRA': ['Mercedes', 'Mercedes-Benz'],
  'MUV2.XETRA': ['Munich Re'],
  'AD.AS': ['Ahold Delhaize'],
  'PHIA.AS': ['Philips'],
  'ABI.BR': ['AB InBev'],
  'CFR.SW': ['Richemont'],
  'BARC.LSE': ['Barclays Bank'],
  'LLOY.LSE': ['Lloyds'],
  'RR.LSE': ['Rolls-Royce'],
  'ZURN.SW': ['Zurich Insurance'],
  'ROG.SW': ['Roche'],
  'UBSG.SW': ['UBS'],
  'HSBA.LSE': ['HSBC'],
  'ASML.AS': ['ASML'],
  'INGA.AS': ['ING'],
  'DJI.INDX': ['Dow Jones', 'The Dow'],
  'FTSE.INDX': ['FTSE'],
  'N225.INDX': ['Nikkei'],
  'HSI.INDX': ['Hang Seng'],
  'STOXX50E.INDX': ['Euro Stoxx'],
  'AXJO.INDX': ['ASX 200'],
};

/** All short names used in news. */
export const shortNames: readonly string[] = Object.values(newsNames).flat();

/** Matches a legal form at the end of a folded name. */
const LEGAL_FORM =
  /\s+(?:inc|incorporated|corp|corporation|co|company|plc|p l c|ltd|limited|ag|se|sa|s a|nv|n v|kgaa|gmbh|sgps|a s|ab|asa|oyj|spa|s p a|lp|llc|holding|holdings|group|groep|the|ads|adr|class a|class b|class c|preferred|common stock|ordinary shares|nv sa|sa nv|co kgaa|trust|of|and)$/;
const MIN_SMALL_NAME = 5;

/** Number of instruments whose names are added in one step. */
const STEP_INSTRUMENTS = 50;

/** The names of the directory's instruments, for finding them in texts: some 6,000 names. Read at first use. */
export const instrumentNames = lazyInSteps(function* (): Generator<void, PhraseMatcher<NamedInstrument>> {
  const table = new InstrumentTable();
  const matcher = new PhraseMatcher<NamedInstrument>();
  const taken = new Set<string>();
  for (const [index, instrument] of table.all.entries()) {
    if (index % STEP_INSTRUMENTS === 0) yield;
    const others = (newsNames[instrument.symbol] ?? []).map((text) => ({ text, needsContext: false }));
    for (const name of [...namesOf(instrument, table.alsoKnownAs(instrument.symbol)), ...others]) {
      const folded = foldedWords(name.text);
      if (folded.length < 2 || /^\d+$/.test(folded) || taken.has(folded)) continue;
      // The first instrument in the directory with a name is the most traded one: Alphabet is GOOGL.US, not GOOG.US.
      taken.add(folded);
      matcher.add(withoutShouting(name.text), {
        symbol: instrument.symbol,
        needsContext: name.needsContext || ordinary.has(folded),
      });
    }
  }
  return matcher;
});

/**
 * Converts words in capitals, such as `NVIDIA`, to `Nvidia`, since texts write them either way; short abbreviations are
 * unchanged.
 */
const withoutShouting = (name: string): string =>
  name.replace(/\b([A-Z])([A-Z]{4,})\b/g, (_, first: string, rest: string) => `${first}${rest.toLowerCase()}`);

interface Name {
  text: string;
  needsContext: boolean;
}

function namesOf({ symbol, name, assetClass, isin, currency }: Instrument, also: string): Name[] {
  if (assetClass === 'fx')
    return [
      { text: symbol.replace('.FOREX', ''), needsContext: false },
      { text: pairOf(symbol), needsContext: false },
    ];
  if (assetClass === 'crypto')
    return currency === 'USD'
      ? [name.split(' / ')[0] as string, also].map((text) => ({ text, needsContext: false }))
      : [];
  if (assetClass === 'etf') return [{ text: name, needsContext: false }];
  if (assetClass !== 'equity') return [name, also].map((text) => ({ text, needsContext: false }));
  // The best-known companies are in the directory's own table, which has ISINs or other search words.
  const isKnown = isin !== null || also !== '' || !symbol.endsWith('.US');
  const short = shortName(name);
  const words = short.split(/\s+/).length;
  const needsContext = !isKnown;
  const isShortUsable = isKnown || words > 1 || short.length >= MIN_SMALL_NAME;
  // Brackets of a small company hold its country: `Jerash Holdings (US)`.
  const inBrackets = isKnown ? /\(([A-Z][\w .-]+)\)/.exec(name)?.[1] : undefined;
  const others = [also, inBrackets ?? ''].filter((text) => text !== '' && !/^(?:The|DE|Eli)$/.test(text));
  return [
    { text: name, needsContext: false },
    ...(isShortUsable ? [{ text: short, needsContext }] : []),
    ...others.map((text) => ({ text, needsContext: false })),
  ];
}

const pairOf = (symbol: string): string => `${symbol.slice(0, 3)}/${symbol.slice(3, 6)}`;

/** Returns a name without brackets, legal form and share class: `Alphabet` for `Alphabet Inc. Class A`. */
export function shortName(name: string): string {
  let short = name.replace(/\s*\([^)]*\)/g, '').trim();
  for (;;) {
    const folded = ` ${foldedWords(short)}`;
    const ending = LEGAL_FORM.exec(folded)?.[0].trim();
    if (ending === undefined || folded.trim() === ending) return short;
    // The number of letters and digits of the ending is removed from the end of the name.
    let left = ending.replaceAll(' ', '').length;
    let at = short.length;
    while (left > 0) {
      at -= 1;
      if (/[\p{L}\p{N}]/u.test(short[at] as string)) left -= 1;
    }
    short = short.slice(0, at).replace(/[\s,.&/-]+$/, '');
  }
}
