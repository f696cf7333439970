import { Service } from 'typedi';
import { wrongParameter } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import { blendText, chosenBlend } from '../../portfolios/benchmark-blend.js';
import { dayOf, textOf } from '../../portfolios/day.js';
import type { Income, RealizedGain } from '../../portfolios/ledger/ledger-entries.js';
import { Decimal } from '../../portfolios/lots/decimal.js';
import { performanceOf, withoutTransactions } from '../../portfolios/performance/performance.js';
import type { Portfolio } from '../../portfolios/portfolio.js';
import { PortfoliosApi, ValuationPricesApi } from '../../portfolios/portfolios.api.js';
import type { ValuedDay } from '../../portfolios/returns/time-weighted.js';
import { benchmarkReturns } from '../../portfolios/risk/daily-returns.js';
import { riskOf } from '../../portfolios/risk/risk.js';
import { type DailySeries, pointAt } from '../../portfolios/valuation/daily-series.js';
import type { Valuation, ValuationWarning } from '../../portfolios/valuation/valuation.js';
import { ClientsService } from '../clients.records.js';
import { MandatesService } from '../mandate/mandates.service.js';
import { ClientPortfolios } from '../portfolios/client-portfolios.service.js';
import type { ClientWarning } from '../summary/client-figures.js';
import { ClientFiguresService } from '../summary/client-figures.service.js';
import { HeldInstruments } from '../summary/held-instruments.service.js';
import type { ClientReport, ReportHolding } from './client-report.js';
import { combinedDays, periodsOf, pointsOf, returnBetween } from './combined-days.js';
import { incomeOf, salesOf } from './report-cash-flows.js';

export interface ReportRequest {
  /** Start of the period: RFC 3339 or a plain date. Default: the day of the first transaction. */
  from?: string;
  /** End of the period, exclusive. Default: the end of today. */
  to?: string;
  /** Currency of the report. Default: the client's currency. */
  currency?: string;
  /** Replaces the client's benchmark: components such as `SPY.US` or `SPY.US:0.6`. */
  benchmark?: readonly string[];
}

/** The data of one portfolio that a report combines. */
interface PortfolioPart {
  portfolio: Portfolio;
  valuation: Valuation;
  history: { days: ValuedDay[]; warnings: ValuationWarning[]; providers: string[] } | null;
  income: Income[];
  realized: RealizedGain[];
  /** True: the rates booked with the portfolio's transactions are to the report's currency. */
  usesBooked: boolean;
}

const MAX_READS = 3;
const MAX_POINTS = 500;
/** Maximum number of symbols whose names are read; the largest holdings come first. */
const MAX_INSTRUMENTS = 500;
const CONFIDENCE = 0.95;

/** Computes the figures of a report on a client, over all portfolios together. */
@Service()
export class ClientReports {
  constructor(
    private readonly clients: ClientsService,
    private readonly linked: ClientPortfolios,
    private readonly mandates: MandatesService,
    private readonly figures: ClientFiguresService,
    private readonly portfolios: PortfoliosApi,
    private readonly prices: ValuationPricesApi,
    private readonly instruments: HeldInstruments,
    private readonly clock: Clock,
  ) {}

  /**
   * Computes a report on a client. All figures use the prices and rates of one moment.
   * @throws Problem `not_found`, `invalid_request`, `unavailable`
   */
  read(accountId: string, clientId: string, request: ReportRequest, signal?: AbortSignal): Promise<ClientReport> {
    return this.prices.inOneReading(() => this.compute(accountId, clientId, request, signal));
  }

