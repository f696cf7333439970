/** `auto` follows the scheme the reader prefers (`prefers-color-scheme`), in one picture. */
export const chartThemes = ['auto', 'light', 'dark'] as const;
export type ChartTheme = (typeof chartThemes)[number];

/** What every chart is given beside its data. Texts may hold anything: they are escaped, and cut where they do not fit. */
export interface ChartFrame {
  /** What is shown, such as `AAPL.US – Apple Inc`. Also the name a screen reader says. */
  title: string;
  /** Unit, interval and source, in small. */
  subtitle: string;
  /** What nobody may overlook, such as `simulator – not real data`; it stands out. */
  notice?: string;
  /** CSS pixels, 320 to 2000. */
  width: number;
  /** CSS pixels, 200 to 1200. */
  height: number;
  theme: ChartTheme;
}

/** What the reader of a chart chooses. */
export type ChartLook = Pick<ChartFrame, 'width' | 'height' | 'theme'>;
