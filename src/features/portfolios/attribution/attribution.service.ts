import { Service } from 'typedi';
import { Problem, wrongParameter } from '../../../api/problem.js';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { formatDay } from '../../../charts/time-axis.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { DAY_MS } from '../../../time/durations.js';
import { CASH, type Grouping, groupOf, type InstrumentFacts, nameOfGroup } from '../allocation/grouping.js';
import { InstrumentFactsService } from '../allocation/instrument-facts.service.js';
import { returnAt } from '../benchmark/benchmark-series.js';
import { Benchmarks } from '../benchmark/benchmarks.service.js';
import { type BlendPart, blendText, chosenBlend } from '../benchmark-blend.js';
import { textOf } from '../day.js';
import { withoutLots } from '../ledger/ledger.js';
import { Ledgers } from '../ledger/ledgers.service.js';
import type { LookedThrough } from '../look-through/look-through.js';
import { LookThroughService } from '../look-through/look-through.service.js';
import {
  DailyHistories,
  type DayRange,
  type HistoryInputs,
  type HistoryRequest,
} from '../performance/daily-history.service.js';
import { DayPrices, walkDays } from '../performance/day-walk.js';
import type { Portfolio } from '../portfolio.js';
import { PortfoliosService } from '../portfolios.records.js';
import { PriceReadings } from '../valuation/price-readings.service.js';
import { AttributionSum } from './attribution.js';
import { attributionChartInThread } from './attribution-chart-in-thread.js';
import { fractionsOf, meanHoldings } from './fund-segments.js';
import { type DayParts, HoldingGains } from './holding-gains.js';
import { type AttributionGap, type AttributionReport, attributionGap, type Division } from './report.js';
import { addParts, type BenchmarkDays, emptyBenchmark, type SegmentFraction, type SegmentsOf } from './segment-days.js';

/** Maximum number of segments × days of a benchmark, which need 32 MB. */
const MAX_BENCHMARK_CELLS = 2_000_000;
const MAX_CACHED = 100;

export interface AttributionRequest extends HistoryRequest {
  by: Division;
  /** True: funds are replaced by their holdings, which share the return of the fund; not by holding. */
  lookThrough: boolean;
  /** Replaces the portfolio's benchmark: components such as `SPY.US` or `SPY.US:0.6`. */
  benchmark?: readonly string[];
  /** A portfolio of the same account that is the benchmark; takes precedence over `benchmark`. */
  benchmarkPortfolioId?: string;
}

interface Question {
  accountId: string;
  lookThrough: boolean;
  portfolio: Portfolio;
  by: Division;
  /** Name of the benchmark; null without one. */
  name: string | null;
  blend: BlendPart[] | null;
  model: Portfolio | undefined;
  range: DayRange;
}

const dateOf = (day: number): string => formatDay(new Date(day * DAY_MS));

