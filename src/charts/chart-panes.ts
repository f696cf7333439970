import type { ChartFrame } from './chart-frame.js';
import { headingHeight } from './draw.js';

/** A rectangle of a chart, in pixels. */
export interface Pane {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The panes of a chart from top to bottom: the main one, volumes, panels. */
export interface Panes {
  main: Pane;
  volumes: Pane | undefined;
  panels: Pane[];
}

export const AXIS_HEIGHT = 28;
/** Height of the strip of marks (px). */
export const MARKS_HEIGHT = 18;
/** Space (px) above a pane, which contains its heading. */
const SPACE = 18;
/** Space (px) above the main pane, which contains the units of its axes. */
const TOP_SPACE = 22;
const LOW_TOP_SPACE = 8;
/** Fraction of the height for the volumes, without and with panels. */
const VOLUME_PART = 0.2;
const VOLUME_PART_BESIDE_PANELS = 0.11;
const PANEL_PART = 0.19;
/** Maximum fraction of the height for all panels together. */
const PANELS_PART = 0.42;
/** Minimum heights (px) of the panes, below which they are not readable. */
const MIN_MAIN = 100;
const MIN_HEIGHT_WITH_VOLUMES = 150;
const MIN_PANEL = 36;

/** The contents of a chart that need a place. */
interface Contents {
  /** True: the space above the main pane contains the units of its axes. */
  hasUnits?: boolean;
  hasVolume?: boolean;
  /** True: a strip for marks is left free below the main pane. */
  hasMarks?: boolean;
  /** Number of panels. */
  panels: number;
  /** Left and right edge of all panes (px). */
  left: number;
  right: number;
  /** Height of the legend below the heading (px). */
  legend: number;
}

/**
 * Divides the height among the panes. If the image is too low, volumes are left out first, then panels, beginning with
 * the last.
 */
export function panesOf(
  frame: ChartFrame,
  { hasUnits = false, hasVolume = false, hasMarks = false, panels, left, right, legend }: Contents,
): Panes {
  const top = headingHeight(frame) + legend + (hasUnits ? TOP_SPACE : LOW_TOP_SPACE);
  const bottom = frame.height - AXIS_HEIGHT;
  const height = bottom - top - (hasMarks ? MARKS_HEIGHT : 0);
  const panelHeight = Math.max(MIN_PANEL, Math.round(height * Math.min(PANEL_PART, PANELS_PART / Math.max(1, panels))));
  const shown = Math.max(0, Math.min(panels, Math.floor((height - MIN_MAIN) / (panelHeight + SPACE))));
  const rest = height - shown * (panelHeight + SPACE);
  const volumePart = shown > 0 ? VOLUME_PART_BESIDE_PANELS : VOLUME_PART;
  const volumeHeight =
    hasVolume && rest >= MIN_HEIGHT_WITH_VOLUMES ? height - Math.round(height * (1 - volumePart)) : undefined;
  let end = bottom;
  const below: Pane[] = [];
  for (let index = 0; index < shown; index += 1) {
    below.unshift({ left, right, top: end - panelHeight, bottom: end });
    end -= panelHeight + SPACE;
  }
  const volumes = volumeHeight === undefined ? undefined : { left, right, top: end - volumeHeight, bottom: end };
  if (volumes !== undefined) end = volumes.top - (hasMarks ? 4 : SPACE);
  if (hasMarks) end -= MARKS_HEIGHT;
  return { main: { left, right, top, bottom: end }, volumes, panels: below };
}
