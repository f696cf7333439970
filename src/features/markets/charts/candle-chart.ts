import { axisStyle, labeledTimes, valueAxis } from '../../../charts/axes.js';
import type { ChartFrame } from '../../../charts/chart-frame.js';
import { draw, type Locate, type Overlay, textWidth } from '../../../charts/draw.js';
import { legendOf } from '../../../charts/legend.js';
import { lightColor } from '../../../charts/palette.js';
import { formatCompact, formatPrice, scaleOf } from '../../../charts/scale.js';
import { formatRange } from '../../../charts/time-axis.js';
import { AXIS_HEIGHT, type Pane, type Panes, panesOf } from './chart-panes.js';
import { type ChartGap, gapPositions } from './gap-positions.js';
import type { ChartLine, ChartLines, IndicatorLines } from './indicator-lines.js';
import { type ChartCandle, joinCandles } from './join-candles.js';
import { linearAxis, logarithmicAxis, type PriceAxis } from './price-axis.js';

export type { ChartCandle } from './join-candles.js';

export interface CandleChartSpec extends ChartFrame, Partial<IndicatorLines> {
  /** Ascending in time. */
  candles: readonly ChartCandle[];
  /** True: volumes are drawn below the prices, unless the image is too low. */
  hasVolume: boolean;
  /** Ranges without data, shaded. */
  gaps?: readonly ChartGap[];
  /** True: equal percentages have equal heights; ignored if a price is not positive. */
  isLogarithmic?: boolean;
}

/** The content of a place on the time axis: a candle, or null for a gap. */
type Place = ChartCandle | null;

/** The places on the time axis. */
interface Drawn {
  places: Place[];
  /** For each place, the index of its last candle; -1 for a gap. */
  ends: number[];
  /** Number of candles that are drawn as one. */
  joined: number;
}

/** Minimum width of a candle (pixels). */
const MIN_CANDLE_WIDTH = 3;

/** Returns the places to draw, including one for each gap. Candles on both sides of a gap are not joined. */
function drawnOf({ candles, gaps = [], width }: CandleChartSpec): Drawn {
  const most = Math.max(1, Math.floor((width - 100) / MIN_CANDLE_WIDTH));
  const joined = Math.max(1, Math.ceil(candles.length / most));
  const cuts = gapPositions(
    candles.map(({ time }) => time),
    gaps,
  );
  const places: Place[] = [];
  const ends: number[] = [];
  const add = (start: number, end: number) =>
    joinCandles(candles.slice(start, end), joined).forEach((candle, index) => {
      places.push(candle);
      ends.push(Math.min(start + (index + 1) * joined, end) - 1);
    });
  let start = 0;
  for (const cut of cuts) {
    add(start, cut);
    places.push(null);
    ends.push(-1);
    start = cut;
  }
  add(start, candles.length);
  return { places, ends, joined };
}

/**
 * Renders candles with volumes, indicators, the last price and gaps. Every candle has the same width, so nights and
 * weekends take no space. Neighboring candles are joined if there are too many, and the subtitle says so.
 * @returns an SVG document
 */
