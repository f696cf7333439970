import { axisStyle, labeledTimes } from '../../../charts/axes.js';
import type { ChartFrame } from '../../../charts/chart-frame.js';
import { AXIS_HEIGHT, MARKS_HEIGHT, type Pane, type Panes, panesOf } from '../../../charts/chart-panes.js';
import { draw, emptyText, type Locate, type Overlay, textWidth, withRange } from '../../../charts/draw.js';
import { legendOf } from '../../../charts/legend.js';
import { type ColorRole, lightColor } from '../../../charts/palette.js';
import {
  type ChartLines,
  gridOf,
  omissionNote,
  panelAxis,
  panelHeading,
  panelSeries,
  seriesOf,
  still,
} from '../../../charts/panels.js';
import { linearAxis, logarithmicAxis, type PlotAxis } from '../../../charts/plot-axis.js';
import { formatCompact, formatNumber, formatPrice } from '../../../charts/scale.js';
import { formatRange, formatTime } from '../../../charts/time-axis.js';
import { describeMarks, drawMarks, legendOfMarks, placeMarks, type TimeMark } from '../../../charts/time-marks.js';
import { type ChartGap, gapPositions } from './gap-positions.js';
import { type ComparedCloses, firstCommon, INDEX_BASE, scaledCandles, scaledLines } from './indexed.js';
import { type IndicatorLines, lineRolesOnCandles } from './indicator-lines.js';
import { type ChartCandle, joinCandles } from './join-candles.js';

export type { ChartCandle } from './join-candles.js';

