import { textWidth } from '../../../../charts/draw.js';
import { type AreaName, type AreaType, mapNames, type TownName, weightOf } from '../names/map-names.js';
import { isInFrame, type MapView, nearLongitude, type Pixel, type Window } from '../projection/map-view.js';
import { type LabelRequest, marksIn, meet } from './labels.js';
import { textAt } from './svg-text.js';
import type { MapColors, MapRole } from './theme.js';

interface AreaLook {
  size: number;
  role: MapRole;
  isItalic?: boolean;
  /** Pixels between letters. */
  spacing?: number;
  /** Minimum width of the area in the image, as a fraction of the length of the name. */
  part: number;
}

const water = { role: 'waterName', isItalic: true } as const;
const looks: Readonly<Partial<Record<AreaType, AreaLook>>> = {
  ocean: { ...water, size: 14, spacing: 1.5, part: 1 },
  sea: { ...water, size: 12, part: 0.8 },
  gulf: { ...water, size: 11, part: 0.6 },
  bay: { ...water, size: 11, part: 0.6 },
  strait: { ...water, size: 10.5, part: 0.35 },
  canal: { ...water, size: 10.5, part: 0.15 },
  lake: { ...water, size: 11, part: 0.6 },
  country: { size: 11, spacing: 1, role: 'placeName', part: 0.75 },
};
/** An area that is more than this many times as wide as the image is named only in the title. */
const MAX_WIDTH = 8;
/** Distances (px) by which a name may be moved up and down, so that it covers fewer marks. */
const SHIFTS = [0, -14, 14, -28, 28];
/** Maximum shift as a fraction of the height of the area. */
const MAX_SHIFT = 0.2;
/** Map area in square pixels per name of an area, and per town, which limit their numbers. */
const AREA_OF_NAME = 30_000;
const AREA_OF_TOWN = 26_000;
const MAX_NAMES = 30;
const MAX_TOWNS = 30;
/** Number of towns up to which a view names even the smallest ones. */
const MIN_TOWNS = 3;
/** Minimum weight of a town at one pixel per degree; at n pixels per degree it is divided by n^1.5. */
const TOWN_WEIGHT = 4e7;
/** Minimum scale in pixels per degree at which ports without a city are named. */
const PORT_SCALE = 60;

export interface DrawnNames {
  /** SVG with the names of waters and countries, above all marks. */
  svg: string;
  /** The areas of the map that the names cover. */
  taken: Window[];
}

/** Returns the width of a name in pixels, including the space between its letters. */
const widthOf = (text: string, { size, spacing = 0 }: AreaLook) => textWidth(text, size) + spacing * text.length;

/**
 * Draws the names of waters and countries near their middle where they fit, the larger ones first, without overlaps.
 * @param taken areas that must stay free of names
 * @param marks positions of marks, of which the names should cover few
 */
export function drawAreaNames(
  view: MapView,
  colors: MapColors,
  taken: readonly Window[],
  marks: readonly Pixel[],
): DrawnNames {
  const { frame } = view;
  const most = Math.min(MAX_NAMES, Math.ceil((frame.width * frame.height) / AREA_OF_NAME));
  const covered: Window[] = [];
  const written: string[] = [];
  for (const area of mapNames().areas) {
    if (written.length === most) break;
    const look = looks[area.type];
    if (look === undefined) continue;
    const text = area.type === 'country' ? area.name.toUpperCase() : area.name;
    const width = widthOf(text, look);
    const middle = { x: 0, y: 0 };
    view.project(nearLongitude(view, area.lon), area.lat, middle);
    const room = extentOf(view, area);
    if (!isInFrame(view, middle) || room < look.part * width || room > MAX_WIDTH * frame.width) continue;
    const [window] = SHIFTS.filter((shift) => Math.abs(shift) <= MAX_SHIFT * heightOf(view, area))
      .map((shift) => ({
        left: middle.x - width / 2 - 3,
        right: middle.x + width / 2 + 3,
        top: middle.y + shift - look.size,
        bottom: middle.y + shift + 4,
      }))
      .filter((place) => isWithin(place, frame) && ![...taken, ...covered].some((other) => meet(place, other)))
      .map((place) => ({ ...place, marks: marksIn(place, marks) }))
      .sort((one, other) => one.marks - other.marks);
    if (window === undefined) continue;
    covered.push(window);
    const { size, role, isItalic, spacing } = look;
    const halo = area.type === 'country' ? 'land' : 'sea';
    written.push(
      textAt(colors, text, middle.x, window.bottom - 4, { size, role, anchor: 'middle', halo, isItalic, spacing }),
    );
  }
  return { svg: written.join(''), taken: covered };
}

const isWithin = ({ left, right, top, bottom }: Window, { x, y, width, height }: MapView['frame']): boolean =>
  left >= x + 4 && right <= x + width - 4 && top >= y + 16 && bottom <= y + height - 6;

/** Returns the height in pixels of an area at the longitude of its name. */
function heightOf(view: MapView, { box, lon }: AreaName): number {
  const [from, to] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  view.project(nearLongitude(view, lon), box.south, from);
  view.project(nearLongitude(view, lon), box.north, to);
  return Math.hypot(to.x - from.x, to.y - from.y);
}

/** Returns the width in pixels of an area at the latitude of its name. */
function extentOf(view: MapView, { box, lat, lon }: AreaName): number {
  const [from, to] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  const degrees = box.west <= box.east ? box.east - box.west : box.east - box.west + 360;
  const middle = nearLongitude(view, lon);
  view.project(middle - degrees / 2, lat, from);
  view.project(middle + degrees / 2, lat, to);
  return Math.hypot(to.x - from.x, to.y - from.y);
}

/**
 * Returns label requests for towns in a view, the larger ones first; a closer view includes smaller towns, and ports.
 */
export function townLabels(view: MapView, colors: MapColors): LabelRequest[] {
  const { frame, pixelsPerDegree } = view;
  const least = TOWN_WEIGHT / pixelsPerDegree ** 1.5;
  const most = Math.min(MAX_TOWNS, Math.ceil((frame.width * frame.height) / AREA_OF_TOWN));
  const found: LabelRequest[] = [];
  for (const town of mapNames().towns) {
    if (found.length === 2 * most) break;
    const isNamed = town.type === 'port' ? pixelsPerDegree >= PORT_SCALE : weightOf(town) >= least;
    if (!isNamed && (found.length >= MIN_TOWNS || pixelsPerDegree < PORT_SCALE)) continue;
    const place = { x: 0, y: 0 };
    view.project(nearLongitude(view, town.lon), town.lat, place);
    if (!isInFrame(view, place)) continue;
    found.push({
      ...place,
      text: town.name,
      reach: 3,
      weight: 2,
      role: 'placeName',
      mark: townMark(town, place, colors),
    });
  }
  return found;
}

/** Draws a square for a capital, a circle for another city, a ring for a port. */
function townMark({ type }: TownName, { x, y }: { x: number; y: number }, colors: MapColors): string {
  const [left, top] = [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
  const look = colors.of(
    type === 'port' ? { fill: 'land', stroke: 'placeName' } : { fill: 'placeName', stroke: 'land' },
  );
  if (type === 'capital') return `<path d="M${left - 2.5} ${top - 2.5}h5v5h-5z" stroke-width=".8"${look}/>`;
  return `<circle cx="${left}" cy="${top}" r="2.2" stroke-width=".8"${look}/>`;
}
