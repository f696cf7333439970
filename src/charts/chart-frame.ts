/** Themes; `auto` follows the viewer's color scheme (`prefers-color-scheme`) within one image. */
export const chartThemes = ['auto', 'light', 'dark'] as const;
export type ChartTheme = (typeof chartThemes)[number];

/** Options common to all charts. Texts may contain any characters: they are escaped, and truncated if too long. */
export interface ChartFrame {
  /** The title, such as `AAPL.US – Apple Inc`; also read by screen readers. */
  title: string;
  /** A heading for images in which the title has no space. */
  shortTitle?: string;
  /** Text in small type below the title: unit, interval and source. */
  subtitle: string;
  /** A prominent label such as `Simulated data`. */
  notice?: string;
  /** Width in CSS pixels, 320 to 2000. */
  width: number;
  /** Height in CSS pixels, 200 to 1200. */
  height: number;
  theme: ChartTheme;
}

/** The size and theme of a chart. */
export type ChartLook = Pick<ChartFrame, 'width' | 'height' | 'theme'>;
