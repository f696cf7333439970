import { axisStyle, labeledTimes, valueAxis } from './axes.js';
import type { ChartFrame } from './chart-frame.js';
import { draw, emptyText, headingHeight, type Overlay, textWidth } from './draw.js';
import { plainText } from './finish-svg.js';
import { legendOf } from './legend.js';
import { type ColorRole, lightColor } from './palette.js';
import { countScale, formatCompact, formatNumber } from './scale.js';
import { formatRange } from './time-axis.js';

export interface BarSeries {
  name: string;
  color: ColorRole;
  /** Values of at least 0, one for each time. */
  values: readonly number[];
}

export interface BarChartSpec extends ChartFrame {
  /** Start of each bar, ascending. */
  times: readonly Date[];
  /** Series, stacked from the bottom in this order. */
  series: readonly BarSeries[];
  /** Heading of the value axis, such as `events`. */
  axisName: string;
}

const AXIS_HEIGHT = 28;
/** Space (px) above the plot, which contains the heading of the axis. */
const UNIT_SPACE = 22;

/** Renders stacked bars over time, with a legend of the series that have values. @returns an SVG document */
export function barChart(spec: BarChartSpec): Promise<string> {
  const range = formatRange(spec.times);
  const frame = { ...spec, subtitle: [range, spec.subtitle].filter((note) => note !== '').join(' · ') };
  const shown = spec.series.filter(({ values }) => values.some((value) => value > 0));
  if (shown.length === 0)
    return draw({ frame, description: 'No data in this range.', option: {}, overlay: () => [emptyText(spec)] });
  const totals = shown.map(({ name, values }) => `${plainText(name)} ${formatNumber(sumOf(values), 0)}`);
  const legend = legendOf(spec, shown);
  return draw({
    frame,
    description: `${range}: ${totals.join(', ')}.`,
    option: optionOf(spec, shown, legend.height),
    overlay: () => [...legend.shapes, unitOf(spec, legend.height)],
  });
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const topOf = (frame: ChartFrame, legendHeight: number) => headingHeight(frame) + legendHeight + UNIT_SPACE;

function unitOf({ axisName, ...frame }: BarChartSpec, legendHeight: number): Overlay {
  const y = topOf(frame, legendHeight) - 20;
  return { type: 'text', style: { text: axisName, x: 16, y, fill: lightColor('muted'), fontSize: 11 } };
}

function optionOf(
  { width, height, times, ...frame }: BarChartSpec,
  shown: readonly BarSeries[],
  legendHeight: number,
): object {
  const top = topOf({ width, height, ...frame }, legendHeight);
  const bottom = height - AXIS_HEIGHT;
  const highest = Math.max(...times.map((_, index) => sumOf(shown.map(({ values }) => values[index] ?? 0))));
  const scale = countScale(highest, (bottom - top) / 45);
  const [left, right] = [textWidth(formatCompact(scale.max), 11) + 24, width - 16];
  return {
    grid: [{ left, top, width: right - left, height: bottom - top, containLabel: false, outerBoundsMode: 'none' }],
    xAxis: [
      { type: 'category', data: times.map((_, index) => index), ...axisStyle, ...labeledTimes(times, right - left) },
    ],
    yAxis: [{ ...valueAxis(scale), position: 'left', axisLabel: { ...axisStyle.axisLabel, formatter: formatCompact } }],
    series: shown.map(({ color, values }) => ({
      type: 'bar',
      stack: 'all',
      silent: true,
      emphasis: { disabled: true },
      barCategoryGap: '15%',
      itemStyle: { color: lightColor(color) },
      data: [...values],
    })),
  };
}
