import { Environment } from '../../config/environment.js';
import { readVendors, type Vendor, type VendorSettings, vendorVariable } from '../../upstream/vendor.js';
import {
  companyVendors,
  economyVendors,
  identifierVendors,
  type MarketVendorName,
  marketVendors,
} from './markets.vendors.js';

const symbolShape = /^[a-z0-9][a-z0-9_&-]{0,23}\.[a-z]{1,8}$/i;
/** Default of the symbols with events: a stock index, a currency pair, a crypto-asset and two commodities. */
const defaultEventSymbols = ['GSPC.INDX', 'EURUSD.FOREX', 'BTC-USD.CC', 'CL.COMM', 'GC.COMM'];

const vendorNames = Object.keys(marketVendors) as MarketVendorName[];
const names = ['simulator', ...vendorNames];
/** Vendors that need no key. Once another vendor has its key, they are default providers after those with a key. */
const keyless = vendorNames.filter((name) => !needsKey(name));

/** Market-data providers and their settings. */
/**
 * Large managers by Central Index Key: Vanguard, BlackRock (two), State Street, FMR, Geode, Berkshire Hathaway,
 * JPMorgan, Morgan Stanley, Norges Bank, T. Rowe Price, Northern Trust, Bank of America, Goldman Sachs, Wellington,
 * Invesco, Charles Schwab, Dimensional.
 */
const defaultInstitutions = [
  '102909',
  '2012383',
  '1364742',
  '93751',
  '315066',
  '1214717',
  '1067983',
  '19617',
  '895421',
  '1374170',
  '80255',
  '73124',
  '70858',
  '886982',
  '902219',
  '914208',
  '884546',
  '354204',
];

export class MarketsConfig {
  /** Provider names, the highest priority first. */
  readonly providers: readonly string[];
  readonly vendors: Readonly<Record<MarketVendorName, VendorSettings>>;
  readonly companyVendors: Readonly<Record<keyof typeof companyVendors, VendorSettings>>;
  /** The configured sources of identifiers: some of `simulator`, `openfigi` and `gleif`. */
  readonly identifierSources: readonly string[];
  readonly identifierVendors: Readonly<Record<keyof typeof identifierVendors, VendorSettings>>;
  /** Optional API key; OpenFIGI allows more calls with it. */
  readonly openFigiKey?: string;
  /** The configured sources of economic series: some of `simulator`, `worldbank`, `ecb`, `dbnomics` and `fred`. */
  readonly economySources: readonly string[];
  readonly economyVendors: Readonly<Record<keyof typeof economyVendors, VendorSettings>>;
  /** The user agent that the SEC requires; undefined: the SEC is not called. */
  readonly secUserAgent?: string;
  /** Central Index Keys of the institutions whose reports on form 13F are read. */
  readonly secInstitutions: readonly string[];
  /** Difference of two sources of one quote, as a fraction (0.005 is 0.5 %), above which a warning is added. */
  readonly disagreementShare: number;
  /**
   * Difference of a price from the previous close or the last known price, as a fraction (0.5 is 50 %), above which a
   * warning is added.
   */
  readonly jumpShare: number;
  /** Seed of the simulator; the same seed gives the same simulated markets. */
  readonly simulatorSeed: number;
  /** Maximum number of watchlists per account. */
  readonly watchlists: number;
  /** Maximum number of screens per account. */
  readonly screens: number;
  /** Maximum number of own instruments per account. */
  readonly ownInstruments: number;
  /** Maximum number of own instruments of an account whose prices are read from an address. */
  readonly ownPriceAddresses: number;
  /** Maximum number of funds whose holdings an account states. */
  readonly fundWeights: number;

  /** Symbols whose events are always published; they come before the symbols that accounts follow. */
  readonly eventSymbols: readonly string[];
  /**
   * Maximum number of symbols whose prices are compared with their usual range; 0: no events about prices, splits and
   * dividends are published.
   */
  readonly eventSymbolLimit: number;
  /** Factor by which the levels of unusual moves are multiplied. */
  readonly moveShare: number;

