import { escapedText } from '../../../../charts/finish-svg.js';
import { isInFrame, type MapView, nearLongitude, type Pixel } from '../projection/map-view.js';
import { type LabelRequest, placeLabels } from '../render/labels.js';
import type { LegendItem } from '../render/legend.js';
import { SMALL_WIDTH } from '../render/marks.js';
import type { CellLayer } from '../render/render-map.js';
import { tenth } from '../render/svg-text.js';
import type { MapColors, MapRole } from '../render/theme.js';

/** A position with its fraction of a whole. */
export interface WeightedPlace {
  lat: number;
  lon: number;
  /** Fraction of the whole: 0.25 is 25%. */
  weight: number;
  label: string;
}

/** Positions of one kind. */
export interface WeightedGroup {
  /** Name in the legend, such as `countries`. */
  name: string;
  places: readonly WeightedPlace[];
}

/** Colors of the groups; further groups have the last color. */
const roles = ['fence', 'vessel', 'severity3'] as const satisfies readonly MapRole[];
/** Radius of the smallest and of the largest circle in pixels. */
const [MIN_RADIUS, MAX_RADIUS] = [3, 22];

/** Size of the circles in small images, as a fraction of the usual one. */
const SMALL_PART = 0.6;

/**
 * Minimum fraction for a label at a distance from its circle, in usual and in small images: the lines of more labels
 * would cross. The largest circles may always have one, because smaller ones with a label would seem to matter more.
 */
const MIN_WITH_LEADER = 0.01;
const MIN_WITH_LEADER_IF_SMALL = 0.05;
const LARGEST_WITH_LEADER = 2;

const isSmall = ({ frame }: MapView): boolean => frame.width < SMALL_WIDTH;

const roleOf = (index: number): MapRole => roles[Math.min(index, roles.length - 1)] as MapRole;
const itemOf = ({ name }: WeightedGroup, index: number, count: number): LegendItem => ({
  mark: 'circle',
  role: roleOf(index),
  text: `${name}: ${count}`,
});

/** Formats a fraction as `12%` or `0.4%`. */
export const percent = (share: number): string => `${Number((100 * share).toFixed(share < 0.1 ? 1 : 0))}%`;

/** Draws positions as circles, large ones below small ones, with names and percentages if there is space. */
export const weightedLayer = (groups: readonly WeightedGroup[]): CellLayer => ({
  fullLegend: groups.map((group, index) => itemOf(group, index, 888)),
  async draw(view, colors) {
    const most = Math.max(...groups.flatMap(({ places }) => places.map(({ weight }) => weight)), Number.MIN_VALUE);
    const circles = groups.flatMap((group, index) => circlesOf(view, group, roleOf(index), most));
    circles.sort((a, b) => b.weight - a.weight);
    const labels = labelsOf(circles, view, colors);
    return {
      svg:
        circles.length === 0
          ? ''
          : `<g transform="scale(10)">${circles.map((circle) => drawn(circle, colors)).join('')}${labels.svg}</g>`,
      taken: labels.taken,
      legend: groups.map((group, index) =>
        itemOf(group, index, circles.filter(({ group: own }) => own === group).length),
      ),
    };
  },
});

interface Circle extends Pixel {
  group: WeightedGroup;
  radius: number;
  role: MapRole;
  weight: number;
  text: string;
}

function circlesOf(view: MapView, group: WeightedGroup, role: MapRole, most: number): Circle[] {
  return group.places.flatMap(({ lat, lon, weight, label }) => {
    const pixel: Pixel = { x: 0, y: 0 };
    view.project(nearLongitude(view, lon), lat, pixel);
    const part = isSmall(view) ? SMALL_PART : 1;
    const radius = part * (MIN_RADIUS + (MAX_RADIUS - MIN_RADIUS) * Math.sqrt(weight / most));
    return isInFrame(view, pixel)
      ? [{ ...pixel, group, role, weight, radius, text: `${label} ${percent(weight)}` }]
      : [];
  });
}

const drawn = ({ x, y, radius, role, text }: Circle, colors: MapColors): string =>
  `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${tenth(radius)}" fill-opacity=".6"${colors.of({ fill: role, stroke: 'ground' })}><title>${escapedText(text)}</title></circle>`;

function labelsOf(circles: readonly Circle[], view: MapView, colors: MapColors): ReturnType<typeof placeLabels> {
  const requests = circles.map(
    ({ x, y, radius, text, weight }, index): LabelRequest => ({
      x,
      y,
      text,
      weight,
      reach: Math.max(2, radius - 2),
      hasLeader: index < LARGEST_WITH_LEADER || weight >= (isSmall(view) ? MIN_WITH_LEADER_IF_SMALL : MIN_WITH_LEADER),
    }),
  );
  const { x, y, width, height } = view.frame;
  const bar = { left: x, top: y + height - 30, right: x + Math.min(200, width / 2), bottom: y + height };
  // The degrees of latitude are at the left edge.
  const degrees = { left: x, top: y, right: x + 36, bottom: y + height };
  return placeLabels(colors, requests, view.frame, [bar, degrees]);
}
