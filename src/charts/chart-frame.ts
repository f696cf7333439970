/** `auto` follows the viewer's color scheme (`prefers-color-scheme`) in one image. */
export const chartThemes = ['auto', 'light', 'dark'] as const;
export type ChartTheme = (typeof chartThemes)[number];

/**
 * The inputs of every chart besides its data. Texts may contain anything: they are escaped, and truncated if too long.
 */
export interface ChartFrame {
  /** The title, such as `AAPL.US – Apple Inc`; also read by screen readers. */
  title: string;
  /** Unit, interval and source, in small type. */
  subtitle: string;
  /** A prominent label such as `simulator – not real data`. */
  notice?: string;
  /** CSS pixels, 320 to 2000. */
  width: number;
  /** CSS pixels, 200 to 1200. */
  height: number;
  theme: ChartTheme;
}

/** The size and theme of a chart. */
export type ChartLook = Pick<ChartFrame, 'width' | 'height' | 'theme'>;
