import { axisStyle, labeledTimes, valueAxis } from '../../../charts/axes.js';
import type { ChartFrame } from '../../../charts/chart-frame.js';
import { draw, headingHeight, type Locate, type Overlay, textWidth } from '../../../charts/draw.js';
import { lightColor } from '../../../charts/palette.js';
import { formatCompact, formatPrice, scaleOf } from '../../../charts/scale.js';
import { formatRange } from '../../../charts/time-axis.js';
import { type ChartGap, gapPositions } from './gap-positions.js';
import { type ChartCandle, joinCandles } from './join-candles.js';

export type { ChartCandle } from './join-candles.js';

export interface CandleChartSpec extends ChartFrame {
  /** Ascending in time. */
  candles: readonly ChartCandle[];
  /** Whether volumes are drawn below; omitted if the image is too low. */
  hasVolume: boolean;
  /** Ranges without data, shaded. */
  gaps?: readonly ChartGap[];
}

/** A candle, or null for a gap. */
type Place = ChartCandle | null;

/** The minimum width of a candle in pixels. */
const MIN_CANDLE_WIDTH = 3;
const AXIS_HEIGHT = 28;
/** Pixels above and below the label of the last price that are kept free. */
const MARK_REACH = 15;

/** Returns the candles to draw, with a place for each gap. Candles on both sides of a gap are not joined. */
function placesOf({ candles, gaps = [], width }: CandleChartSpec): { places: Place[]; joined: number } {
  const most = Math.max(1, Math.floor((width - 100) / MIN_CANDLE_WIDTH));
  const joined = Math.ceil(candles.length / most);
  const cuts = gapPositions(
    candles.map(({ time }) => time),
    gaps,
  );
  const places: Place[] = [];
  let start = 0;
  for (const cut of cuts) {
    places.push(...joinCandles(candles.slice(start, cut), joined), null);
    start = cut;
  }
  places.push(...joinCandles(candles.slice(start), joined));
  return { places, joined };
}

/**
 * Renders candles with volumes, the last price and gaps. Every candle has the same width, so nights and weekends take
 * no space. Neighboring candles are joined if there are too many, and the subtitle says so.
 * @returns an SVG document
 */
export function candleChart(spec: CandleChartSpec): Promise<string> {
  const { candles } = spec;
  const { places, joined } = placesOf(spec);
  const range = formatRange(candles.map(({ time }) => time));
  const notes = [
    range,
    joined > 1 ? `${joined} candles drawn as one` : '',
    spec.gaps?.length ? 'shaded: no data' : '',
  ].filter((note) => note !== '');
  const frame = { ...spec, subtitle: [spec.subtitle, ...notes].join(' · ') };
  const last = candles.at(-1);
  if (last === undefined)
    return draw({ frame, description: 'No data in this range.', option: {}, overlay: () => [emptyText(spec)] });
  const description = `${candles.length} candles, ${range}. Last close ${formatPrice(last.close)}.${spec.notice === undefined ? '' : ` ${spec.notice}.`}`;
  const panes = panesOf(spec);
  const overlay = (locate: Locate) => [...gapBands(spec, places, panes, locate), ...lastPrice(last, panes, locate)];
  return draw({ frame, description, option: optionOf(spec, places, panes), overlay });
}

type Pane = { left: number; right: number; top: number; bottom: number };

/** The pane of the prices and, below it, that of the volumes. */
type Panes = { prices: Pane; volumes: Pane | undefined };

function panesOf(spec: CandleChartSpec): Panes {
  const top = headingHeight(spec) + 8;
  const bottom = spec.height - AXIS_HEIGHT;
  const hasVolume = spec.hasVolume && bottom - top >= 150;
  const volumeTop = hasVolume ? Math.round(bottom - (bottom - top) * 0.2) : bottom;
  const prices = { left: 16, right: spec.width - marginOf(spec), top, bottom: hasVolume ? volumeTop - 14 : bottom };
  return { prices, volumes: hasVolume ? { ...prices, top: volumeTop, bottom } : undefined };
}

/** Returns the width of the widest price label. */
function marginOf({ candles }: CandleChartSpec): number {
  const widest = Math.max(
    ...candles.map(({ high, low }) => Math.max(formatPrice(high).length, formatPrice(low).length)),
  );
  return Math.ceil(textWidth('0'.repeat(widest + 1), 11)) + 20;
}

const grid = ({ left, right, top, bottom }: Pane) => ({
  left,
  top,
  width: right - left,
  height: bottom - top,
  containLabel: false,
  outerBoundsMode: 'none' as const,
});

