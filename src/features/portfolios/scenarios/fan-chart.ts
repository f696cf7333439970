import { axisStyle, labeledTimes, valueAxis } from '../../../charts/axes.js';
import type { ChartFrame } from '../../../charts/chart-frame.js';
import { draw, headingHeight, type Locate, type Overlay, textWidth } from '../../../charts/draw.js';
import { emptyText, movedApart } from '../../../charts/line-chart.js';
import { lightColor } from '../../../charts/palette.js';
import { formatCompact, formatNumber, scaleOf } from '../../../charts/scale.js';
import { formatRange } from '../../../charts/time-axis.js';
import type { MonthlyQuantiles } from './monte-carlo.js';

export interface FanChartSpec extends ChartFrame {
  months: readonly MonthlyQuantiles[];
  /** The time of the start of the simulation (now). */
  start: Date;
  currency: string;
}

const AXIS_HEIGHT = 28;
const LABEL_SIZE = 11;
const names = ['5 %', '25 %', 'median', '75 %', '95 %'];
const MEDIAN = 2;
/** Opacities of the bands between neighboring quantiles, in the color of the line. */
const opacities = [0.16, 0.34, 0.34, 0.16];

/**
 * Draws the spread of the simulated paths: bands between the quantiles of each month, the median as a line, and the
 * value of today as a dashed line.
 * @returns an SVG document
 */
export function fanChart(spec: FanChartSpec): Promise<string> {
  const { months, start, currency } = spec;
  const times = months.map(
    ({ month }) =>
      new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, Math.min(start.getUTCDate(), 28))),
  );
  const range = formatRange(times);
  const frame = { ...spec, subtitle: [spec.subtitle, range].filter((text) => text !== '').join(' · ') };
  const last = months.at(-1) as MonthlyQuantiles;
  if (months.every(({ quantiles }) => quantiles.every((value) => value === 0))) {
    return draw({
      frame,
      description: 'The portfolio has no value to simulate.',
      option: {},
      overlay: () => [emptyText(spec)],
    });
  }
  const all = months.flatMap(({ quantiles }) => quantiles);
  const [top, bottom] = [headingHeight(spec) + 8, spec.height - AXIS_HEIGHT];
  const scale = scaleOf(Math.min(...all), Math.max(...all), (bottom - top) / 45);
  const labels = last.quantiles.map((value, index) => `${names[index]} ${formatCompact(value)}`);
  const left = Math.ceil(textWidth(formatNumber(scale.max, scale.decimals), LABEL_SIZE)) + 16;
  const right = spec.width - Math.max(...labels.map((label) => textWidth(label, LABEL_SIZE))) - 24;
  return draw({
    frame,
    description: `${range}: at the end ${labels.join(', ')} ${currency}.${spec.notice === undefined ? '' : ` ${spec.notice}.`}`,
    option: {
      grid: [{ left, top, width: right - left, height: bottom - top, containLabel: false, outerBoundsMode: 'none' }],
      xAxis: [
        {
          type: 'category',
          boundaryGap: false,
          data: times.map((_, index) => index),
          ...axisStyle,
          ...labeledTimes(times, right - left),
        },
      ],
      yAxis: [
        {
          ...valueAxis(scale),
          position: 'left',
          axisLabel: { ...axisStyle.axisLabel, formatter: (value: number) => formatCompact(value) },
        },
      ],
      series: [...bands(months), medianLine(months)],
    },
    overlay: (locate) => [
      ...todayLine(months, { left, right }, locate),
      ...endLabels(last, labels, months.length - 1, { right, top, bottom }, locate),
    ],
  });
}

const silent = { type: 'line', symbol: 'none', silent: true, emphasis: { disabled: true } } as const;

/**
 * Returns the series of the bands: the lowest quantile, invisible, and on it the differences to the next quantiles as
 * stacked areas.
 */
function bands(months: readonly MonthlyQuantiles[]): object[] {
  const color = lightColor('line1');
  const stacked = { ...silent, stack: 'fan', stackStrategy: 'all', lineStyle: { width: 0, color } };
  const differences = opacities.map((opacity, band) => ({
    ...stacked,
    areaStyle: { color, opacity },
    data: months.map(({ quantiles }) => (quantiles[band + 1] as number) - (quantiles[band] as number)),
  }));
  return [{ ...stacked, data: months.map(({ quantiles }) => quantiles[0]) }, ...differences];
}

const medianLine = (months: readonly MonthlyQuantiles[]) => ({
  ...silent,
  lineStyle: { color: lightColor('line1'), width: 2 },
  data: months.map(({ quantiles }) => quantiles[MEDIAN]),
});

function todayLine(
  [first]: readonly MonthlyQuantiles[],
  { left, right }: { left: number; right: number },
  locate: Locate,
): Overlay[] {
  const y = Math.round(locate(0, first?.mean ?? 0)[1]) + 0.5;
  return [
    {
      type: 'line',
      z: 1,
      shape: { x1: left, y1: y, x2: right, y2: y },
      style: { stroke: lightColor('muted'), lineWidth: 1, lineDash: [4, 3] },
    },
  ];
}

function endLabels(
  { quantiles }: MonthlyQuantiles,
  labels: readonly string[],
  index: number,
  place: { right: number; top: number; bottom: number },
  locate: Locate,
): Overlay[] {
  const { right, top, bottom } = place;
  // The order is reversed, since quantiles ascend and pixel positions descend.
  const wanted = quantiles.map((value) => locate(index, value)[1]).reverse();
  const ys = movedApart(wanted, 14, top, bottom).reverse();
  return labels.map((text, at) => ({
    type: 'text',
    z: 5,
    style: {
      ...{
        text,
        x: right + 8,
        y: (ys[at] as number) - LABEL_SIZE / 2,
        fill: lightColor(at === MEDIAN ? 'line1' : 'muted'),
        fontSize: LABEL_SIZE,
      },
      fontWeight: at === MEDIAN ? 'bold' : 'normal',
    },
  }));
}
