import { axisStyle, labelledTimes, valueAxis } from '../../../charts/axes.js';
import type { ChartFrame } from '../../../charts/chart-frame.js';
import { draw, headingHeight, type Locate, type Overlay, textWidth } from '../../../charts/draw.js';
import { ink } from '../../../charts/palette.js';
import { formatCompact, formatPrice, scaleOf } from '../../../charts/scale.js';
import { formatRange } from '../../../charts/time-axis.js';
import { gapPlaces, type Stretch } from './gap-places.js';
import { type ChartCandle, joinBars } from './join-bars.js';

export type { ChartCandle } from './join-bars.js';

export interface CandleChartSpec extends ChartFrame {
  /** Ascending in time. */
  candles: readonly ChartCandle[];
  /** Whether there is a pane of volumes beneath; it is left out where the picture is too low for it. */
  hasVolume: boolean;
  /** Stretches without data, marked by bands. */
  gaps?: readonly Stretch[];
}

/** A candle, or the place of a gap. */
type Place = ChartCandle | null;

/** Pixels a candle needs to be told from the next. */
const LEAST_WIDTH = 3;
const AXIS_HEIGHT = 28;
/** Pixels above and below the last price that its mark needs for itself. */
const MARK_REACH = 15;

/** The candles to draw, with a place for each gap. Candles on both sides of a gap are not joined. */
function placesOf({ candles, gaps = [], width }: CandleChartSpec): { places: Place[]; joined: number } {
  const most = Math.max(1, Math.floor((width - 100) / LEAST_WIDTH));
  const joined = Math.ceil(candles.length / most);
  const cuts = gapPlaces(
    candles.map(({ time }) => time),
    gaps,
  );
  const places: Place[] = [];
  let start = 0;
  for (const cut of cuts) {
    places.push(...joinBars(candles.slice(start, cut), joined), null);
    start = cut;
  }
  places.push(...joinBars(candles.slice(start), joined));
  return { places, joined };
}

/**
 * Candles with their volumes, the last price and the gaps, as an SVG document. Every candle has the same width, so that nights and weekends take no
 * room. Where there are more than can be told apart, neighbours are joined to one (first open, last close, extremes), and the picture says so.
 */
export function candleChart(spec: CandleChartSpec): Promise<string> {
  const { candles } = spec;
  const { places, joined } = placesOf(spec);
  const range = formatRange(candles.map(({ time }) => time));
  const notes = [range, joined > 1 ? `${joined} bars drawn as one` : '', spec.gaps?.length ? 'shaded: no data' : ''].filter((note) => note !== '');
  const frame = { ...spec, subtitle: [spec.subtitle, ...notes].join(' · ') };
  const last = candles.at(-1);
  if (last === undefined) return draw({ frame, description: 'No data in this range.', option: {}, overlay: () => [emptyText(spec)] });
  const description = `${candles.length} candles, ${range}. Last close ${formatPrice(last.close)}.${spec.notice === undefined ? '' : ` ${spec.notice}.`}`;
  const panes = panesOf(spec);
  const overlay = (locate: Locate) => [...gapBands(spec, places, panes, locate), ...lastPrice(last, panes, locate)];
  return draw({ frame, description, option: optionOf(spec, places, panes), overlay });
}

type Pane = { left: number; right: number; top: number; bottom: number };

/** Where the pane of the prices is and, beneath it, that of the volumes. */
type Panes = { prices: Pane; volumes: Pane | undefined };

function panesOf(spec: CandleChartSpec): Panes {
  const top = headingHeight(spec) + 8;
  const bottom = spec.height - AXIS_HEIGHT;
  const hasVolume = spec.hasVolume && bottom - top >= 150;
  const volumeTop = hasVolume ? Math.round(bottom - (bottom - top) * 0.2) : bottom;
  const prices = { left: 16, right: spec.width - marginOf(spec), top, bottom: hasVolume ? volumeTop - 14 : bottom };
  return { prices, volumes: hasVolume ? { ...prices, top: volumeTop, bottom } : undefined };
}

