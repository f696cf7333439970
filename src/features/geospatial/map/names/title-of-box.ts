import { type Box, WORLD } from '../../box.js';
import { type AreaName, mapNames, sizeOf, weightOf } from './map-names.js';

/** Minimum overlap of a box and the area after which the box is named, as a fraction of their union. */
const MIN_AGREEMENT = 0.3;
/** A box is named after the ocean around it only if boxes of countries cover at most this fraction of it. */
const MAX_LAND = 0.02;
/** Minimum fraction of an area that a box inside it must cover to be named after it. */
const MIN_PART = 0.08;
/** Width and height of the middle of a box, as a fraction of the box; a town in it may name the box. */
const MIDDLE = 0.6;
/**
 * Minimum population of a town that names a box of one square degree; larger boxes need proportionally larger towns.
 */
const MIN_POPULATION = 60_000;
/**
 * Maximum size of a box (square degrees), and minimum weight of a city in its middle, for naming the box after the city
 * instead of a water.
 */
const CITY_SIZE = 4;
const CITY_POPULATION = 1_000_000;

/** Maximum size (square degrees) of a box that is named after a strait or canal in its middle. */
const STRAIT_SIZE = 60;

/** The box is compared by its values, because a box that a thread has received is a copy. */
const isWorld = ({ west, south, east, north }: Box): boolean =>
  west === WORLD.west && south === WORLD.south && east === WORLD.east && north === WORLD.north;

const straits: ReadonlySet<string> = new Set(['strait', 'canal']);

/** Returns the size of the intersection of two boxes in square degrees. */
function common(one: Box, other: Box): number {
  const height = Math.min(one.north, other.north) - Math.max(one.south, other.south);
  if (height <= 0) return 0;
  const end = ({ west, east }: Box) => (west <= east ? east : east + 360);
  const widths = [-360, 0, 360].map(
    (turn) => Math.min(end(one), end(other) + turn) - Math.max(one.west, other.west + turn),
  );
  return Math.max(0, ...widths) * height;
}

const contains = ({ west, south, east, north }: Box, lat: number, lon: number): boolean =>
  lat >= south && lat <= north && (west <= east ? lon >= west && lon <= east : lon >= west || lon <= east);

/** Returns the middle of a box, with `MIDDLE` of its width and height. */
function middleOf({ west, south, east, north }: Box): Box {
  const [width, height] = [(west <= east ? east - west : east - west + 360) * MIDDLE, (north - south) * MIDDLE];
  const [lat, lon] = [(south + north) / 2, west + width / MIDDLE / 2];
  const turn = (value: number) => ((((value + 180) % 360) + 360) % 360) - 180;
  return { west: turn(lon - width / 2), east: turn(lon + width / 2), south: lat - height / 2, north: lat + height / 2 };
}

/**
 * Returns the name of the area that a box shows: a large city in the middle of a small box, or the sea, country or
 * region that it mostly shows (`Mediterranean Sea`), otherwise a strait in its middle, otherwise the largest town in
 * its middle (`Around Rotterdam`), otherwise the area or the ocean around it; undefined without any.
 */
function titleOfBox(box: Box): string | undefined {
  if (isWorld(box)) return undefined;
  const { areas, towns } = mapNames();
  const size = sizeOf(box);
  const agreement = (area: AreaName) => {
    const both = common(area.box, box);
    return both / (sizeOf(area.box) + size - both);
  };
  const middle = middleOf(box);
  const town = towns.find(({ lat, lon }) => contains(middle, lat, lon));
  const isCity = size <= CITY_SIZE && town !== undefined && weightOf(town) >= CITY_POPULATION;
  if (isCity) return `Around ${town.name}`;
  const [best] = areas.map((area) => ({ area, score: agreement(area) })).sort((one, other) => other.score - one.score);
  if (best !== undefined && best.score >= MIN_AGREEMENT) return best.area.name;
  const strait = areas.find(({ type, lat, lon }) => straits.has(type) && contains(middle, lat, lon));
  if (strait !== undefined && size <= STRAIT_SIZE) return strait.name;
  const needed = MIN_POPULATION * Math.max(1, size);
  if (town !== undefined && (town.type === 'port' || weightOf(town) >= needed)) return `Around ${town.name}`;
  const around = areas.filter((area) => common(area.box, box) >= 0.9 * size && size >= MIN_PART * sizeOf(area.box));
  return around.at(-1)?.name ?? oceanOf(box)?.name;
}

/** Returns the ocean around a box without countries. */
function oceanOf(box: Box): AreaName | undefined {
  const { areas } = mapNames();
  const onLand = areas
    .filter(({ type }) => type === 'country')
    .reduce((sum, country) => sum + common(country.box, box), 0);
  if (onLand > MAX_LAND * sizeOf(box)) return undefined;
  return areas.find((area) => area.type === 'ocean' && common(area.box, box) >= 0.9 * sizeOf(box));
}

/** Returns the title of a map: the name of the area, or else the edges of the box. */
export const titleOf = (box: Box): string => nameOf(box) ?? 'The world now';

/** Returns the title of a map of a subject in a box. */
export const titleAbout = (subject: string, box: Box): string => `${subject}: ${nameOf(box) ?? 'the world'}`;

/** Returns the name of a box or its edges; undefined for most of the Earth. */
const nameOf = (box: Box): string | undefined => titleOfBox(box) ?? (isMostOfWorld(box) ? undefined : placeOf(box));

/** Returns whether a box has almost all longitudes, and the latitudes in which people live. */
const isMostOfWorld = ({ west, south, east, north }: Box): boolean =>
  (west <= east ? east - west : east - west + 360) >= 340 && south <= -50 && north >= 65;

/** Returns the edges of a box as `51.5° N 3° E to 52° N 4.25° E`; undefined for the whole Earth. */
function placeOf(box: Box): string | undefined {
  if (isWorld(box)) return undefined;
  const text = (value: number, positive: string, negative: string) =>
    `${Math.abs(Math.round(value * 100) / 100)}° ${value < 0 ? negative : positive}`;
  return `${text(box.south, 'N', 'S')} ${text(box.west, 'E', 'W')} to ${text(box.north, 'N', 'S')} ${text(box.east, 'E', 'W')}`;
}
