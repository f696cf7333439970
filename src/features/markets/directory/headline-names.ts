import { lazyInSteps } from '../../../async/lazy-in-steps.js';
import { isFrequentWord, isGivenName, isPersonName } from '../../../text/frequent-words.js';
import { PhraseMatcher } from '../../../text/phrase-matcher.js';
import { foldedWords } from '../../../text/words.js';
import { shortName } from './instrument-names.js';
import { InstrumentTable } from './instrument-table.js';

/** The instrument of a short name in headlines. */
export interface HeadlineInstrument {
  symbol: string;
  /** Evidence that the name needs: no evidence, words that show a company, or words that show a price. */
  needs: 'nothing' | 'company' | 'price';
}

/** Words at the end of company names that headlines leave out, folded. */
const TAIL = new Set(
  (
    'technology technologies motor motors airlines air lines markets global automotive pharmaceuticals energy ' +
    'financial systems foods brands worldwide international platforms entertainment resources industries stores ' +
    'enterprises solutions semiconductor electric networks software therapeutics laboratories labs companies ' +
    'communications services petroleum corp'
  ).split(' '),
);
const MIN_LETTERS = 4;

/** Symbols of commodities and indices, by the word that headlines use. */
const priced: Readonly<Record<string, string>> = {
  gold: 'XAUUSD.COMM',
  silver: 'XAGUSD.COMM',
  platinum: 'XPTUSD.COMM',
  palladium: 'XPDUSD.COMM',
  copper: 'COPPER.COMM',
  Brent: 'BRENT.COMM',
  WTI: 'WTI.COMM',
  'natural gas': 'NATGAS.COMM',
  Dow: 'DJI.INDX',
};

/** Brands and abbreviations of companies that do not follow from their names. */
export const brands: Readonly<Record<string, readonly string[]>> = {
  'PEP.US': ['Pepsi'],
  'JPM.US': ['JPMorgan'],
  'BAC.US': ['BofA'],
  'GM.US': ['GM'],
  'UPS.US': ['UPS'],
  'TMUS.US': ['T-Mobile'],
  'AXP.US': ['AmEx', 'Amex'],
  'LMT.US': ['Lockheed'],
  'RTX.US': ['RTX', 'Raytheon'],
  'CMG.US': ['Chipotle'],
  'BA.LSE': ['BAE'],
  'FCX.US': ['Freeport'],
  'KHC.US': ['Kraft Heinz'],
  'GE.US': ['GE'],
  'WBD.US': ['Warner Bros Discovery', 'Warner Bros'],
  'BMY.US': ['Bristol Myers'],
  'GILD.US': ['Gilead'],
  'CVS.US': ['CVS'],
  'ELV.US': ['Elevance'],
  'HPQ.US': ['HP'],
  'SLB.US': ['SLB'],
  'GLE.PA': ['SocGen'],
  'DHL.XETRA': ['DHL'],
  'LULU.US': ['Lululemon'],
  'PSKY.US': ['Paramount'],
  'FOXA.US': ['Fox Corp'],
  'SPY.US': ['SPDR S&P 500'],
  'MO.US': ['Altria'],
  'DG.US': ['Dollar General'],
  'DOW.US': ['Dow Chemical'],
  'AMZN.US': ['Amazon Web Services', 'AWS'],
};

/**
 * Brands that are also names of places or persons, or ordinary words, and services that are the subject of much other
 * news, so that they need evidence.
 */
const ambiguousBrands: Readonly<Record<string, readonly string[]>> = {
  'BRK-B.US': ['Berkshire'],
  'KO.US': ['Coke'],
  'LLY.US': ['Lilly'],
  'BP.LSE': ['BP'],
  'AAPL.US': ['iPhone', 'iPad', 'MacBook'],
  'META.US': ['WhatsApp', 'Instagram'],
  'MSFT.US': ['LinkedIn', 'Xbox'],
  'GOOGL.US': ['YouTube', 'Waymo'],
  '6758.TSE': ['PlayStation'],
};

/** Number of instruments whose names are added in one step. */
const STEP_INSTRUMENTS = 200;

/**
 * Short names in headlines: names of companies without the words that headlines leave out, such as `Micron` and
 * `Delta`, and names of commodities and indices. A well-known company has a sector or an ISIN in the directory. Other
 * companies are included only with a name of one word that is neither a frequent word nor a name of a person, and
 * always need evidence.
 */
export const headlineNames = lazyInSteps(function* (): Generator<void, PhraseMatcher<HeadlineInstrument>> {
  const matcher = new PhraseMatcher<HeadlineInstrument>();
  for (const [name, symbol] of Object.entries(priced)) matcher.add(name, { symbol, needs: 'price' });
  const taken = new Set(Object.keys(priced).map((name) => name.toLowerCase()));
  const table = new InstrumentTable();
  const addBrands = (all: typeof brands, needs: 'nothing' | 'company') => {
    for (const [symbol, names] of Object.entries(all))
      for (const name of table.find(symbol) === undefined ? [] : names) {
        taken.add(foldedWords(name));
        matcher.add(name, { symbol, needs });
      }
  };
  addBrands(brands, 'nothing');
  addBrands(ambiguousBrands, 'company');
  for (const [index, { symbol, name, assetClass, sector, isin }] of table.all.entries()) {
    if (index % STEP_INSTRUMENTS === 0) yield;
    if (assetClass !== 'equity') continue;
    const whole = shortName(name);
    const isWellKnown = sector !== null || isin !== null;
    // A name of several words has no other meaning, so it needs no evidence.
    if (isWellKnown && whole.includes(' ') && !ordinary.has(foldedWords(whole)) && !taken.has(foldedWords(whole))) {
      taken.add(foldedWords(whole));
      matcher.add(whole, { symbol, needs: isNameOfPerson(whole) ? 'company' : 'nothing' });
    }
    const short = withoutTail(whole);
    const folded = foldedWords(short);
    if (folded.length < MIN_LETTERS || taken.has(folded)) continue;
    taken.add(folded);
    if (!isWellKnown && (short.includes(' ') || isFrequentWord(folded) || isPersonName(folded))) continue;
    const isCoined = !folded.split(' ').every((word) => isFrequentWord(word) || isPersonName(word));
    matcher.add(short, { symbol, needs: isWellKnown && isCoined && !ordinary.has(folded) ? 'nothing' : 'company' });
  }
  return matcher;
});

/** Words that are not frequent, but need evidence to mean a company. */
const ordinary = new Set([
  'walt disney',
  'state street',
  ...(
    'alphabet caterpillar oracle mosaic nike adobe visa gap carnival corning cummins hershey halliburton equinix amphenol ' +
    'progressive prudential hermes chevron compass recruit canon vinci coherent everest dominion flex cincinnati ' +
    'hartford diamondback southwest regions tapestry travelers zebra align occidental targa bunge xylem ' +
    'macquarie stryker'
  ).split(' '),
]);

/** Whether a name is that of a person after whom the company was named: `Walt Disney`. */
const isNameOfPerson = (name: string): boolean => {
  const words = foldedWords(name).split(' ');
  return words.length === 2 && isGivenName(words[0] as string) && !isFrequentWord(words[0] as string);
};

function withoutTail(name: string): string {
  const words = name.split(/\s+/);
  while (words.length > 1 && TAIL.has(foldedWords(words.at(-1) as string))) words.pop();
  return words
    .join(' ')
    .replace(/[,&]+$/, '')
    .trim();
}