function optionOf(spec: CandleChartSpec, places: readonly Place[], { prices, volumes }: Panes) {
  const drawn = places.filter((place) => place !== null);
  const scale = scaleOf(
    Math.min(...drawn.map(({ low }) => low)),
    Math.max(...drawn.map(({ high }) => high)),
    (prices.bottom - prices.top) / 45,
  );
  const times = labeledTimes(timesOf(places), prices.right - prices.left);
  const pixel = (scale.max - scale.min) / (prices.bottom - prices.top);
  const isCovered = (value: number) => Math.abs(value - (spec.candles.at(-1)?.close ?? 0)) < MARK_REACH * pixel;
  const data = places.map((_, index) => index);
  const candles = {
    ...{
      type: 'candlestick',
      xAxisIndex: 0,
      yAxisIndex: 0,
      barMaxWidth: 14,
      barMinWidth: 1,
      silent: true,
      emphasis: { disabled: true },
      progressive: 0,
    },
    large: false,
    itemStyle: {
      color: lightColor('up'),
      color0: lightColor('down'),
      borderColor: lightColor('up'),
      borderColor0: lightColor('down'),
      borderColorDoji: lightColor('muted'),
    },
    data: places.map((place) => (place === null ? '-' : [place.open, place.close, place.low, place.high])),
  };
  const isLower = volumes !== undefined;
  const option = {
    grid: [grid(prices), ...(isLower ? [grid(volumes)] : [])],
    xAxis: [
      {
        type: 'category',
        data,
        gridIndex: 0,
        ...axisStyle,
        ...(isLower ? { axisLabel: { show: false }, axisTick: { show: false } } : times),
      },
      ...(isLower ? [{ type: 'category', data, gridIndex: 1, ...axisStyle, ...times }] : []),
    ],
    yAxis: [valueAxis(scale, '', isCovered), ...(isLower ? [volumeAxis(drawn)] : [])],
    series: [candles, ...(isLower ? [volumeBars(places)] : [])],
  };
  return option as object;
}

/** A gap uses the time of the candle after it. */
const timesOf = (places: readonly Place[]): Date[] =>
  places.map(
    (place, index) =>
      (place ?? places[index + 1] ?? places[index - 1] ?? (places.find((other) => other !== null) as ChartCandle)).time,
  );

/** From 0 to the maximum volume, which is the only label. */
function volumeAxis(drawn: readonly ChartCandle[]) {
  const most = Math.max(...drawn.map(({ volume }) => volume ?? 0));
  const max = most || 1;
  return {
    ...{
      type: 'value',
      gridIndex: 1,
      position: 'right',
      min: 0,
      max,
      interval: max,
      ...axisStyle,
      axisLine: { show: false },
    },
    axisLabel: {
      ...axisStyle.axisLabel,
      verticalAlignMaxLabel: 'top',
      formatter: (value: number) => (value === 0 || most === 0 ? '' : formatCompact(value)),
    },
  };
}

const volumeBars = (places: readonly Place[]) => ({
  ...{
    type: 'bar',
    xAxisIndex: 1,
    yAxisIndex: 1,
    barMaxWidth: 14,
    silent: true,
    emphasis: { disabled: true },
    progressive: 0,
  },
  data: places.map((place) => ({
    value: place?.volume ?? '-',
    itemStyle: { color: lightColor(place !== null && place.close < place.open ? 'downVolume' : 'upVolume') },
  })),
});

/** Shades the place of each gap. */
function gapBands(spec: CandleChartSpec, places: readonly Place[], { prices }: Panes, locate: Locate): Overlay[] {
  const width = Math.max(3, (prices.right - prices.left) / places.length);
  const bands = places.flatMap((place, index) => (place === null ? [locate(index, 0)[0] - width / 2] : []));
  const height = spec.height - AXIS_HEIGHT - prices.top;
  return bands.map((x) => ({
    type: 'rect',
    z: -1,
    shape: { x, y: prices.top, width, height },
    style: { fill: lightColor('gap') },
  }));
}

/** Draws a line at the last price, and its label on the axis. */
function lastPrice(last: ChartCandle, { prices }: Panes, locate: Locate): Overlay[] {
  const y = Math.round(locate(0, last.close)[1]);
  const role = last.close < last.open ? 'down' : 'up';
  const text = formatPrice(last.close);
  const shape = { x1: prices.left, y1: y, x2: prices.right, y2: y };
  return [
    { type: 'line', z: 5, shape, style: { stroke: lightColor(role), lineWidth: 1, lineDash: [3, 3] } },
    {
      type: 'rect',
      z: 6,
      shape: { x: prices.right + 1, y: y - 9, width: textWidth(text, 11) + 14, height: 18, r: 3 },
      style: { fill: lightColor(role) },
    },
    {
      type: 'text',
      z: 7,
      style: { text, x: prices.right + 8, y: y - 5.5, fill: lightColor('onMark'), fontSize: 11, fontWeight: 'bold' },
    },
  ];
}

const emptyText = ({ width, height }: ChartFrame): Overlay => ({
  type: 'text',
  style: {
    text: 'No data in this range.',
    x: width / 2,
    y: height / 2,
    align: 'center',
    fill: lightColor('muted'),
    fontSize: 14,
  },
});
