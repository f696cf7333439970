import { prepareCorridor } from '../geometry/corridor.js';
import type { Corner } from '../geometry/ring.js';

interface Strait {
  name: string;
  /** Corners along the fairway, as [longitude, latitude]. */
  line: readonly Corner[];
  widthMeters: number;
}

/**
 * Fairways of straits where large vessels meet so close to coasts and ports that the inshore rule would exclude them.
 * The lines are drawn by hand along the middle of the water; the widths exclude the harbor approaches on both sides.
 */
const straits: readonly Strait[] = [
  {
    name: 'Øresund',
    line: [
      [12.56, 56.13],
      [12.652, 56.04],
      [12.66, 55.98],
      [12.6, 55.91],
      [12.66, 55.85],
      [12.7, 55.75],
    ],
    widthMeters: 2_000,
  },
  {
    name: 'Great Belt',
    line: [
      [10.93, 55.55],
      [10.98, 55.42],
      [11.03, 55.34],
      [10.97, 55.2],
    ],
    widthMeters: 3_000,
  },
  {
    name: 'Bosporus',
    line: [
      [29.136, 41.23],
      [29.106, 41.2],
      [29.085, 41.18],
      [29.066, 41.16],
      [29.075, 41.14],
      [29.073, 41.12],
      [29.065, 41.1],
      [29.057, 41.08],
      [29.045, 41.06],
      [29.02, 41.04],
      [29.01, 41.03],
    ],
    widthMeters: 1_000,
  },
  {
    name: 'Dardanelles',
    line: [
      [26.22, 40.03],
      [26.287, 40.06],
      [26.332, 40.1],
      [26.382, 40.14],
      [26.377, 40.18],
      [26.46, 40.22],
      [26.509, 40.26],
      [26.569, 40.3],
      [26.628, 40.34],
      [26.665, 40.38],
      [26.72, 40.42],
    ],
    widthMeters: 1_200,
  },
  {
    name: 'Messina',
    line: [
      [15.7, 38.275],
      [15.645, 38.25],
      [15.615, 38.225],
      [15.59, 38.18],
      [15.59, 38.1],
    ],
    widthMeters: 1_500,
  },
  {
    name: 'Gibraltar',
    line: [
      [-5.85, 35.92],
      [-5.6, 35.93],
      [-5.4, 35.97],
      [-5.25, 36.02],
    ],
    widthMeters: 9_000,
  },
  {
    name: 'Dover',
    line: [
      [1.15, 50.8],
      [1.45, 51.0],
      [1.65, 51.12],
    ],
    widthMeters: 14_000,
  },
  {
    name: 'Singapore',
    line: [
      [103.62, 1.13],
      [103.74, 1.16],
      [103.85, 1.205],
      [104.0, 1.24],
      [104.15, 1.27],
      [104.4, 1.3],
    ],
    widthMeters: 3_500,
  },
  {
    name: 'Hormuz',
    line: [
      [56.1, 26.3],
      [56.4, 26.55],
      [56.6, 26.5],
      [56.75, 26.25],
    ],
    widthMeters: 14_000,
  },
];

const fairways = straits.map(({ line, widthMeters }) => prepareCorridor(line, widthMeters));

/** True if a position is in the fairway of one of the straits. */
export const isInStrait = (lat: number, lon: number): boolean =>
  fairways.some(
    ({ boxes, contains }) =>
      boxes.some(({ west, south, east, north }) => lon >= west && lon <= east && lat >= south && lat <= north) &&
      contains(lat, lon),
  );