/** Explains the return of portfolios by their holdings, and the difference to a benchmark. */
@Service()
export class AttributionService {
  private readonly known = new BoundedCache<AttributionReport>(MAX_CACHED);

  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly histories: DailyHistories,
    private readonly facts: InstrumentFactsService,
    private readonly benchmarks: Benchmarks,
    private readonly ledgers: Ledgers,
    private readonly heavy: HeavyWork,
    private readonly readings: PriceReadings,
    private readonly looking: LookThroughService,
  ) {}

  /**
   * Computes the attribution of a period.
   * @throws Problem `not_found`, `invalid_request`, `unprocessable` for an unknown benchmark portfolio, `unavailable`
   */
  async report(
    accountId: string,
    portfolioId: string,
    request: AttributionRequest,
    signal?: AbortSignal,
  ): Promise<AttributionReport> {
    const { by, lookThrough, benchmark: requested, benchmarkPortfolioId } = request;
    if (lookThrough && by === 'holding')
      throw wrongParameter('query/lookThrough', 'needs `by`: an asset class, sector, currency or country');
    const { portfolio, fingerprint } = await this.ledgers.versionOf(accountId, portfolioId);
    const model =
      benchmarkPortfolioId === undefined ? undefined : await this.benchmarkPortfolio(accountId, benchmarkPortfolioId);
    const blend = model === undefined ? chosenBlend(requested, portfolio.benchmark) : null;
    const range = this.histories.rangeOf(portfolio, request);
    const theirVersion = model && [
      model.id,
      model.version,
      (await this.ledgers.versionOf(accountId, model.id)).fingerprint,
    ];
    const name = model?.name ?? (blend && blendText(blend));
    return this.readings.hold(async () => {
      const key = JSON.stringify([
        portfolioId,
        portfolio.version,
        fingerprint,
        range,
        by,
        name,
        theirVersion,
        this.readings.current().id,
      ]);
      const question = { accountId, lookThrough, portfolio, by, name, blend, model, range };
      // Holdings of funds that the account states can change at any time.
      if (lookThrough) return this.compute(question, signal);
      const cached = this.known.get(key);
      if (cached !== undefined) return cached;
      const report = await this.compute(question, signal);
      this.known.set(key, report);
      return report;
    });
  }

  private async compute(
    { accountId, lookThrough, portfolio, by, name, blend, model, range }: Question,
    signal?: AbortSignal,
  ): Promise<AttributionReport> {
    const inputs = await this.histories.inputs(portfolio, range, signal);
    const head = { portfolio, by, benchmark: name };
    if (inputs === null)
      return {
        ...head,
        period: null,
        attribution: null,
        notComputable: attributionGap('no_transactions'),
        through: null,
        names: new Map(),
        providers: [],
      };
    const theirs = model && (await this.histories.inputs(model, { ...range, fromDay: inputs.fromDay }, signal));
    const all = [inputs, ...(theirs ? [theirs] : [])];
    const looked = lookThrough
      ? await this.looking.throughEach(accountId, [...currenciesOf(all, blend ?? []).keys()], textOf(inputs.toDay))
      : new Map<string, LookedThrough>();
    const { segmentsOf, isFund } = await this.segments(by, all, blend ?? [], looked, signal);
    const market =
      theirs === undefined
        ? await this.blended(blend, inputs, segmentsOf, signal)
        : await this.modelled(model as Portfolio, theirs, inputs, segmentsOf, signal);
    const gap = typeof market === 'string' ? market : undefined;
    const sum = new AttributionSum(segmentsOf, inputs.fromDay, typeof market === 'string' ? undefined : market);
    const weights = new Map<string, number>();
    let days = 0;
    await walkParts(
      inputs,
      (parts) => {
        sum.add(parts);
        days += 1;
        for (const { symbol, weight } of lookThrough ? parts.parts : [])
          if (symbol !== null) weights.set(symbol, (weights.get(symbol) ?? 0) + weight);
      },
      signal,
    );
    const attribution = sum.result() ?? null;
    const notComputable =
      attribution === null ? attributionGap('no_capital') : gap === undefined ? null : attributionGap(gap);
    const names = new Map(attribution?.segments.map(({ segment }) => [segment, nameOf(segment, by)]));
    const providers = [
      ...new Set([...inputs.prices.values(), ...inputs.rates.values()].map(({ provider }) => provider)),
    ]
      .filter((one) => one !== '')
      .sort();
    const period = { fromDay: inputs.fromDay, toDay: inputs.toDay, currency: inputs.currency };
    const through = lookThrough ? meanHoldings(weights, days, looked, isFund) : null;
    return { ...head, period, attribution, notComputable, through, names, providers };
  }

  /** Draws the attribution. @returns an SVG document @throws Problem as `report`, `overloaded` */
  draw(requester: Requester, portfolioId: string, request: AttributionRequest, look: ChartLook): Promise<string> {
    return this.heavy.run(requester, async (inThread) => {
      const report = await this.report(requester.accountId, portfolioId, request, requester.signal);
      const { portfolio, by, benchmark, attribution, notComputable, names, providers } = report;
      const period =
        report.period === null
          ? ''
          : `${report.period.currency} · ${dateOf(report.period.fromDay)} – ${dateOf(report.period.toDay)}`;
      const titles = by === 'holding' ? await this.facts.names([...names.keys()], requester.signal) : names;
      const segments = (attribution?.segments ?? []).map(
        ({ segment, contribution, allocation, selection, interaction }) => ({
          name: titles.get(segment) ?? names.get(segment) ?? segment,
          contribution,
          allocation,
          selection,
          interaction,
        }),
      );
      return inThread(attributionChartInThread, {
        title: portfolio.name,
        by,
        period,
        returns:
          attribution === null
            ? null
            : { portfolio: attribution.portfolioReturn, benchmark: attribution.benchmarkReturn },
        segments,
        providers,
        look,
        benchmark: notComputable === null ? benchmark : null,
      });
    });
  }

  private async benchmarkPortfolio(accountId: string, id: string): Promise<Portfolio> {
    const [model] = await this.portfolios.some(accountId, [id]);
    if (model !== undefined) return model;
    const errors = [{ pointer: 'query/benchmarkPortfolioId', detail: 'is not the id of one of your portfolios' }];
    throw new Problem('unprocessable', { detail: 'You have no portfolio with the id of the benchmark.', errors });
  }

  private async segments(
    by: Division,
    all: readonly HistoryInputs[],
    blend: readonly BlendPart[],
    looked: ReadonlyMap<string, LookedThrough>,
    signal?: AbortSignal,
  ): Promise<{ segmentsOf: SegmentsOf; isFund: (symbol: string) => boolean }> {
    const facts =
      by === 'holding' ? new Map<string, InstrumentFacts>() : await this.facts.of(currenciesOf(all, blend), signal);
    const group = (symbol: string) =>
      by === 'holding'
        ? symbol
        : groupOf(facts.get(symbol) ?? { symbol, currency: null, assetClass: null, sector: null, country: null }, by);
    const known = new Map<string | null, SegmentFraction[]>([[null, [{ segment: CASH, fraction: 1 }]]]);
    const segmentsOf = (symbol: string | null) => {
      const before = known.get(symbol);
      if (before !== undefined || symbol === null) return before ?? [];
      const through = looked.get(symbol);
      const found =
        through === undefined || by === 'holding'
          ? [{ segment: group(symbol), fraction: 1 }]
          : fractionsOf(through, by);
      known.set(symbol, found);
      return found;
    };
    return { segmentsOf, isFund: (symbol) => facts.get(symbol)?.assetClass === 'etf' };
  }

  private async blended(
    blend: readonly BlendPart[] | null,
    { currency, fromDay, toDay }: HistoryInputs,
    segmentsOf: SegmentsOf,
    signal?: AbortSignal,
  ): Promise<BenchmarkDays | AttributionGap> {
    if (blend === null) return 'no_benchmark';
    const parts = await this.benchmarks.parts(blend, currency, fromDay, toDay, signal);
    if (parts === undefined) return 'no_benchmark_price';
    const days = emptyBenchmark(blendText(blend), toDay - fromDay + 1);
    for (const part of parts)
      for (let at = 0; at < days.returns.length; at += 1)
        addParts(days, at, segmentsOf(part.symbol), part.weight, part.weight * returnAt(part, at + 1));
    return days;
  }

  private async modelled(
    { name }: Portfolio,
    theirs: HistoryInputs | null,
    { fromDay, toDay }: HistoryInputs,
    segmentsOf: SegmentsOf,
    signal?: AbortSignal,
  ): Promise<BenchmarkDays | AttributionGap> {
    if (theirs === null || theirs.fromDay > fromDay) return 'benchmark_starts_later';
    const named = [...theirs.prices.keys()].flatMap((symbol) => segmentsOf(symbol).map(({ segment }) => segment));
    const segments = new Set(named).size + 1;
    if (segments * (toDay - fromDay + 1) > MAX_BENCHMARK_CELLS)
      throw wrongParameter('query/from', 'must be later: the benchmark has too many holdings for this period');
    const days = emptyBenchmark(name, toDay - fromDay + 1);
    let defined = 0;
    await walkParts(
      theirs,
      ({ day, parts }) => {
        defined += 1;
        for (const { symbol, weight, contribution } of parts)
          addParts(days, day - fromDay, segmentsOf(symbol), weight, contribution);
      },
      signal,
    );
    return defined === days.returns.length ? days : 'benchmark_starts_later';
  }
}

/** Returns the symbols of transactions and of a benchmark, with the currencies in which they were paid. */
function currenciesOf(all: readonly HistoryInputs[], blend: readonly BlendPart[]): Map<string, string | null> {
  const currencies = new Map<string, string | null>(blend.map(({ symbol }) => [symbol, null]));
  for (const { transactions } of all)
    for (const { symbol, newSymbol, currency } of transactions)
      for (const one of [symbol, newSymbol]) if (one !== null) currencies.set(one, currency);
  return currencies;
}

async function walkParts(inputs: HistoryInputs, visit: (parts: DayParts) => void, signal?: AbortSignal): Promise<void> {
  const gains = new HoldingGains(new DayPrices(inputs), inputs.fromDay);
  await walkDays(
    { ...inputs, portfolio: withoutLots(inputs.portfolio, inputs.transactions) },
    (walked, ledger) => {
      const parts = gains.next(walked, ledger);
      if (parts !== undefined) visit(parts);
    },
    signal,
  );
}

const nameOf = (segment: string, by: Division): string =>
  by === 'holding' ? (segment === CASH ? 'Cash' : segment) : nameOfGroup(segment, by as Grouping);