export interface CandleChartSpec extends ChartFrame, Partial<IndicatorLines> {
  /** Candles, ascending in time. */
  candles: readonly ChartCandle[];
  /** The currency of the prices, as the heading of their axis; empty for values that are not prices. */
  currency?: string;
  /** True: volumes are drawn below the prices, unless the image is too low. */
  hasVolume: boolean;
  /** Ranges without data, shaded. */
  gaps?: readonly ChartGap[];
  /** True: equal percentages have equal heights; ignored if a price is not positive. */
  isLogarithmic?: boolean;
  /**
   * Instruments to compare with. With them, all prices are multiplied so that each instrument has 100 at the first
   * close that all of them have.
   */
  compared?: readonly ComparedCloses[];
  /** Splits, dividends and events, marked below the prices. */
  marks?: readonly TimeMark[];
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
 * Renders candles with volumes, indicators, compared instruments, marks, the last price and gaps. Every candle has the
 * same width, so nights and weekends take no space. Neighboring candles are joined if there are too many, and the
 * subtitle says so.
 * @returns an SVG document
 */
export function candleChart(sent: CandleChartSpec): Promise<string> {
  const spec = indexed(sent);
  const { candles, overlays = [], panels = [], marks = [] } = spec;
  const range = formatRange(candles.map(({ time }) => time));
  const last = candles.at(-1);
  if (last === undefined) {
    const frame = { ...spec, subtitle: withRange(spec.subtitle, range) };
    return draw({ frame, description: 'No data in this range.', option: {}, overlay: () => [emptyText(spec)] });
  }
  const drawn = drawnOf(spec);
  const placed = placeMarks(marks, timesOf(drawn.places));
  const lineOf = ({ name, lines }: ChartLines) => ({ name, color: lines[0]?.color ?? 'line1' }) as const;
  const legend = legendOf(spec, [...overlays.map(lineOf), ...spec.comparison.map(lineOf), ...legendOfMarks(placed)]);
  const panes = panesOf(spec, {
    hasUnits: true,
    hasVolume: spec.hasVolume,
    hasMarks: placed.length > 0,
    panels: panels.length,
    left: 16,
    right: spec.width - marginOf(spec),
    legend: legend.height,
  });
  const isLogarithmic = spec.isLogarithmic === true && candles.every(({ low }) => low > 0);
  const notes = [
    spec.base === undefined ? '' : `${INDEX_BASE} = close of ${formatTime(spec.base)}`,
    isLogarithmic ? 'log scale' : '',
    drawn.joined > 1 ? `${drawn.joined} candles drawn as one` : '',
    spec.gaps?.length ? 'shaded: no data' : '',
  ];
  const omission = omissionNote(panels.slice(panes.panels.length));
  const frame = { ...spec, subtitle: withRange(spec.subtitle, range, notes, omission) };
  const named = [...overlays, ...spec.comparison, ...panels.slice(0, panes.panels.length)].map(({ name }) => name);
  const description = [
    `${candles.length} candles, ${range}. Last close ${formatPrice(sent.candles.at(-1)?.close ?? 0)}.`,
    named.length > 0 ? `With ${named.join(', ')}.` : '',
    describeMarks(placed),
  ];
  const axis = priceAxis(spec, drawn.places, panes.main, last.close, isLogarithmic);
  const overlay = (locate: Locate) => [
    ...legend.shapes,
    ...axis.marks(locate),
    ...axisHeadings(spec, panes),
    ...gapBands(spec, drawn.places, panes, locate),
    ...lastPrice(last, axis, panes, locate),
    ...panes.panels.flatMap((pane, index) => panelHeading(panels[index] as ChartLines, pane)),
  ];
  return draw({
    frame,
    description: description.filter((part) => part !== '').join(' '),
    option: optionOf(spec, drawn, panes, axis, placed.length > 0),
    overlay,
    elements: (locate) => drawMarks(placed, panes.main, (index) => locate(index, 0)[0]),
  });
}

/** A chart whose prices are in the unit of its axis. */
interface IndexedSpec extends CandleChartSpec {
  /** The compared instruments as lines. */
  comparison: ChartLines[];
  /** Time at which every instrument has `INDEX_BASE`; undefined without compared instruments. */
  base?: Date;
}

function indexed(spec: CandleChartSpec): IndexedSpec {
  const { candles, compared = [], overlays = [] } = spec;
  const at = compared.length === 0 ? -1 : firstCommon(candles, compared);
  const base = candles[at];
  if (base === undefined) return { ...spec, comparison: [] };
  const factor = INDEX_BASE / base.close;
  const comparison = compared.map(({ symbol, currency, closes }, index): ChartLines => {
    const values = closes.map((close) => (close * INDEX_BASE) / (closes[at] as number));
    const last = values.findLast((value) => Number.isFinite(value)) as number;
    const color = lineRolesOnCandles[(overlays.length + index) % lineRolesOnCandles.length] as ColorRole;
    const name = currency === '' ? symbol : `${symbol} (${currency})`;
    return { name: `${name} ${formatNumber(last, 1)}`, lines: [{ values, color, style: 'line' }] };
  });
  return {
    ...spec,
    candles: scaledCandles(candles, factor),
    overlays: scaledLines(overlays, factor),
    comparison,
    base: base.time,
  };
}

/** Returns the axis of the prices, which includes the prices of candles and all lines over them. */
function priceAxis(
  { overlays = [], comparison }: IndexedSpec,
  places: readonly Place[],
  pane: Pane,
  covered: number,
  isLogarithmic: boolean,
): PlotAxis {
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
  for (const { lines } of [...overlays, ...comparison]) for (const { values } of lines) values.forEach(include);
  return (isLogarithmic ? logarithmicAxis : linearAxis)({ low, high, pane, covered });
}

/** Returns the width of the widest price label. */
function marginOf({ candles }: CandleChartSpec): number {
  const widest = Math.max(
    ...candles.map(({ high, low }) => Math.max(formatPrice(high).length, formatPrice(low).length)),
  );
  return Math.ceil(textWidth('0'.repeat(widest + 1), 11)) + 20;
}

/** Returns the units of the axes of prices and volumes, as text shapes. */
function axisHeadings({ currency = '', base }: IndexedSpec, { main, volumes }: Panes): Overlay[] {
  const heading = (text: string, y: number): Overlay => ({
    type: 'text',
    z: 1,
    style: { text, x: main.right + 8, y, fill: lightColor('muted'), fontSize: 11 },
  });
  return [
    heading(base === undefined ? currency : 'Index', main.top - 20),
    ...(volumes === undefined ? [] : [heading('volume', volumes.top + 13)]),
  ];
}

function optionOf(spec: IndexedSpec, { places, ends }: Drawn, panes: Panes, axis: PlotAxis, hasMarks: boolean): object {
  const { overlays = [], panels = [], comparison } = spec;
  const candlesOnly = places.filter((place) => place !== null);
  const lower = [...(panes.volumes === undefined ? [] : [panes.volumes]), ...panes.panels];
  const firstPanel = lower.length - panes.panels.length + 1;
  // Marks are between the lowest pane and its labels only if that pane is the main one.
  const strip = hasMarks && lower.length === 0 ? MARKS_HEIGHT : 0;
  const times = labeledTimes(timesOf(places), panes.main.right - panes.main.left, strip);
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
    grid: [panes.main, ...lower].map(gridOf),
    xAxis: [panes.main, ...lower].map((_, index) => ({
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
      // Bands are below other lines: the middle of Bollinger bands is a moving average, which would be hidden.
      ...[...bandsFirst(overlays), ...comparison].flatMap(({ lines }) =>
        lines.map((line) => seriesOf(line, { x: 0, y: 0 }, ends, (value) => axis.of(value))),
      ),
      ...panes.panels.flatMap((_, index) =>
        panelSeries(panels[index] as ChartLines, { x: firstPanel + index, y: firstPanel + index }, ends),
      ),
    ],
  };
}

const bandsFirst = (overlays: readonly ChartLines[]) =>
  overlays.toSorted((one, other) => other.lines.length - one.lines.length);

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
    type: 'value',
    gridIndex: 1,
    position: 'right',
    min: 0,
    max,
    interval: max,
    ...axisStyle,
    axisLine: { show: false },
    axisLabel: {
      ...axisStyle.axisLabel,
      verticalAlignMaxLabel: 'top',
      formatter: (value: number) => (value === 0 || most === 0 ? '' : formatCompact(value)),
    },
  };
}

