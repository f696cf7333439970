import { Service } from 'typedi';
import type { ChartLook } from '../../../charts/chart-frame.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import type { CandleChartSpec } from '../charts/candle-chart.js';
import { candleChartInThread, toThreadChart } from '../charts/candle-chart-in-thread.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import type { CandleRequest, CandleSeries } from './candle-series.js';
import { CandlesService } from './candles.service.js';

const adjusted = { none: 'as traded', splits: 'adjusted for splits', all: 'adjusted for splits and dividends' };

/** Renders candles as SVG charts. */
@Service()
export class CandleChartService {
  constructor(
    private readonly candles: CandlesService,
    private readonly instruments: InstrumentTable,
    private readonly heavy: HeavyWork,
  ) {}

  /**
   * @returns an SVG document.
   * @throws Problem as `CandlesService.read`, and `overloaded`; an invalid request before anything is read
   */
  async render(requester: Requester, symbol: string, request: CandleRequest & ChartLook): Promise<string> {
    const plan = this.candles.plan(symbol, request);
    return this.heavy.run(requester, async (inThread) => {
      const chart = toThreadChart(this.chartOf(await this.candles.readPlanned(plan, requester.signal), request));
      return inThread(candleChartInThread, chart, [chart.numbers.buffer]);
    });
  }

  private chartOf(
    { symbol, interval, currency, adjustment, items, gaps, provenance }: CandleSeries,
    { theme, width, height }: ChartLook,
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
      theme,
      width,
      height,
    };
  }
}