export function candleChart(spec: CandleChartSpec): Promise<string> {
  const { candles, overlays = [], panels = [] } = spec;
  const drawn = drawnOf(spec);
  const range = formatRange(candles.map(({ time }) => time));
  const last = candles.at(-1);
  const legend = legendOf(
    spec,
    last === undefined ? [] : overlays.map(({ name, lines }) => ({ name, color: lines[0]?.color ?? 'line1' })),
  );
  const margin = last === undefined ? 0 : marginOf(spec);
  const legendHeight = legend.shapes.length > 0 ? legend.height : 0;
  const panes = panesOf(spec, { hasVolume: spec.hasVolume, panels: panels.length, margin, legend: legendHeight });
  const omitted = last === undefined ? [] : panels.slice(panes.panels.length).map(({ name }) => name);
  const isLogarithmic = spec.isLogarithmic === true && candles.every(({ low }) => low > 0);
  const notes = [
    range,
    isLogarithmic ? 'log scale' : '',
    drawn.joined > 1 ? `${drawn.joined} candles drawn as one` : '',
    spec.gaps?.length ? 'shaded: no data' : '',
    omitted.length > 0 ? `too low for ${omitted.join(', ')}` : '',
  ].filter((note) => note !== '');
  const frame = { ...spec, subtitle: [spec.subtitle, ...notes].join(' · ') };
  if (last === undefined)
    return draw({ frame, description: 'No data in this range.', option: {}, overlay: () => [emptyText(spec)] });
  const named = [...overlays, ...panels.slice(0, panes.panels.length)].map(({ name }) => name);
  const description = [
    `${candles.length} candles, ${range}. Last close ${formatPrice(last.close)}.`,
    named.length > 0 ? `With ${named.join(', ')}.` : '',
    spec.notice === undefined ? '' : `${spec.notice}.`,
  ];
  const axis = priceAxis(spec, drawn.places, panes.prices, last.close, isLogarithmic);
  const overlay = (locate: Locate) => [
    ...legend.shapes,
    ...axis.marks(locate),
    ...gapBands(spec, drawn.places, panes, locate),
    ...lastPrice(last, axis, panes, locate),
    ...panes.panels.flatMap((pane, index) => panelHeading(panels[index] as ChartLines, pane, candles.length)),
  ];
  const option = optionOf(spec, drawn, panes, axis);
  return draw({ frame, description: description.filter((part) => part !== '').join(' '), option, overlay });
}