/** Room for the widest label of a price. */
function marginOf({ candles }: CandleChartSpec): number {
  const widest = Math.max(...candles.map(({ high, low }) => Math.max(formatPrice(high).length, formatPrice(low).length)));
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
  const scale = scaleOf(Math.min(...drawn.map(({ low }) => low)), Math.max(...drawn.map(({ high }) => high)), (prices.bottom - prices.top) / 45);
  const times = labelledTimes(timesOf(places), prices.right - prices.left);
  const pixel = (scale.max - scale.min) / (prices.bottom - prices.top);
  const isCovered = (value: number) => Math.abs(value - (spec.candles.at(-1)?.close ?? 0)) < MARK_REACH * pixel;
  const data = places.map((_, index) => index);
  const candles = {
    ...{ type: 'candlestick', xAxisIndex: 0, yAxisIndex: 0, barMaxWidth: 14, barMinWidth: 1, silent: true, emphasis: { disabled: true }, progressive: 0 },
    large: false,
    itemStyle: { color: ink('up'), color0: ink('down'), borderColor: ink('up'), borderColor0: ink('down'), borderColorDoji: ink('muted') },
    data: places.map((place) => (place === null ? '-' : [place.open, place.close, place.low, place.high])),
  };
  const isLower = volumes !== undefined;
  const option = {
    grid: [grid(prices), ...(isLower ? [grid(volumes)] : [])],
    xAxis: [
      { type: 'category', data, gridIndex: 0, ...axisStyle, ...(isLower ? { axisLabel: { show: false }, axisTick: { show: false } } : times) },
      ...(isLower ? [{ type: 'category', data, gridIndex: 1, ...axisStyle, ...times }] : []),
    ],
    yAxis: [valueAxis(scale, '', isCovered), ...(isLower ? [volumeAxis(drawn)] : [])],
    series: [candles, ...(isLower ? [volumeBars(places)] : [])],
  };
  return option as object;
}

/** A gap has the time of the candle after it. */
const timesOf = (places: readonly Place[]): Date[] =>
  places.map((place, index) => (place ?? places[index + 1] ?? places[index - 1] ?? (places.find((other) => other !== null) as ChartCandle)).time);

/** From nothing to the greatest volume, which alone is labelled. */
function volumeAxis(drawn: readonly ChartCandle[]) {
  const most = Math.max(...drawn.map(({ volume }) => volume ?? 0));
  const max = most || 1;
  return {
    ...{ type: 'value', gridIndex: 1, position: 'right', min: 0, max, interval: max, ...axisStyle, axisLine: { show: false } },
    axisLabel: { ...axisStyle.axisLabel, verticalAlignMaxLabel: 'top', formatter: (value: number) => (value === 0 || most === 0 ? '' : formatCompact(value)) },
  };
}

const volumeBars = (places: readonly Place[]) => ({
  ...{ type: 'bar', xAxisIndex: 1, yAxisIndex: 1, barMaxWidth: 14, silent: true, emphasis: { disabled: true }, progressive: 0 },
  data: places.map((place) => ({
    value: place?.volume ?? '-',
    itemStyle: { color: ink(place !== null && place.close < place.open ? 'downVolume' : 'upVolume') },
  })),
});

/** A band at the place of each gap, as high as the panes. */
function gapBands(spec: CandleChartSpec, places: readonly Place[], { prices }: Panes, locate: Locate): Overlay[] {
  const width = Math.max(3, (prices.right - prices.left) / places.length);
  const bands = places.flatMap((place, index) => (place === null ? [locate(index, 0)[0] - width / 2] : []));
  const height = spec.height - AXIS_HEIGHT - prices.top;
  return bands.map((x) => ({ type: 'rect', z: -1, shape: { x, y: prices.top, width, height }, style: { fill: ink('gap') } }));
}

/** A line at the last price across the pane, and the price on the axis. */
function lastPrice(last: ChartCandle, { prices }: Panes, locate: Locate): Overlay[] {
  const y = Math.round(locate(0, last.close)[1]);
  const role = last.close < last.open ? 'down' : 'up';
  const text = formatPrice(last.close);
  const shape = { x1: prices.left, y1: y, x2: prices.right, y2: y };
  return [
    { type: 'line', z: 5, shape, style: { stroke: ink(role), lineWidth: 1, lineDash: [3, 3] } },
    { type: 'rect', z: 6, shape: { x: prices.right + 1, y: y - 9, width: textWidth(text, 11) + 14, height: 18, r: 3 }, style: { fill: ink(role) } },
    { type: 'text', z: 7, style: { text, x: prices.right + 8, y: y - 5.5, fill: ink('onMark'), fontSize: 11, fontWeight: 'bold' } },
  ];
}

const emptyText = ({ width, height }: ChartFrame): Overlay => ({
  type: 'text',
  style: { text: 'No data in this range.', x: width / 2, y: height / 2, align: 'center', fill: ink('muted'), fontSize: 14 },
});
