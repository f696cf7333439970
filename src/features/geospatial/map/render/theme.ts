import type { ChartTheme } from '../../../../charts/chart-frame.js';
import { colorOf as chartColor } from '../../../../charts/palette.js';

const ofCharts = (role: Parameters<typeof chartColor>[0]) =>
  [chartColor(role, 'light'), chartColor(role, 'dark')] as const;

/**
 * Colors on a light and on a dark ground. Marks have a contrast of 3:1 with land and sea, texts of 4.5:1; severities
 * also differ in lightness and shape, never in color alone. Densities are even steps of viridis that get more distinct
 * from the ground.
 */
const colors = {
  ground: ofCharts('ground'),
  text: ofCharts('text'),
  muted: ofCharts('muted'),
  notice: ofCharts('notice'),
  noticeGround: ofCharts('noticeGround'),
  sea: ['#dde8f0', '#121b25'],
  land: ['#f7f4ec', '#26303a'],
  coast: ['#8d9fae', '#5b6e80'],
  border: ['#cdc6b6', '#414d59'],
  grid: ['#c3d2de', '#233140'],
  frame: ['#a9b8c5', '#3a4957'],
  waterName: ['#3d6482', '#86a9c4'],
  placeName: ['#5c5644', '#bdb7a5'],
  vessel: ['#0a5a9c', '#6cc3f7'],
  aircraft: ['#7c2a86', '#e5a3ea'],
  severity1: ['#3f6b12', '#a3d468'],
  severity2: ['#7a6400', '#ead24a'],
  severity3: ['#b84800', '#ffa25c'],
  severity4: ['#c4161c', '#ff7a75'],
  severity5: ['#7a0a3c', '#ff8ec4'],
  pin: ['#00695c', '#4fdcc8'],
  fence: ['#5b4bb5', '#b3a8f7'],
  density1: ['#7ad151', '#31688e'],
  density2: ['#35b779', '#21918c'],
  density3: ['#21918c', '#35b779'],
  density4: ['#31688e', '#6ece58'],
  density5: ['#443983', '#b5de2b'],
  density6: ['#440154', '#fde725'],
  track1: ofCharts('line2'),
  track2: ofCharts('line3'),
  track3: ofCharts('line4'),
  track4: ofCharts('line6'),
  track5: ofCharts('line7'),
  track6: ofCharts('line9'),
} as const;

export type MapRole = keyof typeof colors;
/** Colors of densities, from few to many. */
export const densityRoles = ['density1', 'density2', 'density3', 'density4', 'density5', 'density6'] as const;
const roles = Object.keys(colors) as MapRole[];

/**
 * CSS rules for the dark theme. They are the same in every image, since their hash is part of the content security
 * policy.
 */
const darkRules = `@media (prefers-color-scheme:dark){${roles
  .map((role, index) => `.wm${index}f{fill:${colors[role][1]}}.wm${index}s{stroke:${colors[role][1]}}`)
  .join('')}}`;

/**
 * Returns the colors of shapes as attributes, with classes that replace them in the dark theme, since the content
 * security policy forbids inline styles.
 */
export class MapColors {
  constructor(private readonly theme: ChartTheme) {}

  /** The style element at the start of the image; empty for a fixed theme. */
  get style(): string {
    return this.theme === 'auto' ? `<style>${darkRules}</style>` : '';
  }

  /** Returns the attributes with a leading space. */
  of({ fill, stroke }: { fill?: MapRole | 'none'; stroke?: MapRole }): string {
    const classes: string[] = [];
    let attributes = '';
    for (const [name, role] of [
      ['fill', fill],
      ['stroke', stroke],
    ] as const) {
      if (role === undefined) continue;
      attributes += ` ${name}="${role === 'none' ? 'none' : colors[role][this.theme === 'dark' ? 1 : 0]}"`;
      if (role !== 'none') classes.push(`wm${roles.indexOf(role)}${name[0]}`);
    }
    return this.theme === 'auto' && classes.length > 0 ? `${attributes} class="${classes.join(' ')}"` : attributes;
  }
}
