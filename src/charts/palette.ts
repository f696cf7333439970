import type { ChartTheme } from './chart-frame.js';

/**
 * Colors by role, for a light and a dark background. The light colors are all different, because recoloring identifies
 * roles by them. Up and down (bluish green, vermilion) and the first lines are from the Okabe-Ito palette, which
 * color-blind readers can distinguish, adjusted to a contrast of 3:1, and of 4.5:1 for text.
 */
const colors = {
  ground: ['#ffffff', '#11161c'],
  text: ['#18202a', '#e8edf2'],
  muted: ['#5a6472', '#a3aebb'],
  grid: ['#e4e8ed', '#242d37'],
  axis: ['#b3bcc7', '#465260'],
  up: ['#00875f', '#2fbf94'],
  down: ['#c94f00', '#f58a4b'],
  upVolume: ['#9fd4c3', '#1f5a4b'],
  downVolume: ['#efc09f', '#6d452c'],
  onMark: ['#fffffe', '#10151b'],
  notice: ['#8a4b00', '#ffc46b'],
  noticeGround: ['#fff1da', '#3a2a10'],
  gap: ['#dfd7ea', '#3a3148'],
  severity1: ['#6f7f91', '#8b9aab'],
  severity2: ['#2b7bb9', '#62aee3'],
  severity3: ['#a87400', '#e3b341'],
  severity4: ['#cf5a12', '#f4874b'],
  severity5: ['#b0122f', '#ff6b7e'],
  line1: ['#0068a8', '#56b4e9'],
  line2: ['#b84800', '#f59a5c'],
  line3: ['#007a58', '#33c9a0'],
  line4: ['#a8327d', '#e08fc2'],
  line5: ['#7a6400', '#e6cf3c'],
  line6: ['#5b4bb5', '#a99cf5'],
  line7: ['#a11d33', '#f2778a'],
  line8: ['#3f6b12', '#9bcf5f'],
  line9: ['#6b5344', '#cdb09c'],
  line10: ['#3f5a78', '#93b3d6'],
} as const;

export type ColorRole = keyof typeof colors;
export const colorRoles = Object.keys(colors) as ColorRole[];
export const lineRoles = colorRoles.filter((role) => role.startsWith('line'));

/** Returns the light color of a role, by which recoloring identifies the role. */
export const lightColor = (role: ColorRole): string => colors[role][0];

export const colorOf = (role: ColorRole, theme: Exclude<ChartTheme, 'auto'>): string =>
  colors[role][theme === 'light' ? 0 : 1];