  private async compute(
    accountId: string,
    clientId: string,
    { from, to, currency: asked, benchmark: named }: ReportRequest,
    signal?: AbortSignal,
  ): Promise<ClientReport> {
    const client = await this.clients.get(accountId, clientId);
    const [mandate, linked] = [
      await this.mandates.find(accountId, clientId),
      await this.linked.list(accountId, clientId),
    ];
    const generatedAt = new Date(this.clock.now());
    const today = dayOf(generatedAt);
    const toDay = to === undefined ? today : Math.min(today, dayOf(new Date(new Date(to).getTime() - 1)));
    if (from !== undefined && dayOf(new Date(from)) > toDay)
      throw wrongParameter('query/from', 'must be before `to` and not in the future');
    const currency = asked ?? client.currency;
    // The period consists of whole days, so that it is the same for every portfolio even if midnight passes meanwhile.
    const period = { from: from === undefined ? undefined : textOf(dayOf(new Date(from))), to: textOf(toDay + 1) };
    const parts: PortfolioPart[] = [];
    for (let at = 0; at < linked.length; at += MAX_READS)
      parts.push(
        ...(await Promise.all(
          linked
            .slice(at, at + MAX_READS)
            .map(({ portfolio }) =>
              this.partOf(accountId, portfolio, { ...period, currency, asOf: textOf(toDay) }, signal),
            ),
        )),
      );
    const values = new Map(parts.map(({ portfolio, valuation }) => [portfolio.id, valuation]));
    const model = mandate?.modelPortfolioId ?? null;
    const [known] = model === null ? [] : await this.portfolios.list(accountId, [model]);
    if (known !== undefined)
      values.set(
        known.id,
        await this.portfolios.valuation(accountId, known.id, { asOf: textOf(toDay), currency }, signal),
      );
    const portfolioIds = linked.map(({ portfolio }) => portfolio.id);
    const { figures, through } = await this.figures.of(
      { accountId, currency, asOf: textOf(toDay) },
      { portfolioIds, mandate },
      values,
      signal,
    );
    const days = combinedDays(
      parts.flatMap(({ history }) => history?.days ?? []).length === 0
        ? []
        : parts.map(({ history }) => history?.days ?? []),
    );
    const fromDay = days[1]?.day ?? null;
    const blend = chosenBlend(named, client.benchmark);
    const series =
      blend === null || fromDay === null
        ? undefined
        : await this.prices.benchmark(blend, currency, fromDay, toDay, signal);
    const { rateOn, missing } = await this.ratesFor(parts, currency, toDay, signal);
    const [income, sales] = [incomeOf(parts, rateOn), salesOf(parts, rateOn)];
    const symbols = [...figures.holdings, ...income, ...sales].flatMap(({ symbol }) => symbol ?? []);
    return {
      client,
      mandate,
      generatedAt,
      currency,
      fromDay,
      toDay,
      figures,
      through,
      portfolios: parts.map(({ portfolio: { id, name }, valuation: { value, cashValue } }) => ({
        id,
        name,
        value,
        cashValue,
      })),
      holdings: holdingsOf(parts, figures.holdings),
      instruments: await this.instruments.read(new Set(symbols.slice(0, MAX_INSTRUMENTS)), signal),
      timeWeighted: days.length === 0 ? withoutTransactions('twr') : performanceOf('twr', days),
      moneyWeighted: days.length === 0 ? withoutTransactions('mwr') : performanceOf('mwr', days),
      periods: periodsOf(days, series),
      series: pointsOf(days, series, MAX_POINTS),
      benchmark:
        blend === null
          ? null
          : { name: blendText(blend), return: fromDay === null ? null : returnBetween(series, fromDay - 1, toDay) },
      risk: riskOf(days, CONFIDENCE, 0, series && benchmarkReturns(series)),
      income,
      sales,
      warnings: warningsOf(figures.warnings, parts, [...missing], currency),
      providers: providersOf(parts, series?.providers ?? []),
    };
  }

  private async partOf(
    accountId: string,
    portfolio: Portfolio,
    { from, to, currency, asOf }: { from?: string; to: string; currency: string; asOf: string },
    signal?: AbortSignal,
  ): Promise<PortfolioPart> {
    const { id } = portfolio;
    const valuation = await this.portfolios.valuation(accountId, id, { asOf, currency }, signal);
    const { history } = await this.portfolios.performance(accountId, id, { method: 'twr', from, to, currency }, signal);
    const [income, realized] = [
      await this.portfolios.income(accountId, id, { from, to }),
      await this.portfolios.realized(accountId, id, { from, to }),
    ];
    return { portfolio, valuation, history, income, realized, usesBooked: currency === portfolio.baseCurrency };
  }

