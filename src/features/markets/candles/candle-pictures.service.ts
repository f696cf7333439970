import { Service } from 'typedi';
import { candleChart } from '../../../charts/candle-chart.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import type { CandleSeries } from './candle-series.js';

const adjusted = { none: 'as traded', splits: 'adjusted for splits', all: 'adjusted for splits and dividends' };

/** Bars as a picture. */
@Service()
export class CandlePictures {
  constructor(private readonly instruments: InstrumentTable) {}

  /** @returns an SVG document */
  draw({ symbol, interval, currency, adjustment, items, gaps, provenance }: CandleSeries, { theme, width, height }: ChartLook): Promise<string> {
    const instrument = this.instruments.find(symbol);
    const isShare = instrument?.assetClass === 'equity' || instrument?.assetClass === 'etf';
    const parts = [interval, currency, ...(isShare ? [adjusted[adjustment]] : []), provenance.provider, ...(provenance.stale ? ['not up to date'] : [])];
    return candleChart({
      title: instrument === undefined ? symbol : `${symbol} – ${instrument.name}`,
      subtitle: parts.join(' · '),
      notice: provenance.provider === 'simulator' ? 'simulator – not real data' : undefined,
      candles: items,
      hasVolume: items.some(({ volume }) => volume !== null && volume > 0),
      gaps,
      theme,
      width,
      height,
    });
  }
}