  constructor(env: Environment) {
    const chosen = env.list('SVC_MARKETS_PROVIDERS', {
      meaning: `Market-data providers in the order of priority, separated by commas: ${names.join(', ')}.`,
      defaultText: '`simulator`; once a key is set, the providers with a key and then those that need no key',
    });
    this.vendors = readVendors(env, marketVendors);
    this.secUserAgent = env.text('SVC_SEC_USER_AGENT', {
      meaning:
        'Your name and e-mail address, as the SEC requires of every caller, such as `Example Ltd admin@example.com`. ' +
        'With it, companies and their filings come from SEC EDGAR; without it, EDGAR is not called.',
    });
    if (this.secUserAgent !== undefined && !/^(?=[\x20-\x7e]{1,150}$).*\S@\S+\.\S/.test(this.secUserAgent))
      env.refuse('SVC_SEC_USER_AGENT', 'must have an e-mail address, and at most 150 ASCII characters');
    const institutions = env.list('SVC_SEC_INSTITUTIONS', {
      meaning:
        'Institutions whose holdings (form 13F) are read, as Central Index Keys separated by commas, at most 100. ' +
        'Each costs up to five calls a quarter.',
      defaultText: defaultInstitutions.join(','),
    });
    if (institutions.length > 100 || !institutions.every((cik) => /^[1-9]\d{0,9}$/.test(cik)))
      env.refuse('SVC_SEC_INSTITUTIONS', 'must list at most 100 Central Index Keys without leading zeros');
    this.secInstitutions = institutions.length === 0 ? defaultInstitutions : [...new Set(institutions)];
    this.companyVendors = readVendors(env, companyVendors);
    const keyed = vendorNames.filter((name) => this.vendors[name].apiKey !== undefined);
    const fallback = keyed.length === 0 ? ['simulator'] : [...keyed, ...keyless];
    if (!chosen.every((name) => names.includes(name)))
      env.refuse('SVC_MARKETS_PROVIDERS', `must list some of ${names.join(', ')}`);
    else if (new Set(chosen).size < chosen.length)
      env.refuse('SVC_MARKETS_PROVIDERS', 'must not name a provider twice');
    for (const name of chosen) {
      if (needsKey(name) && this.vendors[name as MarketVendorName].apiKey === undefined)
        env.refuse(vendorVariable(name, 'API_KEY'), `must be set, as SVC_MARKETS_PROVIDERS names ${name}`);
    }
    this.providers = chosen.length === 0 ? fallback : chosen;
    this.identifierVendors = readVendors(env, identifierVendors);
    this.openFigiKey = env.text('SVC_OPENFIGI_API_KEY', {
      meaning: 'API key of OpenFIGI; optional, for more calls.',
      secret: true,
    });
    const isSimulated = this.providers.includes('simulator');
    this.identifierSources = readSources(env, 'SVC_IDENTIFIER_SOURCES', Object.keys(identifierVendors), isSimulated, {
      meaning:
        'Sources of identifiers (ISIN, CUSIP, FIGI, LEI) and owners of companies, separated by commas: `openfigi` ' +
        '(listings), `gleif` (legal entities), or `simulator` alone; `none` disables them.',
    });
    this.economyVendors = readVendors(env, economyVendors);
    this.economySources = readSources(
      env,
      'SVC_ECONOMY_SOURCES',
      ['worldbank', 'ecb', 'dbnomics', 'fred'],
      isSimulated,
      {
        meaning:
          'Sources of economic series, separated by commas: `worldbank`, `ecb`, `dbnomics`, `fred` (needs ' +
          '`SVC_FRED_API_KEY`), or `simulator` alone; `none` disables them.',
      },
    );
    if (this.economySources.includes('fred') && this.economyVendors.fred.apiKey === undefined)
      env.refuse('SVC_FRED_API_KEY', 'must be set, as SVC_ECONOMY_SOURCES names fred');
    this.disagreementShare =
      env.integer('SVC_MARKETS_DISAGREEMENT_BASIS_POINTS', 50, 1, 10_000, {
        meaning:
          'Difference between two sources of a quote, in basis points, above which its provenance has a warning.',
      }) / 10_000;
    this.jumpShare =
      env.integer('SVC_MARKETS_JUMP_PERCENT', 50, 1, 10_000, {
        meaning:
          'Distance of a price from the previous close or the last known price, in percent of the smaller, ' +
          'above which its provenance has a warning.',
      }) / 100;
    this.simulatorSeed = env.integer('SVC_SIMULATOR_SEED', 1, 0, 4_294_967_295, {
      meaning: 'Seed of the simulator: the same seed gives the same data.',
    });
    const eventSymbols = env.list('SVC_MARKETS_EVENT_SYMBOLS', {
      meaning:
        'Symbols whose market events are always published, separated by commas. Those of watchlists, ' +
        'subscriptions and streams are added, the most followed first.',
      defaultText: defaultEventSymbols.join(','),
    });
    const invalid = eventSymbols.find((symbol) => !symbolShape.test(symbol));
    if (invalid !== undefined)
      env.refuse('SVC_MARKETS_EVENT_SYMBOLS', 'must list symbols such as AAPL.US, EURUSD.FOREX or BTC-USD.CC');
    this.eventSymbols = (eventSymbols.length === 0 ? defaultEventSymbols : eventSymbols).map((symbol) =>
      symbol.toUpperCase(),
    );
    this.eventSymbolLimit = env.integer('SVC_MARKETS_EVENT_SYMBOL_LIMIT', 100, 0, 5_000, {
      meaning:
        'Maximum number of symbols whose prices, splits and dividends are published as events; their quotes ' +
        'are read twice a minute while their market is open. 0 switches these events off.',
    });
    this.moveShare =
      env.integer('SVC_MARKETS_MOVE_PERCENT', 100, 10, 1_000, {
        meaning:
          'Distance from the previous close, in percent of the average true range of 14 sessions, from which ' +
          '`market.price_moved` is published. The higher levels are multiples of it.',
      }) / 100;
    this.watchlists = env.integer('SVC_WATCHLIST_LIMIT', 50, 1, 100_000, {
      meaning: 'Maximum number of watchlists per account.',
    });
    this.screens = env.integer('SVC_SCREEN_LIMIT', 50, 1, 100_000, {
      meaning: 'Maximum number of saved screens per account.',
    });
    this.fundWeights = env.integer('SVC_FUND_WEIGHT_LIMIT', 200, 1, 10_000, {
      meaning: 'Maximum number of funds whose holdings an account states.',
    });
    this.ownInstruments = env.integer('SVC_OWN_INSTRUMENT_LIMIT', 200, 1, 100_000, {
      meaning: 'Maximum number of own instruments per account.',
    });
    this.ownPriceAddresses = env.integer('SVC_OWN_PRICE_ADDRESS_LIMIT', 50, 0, 10_000, {
      meaning:
        'Maximum number of own instruments per account whose prices are read from an address; 0 allows no addresses.',
    });
  }
}

function needsKey(name: string): boolean {
  const vendor: Vendor | undefined = marketVendors[name as MarketVendorName];
  return vendor?.needsKey === true;
}

/**
 * Reads the sources of one kind of data. Simulated and real ones are never mixed; the default is the simulator beside
 * simulated prices.
 */
function readSources(
  env: Environment,
  variable: string,
  names: readonly string[],
  isSimulated: boolean,
  { meaning }: { meaning: string },
): string[] {
  const defaultText = '`simulator` with simulated prices, otherwise `none`';
  const chosen = env.list(variable, { meaning, defaultText });
  const isValid = chosen.every((name) => name === 'simulator' || names.includes(name)) || chosen.join() === 'none';
  if (!isValid) env.refuse(variable, `must list some of simulator, ${names.join(', ')}, or none`);
  if (chosen.includes('simulator') && chosen.length > 1)
    env.refuse(variable, 'must not name other sources beside simulator');
  if (chosen.length === 0) return isSimulated ? ['simulator'] : [];
  return chosen.filter((name) => name !== 'none');
}
