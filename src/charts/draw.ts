import type { ChartFrame } from './chart-frame.js';
import { finishSvg, plainText } from './finish-svg.js';
import { lightColor } from './palette.js';

type Library = Pick<typeof import('echarts'), 'init'>;

let loading: Promise<Library> | undefined;

/** Loads the drawing library at the first use, because it is large. */
function library(): Promise<Library> {
  loading ??= import('echarts/dist/echarts.esm.min');
  return loading;
}

/** A shape drawn over a chart, in pixels. */
export type Overlay = { type: 'rect' | 'text' | 'line'; [option: string]: unknown };

/** Converts a category index and a value to pixels. @param axis index of the value axis. Default: the first */
export type Locate = (index: number, value: number, axis?: number) => [x: number, y: number];

export interface Drawing {
  frame: ChartFrame;
  /** Description for screen readers and search engines; the notice of the frame is added to it. */
  description: string;
  /** Axes and series, as options of ECharts. */
  option: object;
  /** Returns shapes to be drawn over the chart; `locate` gives positions after the layout. */
  overlay?(locate: Locate): Overlay[];
  /** Returns SVG elements to be drawn over everything, with texts escaped, such as shapes with tooltips. */
  elements?(locate: Locate): string;
}

/** Renders a drawing as SVG and frees its memory. Equal drawings produce equal bytes. */
export async function draw({ frame, description, option, overlay, elements }: Drawing): Promise<string> {
  const { init } = await library();
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: frame.width, height: frame.height });
  try {
    chart.setOption({ animation: false, textStyle: { fontFamily: 'sans-serif' }, ...option });
    const locate: Locate = (index, value, axis = 0) =>
      chart.convertToPixel({ xAxisIndex: 0, yAxisIndex: axis }, [index, value]) as [number, number];
    chart.setOption({
      graphic: [...headingOf(frame), ...(overlay?.(locate) ?? [])].map((shape) => ({
        silent: true,
        ...shape,
      })) as never,
    });
    const drawn = chart.renderToSVGString();
    const end = drawn.lastIndexOf('</svg>');
    return finishSvg(`${drawn.slice(0, end)}${elements?.(locate) ?? ''}</svg>`, frame, describe(frame, description));
  } finally {
    chart.dispose();
  }
}

/** Returns a description that ends with the notice, as `Simulated data.`. */
const describe = ({ notice }: ChartFrame, description: string): string =>
  notice === undefined ? description : `${description.replace(/\.?$/, '.')} ${notice}.`;

/**
 * Returns the approximate maximum width of a text in pixels, equal on all machines, because a server may have no fonts.
 */
export const textWidth = (text: string, size: number): number => {
  const capitals = text.replace(/[^A-Z0-9@%&$€]/g, '').length;
  return size * (capitals * 0.7 + (text.length - capitals) * 0.58);
};

/** Returns the text, truncated to the available width, without a trailing bracket or comma. */
export function fitted(text: string, size: number, room: number): string {
  if (textWidth(text, size) <= room) return text;
  let cut = text.slice(0, -1);
  while (cut !== '' && textWidth(`${cut}…`, size) > room) cut = cut.slice(0, -1);
  return `${cut.replace(/[\s([,;:–-]+$/u, '')}…`;
}

const isNarrow = ({ width, notice }: ChartFrame) => notice !== undefined && width < 560;

/** Returns the height of title, subtitle and notice in pixels. */
export const headingHeight = (frame: ChartFrame): number => (isNarrow(frame) ? 78 : 54);

/** Bold letters are wider than others by about this factor. */
export const BOLD = 1.08;
const TITLE_SIZE = 15;
const SUBTITLE_SIZE = 12;

/**
 * Returns the parts of a subtitle with the range of times after the first one, so that narrow images have it too.
 * @param notes further parts at the end
 * @param omission note on requested content that the image does not have, right after the range
 */
export function withRange(subtitle: string, range: string, notes: readonly string[] = [], omission = ''): string {
  const [first = '', ...rest] = subtitle.split(' · ');
  return [first, range, omission, ...rest, ...notes].filter((part) => part !== '').join(' · ');
}