const volumeBars = (places: readonly Place[]) => ({
  type: 'bar',
  xAxisIndex: 1,
  yAxisIndex: 1,
  barMaxWidth: 14,
  silent: true,
  emphasis: { disabled: true },
  progressive: 0,
  data: places.map((place) => ({
    value: place?.volume ?? '-',
    itemStyle: { color: lightColor(place !== null && place.close < place.open ? 'downVolume' : 'upVolume') },
  })),
});

/** Returns the shapes that shade the gaps. */
function gapBands(spec: CandleChartSpec, places: readonly Place[], { main }: Panes, locate: Locate): Overlay[] {
  const width = Math.max(3, (main.right - main.left) / places.length);
  const bands = places.flatMap((place, index) => (place === null ? [locate(index, 0)[0] - width / 2] : []));
  const height = spec.height - AXIS_HEIGHT - main.top;
  return bands.map((x) => ({
    type: 'rect',
    z: -1,
    shape: { x, y: main.top, width, height },
    style: { fill: lightColor('gap') },
  }));
}

/** Draws a line at the last price, and its label on the axis. */
function lastPrice(last: ChartCandle, axis: PlotAxis, { main }: Panes, locate: Locate): Overlay[] {
  const y = Math.round(locate(0, axis.of(last.close))[1]);
  const role = last.close < last.open ? 'down' : 'up';
  const text = formatPrice(last.close);
  const shape = { x1: main.left, y1: y, x2: main.right, y2: y };
  return [
    { type: 'line', z: 5, shape, style: { stroke: lightColor(role), lineWidth: 1, lineDash: [3, 3] } },
    {
      type: 'rect',
      z: 6,
      shape: { x: main.right + 1, y: y - 9, width: textWidth(text, 11) + 14, height: 18, r: 3 },
      style: { fill: lightColor(role) },
    },
    {
      type: 'text',
      z: 7,
      style: { text, x: main.right + 8, y: y - 5.5, fill: lightColor('onMark'), fontSize: 11, fontWeight: 'bold' },
    },
  ];
}
