import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import type { TimeMark } from '../../../charts/time-marks.js';
import type { Requester } from '../../../http/requester.js';
import { simulatedNotice } from '../../../simulation/simulated-notice.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { DAY_MS } from '../../../time/durations.js';
import type { CandleRequest, CandleSeries } from '../candles/candle-series.js';
import { type CandlePlan, CandlesService } from '../candles/candles.service.js';
import { periodEnd } from '../candles/expected-candles.js';
import { readInstruments } from '../compare/read-instruments.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import { parseSpecs } from '../indicators/indicator-spec.js';
import { IndicatorsService } from '../indicators/indicators.service.js';
import { intradayMs } from '../interval.js';
import { shownCurrency } from '../market-symbol.js';
import { isLocalSymbol, LocalMarkets } from '../measured/local-markets.service.js';
import type { CandleChartSpec } from './candle-chart.js';
import { candleChartInThread, toThreadChart } from './candle-chart-in-thread.js';
import { ChartMarksService } from './chart-marks.service.js';
import { type ComparedCloses, closesAt, firstCommon } from './indexed.js';
import { defaultMarks, type MarkKind, shownMarks } from './mark-kinds.js';

const adjusted = { none: 'as traded', splits: 'adjusted for splits', all: 'adjusted for splits and dividends' };

/** Time before the range in which a compared instrument has a close, if it does not trade on the first day. */
const CLOSE_BEFORE_MS = 7 * DAY_MS;
/** Maximum number of candles of a compared instrument, which may trade for longer hours. */
const MAX_COMPARED = 20_000;
/** Time after the last candle up to which marks belong to it: a long weekend. */
const MARKS_AFTER_MS = 4 * DAY_MS;

/** The candles to draw, and the look of the chart. */
export interface CandleChartRequest extends CandleRequest, ChartLook {
  overlay?: readonly string[];
  panel?: readonly string[];
  priceScale?: 'linear' | 'log';
  /** Symbols, case-insensitive; duplicates count once. */
  compare?: readonly string[];
  marks?: readonly MarkKind[];
}

/** Renders candles as SVG charts. */
@Service()
export class CandleChartService {
  constructor(
    private readonly candles: CandlesService,
    private readonly indicators: IndicatorsService,
    private readonly instruments: InstrumentTable,
    private readonly local: LocalMarkets,
    private readonly marks: ChartMarksService,
    private readonly heavy: HeavyWork,
  ) {}

  /**
   * Renders a chart. The request is checked before anything is read.
   * @returns an SVG document
   * @throws Problem as `CandlesService.read`, `unprocessable` for instruments that cannot be compared, and `overloaded`
   */
  async render(requester: Requester, symbol: string, request: CandleChartRequest): Promise<string> {
    const plan = this.candles.plan(symbol, request);
    const overlays = parseSpecs(request.overlay ?? [], 'overlay');
    const panels = parseSpecs(request.panel ?? [], 'panel');
    const specs = [...overlays, ...panels];
    return this.heavy.run(requester, async (inThread) => {
      const { signal } = requester;
      const series = await this.candles.readPlanned(plan, signal);
      const { items } = specs.length === 0 ? { items: [] } : await this.indicators.over(series, specs, signal);
      const compared = await this.compared(series, plan, request, signal);
      const marks = await this.marksOf(requester.accountId, series, plan, request.marks ?? defaultMarks);
      const title = await this.titleOf(series.symbol);
      const chart = toThreadChart({ ...this.chartOf(series, request, compared), title, marks }, items);
      return inThread(candleChartInThread, chart, [chart.numbers.buffer]);
    });
  }

  /** Reads the instruments to compare with. @throws Problem `unprocessable` that names those without candles */
  private async compared(
    { items, interval }: CandleSeries,
    { window, adjustment }: CandlePlan,
    { compare = [] }: CandleChartRequest,
    signal: AbortSignal,
  ): Promise<Compared> {
    const before = intradayMs(interval) === undefined ? CLOSE_BEFORE_MS : 0;
    const [from, to] = [window.from - before, window.to].map((time) => new Date(time).toISOString());
    const range = { interval, adjustment, from, to, limit: MAX_COMPARED };
    const read = await readInstruments(compare, 'query/compare', {
      read: (one) => this.candles.read(one, range, signal),
      countOf: (one) => one.items.length,
    });
    const times = items.map(({ time }) => time);
    const closes = read.map((one) => ({ ...one, closes: closesAt(times, one.items) }));
    if (items.length > 0 && closes.length > 0 && firstCommon(items, closes) < 0)
      throw new Problem('unprocessable', {
        detail: 'One of these instruments stopped trading before another began, so they have no common time.',
      });
    return { closes, read };
  }

  private async marksOf(
    accountId: string,
    series: CandleSeries,
    { window }: CandlePlan,
    kinds: readonly MarkKind[],
  ): Promise<TimeMark[]> {
    const [first, last] = [series.items[0], series.items.at(-1)];
    if (first === undefined || last === undefined) return [];
    const step = intradayMs(series.interval);
    const start = last.time.getTime();
    const end = step === undefined ? periodEnd(series.interval, start) : start + step;
    const to = new Date(Math.min(window.to, end + MARKS_AFTER_MS));
    return this.marks.of(accountId, series, shownMarks(kinds), { from: first.time, to });
  }

  /** Returns the symbol with the name of the instrument. */
  private async titleOf(symbol: string): Promise<string> {
    const listed = this.instruments.find(symbol);
    const known = listed ?? (isLocalSymbol(symbol) ? (await this.local.instrument(symbol)).instrument : undefined);
    return known === undefined ? symbol : `${symbol} – ${known.name}`;
  }

  private chartOf(
    { symbol, interval, currency, adjustment, items, gaps, provenance }: CandleSeries,
    { theme, width, height, priceScale }: CandleChartRequest,
    { closes, read }: Compared,
  ): Omit<CandleChartSpec, 'title'> {
    const instrument = this.instruments.find(symbol);
    const isShare = instrument?.assetClass === 'equity' || instrument?.assetClass === 'etf';
    const sources = [provenance, ...read.map((one) => one.provenance)];
    const providers = [...new Set(sources.map(({ provider }) => provider))];
    const unit = shownCurrency(currency);
    const parts = [
      interval,
      ...(unit === '' ? [] : [closes.length > 0 ? `${symbol} in ${unit}` : unit]),
      ...(isShare ? [adjusted[adjustment]] : []),
      providers.join(', '),
      ...(sources.some(({ stale }) => stale) ? ['not up to date'] : []),
    ];
    return {
      subtitle: parts.join(' · '),
      notice: simulatedNotice(
        providers,
        sources.flatMap(({ warnings }) => warnings),
      ),
      currency: unit,
      candles: items,
      hasVolume: items.some(({ volume }) => volume !== null && volume > 0),
      gaps,
      isLogarithmic: priceScale === 'log',
      compared: closes.map(({ symbol: name, currency: own, closes: values }) => ({
        symbol: name,
        currency: shownCurrency(own),
        closes: values,
      })),
      theme,
      width,
      height,
    };
  }
}

/** The instruments to compare with: their closes at the candles of the chart, and where they are from. */
interface Compared {
  closes: ComparedCloses[];
  read: CandleSeries[];
}
