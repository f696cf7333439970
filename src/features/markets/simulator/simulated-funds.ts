import { between, mix } from '../../../simulation/noise.js';
import type { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { formatDay, parseDay } from '../civil-day.js';
import type { InstrumentTable } from '../directory/instrument-table.js';
import type { FundHolding, FundPortfolio } from '../fund-portfolio.js';
import type { Instrument } from '../instrument.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { type FundReport, FundSource } from '../providers/fund-source.js';
import { endsOf } from './leg.js';
import { currencies } from './reference-prices.js';
import { sharesOn } from './simulated-accounts.js';
import { priceOf, type SimulatedAsset, SimulatedUniverse } from './simulated-universe.js';

/** Reports begin with this year. */
const FIRST_YEAR = 2020;
/** Days from the end of a quarter to its report; real ones are public after 60 days. */
const REPORT_DAYS = 58;
const PUBLISHED_AT_MS = 20 * HOUR_MS;
/** Number of shares of a fund that follows no named market. */
const CHOSEN = 40;
const BONDS = 30;
/** Maximum market value of a company (US dollars); otherwise a share with a very high price would dominate a fund. */
const MAX_VALUE = 8e11;

/** Words in names of funds, and the instruments that such a fund holds. */
const themes: ReadonlyArray<[RegExp, (instrument: Instrument) => boolean]> = [
  [/\bDAX\b/i, ({ country }) => country === 'DE'],
  [/\bFTSE 100\b/i, ({ country }) => country === 'GB'],
  [/emerging/i, ({ country }) => ['CN', 'TW', 'HK'].includes(country ?? '')],
  [/EAFE|developed|ex[ -]u\.?s/i, ({ country }) => country !== 'US'],
  [/world/i, () => true],
  [/technology|semiconductor/i, ({ sector }) => sector === 'Information Technology'],
  [/financial|bank/i, ({ sector }) => sector === 'Financials'],
  [/energy|oil/i, ({ sector }) => sector === 'Energy'],
  [/health|biotech|pharma/i, ({ sector }) => sector === 'Health Care'],
  [/utilities/i, ({ sector }) => sector === 'Utilities'],
  [/nasdaq|QQQ/i, ({ exchange, country }) => exchange === 'XNAS' && country === 'US'],
  [/S&P 500|total stock|dow jones|russell/i, ({ country }) => country === 'US'],
];

/** Simulates funds that hold simulated shares by their market value, and report on it a quarter later. */
export class SimulatedFunds extends FundSource {
  readonly name = 'simulator';
  private readonly universe: SimulatedUniverse;

  constructor(
    seed: number,
    private readonly instruments: InstrumentTable,
    private readonly clock: Clock,
  ) {
    super();
    this.universe = new SimulatedUniverse(seed, instruments);
  }

  async reports(symbol: MarketSymbol): Promise<FundReport[]> {
    this.existing(symbol);
    const found: FundReport[] = [];
    const now = this.clock.now();
    for (let month = FIRST_YEAR * 12; ; month += 3) {
      const end = Date.UTC(Math.floor(month / 12), month % 12, 0);
      const at = end + REPORT_DAYS * DAY_MS + PUBLISHED_AT_MS;
      if (at > now) return found.reverse();
      found.push({ id: new Date(end).toISOString().slice(0, 10), publishedAt: new Date(at) });
    }
  }

  async portfolio(symbol: MarketSymbol, { id: asOf, publishedAt }: FundReport): Promise<FundPortfolio> {
    const fund = this.existing(symbol);
    const { name } = fund.instrument;
    const day = parseDay(asOf);
    const cash = between(fund.key, 90, 0.002, 0.015);
    const values = this.values(fund, day);
    const total = values.reduce((sum, { value }) => sum + value, 0);
    const holdings = values.map(({ holding, value }) => ({ ...holding, weight: (value / total) * (1 - cash) }));
    holdings.push({ ...unidentified, name: 'Cash', kind: 'cash', country: 'US', currency: 'USD', weight: cash });
    holdings.sort((one, other) => other.weight - one.weight);
    return { name, asOf, publishedAt, url: null, holdings, warnings: [] };
  }

  private existing(symbol: MarketSymbol): SimulatedAsset {
    const asset = this.universe.find(symbol);
    if (asset === undefined || asset.instrument.assetClass !== 'etf') throw new UpstreamError('not_found');
    return asset;
  }

  /** Returns the holdings of a fund with their values on a day, without cash. */
  private values(fund: SimulatedAsset, day: number): Array<{ holding: Omit<FundHolding, 'weight'>; value: number }> {
    const { name } = fund.instrument;
    const metal = /\b(gold|silver)\b/i.exec(name)?.[1]?.toLowerCase();
    if (metal !== undefined && !/miner/i.test(name)) {
      const symbol = metal === 'gold' ? 'XAUUSD.COMM' : 'XAGUSD.COMM';
      const holding = {
        ...unidentified,
        name: `${metal} bullion`,
        symbol,
        kind: 'commodity',
        currency: 'USD',
      } as const;
      return [{ holding, value: 1 }];
    }
    if (/bond|treasury|fixed income|municipal/i.test(name)) return bondsOf(fund, day);
    return this.members(name, fund.key).map((asset) => {
      const { symbol, name: title, isin, country, currency } = asset.instrument;
      const usd = currencies.get(currency)?.usd ?? 1;
      const price = priceOf(asset, endsOf(asset.base, day).closing);
      const holding = { ...unidentified, name: title, symbol, isin, country, currency, kind: 'equity' } as const;
      return { holding, value: Math.min(MAX_VALUE, price * usd * sharesOn(asset, day)) };
    });
  }

  private members(name: string, key: number): SimulatedAsset[] {
    const listed = this.instruments.ofClass('equity').filter(({ isin }) => isin !== null);
    const theme = themes.find(([words]) => words.test(name))?.[1];
    const start = mix(key, 91) % Math.max(1, listed.length);
    const chosen = Array.from({ length: CHOSEN }, (_, at) => listed[(start + at * 7) % listed.length] as Instrument);
    const members = theme === undefined ? [...new Set(chosen)] : listed.filter(theme);
    return members.flatMap(({ symbol }) => this.universe.find(parseSymbol(symbol) as MarketSymbol) ?? []);
  }
}

const unidentified = {
  symbol: null,
  isin: null,
  cusip: null,
  lei: null,
  sector: null,
  country: null,
  currency: null,
} as const;

/** Returns bonds of one to thirty years, which are no instruments of the directory. */
function bondsOf({ key, instrument }: SimulatedAsset, day: number) {
  const issuer = /corporate|high yield/i.test(instrument.name) ? 'Simulated company' : 'Simulated treasury';
  const year = Number(formatDay(day).slice(0, 4));
  return Array.from({ length: BONDS }, (_, at) => {
    const coupon = (Math.round(between(key, 100 + at, 4, 24)) / 4).toFixed(2);
    const name = `${issuer} ${coupon} % ${year + 1 + at}`;
    const holding = { ...unidentified, name, kind: 'debt', country: 'US', currency: 'USD' } as const;
    return { holding, value: between(key, 200 + at, 1, 3) };
  });
}