/** Returns the axis of the prices, which includes the prices of candles and overlays. */
function priceAxis(
  { overlays = [] }: CandleChartSpec,
  places: readonly Place[],
  pane: Pane,
  last: number,
  isLogarithmic: boolean,
): PriceAxis {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const include = (value: number) => {
    if (Number.isNaN(value) || (isLogarithmic && value <= 0)) return;
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (const place of places) {
    if (place === null) continue;
    include(place.low);
    include(place.high);
  }
  for (const { lines } of overlays) for (const { values } of lines) values.forEach(include);
  return (isLogarithmic ? logarithmicAxis : linearAxis)(low, high, pane, last);
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

/** Options common to all series: no animation, and no point is left out. */
const still = { silent: true, emphasis: { disabled: true }, progressive: 0 };

function optionOf(spec: CandleChartSpec, { places, ends }: Drawn, panes: Panes, axis: PriceAxis): object {
  const { overlays = [], panels = [] } = spec;
  const candlesOnly = places.filter((place) => place !== null);
  const lower = [...(panes.volumes === undefined ? [] : [panes.volumes]), ...panes.panels];
  const firstPanel = lower.length - panes.panels.length + 1;
  const times = labeledTimes(timesOf(places), panes.prices.right - panes.prices.left);
  const data = places.map((_, index) => index);
  const hidden = { axisLabel: { show: false }, axisTick: { show: false } };
  const candles = {
    ...still,
    type: 'candlestick',
    xAxisIndex: 0,
    yAxisIndex: 0,
    barMaxWidth: 14,
    barMinWidth: 1,
    large: false,
    itemStyle: {
      color: lightColor('up'),
      color0: lightColor('down'),
      borderColor: lightColor('up'),
      borderColor0: lightColor('down'),
      borderColorDoji: lightColor('muted'),
    },
    data: places.map((place) =>
      place === null ? '-' : [place.open, place.close, place.low, place.high].map((price) => axis.of(price)),
    ),
  };
  return {
    grid: [panes.prices, ...lower].map(grid),
    xAxis: [panes.prices, ...lower].map((_, index) => ({
      type: 'category',
      data,
      gridIndex: index,
      ...axisStyle,
      axisLine: { ...axisStyle.axisLine, onZero: false },
      ...(index === lower.length ? times : hidden),
    })),
    yAxis: [
      axis.option,
      ...(panes.volumes === undefined ? [] : [volumeAxis(candlesOnly)]),
      ...panes.panels.map((_, index) => panelAxis(panels[index] as ChartLines, firstPanel + index)),
    ],
    series: [
      candles,
      ...(panes.volumes === undefined ? [] : [volumeBars(places)]),
      ...overlays.flatMap(({ lines }) => lines.map((line) => seriesOf(line, 0, ends, (value) => axis.of(value)))),
      ...panes.panels.flatMap((_, index) => [
        ...(panels[index]?.lines ?? []).map((line) => seriesOf(line, firstPanel + index, ends)),
        ...(panels[index]?.guides ?? []).map((value) => guide(value, firstPanel + index, ends)),
      ]),
    ],
  };
}

/** Returns a line of an indicator. Where several candles are drawn as one, it has the value of the last of them. */
function seriesOf(
  { values, color, style }: ChartLine,
  pane: number,
  ends: readonly number[],
  of = (value: number) => value,
) {
  const data = ends.map((end) => {
    const value = end < 0 ? Number.NaN : of(values[end] ?? Number.NaN);
    return Number.isFinite(value) ? value : '-';
  });
  const place = { ...still, xAxisIndex: pane, yAxisIndex: pane, z: 3, data };
  if (style === 'bars') return { ...place, type: 'bar', barMaxWidth: 14, itemStyle: { color: lightColor(color) } };
  const lineStyle = { color: lightColor(color), width: 1.5, ...(style === 'dashed' ? { type: [5, 3] } : {}) };
  return { ...place, type: 'line', symbol: 'none', connectNulls: false, lineStyle };
}

/** Returns a horizontal line across a panel. */
const guide = (value: number, pane: number, ends: readonly number[]) => ({
  ...still,
  type: 'line',
  xAxisIndex: pane,
  yAxisIndex: pane,
  z: 1,
  symbol: 'none',
  lineStyle: { color: lightColor('axis'), width: 1, type: [2, 3] },
  data: ends.map(() => value),
});

/**
 * Returns the axis of a panel. Only its lowest and highest value have labels; with fixed bounds, only the guides have
 * labels.
 */
function panelAxis({ lines, bounds, guides = [] }: ChartLines, pane: number) {
  const all = lines.flatMap(({ values }) => [...values].filter((value) => Number.isFinite(value)));
  const ends = all.length === 0 ? [0, 1] : [...all, ...(bounds === undefined ? guides : [])];
  const [low, high] = bounds ?? [Math.min(...ends), Math.max(...ends)];
  const scale = scaleOf(low, high, 4);
  const { min, max } = bounds === undefined ? scale : { min: low, max: high };
  const isFixed = bounds !== undefined;
  return {
    ...valueAxis({ ...scale, min, max, step: isFixed ? (high - low) / 10 : scale.step }),
    gridIndex: pane,
    splitLine: { show: false },
    axisLabel: {
      ...axisStyle.axisLabel,
      verticalAlignMaxLabel: 'top',
      verticalAlignMinLabel: 'bottom',
      formatter: (value: number) => {
        if (isFixed) return guides.includes(Math.round(value)) ? String(Math.round(value)) : '';
        return value === min || value === max ? formatCompact(value) : '';
      },
    },
  };
}

/** Returns the name of a panel and its last values, as text shapes. */
function panelHeading({ name, lines }: ChartLines, { left, top }: Pane, count: number): Overlay[] {
  const parts = [
    { text: name, color: lightColor('muted') },
    ...lines
      .filter(({ style }) => style !== 'bars')
      .flatMap(({ values, color }) => {
        const value = values[count - 1];
        return value === undefined || Number.isNaN(value)
          ? []
          : [{ text: Math.abs(value) >= 1_000 ? formatCompact(value) : value.toFixed(2), color: lightColor(color) }];
      }),
  ];
  let x = left + 4;
  return parts.map(({ text, color }) => {
    const style = { text, x, y: top + 2, fill: color, fontSize: 11 };
    x += textWidth(text, 11) + 8;
    return { type: 'text', z: 6, style };
  });
}

/** Returns the times of places; a gap has the time of the candle after it. */
const timesOf = (places: readonly Place[]): Date[] =>
  places.map(
    (place, index) =>
      (place ?? places[index + 1] ?? places[index - 1] ?? (places.find((other) => other !== null) as ChartCandle)).time,
  );

/** Returns the axis of the volumes, from 0 to the maximum volume, which has the only label. */
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

/** Returns the shapes that shade the gaps. */
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
function lastPrice(last: ChartCandle, axis: PriceAxis, { prices }: Panes, locate: Locate): Overlay[] {
  const y = Math.round(locate(0, axis.of(last.close))[1]);
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
