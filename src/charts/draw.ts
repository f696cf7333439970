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
  /** Description in one sentence, for screen readers and search engines. */
  description: string;
  /** Axes and series, as options of ECharts. */
  option: object;
  /** Returns shapes to be drawn over the chart; `locate` gives positions after the layout. */
  overlay?(locate: Locate): Overlay[];
}

/** Renders a drawing as SVG and frees its memory. Equal drawings produce equal bytes. */
export async function draw({ frame, description, option, overlay }: Drawing): Promise<string> {
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
    return finishSvg(chart.renderToSVGString(), frame, description);
  } finally {
    chart.dispose();
  }
}

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
export const headingHeight = (frame: ChartFrame): number => (isNarrow(frame) ? 74 : 54);

function headingOf(frame: ChartFrame): Overlay[] {
  const { title, subtitle, notice, width } = frame;
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
      text: fitted(plainText(text), size, lineWidth),
      x: 16,
      y,
      fill: lightColor(role),
      fontSize: size,
      fontWeight: weight,
    },
  });
  const heading = [line(title, 12, 15, 'text', room, 'bold'), line(subtitle, 33, 12, 'muted', width - 32, 'normal')];
  if (notice === undefined) return heading;
  const [x, y] = isNarrow(frame) ? [16, 51] : [width - 16 - labelWidth, 10];
  return [
    ...heading,
    {
      type: 'rect',
      shape: { x, y, width: Math.min(labelWidth, width - 32), height: 20, r: 4 },
      style: { fill: lightColor('noticeGround') },
    },
    {
      type: 'text',
      style: {
        text: label,
        x: x + 8,
        y: y + 4,
        fill: lightColor('notice'),
        fontSize: 12,
        fontWeight: 'bold',
        width: width - 48,
        overflow: 'truncate',
        ellipsis: '…',
      },
    },
  ];
}
