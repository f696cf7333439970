import { axisStyle, labeledTimes, valueAxis } from '../../../charts/axes.js';
import type { ChartFrame } from '../../../charts/chart-frame.js';
import { draw, emptyText, headingHeight, type Overlay, textWidth } from '../../../charts/draw.js';
import { movedApart } from '../../../charts/moved-apart.js';
import { lightColor } from '../../../charts/palette.js';
import { logarithmicAxis, type PlotAxis } from '../../../charts/plot-axis.js';
import { formatCompact, scaleOf } from '../../../charts/scale.js';
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
/** Space (px) above the plot, which contains the currency. */
const UNIT_SPACE = 22;
const names = ['5%', '25%', 'median', '75%', '95%'];
const MEDIAN = 2;
/** Opacities of the bands between neighboring quantiles, in the color of the line. */
const opacities = [0.16, 0.34, 0.34, 0.16];

/**
 * Draws the spread of the simulated paths: bands between the quantiles of each month, the median as a line, and the
 * value of today as a dashed line. The axis is logarithmic, because compound returns spread by factors; linear if a
 * quantile is not positive.
 * @returns an SVG document
 */
export function fanChart(spec: FanChartSpec): Promise<string> {
  const { months, start, currency } = spec;
  const times = months.map(
    ({ month }) =>
      new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, Math.min(start.getUTCDate(), 28))),
  );
  const range = formatRange(times);
  const all = months.flatMap(({ quantiles }) => quantiles);
  const isLogarithmic = all.every((value) => value > 0);
  const subtitle = [spec.subtitle, range, isLogarithmic ? 'log scale' : ''].filter((text) => text !== '').join(' · ');
  const frame = { ...spec, subtitle };
  const last = months.at(-1) as MonthlyQuantiles;
  if (all.every((value) => value === 0)) {
    return draw({
      frame,
      description: 'The portfolio has no value to simulate.',
      option: {},
      overlay: () => [emptyText(spec)],
    });
  }
  const today = months[0]?.mean ?? 0;
  const ends: EndLabel[] = last.quantiles.map((value, index) => ({
    name: names[index] as string,
    value,
    isMedian: index === MEDIAN,
  }));
  const labels = [...ends, { name: 'today', value: today, isMedian: false }];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const [top, bottom] = [headingHeight(frame) + UNIT_SPACE, spec.height - AXIS_HEIGHT];
  const right = spec.width - Math.max(...labels.map((label) => textWidth(textOf(label), LABEL_SIZE))) - 24;
  const axisOf = (left: number): PlotAxis => {
    const pane = { left, right, top, bottom };
    if (isLogarithmic) return logarithmicAxis({ low, high, pane, side: 'left', format: formatCompact });
    const scale = scaleOf(low, high, (bottom - top) / 45);
    const axisLabel = { ...axisStyle.axisLabel, formatter: formatCompact };
    const labels = [scale.min, scale.max].map(formatCompact);
    const option = { ...valueAxis(scale), position: 'left', axisLabel };
    return { of: (value) => value, option, marks: () => [], labels };
  };
  const left = Math.ceil(Math.max(...axisOf(0).labels.map((label) => textWidth(label, LABEL_SIZE)))) + 24;
  const axis = axisOf(left);
  const ended = ends.map(textOf).join(', ');
  return draw({
    frame,
    description: `${range}: at the end ${ended} ${currency}.`,
    option: {
      grid: [{ left, top, width: right - left, height: bottom - top, containLabel: false, outerBoundsMode: 'none' }],
      xAxis: [
        {
          type: 'category',
          boundaryGap: false,
          data: times.map((_, index) => index),
          ...axisStyle,
          axisLine: { ...axisStyle.axisLine, onZero: false },
          ...labeledTimes(times, right - left),
        },
      ],
      yAxis: [axis.option],
      series: [...bands(months, axis), medianLine(months, axis)],
    },
    overlay: (locate) => [
      unitOf(currency, left, top),
      ...axis.marks(locate),
      todayLine(locate(0, axis.of(today))[1], left, right),
      ...endLabels(
        labels.map((label) => ({ ...label, y: locate(months.length - 1, axis.of(label.value))[1] })),
        { right, top, bottom },
      ),
    ],
  });
}

interface EndLabel {
  name: string;
  value: number;
  isMedian: boolean;
}

const textOf = ({ name, value }: EndLabel): string => `${name}: ${formatCompact(value)}`;

const unitOf = (text: string, left: number, top: number): Overlay => ({
  type: 'text',
  style: { text, x: left - 8, y: top - 20, align: 'right', fill: lightColor('muted'), fontSize: LABEL_SIZE },
});

const silent = { type: 'line', symbol: 'none', silent: true, emphasis: { disabled: true } } as const;

/**
 * Returns the series of the bands: the position of the lowest quantile, invisible, and on it the differences to the
 * positions of the next quantiles as stacked areas.
 */
function bands(months: readonly MonthlyQuantiles[], { of }: PlotAxis): object[] {
  const color = lightColor('line1');
  const stacked = { ...silent, stack: 'fan', stackStrategy: 'all', lineStyle: { width: 0, color } };
  const differences = opacities.map((opacity, band) => ({
    ...stacked,
    areaStyle: { color, opacity },
    data: months.map(({ quantiles }) => of(quantiles[band + 1] as number) - of(quantiles[band] as number)),
  }));
  return [{ ...stacked, data: months.map(({ quantiles }) => of(quantiles[0] as number)) }, ...differences];
}

const medianLine = (months: readonly MonthlyQuantiles[], { of }: PlotAxis) => ({
  ...silent,
  lineStyle: { color: lightColor('line1'), width: 2 },
  data: months.map(({ quantiles }) => of(quantiles[MEDIAN] as number)),
});

function todayLine(position: number, left: number, right: number): Overlay {
  const y = Math.round(position) + 0.5;
  return {
    type: 'line',
    z: 1,
    shape: { x1: left, y1: y, x2: right, y2: y },
    style: { stroke: lightColor('muted'), lineWidth: 1, lineDash: [4, 3] },
  };
}

/** Labels the quantiles of the last month and the value of today, moved apart where they would overlap. */
function endLabels(
  labels: ReadonlyArray<EndLabel & { y: number }>,
  { right, top, bottom }: { right: number; top: number; bottom: number },
): Overlay[] {
  const sorted = labels.toSorted((one, other) => one.y - other.y);
  const ys = movedApart(
    sorted.map(({ y }) => y),
    14,
    top,
    bottom,
  );
  return sorted.map((label, index) => ({
    type: 'text',
    z: 5,
    style: {
      text: textOf(label),
      x: right + 8,
      y: (ys[index] as number) - LABEL_SIZE / 2,
      fill: lightColor(label.isMedian ? 'line1' : 'muted'),
      fontSize: LABEL_SIZE,
      fontWeight: label.isMedian ? 'bold' : 'normal',
    },
  }));
}
