import type { Instrument } from '../../markets/instrument.js';
import type { LookedThrough } from '../../portfolios/look-through/look-through.js';
import type { Decimal } from '../../portfolios/lots/decimal.js';
import type { Performance } from '../../portfolios/performance/performance.js';
import type { Risk } from '../../portfolios/risk/risk.js';
import type { Client } from '../client.js';
import type { Mandate } from '../mandate.js';
import type { ClientFigures, ClientWarning } from '../summary/client-figures.js';

/** A calendar month or year of the report. */
export interface ReportPeriod {
  fromDay: number;
  toDay: number;
  startValue: number;
  endValue: number;
  netFlow: number;
  /** Time-weighted, as a fraction; null without invested capital. */
  return: number | null;
  /** Return of the benchmark; null without a benchmark. */
  benchmarkReturn: number | null;
}

export interface ReportPoint {
  day: number;
  value: number;
  /** Linked time-weighted return since the start: 0.05 is a gain of 5 %. */
  return: number;
  /** Decline from the highest value of the linked returns so far, as a fraction: 0 or below. */
  drawdown: number;
  benchmarkReturn: number | null;
}

/** Income and costs of one kind and symbol, in the currency of the report. */
export interface ReportIncome {
  kind: 'dividend' | 'interest' | 'fee' | 'tax';
  symbol: string | null;
  amount: Decimal;
}

/** The sales of one symbol, in the currency of the report. */
export interface ReportSale {
  symbol: string;
  quantity: Decimal;
  proceeds: Decimal;
  /** Cost of the sold units; null if a rate of a purchase is unknown. */
  cost: Decimal | null;
  gain: Decimal | null;
}

export interface ReportHolding {
  symbol: string;
  quantity: Decimal;
  /** The closing price of a unit, in `priceCurrency`; null without a price. */
  price: Decimal | null;
  priceCurrency: string | null;
  /** Cost of the units in the currency of the report; null if unknown. */
  cost: Decimal | null;
  /** Value in the currency of the report; null without a price or rate. */
  value: Decimal | null;
  /** Value minus cost; null if one of them is unknown. */
  unrealized: Decimal | null;
  weight: number | null;
}

export interface ReportPortfolio {
  id: string;
  name: string;
  value: Decimal;
  cashValue: Decimal;
}

/** All figures of a report on one client, over all portfolios together. */
export interface ClientReport {
  client: Client;
  mandate: Mandate | undefined;
  generatedAt: Date;
  currency: string;
  /** First day of the report (days since 1970-01-01); null without a transaction. */
  fromDay: number | null;
  toDay: number;
  portfolios: ReportPortfolio[];
  figures: ClientFigures;
  /** The funds that the check of the mandate replaced by their holdings; null if it does not look through funds. */
  through: LookedThrough | null;
  holdings: ReportHolding[];
  /** The known instruments that are held, were sold or paid income, by symbol. */
  instruments: ReadonlyMap<string, Instrument>;
  timeWeighted: Performance;
  moneyWeighted: Performance;
  periods: ReportPeriod[];
  series: ReportPoint[];
  benchmark: { name: string; return: number | null } | null;
  risk: Risk;
  income: ReportIncome[];
  sales: ReportSale[];
  warnings: ClientWarning[];
  providers: string[];
}
