import type { Pane } from './chart-panes.js';
import { type Overlay, textWidth } from './draw.js';
import { lightColor } from './palette.js';
import { formatNumber, type Scale } from './scale.js';
import { timeLabels } from './time-labels.js';

/** The common style of all axes. */
export const axisStyle = {
  axisLabel: { color: lightColor('muted'), fontSize: 11 },
  axisLine: { lineStyle: { color: lightColor('axis') } },
  axisTick: { show: false },
  splitLine: { show: false },
} as const;

/**
 * Returns a value axis on the right, with a grid line for each step. A value for which `covered` returns true, because
 * a mark covers it, has no label.
 */
export const valueAxis = (
  { min, max, step, decimals }: Scale,
  unit = '',
  covered: (value: number) => boolean = () => false,
) => ({
  type: 'value',
  gridIndex: 0,
  position: 'right',
  min,
  max,
  interval: step,
  axisTick: { show: false },
  axisLine: { show: false },
  splitLine: { lineStyle: { color: lightColor('grid') } },
  axisLabel: {
    ...axisStyle.axisLabel,
    formatter: (value: number) => (covered(value) ? '' : `${formatNumber(value, decimals)}${unit}`),
  },
});

/** Minimum space on the left of an axis (pixels). */
const MIN_MARGIN = 16;

/** Space between an axis and its labels (pixels). */
const LABEL_MARGIN = 8;

/**
 * Returns labels and ticks of a category axis of times.
 * @param below height of a strip between the axis and its labels (pixels)
 */
export function labeledTimes(times: readonly Date[], width: number, below = 0) {
  const perPixel = times.length / width;
  const apart = textWidth('00 Mmm 00', 11) * perPixel;
  // Half of the first label is left of its time, where the image has at least this margin.
  const first = Math.ceil((textWidth('00 Mmm 0000', 11) / 2 - MIN_MARGIN) * perPixel - 0.5);
  const labels = timeLabels(times, apart, first);
  const interval = (index: number) => labels.has(index);
  return {
    axisLabel: {
      ...axisStyle.axisLabel,
      interval,
      hideOverlap: false,
      margin: LABEL_MARGIN + below,
      formatter: (_value: string, index: number) => labels.get(index) ?? '',
    },
    axisTick: { show: true, interval, alignWithLabel: true, length: 4, lineStyle: { color: lightColor('axis') } },
  };
}

/**
 * Returns the headings of the left axis and of the right one, above a pane. One that is wider than the labels of its
 * axis begins below the title.
 */
export function axisHeadings(
  { axisName, rightAxisName, width }: { axisName?: string; rightAxisName?: string; width: number },
  main: Pane,
): Overlay[] {
  const style = { y: main.top - 20, fill: lightColor('muted'), fontSize: axisStyle.axisLabel.fontSize };
  const fits = (text: string | undefined, room: number) => textWidth(text ?? '', axisStyle.axisLabel.fontSize) <= room;
  const units = [
    {
      text: axisName,
      ...(fits(axisName, main.left - 12) ? { x: main.left - 8, align: 'right' } : { x: 16, align: 'left' }),
    },
    {
      text: rightAxisName,
      ...(fits(rightAxisName, width - main.right - 12)
        ? { x: main.right + 8, align: 'left' }
        : { x: width - 16, align: 'right' }),
    },
  ];
  return units.flatMap((unit) => (unit.text === undefined ? [] : [{ type: 'text', style: { ...style, ...unit } }]));
}