  /**
   * Returns a function that looks up rates for the days of income, sales and purchases. `missing` collects the
   * currencies that have no rate on a day that was looked up.
   */
  private async ratesFor(parts: readonly PortfolioPart[], currency: string, toDay: number, signal?: AbortSignal) {
    const entries = parts.flatMap(({ income, realized }) => [...income, ...realized]);
    const sold = parts.flatMap(({ realized }) => realized);
    // Sales with average costs refer to the same purchases, which are collected once.
    const averaged = [...new Set(sold.map(({ costOrigins }) => costOrigins?.all ?? []))].flat();
    let first = toDay;
    for (const { at } of entries) first = Math.min(first, dayOf(at));
    for (const { acquiredAt } of [...sold, ...averaged]) first = Math.min(first, dayOf(new Date(acquiredAt)));
    const series = new Map<string, DailySeries | undefined>();
    for (const own of new Set(entries.map((entry) => entry.currency)))
      series.set(own, await this.prices.rates(own, currency, first, toDay, signal));
    const missing = new Set<string>();
    const rateOn = (own: string, at: Date): Decimal | null => {
      const rates = series.get(own);
      const point = rates && pointAt(rates, dayOf(at));
      if (point === undefined) missing.add(own);
      return point === undefined ? null : new Decimal(point.value);
    };
    return { rateOn, missing };
  }
}

type HoldingDetails = Pick<ReportHolding, 'price' | 'priceCurrency' | 'cost' | 'unrealized'>;

/** Returns the combined holdings of all portfolios with their prices, costs and unrealized gains. */
function holdingsOf(
  parts: readonly PortfolioPart[],
  holdings: ReadonlyArray<Omit<ReportHolding, keyof HoldingDetails>>,
): ReportHolding[] {
  const details = new Map<string, HoldingDetails>();
  const zero = new Decimal(0);
  for (const { symbol, price, currency, costInCurrency, unrealized } of parts.flatMap(
    ({ valuation }) => valuation.holdings,
  )) {
    const before = details.get(symbol) ?? { price: null, priceCurrency: null, cost: zero, unrealized: zero };
    details.set(symbol, {
      price: before.price ?? price,
      priceCurrency: before.priceCurrency ?? currency,
      cost: before.cost && costInCurrency && before.cost.plus(costInCurrency),
      unrealized: before.unrealized && unrealized && before.unrealized.plus(unrealized),
    });
  }
  return holdings.map((holding) => ({
    ...holding,
    ...(details.get(holding.symbol) ?? { price: null, priceCurrency: null, cost: null, unrealized: null }),
  }));
}

/** Returns the warnings of the valuation, of the days of the period, and of income, without duplicates. */
function warningsOf(
  valued: readonly ClientWarning[],
  parts: readonly PortfolioPart[],
  missing: readonly string[],
  currency: string,
): ClientWarning[] {
  const daily = parts.flatMap(({ portfolio, history }) =>
    (history?.warnings ?? []).map(
      ({ code, symbol, detail }): ClientWarning => ({
        code,
        portfolioId: portfolio.id,
        symbol: symbol ?? null,
        detail,
      }),
    ),
  );
  const rates = missing.map((own): ClientWarning => {
    const detail = `On some days no rate from ${own} to ${currency} is known; income and sales of those days are left out or have no cost.`;
    return { code: 'rate_missing', portfolioId: null, symbol: null, detail };
  });
  return [...new Map([...valued, ...daily, ...rates].map((one) => [`${one.portfolioId}|${one.detail}`, one])).values()];
}

/** Returns the providers of prices and rates of the days, of the last prices, and of the benchmark. */
function providersOf(parts: readonly PortfolioPart[], ofBenchmark: readonly string[]): string[] {
  const own = parts.flatMap(({ history, valuation }) => [
    ...(history?.providers ?? []),
    ...valuation.holdings.map(({ provider }) => provider),
  ]);
  return [...new Set([...own, ...ofBenchmark].filter((provider) => provider !== null))].sort();
}
