import type { ChartLook } from '../../../charts/chart-frame.js';
import { draw, emptyText, fitted, headingHeight, type Overlay, textWidth } from '../../../charts/draw.js';
import { plainText } from '../../../charts/finish-svg.js';
import { legendOf } from '../../../charts/legend.js';
import { type ColorRole, lightColor } from '../../../charts/palette.js';
import { formatNumber, scaleOf } from '../../../charts/scale.js';
import { threadFunction } from '../../../threads/thread-call.js';
import { MIN_CASES, type ReturnDistribution, type StudyResult } from './event-study.js';

export interface StudyDrawing {
  /** Names of the targets. */
  titles: string[];
  results: Array<Omit<StudyResult, 'outcomes'>>;
  eventCount: number;
  permutationCount: number;
  seed: number;
  notice: string | undefined;
  look: ChartLook;
}

const TEXT_SIZE = 11;
const AXIS_HEIGHT = 28;
const LABEL_APART = 80;
/** Minimum height of a row with a note below its name (px). */
const MIN_NOTED_ROW = 34;
const MAX_NAME_FRACTION = 0.36;
const PERCENT = 100;
const legend = [
  { name: 'After the events: 5, 25, 50, 75, 95 %; ring: mean', color: 'line1' },
  { name: 'After random moments', color: 'muted' },
] as const;

/** Draws a study: for each result the returns after the events above those after random moments. @returns SVG */
export function drawStudy(drawing: StudyDrawing): Promise<string> {
  const { titles, results, eventCount, permutationCount, seed, notice, look } = drawing;
  const frame = {
    ...look,
    notice,
    title: 'Returns after events',
    subtitle: `${eventCount} events · ${permutationCount} random sets, seed ${seed} · p-values after Holm`,
  };
  const rows = results.map(({ target, window, figures, caseCount }) => ({
    name: titles.length === 1 ? daysText(window) : `${plainText(titles[target] as string)}, ${daysText(window)}`,
    figures,
    note:
      figures === null
        ? `${caseCount} of ${MIN_CASES} cases needed`
        : `${caseCount} cases, mean ${percentText(figures.cases.mean)}, p ${formatNumber(figures.adjustedPValue, 3)}`,
  }));
  const shown = titles.length === 1 ? { ...frame, title: `${plainText(titles[0] as string)} after events` } : frame;
  const all = rows.flatMap(({ figures }) => (figures ? [figures.cases, figures.base] : []));
  const description = rows.map(({ name, note }) => `${name}: ${note}`).join('; ');
  if (all.length === 0)
    return draw({ frame: shown, description, option: {}, overlay: () => [tooFew(rows, emptyText(shown))] });
  const { shapes, height } = legendOf(shown, legend);
  const [top, bottom] = [headingHeight(shown) + height + 6, shown.height - AXIS_HEIGHT];
  const room = Math.min(
    shown.width * MAX_NAME_FRACTION,
    Math.max(...rows.flatMap(({ name, note }) => [name, note].map((text) => textWidth(text, TEXT_SIZE)))) + 4,
  );
  const [left, right] = [16 + room + 10, shown.width - 24];
  const scale = scaleOf(
    Math.min(0, ...all.map(({ quantiles }) => (quantiles[0] as number) * PERCENT)),
    Math.max(0, ...all.map(({ quantiles }) => (quantiles.at(-1) as number) * PERCENT)),
    (right - left) / LABEL_APART,
  );
  const xOf = (percent: number) => left + ((percent - scale.min) / (scale.max - scale.min)) * (right - left);
  const steps = Math.round((scale.max - scale.min) / scale.step);
  const rowHeight = (bottom - top) / rows.length;
  const hasNotes = rowHeight >= MIN_NOTED_ROW;
  return draw({
    frame: shown,
    description,
    option: {},
    overlay: () => [
      ...shapes,
      ...Array.from({ length: steps + 1 }, (_, at) => scale.min + at * scale.step).flatMap((value) =>
        gridLine(xOf(value), `${formatNumber(value, scale.decimals)}%`, Math.abs(value) < scale.step / 2, top, bottom),
      ),
      ...rows.flatMap(({ name, figures, note }, index) => {
        const y = top + rowHeight * index;
        const size = Math.max(3, Math.min(12, rowHeight / 5));
        const boxes =
          figures === null
            ? []
            : [
                ...box(figures.cases, 'line1', y + rowHeight * 0.4, size, xOf),
                ...box(figures.base, 'muted', y + rowHeight * 0.74, size, xOf),
              ];
        return [...boxes, ...texts(name, hasNotes ? note : undefined, room, y + rowHeight * 0.57)];
      }),
    ],
  });
}

export const drawingInThread = threadFunction<typeof drawStudy>(new URL(import.meta.url), 'drawStudy');

const daysText = (window: number): string => (window === 1 ? '1 day' : `${window} days`);
const percentText = (fraction: number): string => `${formatNumber(fraction * PERCENT, 2)}%`;

/** Returns the name of a row, with its note below it if there is room. */
function texts(name: string, note: string | undefined, room: number, y: number): Overlay[] {
  const shown = label(fitted(name, TEXT_SIZE, room), 16 + room, note === undefined ? y : y - 8, 'right', 'text');
  if (note === undefined) return [shown];
  return [shown, label(fitted(note, TEXT_SIZE, room), 16 + room, y + 8, 'right', 'muted')];
}

const tooFew = (rows: ReadonlyArray<{ note: string }>, empty: Overlay): Overlay => ({
  ...empty,
  style: { ...(empty.style as object), text: `Too few cases: ${rows[0]?.note ?? 'none'}.` },
});

function gridLine(position: number, text: string, isZero: boolean, top: number, bottom: number): Overlay[] {
  const x = Math.round(position) + 0.5;
  const style = { stroke: lightColor(isZero ? 'axis' : 'grid'), lineWidth: 1 };
  return [
    { type: 'line', z: -1, shape: { x1: x, y1: top, x2: x, y2: bottom }, style },
    label(text, x, bottom + 8 + TEXT_SIZE / 2, 'center', 'muted'),
  ];
}

/** Returns a line from the first to the last quantile, a box between the middle ones, and marks at median and mean. */
function box(
  { quantiles, mean }: ReturnDistribution,
  role: ColorRole,
  y: number,
  size: number,
  xOf: (percent: number) => number,
): Overlay[] {
  const [low, lower, median, upper, high] = quantiles.map((value) => xOf(value * PERCENT)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const fill = lightColor(role);
  const middle = Math.round(y) + 0.5;
  return [
    { type: 'line', z: 1, shape: { x1: low, y1: middle, x2: high, y2: middle }, style: { stroke: fill, lineWidth: 1 } },
    {
      type: 'rect',
      z: 2,
      shape: { x: lower, y: middle - size / 2, width: Math.max(1, upper - lower), height: size },
      style: { fill },
    },
    {
      type: 'line',
      z: 3,
      shape: { x1: median, y1: middle - size / 2, x2: median, y2: middle + size / 2 },
      style: { stroke: lightColor('ground'), lineWidth: 2 },
    },
    {
      type: 'rect',
      z: 4,
      shape: { x: xOf(mean * PERCENT) - 3.5, y: middle - 3.5, width: 7, height: 7, r: 3.5 },
      style: { fill: lightColor('ground'), stroke: fill, lineWidth: 1.5 },
    },
  ];
}

const label = (text: string, x: number, y: number, align: string, role: ColorRole): Overlay => ({
  type: 'text',
  z: 5,
  style: { text, x, y: y - TEXT_SIZE / 2, align, fill: lightColor(role), fontSize: TEXT_SIZE },
});
