import type { ChartTheme } from '../../../../charts/chart-frame.js';
import type { Box } from '../../box.js';
import type { CurvedOutline } from '../../geometry/outline-curves.js';
import type { Crowd } from './crowds.js';

/** A position with a mark. Longitudes may exceed ±180. */
export interface MapPoint {
  lat: number;
  lon: number;
  /** Direction of movement in degrees from true north. Without it, a mark without a direction is drawn. */
  bearing?: number | null;
  /** Severity of events, 1 to 5. */
  severity?: number;
  /** Name that is shown as a tooltip, and drawn beside the mark if there is space. */
  label?: string | null;
  /** True for an outdated position, whose mark is hollow. */
  stale?: boolean;
}

/** The points of a track, oldest first. A track may cross the antimeridian. */
export interface MapTrack {
  label: string;
  /** Text beside the first point, such as its time. */
  startLabel?: string;
  points: ReadonlyArray<readonly [lon: number, lat: number]>;
  /** Indices of the first points after gaps, ascending; no line is drawn to these points. */
  breaks?: readonly number[];
  /** Points on the track with a text, such as full hours. */
  marks?: ReadonlyArray<{ lat: number; lon: number; text: string }>;
  /** Speeds (knots, NaN if unknown) at the points; the line has a color for each speed class. */
  speeds?: readonly number[];
  /** Upper limits (knots) of the speed classes except the last, ascending; at most 5. */
  speedLimits?: readonly number[];
}

/** A geofence with its outline. */
export interface MapFence {
  label: string;
  outline: CurvedOutline;
}

/** The content of a map. The legend omits missing layers and counts 0 for empty ones. */
export interface MapScene {
  /** The requested box. It is always shown completely; the image shows more if its shape differs. */
  box: Box;
  /** Title of the image. Default: the name of the area. */
  title?: string;
  /** The subject of the map, before the name of the area in the default title. */
  subject?: string;
  subtitle: string;
  /** Text of narrow images in which not even the first part of the subtitle fits. */
  shortSubtitle?: string;
  /** A prominent notice, such as `Simulated data`. An empty text reserves the space for a notice. */
  notice?: string;
  theme: ChartTheme;
  /** Width in CSS pixels, 320 to 2000. */
  width: number;
  /** Height in CSS pixels, 200 to 1200. Default: derived from the box. */
  height?: number;
  vessels?: readonly MapPoint[] | Crowd;
  aircraft?: readonly MapPoint[] | Crowd;
  events?: readonly MapPoint[];
  pins?: readonly MapPoint[];
  fences?: readonly MapFence[];
  tracks?: readonly MapTrack[];
}
