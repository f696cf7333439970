import type { ChartFrame } from './chart-frame.js';
import { finishPicture, plainText } from './finish-picture.js';
import { ink } from './palette.js';

type Library = Pick<typeof import('echarts'), 'init'>;

let loading: Promise<Library> | undefined;

/** The drawing library. It is large, so it is loaded with the first picture. */
function library(): Promise<Library> {
  loading ??= import('echarts/dist/echarts.esm.min');
  return loading;
}

/** A shape on top of a chart, in pixels. */
export type Overlay = { type: 'rect' | 'text' | 'line'; [option: string]: unknown };

/** Where on the picture a place of the data is: the index of the category and the value, in the coordinates of the first axes. */
export type Locate = (index: number, value: number) => [x: number, y: number];

export interface Drawing {
  frame: ChartFrame;
  /** For screen readers and search: what the picture shows, in a sentence. */
  description: string;
  /** Axes and series in the terms of the library. */
  option: object;
  /** What is laid over them once their place is known. */
  overlay?(locate: Locate): Overlay[];
}

/** Draws once and gives the place back. The same drawing makes the same bytes. */
export async function draw({ frame, description, option, overlay }: Drawing): Promise<string> {
  const { init } = await library();
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: frame.width, height: frame.height });
  try {
    chart.setOption({ animation: false, textStyle: { fontFamily: 'sans-serif' }, ...option });
    const locate: Locate = (index, value) => chart.convertToPixel({ xAxisIndex: 0, yAxisIndex: 0 }, [index, value]) as [number, number];
    chart.setOption({ graphic: [...headingOf(frame), ...(overlay?.(locate) ?? [])].map((shape) => ({ silent: true, ...shape })) as never });
    return finishPicture(chart.renderToSVGString(), frame, description);
  } finally {
    chart.dispose();
  }
}

/** How wide a text is at most, roughly and the same everywhere: a server has no fonts to measure. */
export const textWidth = (text: string, size: number): number => {
  const capitals = text.replace(/[^A-Z0-9@%&$€]/g, '').length;
  return size * (capitals * 0.7 + (text.length - capitals) * 0.58);
};

/** The text, or as much of its beginning as has room, without a bracket or comma that leads to nothing. */
export function fitted(text: string, size: number, room: number): string {
  if (textWidth(text, size) <= room) return text;
  let cut = text.slice(0, -1);
  while (cut !== '' && textWidth(`${cut}…`, size) > room) cut = cut.slice(0, -1);
  return `${cut.replace(/[\s([,;:–-]+$/u, '')}…`;
}

const isNarrow = ({ width, notice }: ChartFrame) => notice !== undefined && width < 560;

/** Pixels that title, subtitle and notice take at the top. */
export const headingHeight = (frame: ChartFrame): number => (isNarrow(frame) ? 74 : 54);

function headingOf(frame: ChartFrame): Overlay[] {
  const { title, subtitle, notice, width } = frame;
  const label = notice === undefined ? '' : plainText(notice);
  const labelWidth = textWidth(label, 12) + 16;
  const room = notice === undefined || isNarrow(frame) ? width - 32 : width - 40 - labelWidth;
  const line = (text: string, y: number, size: number, role: 'text' | 'muted', lineWidth: number, weight: string): Overlay => ({
    type: 'text',
    style: { text: fitted(plainText(text), size, lineWidth), x: 16, y, fill: ink(role), fontSize: size, fontWeight: weight },
  });
  const heading = [line(title, 12, 15, 'text', room, 'bold'), line(subtitle, 33, 12, 'muted', width - 32, 'normal')];
  if (notice === undefined) return heading;
  const [x, y] = isNarrow(frame) ? [16, 51] : [width - 16 - labelWidth, 10];
  return [
    ...heading,
    { type: 'rect', shape: { x, y, width: Math.min(labelWidth, width - 32), height: 20, r: 4 }, style: { fill: ink('noticeGround') } },
    {
      type: 'text',
      style: { text: label, x: x + 8, y: y + 4, fill: ink('notice'), fontSize: 12, fontWeight: 'bold', width: width - 48, overflow: 'truncate', ellipsis: '…' },
    },
  ];
}
