import type { ChartTheme } from '../../../../charts/chart-frame.js';
import type { Box } from '../../box.js';
import type { CurvedOutline } from '../../geometry/outline-curves.js';
import type { Crowd } from './crowds.js';

/** A place with a mark. Longitudes may be any number of turns. */
export interface MapPoint {
  lat: number;
  lon: number;
  /** Direction of movement in degrees from true north. Without one another mark is drawn. */
  bearing?: number | null;
  /** Severity of events, 1 to 5. */
  severity?: number;
  /** Drawn beside the mark where there is room, and shown as tooltip. */
  label?: string | null;
  /** Not up to date: the mark is hollow. */
  stale?: boolean;
}

/** The points of a track, oldest first. Crossing the antimeridian is not a jump. */
export interface MapTrack {
  label: string;
  /** Beside the first point, such as its time. */
  startLabel?: string;
  points: ReadonlyArray<readonly [lon: number, lat: number]>;
  /** Indexes of the first points after gaps, ascending; no line leads to them. */
  breaks?: readonly number[];
  /** Points on the track with a text beside them, such as full hours. */
  marks?: ReadonlyArray<{ lat: number; lon: number; text: string }>;
  /** The speeds (knots, NaN if unknown) at the points; the line has a color for each class. */
  speeds?: readonly number[];
  /** Upper limits (knots) of all classes of speed but the last, ascending; at most 5. */
  speedLimits?: readonly number[];
}

/** A geofence. */
export interface MapFence {
  label: string;
  outline: CurvedOutline;
}

/** The content of a map. The legend omits missing layers and counts 0 for empty ones. */
export interface MapScene {
  /** Always shown completely; the image extends beyond it when its shape differs. */
  box: Box;
  /** Default: the name of the area. */
  title?: string;
  /** The subject of the map, before the name of the area in the default title. */
  subject?: string;
  subtitle: string;
  /** A prominent notice, such as `Simulated data`. An empty one keeps its space. */
  notice?: string;
  theme: ChartTheme;
  /** CSS pixels, 320 to 2000. */
  width: number;
  /** CSS pixels, 200 to 1200; derived from the box by default. */
  height?: number;
  vessels?: readonly MapPoint[] | Crowd;
  aircraft?: readonly MapPoint[] | Crowd;
  events?: readonly MapPoint[];
  pins?: readonly MapPoint[];
  fences?: readonly MapFence[];
  tracks?: readonly MapTrack[];
}
