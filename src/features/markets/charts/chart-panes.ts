import type { ChartFrame } from '../../../charts/chart-frame.js';
import { headingHeight } from '../../../charts/draw.js';

/** A rectangle of a chart, in pixels. */
export interface Pane {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The panes of a chart from top to bottom: prices, volumes, panels. */
export interface Panes {
  prices: Pane;
  volumes: Pane | undefined;
  panels: Pane[];
}

export const AXIS_HEIGHT = 28;
const SPACE = 14;
/** Fraction of the height for the volumes, without and with panels. */
const VOLUME_PART = 0.2;
const VOLUME_PART_BESIDE_PANELS = 0.11;
const PANEL_PART = 0.19;
/** Maximum fraction of the height for all panels together. */
const PANELS_PART = 0.42;
/** Minimum heights (px) of the panes, below which they are not readable. */
const MIN_PRICES = 100;
const MIN_HEIGHT_WITH_VOLUMES = 150;
const MIN_PANEL = 36;

/**
 * Divides the height among the panes. If the image is too low, volumes are left out first, then panels, beginning with
 * the last.
 * @param margin width of the labels on the right (px)
 * @param legend height of the legend below the heading (px)
 */
export function panesOf(
  frame: ChartFrame,
  { hasVolume, panels, margin, legend }: { hasVolume: boolean; panels: number; margin: number; legend: number },
): Panes {
  const top = headingHeight(frame) + legend + 8;
  const bottom = frame.height - AXIS_HEIGHT;
  const [left, right] = [16, frame.width - margin];
  const height = bottom - top;
  const panelHeight = Math.max(MIN_PANEL, Math.round(height * Math.min(PANEL_PART, PANELS_PART / Math.max(1, panels))));
  const shown = Math.max(0, Math.min(panels, Math.floor((height - MIN_PRICES) / (panelHeight + SPACE))));
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
  if (volumes !== undefined) end = volumes.top - SPACE;
  return { prices: { left, right, top, bottom: end }, volumes, panels: below };
}
