import { Service } from 'typedi';
import type { ChartLook } from '../../../charts/chart-frame.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import type { CandleRequest, CandleSeries } from '../candles/candle-series.js';
import { CandlesService } from '../candles/candles.service.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import { parseSpecs } from '../indicators/indicator-spec.js';
import { IndicatorsService } from '../indicators/indicators.service.js';
import type { CandleChartSpec } from './candle-chart.js';
import { candleChartInThread, toThreadChart } from './candle-chart-in-thread.js';
import { indicatorLines } from './indicator-lines.js';

const adjusted = { none: 'as traded', splits: 'adjusted for splits', all: 'adjusted for splits and dividends' };

/** The candles to draw, and the look of the chart. */
export interface CandleChartRequest extends CandleRequest, ChartLook {
  overlay?: readonly string[];
  panel?: readonly string[];
  priceScale?: 'linear' | 'log';
}

/** Renders candles as SVG charts. */
@Service()
export class CandleChartService {
  constructor(
    private readonly candles: CandlesService,
    private readonly indicators: IndicatorsService,
    private readonly instruments: InstrumentTable,
    private readonly heavy: HeavyWork,
  ) {}

  /**
   * Renders a chart. The request is checked before anything is read.
   * @returns an SVG document
   * @throws Problem as `CandlesService.read`, and `overloaded`
   */
  async render(requester: Requester, symbol: string, request: CandleChartRequest): Promise<string> {
    const plan = this.candles.plan(symbol, request);
    const overlays = parseSpecs(request.overlay ?? [], 'overlay');
    const panels = parseSpecs(request.panel ?? [], 'panel');
    const specs = [...overlays, ...panels];
    return this.heavy.run(requester, async (inThread) => {
      const series = await this.candles.readPlanned(plan, requester.signal);
      const { items } =
        specs.length === 0 ? { items: [] } : await this.indicators.over(series, specs, requester.signal);
      const chart = toThreadChart({ ...this.chartOf(series, request), ...indicatorLines(items) });
      return inThread(candleChartInThread, chart, [chart.numbers.buffer]);
    });
  }

  private chartOf(
    { symbol, interval, currency, adjustment, items, gaps, provenance }: CandleSeries,
    { theme, width, height, priceScale }: CandleChartRequest,
  ): CandleChartSpec {
    const instrument = this.instruments.find(symbol);
    const isShare = instrument?.assetClass === 'equity' || instrument?.assetClass === 'etf';
    const parts = [
      interval,
      currency,
      ...(isShare ? [adjusted[adjustment]] : []),
      provenance.provider,
      ...(provenance.stale ? ['not up to date'] : []),
    ];
    return {
      title: instrument === undefined ? symbol : `${symbol} – ${instrument.name}`,
      subtitle: parts.join(' · '),
      notice: provenance.provider === 'simulator' ? 'simulator – not real data' : undefined,
      candles: items,
      hasVolume: items.some(({ volume }) => volume !== null && volume > 0),
      gaps,
      isLogarithmic: priceScale === 'log',
      theme,
      width,
      height,
    };
  }
}
