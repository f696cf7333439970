import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { ownTurn } from '../../../async/event-loop-turns.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { CompaniesService } from '../companies/companies.service.js';
import { valuationKinds } from '../companies/ratios.js';
import { RatiosService } from '../companies/ratios.service.js';
import { parseSymbol } from '../market-symbol.js';
import { type CompanyColumns, companyColumnsOf, type MissingReason } from './company-columns.js';
import { screenValueOf } from './evaluate-screen.js';
import { parseField, type ScreenField } from './screen-fields.js';
import { ScreenFigures, type ScreenInstrument } from './screen-figures.service.js';

/** A figure or ratio of a company: a symbol and a field such as `netMargin:ttm`. */
export interface CompanyFigure {
  symbol: string;
  field: string;
}

/** The value of a figure as known at a moment. */
export interface CompanyValue extends CompanyFigure {
  /** Null: missing; `origin.missing` has the reason. */
  value: number | null;
  /** Texts such as the filing that states the value, and the time from which it was known. */
  origin: Readonly<Record<string, string>>;
  /** The moment (ms). */
  at: number;
}

/** Fields whose values change with the price, after each day. */
const priced: ReadonlySet<string> = new Set(valuationKinds.map(({ ratio }) => ratio));
/** Owner of the loads of figures that no account has asked for. */
const NO_ACCOUNT = 'rules';

/** Reads single figures and ratios of companies, now and as they were known. */
@Service()
export class CompanyValues {
  constructor(
    private readonly figures: ScreenFigures,
    private readonly ratios: RatiosService,
    private readonly companies: CompaniesService,
    private readonly clock: Clock,
  ) {}

  /** Returns a sentence about the problem of a field that is not about companies; undefined if it is one. */
  fieldProblem(field: string): string | undefined {
    const parsed = parseField(field);
    if (typeof parsed === 'string') return parsed;
    if (isOfCompany(parsed)) return undefined;
    return 'is not a figure or ratio of companies; use a condition of the type `price`, `price_change` or `indicator`';
  }

  /** Returns a sentence about why the figures of a symbol cannot be read; undefined if they can. */
  async symbolProblem(symbol: string): Promise<string | undefined> {
    try {
      await this.companies.read(symbol);
      return undefined;
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return `has no figures. ${error.detail}`;
      throw error;
    }
  }

  /** Returns the values of figures now, without those that are still being read. */
  async latest(asked: readonly CompanyFigure[]): Promise<CompanyValue[]> {
    const at = this.clock.now();
    const symbols = [...new Set(asked.map(({ symbol }) => symbol))];
    const needs = { company: true, candles: 0 };
    const found = await this.figures.read({ instruments: symbols.map(shareOf), needs, accountId: NO_ACCOUNT });
    const columns = new Map(found.map(({ instrument, company }) => [instrument.symbol, company]));
    return asked.flatMap((figure) => {
      const company = columns.get(figure.symbol) ?? 'loading';
      return company === 'loading' ? [] : [figureValueOf(figure, company, at)];
    });
  }

  /**
   * Returns the values of figures in a range: at its start, after each filing that states figures of the company, and
   * for ratios with a price after each day.
   * @param range milliseconds; the end is exclusive
   * @param limit maximum number of values
   * @returns earliest first
   * @throws Problem `unavailable`
   */
  async history(
    asked: readonly CompanyFigure[],
    range: { from: number; to: number },
    limit: number,
  ): Promise<CompanyValue[]> {
    const bySymbol = Map.groupBy(asked, ({ symbol }) => symbol);
    const all: Array<{ symbol: string; at: number }> = [];
    for (const [symbol, figures] of bySymbol) {
      const isPriced = figures.some(({ field }) => priced.has(field));
      const moments = new Set([range.from, ...(await this.publicationsOf(symbol, range))]);
      if (isPriced) for (let day = dayAfter(range.from); day < range.to; day += DAY_MS) moments.add(day);
      for (const at of moments) all.push({ symbol, at });
    }
    const values: CompanyValue[] = [];
    for (const { symbol, at } of all.sort((one, other) => one.at - other.at)) {
      if (values.length >= limit) break;
      const company = await this.columnsAt(symbol, at);
      for (const figure of bySymbol.get(symbol) ?? []) values.push(figureValueOf(figure, company, at));
      await ownTurn();
    }
    return values.slice(0, limit);
  }

  /** Returns the times (ms) in a range at which filings with figures of a company were published. */
  private async publicationsOf(symbol: string, { from, to }: { from: number; to: number }): Promise<number[]> {
    const read = this.companies.facts(symbol, new Date(to)).then(({ facts }) => facts);
    const facts = await read.catch((error: unknown) => {
      if (error instanceof Problem && error.status < 500) return [];
      throw error;
    });
    return facts
      .flatMap(({ versions }) => versions.map(({ publishedAt }) => publishedAt.getTime()))
      .filter((at) => at > from && at < to);
  }

  private async columnsAt(symbol: string, at: number): Promise<CompanyColumns | MissingReason> {
    try {
      return companyColumnsOf(await this.ratios.latest(symbol, new Date(at)), at);
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return 'not_reported';
      throw error;
    }
  }
}

const isOfCompany = ({ group }: ScreenField): boolean => group === 'fact' || group === 'ratio';
const dayAfter = (time: number): number => (Math.floor(time / DAY_MS) + 1) * DAY_MS;

/** Returns what a symbol says about a share. */
const shareOf = (symbol: string): ScreenInstrument => ({
  symbol,
  name: symbol,
  assetClass: parseSymbol(symbol)?.assetClass ?? 'equity',
  exchange: null,
  currency: null,
  isin: null,
  sector: null,
  country: null,
  firstDay: null,
});

function figureValueOf(figure: CompanyFigure, company: CompanyColumns | MissingReason, at: number): CompanyValue {
  const parsed = parseField(figure.field);
  if (typeof parsed === 'string' || !isOfCompany(parsed))
    return { ...figure, value: null, origin: { missing: 'not_applicable' }, at };
  const figures = { instrument: shareOf(figure.symbol), company, prices: 'not_applicable' as const };
  const { value, missing, knownSince, firstDay, lastDay, accession, currency } = screenValueOf(parsed, figures);
  if (value === null) return { ...figure, value, origin: { missing: missing ?? 'not_reported' }, at };
  const origin = { firstDay, lastDay, knownSince: knownSince?.toISOString(), filing: accession, currency };
  const known = Object.entries(origin).flatMap(([name, text]) => (text == null ? [] : [[name, text]]));
  return { ...figure, value, origin: Object.fromEntries(known), at };
}
