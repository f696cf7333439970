import { type LineChartSpec, lineChart } from '../../../charts/line-chart.js';
import { simulatedNotice } from '../../../simulation/simulated-notice.js';
import { DAY_MS } from '../../../time/durations.js';
import type { SeriesPoint } from './performance-series.js';
import type { SeriesChart, SeriesDrawing } from './series-chart-in-thread.js';

const captions: Record<SeriesChart, string> = {
  return: 'Time-weighted return',
  drawdown: 'Loss since the highest value',
  value: 'Value',
};

/**
 * Draws the return, drawdown or value of a portfolio; a return or drawdown together with the benchmark's. Runs in a
 * thread.
 * @returns an SVG document
 */
export function drawSeries({
  name,
  currency,
  benchmark,
  points,
  providers,
  chart,
  look,
}: SeriesDrawing): Promise<string> {
  const line = (label: string, of: (point: SeriesPoint) => number | null) => ({
    name: label,
    points: points.map((point) => ({ time: new Date(point.day * DAY_MS), value: of(point) })),
  });
  const percent = (of: (point: SeriesPoint) => number | null) => (point: SeriesPoint) => {
    const share = of(point);
    return share === null ? null : share * 100;
  };
  const lines: Record<
    SeriesChart,
    [own: (point: SeriesPoint) => number | null, market: (point: SeriesPoint) => number | null]
  > = {
    return: [percent((point) => point.return), percent(({ benchmarkReturn }) => benchmarkReturn)],
    drawdown: [percent(({ drawdown }) => drawdown), percent(({ benchmarkDrawdown }) => benchmarkDrawdown)],
    value: [({ value }) => value, () => null],
  };
  const [own, market] = lines[chart];
  const hasMarket = benchmark !== null && chart !== 'value' && points.some((point) => market(point) !== null);
  const spec: LineChartSpec = {
    ...look,
    title: name,
    subtitle: [captions[chart], ...(currency === null ? [] : [currency])].join(', '),
    notice: simulatedNotice(providers),
    series: [
      line('Portfolio', own),
      ...(hasMarket ? [line(benchmark.includes(',') ? 'Benchmark' : benchmark, market)] : []),
    ],
    unit: chart === 'value' ? '' : '%',
    ...(chart === 'value' ? {} : { baseline: 0 }),
  };
  return lineChart(spec);
}