/** Divides a subtitle between two of its parts, so that the first line fits; the second is empty if all fit in one. */
function inTwoLines(subtitle: string, room: number): [first: string, rest: string] {
  const parts = plainText(subtitle).split(' · ');
  const first = fittingParts(parts, room);
  return [first.join(' · '), parts.slice(first.length).join(' · ')];
}

/** Returns the parts of a subtitle from the first on that fit into a line: at least one. */
function fittingParts(parts: readonly string[], room: number): readonly string[] {
  let count = parts.length;
  while (count > 1 && textWidth(parts.slice(0, count).join(' · '), SUBTITLE_SIZE) > room) count -= 1;
  return parts.slice(0, count);
}

/**
 * Exchanges the first parts of the lines of a narrow image if only then both fit: the second line is beside the notice.
 */
function besideNotice(lines: [first: string, rest: string], room: number, beside: number): [string, string] {
  const [first, rest] = lines;
  const [next = '', ...others] = rest.split(' · ');
  const fits = (text: string, space: number) => textWidth(text, SUBTITLE_SIZE) <= space;
  const isBetter = !first.includes(' · ') && !fits(next, beside) && fits(next, room) && fits(first, beside);
  return isBetter ? [next, [first, ...others].join(' · ')] : lines;
}

function headingOf(frame: ChartFrame): Overlay[] {
  const { title, shortTitle, subtitle, notice, width } = frame;
  const label = notice === undefined ? '' : plainText(notice);
  const labelWidth = textWidth(label, 12) + 16;
  const room = notice === undefined || isNarrow(frame) ? width - 32 : width - 40 - labelWidth;
  const line = (
    text: string,
    y: number,
    size: number,
    role: 'text' | 'muted',
    lineWidth: number,
    weight: string,
  ): Overlay => ({
    type: 'text',
    style: {
      text: fitted(plainText(text), weight === 'bold' ? size * BOLD : size, lineWidth),
      x: 16,
      y,
      fill: lightColor(role),
      fontSize: size,
      fontWeight: weight,
    },
  });
  const isLong = textWidth(plainText(title), TITLE_SIZE * BOLD) > room;
  const shownTitle = line((isLong && shortTitle) || title, 12, TITLE_SIZE, 'text', room, 'bold');
  if (notice === undefined) return [shownTitle, line(subtitle, 33, 12, 'muted', width - 32, 'normal')];
  // Parts that do not fit are left out: half of one would only puzzle.
  const beside = width - 40 - labelWidth;
  const [first, rest] = isNarrow(frame)
    ? besideNotice(inTwoLines(subtitle, width - 32), width - 32, beside)
    : inTwoLines(subtitle, width - 40 - labelWidth);
  const heading = [shownTitle, line(first, 33, 12, 'muted', width - 32, 'normal')];
  if (isNarrow(frame) && rest !== '' && beside > 0) {
    const shown = fittingParts(rest.split(' · '), beside).join(' · ');
    const { style, ...shape } = line(shown, 55, 12, 'muted', beside, 'normal');
    heading.push({ ...shape, style: { ...(style as object), x: 24 + labelWidth } });
  }
  const shownWidth = Math.min(labelWidth, width - 32);
  const [x, y] = isNarrow(frame) ? [16, 51] : [width - 16 - shownWidth, 10];
  return [
    ...heading,
    {
      type: 'rect',
      shape: { x, y, width: shownWidth, height: 20, r: 4 },
      style: { fill: lightColor('noticeGround') },
    },
    {
      type: 'text',
      style: {
        text: fitted(label, 12, shownWidth - 16),
        x: x + shownWidth / 2,
        y: y + 4,
        align: 'center',
        fill: lightColor('notice'),
        fontSize: 12,
        fontWeight: 'bold',
      },
    },
  ];
}

/** Returns the text of a chart without data. */
export const emptyText = ({ width, height }: ChartFrame): Overlay => ({
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
