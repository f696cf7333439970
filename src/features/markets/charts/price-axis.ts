import { axisStyle, valueAxis } from '../../../charts/axes.js';
import type { Locate, Overlay } from '../../../charts/draw.js';
import { lightColor } from '../../../charts/palette.js';
import { formatPrice, scaleOf } from '../../../charts/scale.js';
import type { Pane } from './chart-panes.js';

/** Minimum distance between the labels of prices (pixels). */
const LABEL_APART = 45;
/** Space above and below the label of the last price that stays free (pixels). */
const MARK_REACH = 15;
/** Ratio of the highest to the lowest price from which labels are at 1, 2 and 5 times powers of ten. */
const WIDE = 5;

export interface PriceAxis {
  /** Returns the position of a price on the axis of the chart library. */
  of(price: number): number;
  option: object;
  /** Returns the shapes that the library does not draw. */
  marks(locate: Locate): Overlay[];
}

/** Returns a linear axis. @param last the last price, whose label must not be overlapped */
export function linearAxis(low: number, high: number, pane: Pane, last: number): PriceAxis {
  const scale = scaleOf(low, high, (pane.bottom - pane.top) / LABEL_APART);
  const pixel = (scale.max - scale.min) / (pane.bottom - pane.top);
  const isCovered = (value: number) => Math.abs(value - last) < MARK_REACH * pixel;
  return { of: (price) => price, option: valueAxis(scale, '', isCovered), marks: () => [] };
}

/** Returns round prices in a range: for a narrow range, the labels of a linear scale. */
function roundPrices(low: number, high: number, steps: number): number[] {
  if (high / low < WIDE) {
    const { min, max, step } = scaleOf(low, high, steps);
    const count = Math.round((max - min) / step) + 1;
    return Array.from({ length: count }, (_, index) => Number((min + index * step).toPrecision(12)));
  }
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((power) =>
    [1, 2, 5].map((factor) => factor * 10 ** power),
  );
}

/** Returns an axis on which equal ratios have equal heights. All prices must be positive. */
export function logarithmicAxis(low: number, high: number, pane: Pane, last: number): PriceAxis {
  const space = Math.max((Math.log10(high) - Math.log10(low)) * 0.03, 1e-6);
  const [min, max] = [Math.log10(low) - space, Math.log10(high) + space];
  const pixel = (max - min) / (pane.bottom - pane.top);
  const inside = roundPrices(low, high, (pane.bottom - pane.top) / LABEL_APART).filter(
    (price) => price > 0 && Math.log10(price) >= min && Math.log10(price) <= max,
  );
  const marks = (locate: Locate) =>
    inside.flatMap((price): Overlay[] => {
      const y = Math.round(locate(0, Math.log10(price))[1]);
      const isCovered = Math.abs(Math.log10(price) - Math.log10(last)) < MARK_REACH * pixel;
      const style = { stroke: lightColor('grid'), lineWidth: 1 };
      const line: Overlay = { type: 'line', z: -1, shape: { x1: pane.left, y1: y, x2: pane.right, y2: y }, style };
      if (isCovered) return [line];
      const text = { text: formatPrice(price), x: pane.right + 8, y: y - 5.5, fill: lightColor('muted'), fontSize: 11 };
      return [line, { type: 'text', z: 1, style: text }];
    });
  const hidden = { axisLabel: { show: false }, splitLine: { show: false }, axisLine: { show: false } };
  const option = {
    ...axisStyle,
    ...hidden,
    type: 'value',
    gridIndex: 0,
    position: 'right',
    min,
    max,
    interval: max - min,
  };
  return { of: Math.log10, option, marks };
}
