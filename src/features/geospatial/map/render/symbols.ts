/** An outline around (0, 0) in pixels, pointing up: x, y, x, y, … */
export type Shape = readonly number[];

/** A slender arrow with a notch: a vessel under way. */
export const arrow: Shape = [0, -6.5, 3.4, 4.5, 0, 2.6, -3.4, 4.5];

/** An aircraft from above. */
export const plane: Shape = [
  0, -7, 1.2, -5.4, 1.2, -2, 7, 1.6, 7, 3, 1.2, 1.6, 1, 4.6, 3, 6, 3, 7, 0, 6.2, -3, 7, -3, 6, -1, 4.6, -1.2, 1.6, -7,
  3, -7, 1.6, -1.2, -2, -1.2, -5.4,
];

/** The shape of an aircraft with fewer vertices, for small marks. */
export const smallPlane: Shape = [
  0, -7, 1.2, -2, 7, 2.4, 1.2, 1.8, 1, 4.6, 3, 6.6, -3, 6.6, -1, 4.6, -1.2, 1.8, -7, 2.4, -1.2, -2,
];

const polygon = (corners: number, radius: number, inner = radius, turn = 0): Shape =>
  Array.from({ length: inner === radius ? corners : 2 * corners }, (_, index) => {
    const count = inner === radius ? corners : 2 * corners;
    const angle = ((index / count) * 360 + turn) * (Math.PI / 180);
    const distance = index % 2 === 1 ? inner : radius;
    return [distance * Math.sin(angle), -distance * Math.cos(angle)];
  }).flat();

/** A stationary vessel, or one of unknown direction. */
export const resting: Shape = polygon(8, 2.6);
/** An aircraft of unknown direction. */
export const drifting: Shape = polygon(4, 4);

/** Shapes of events by severity, 1 to 5: the more severe, the larger and with more corners. */
export const severities: readonly Shape[] = [
  polygon(12, 3.4),
  polygon(4, 5.2),
  polygon(3, 6.6),
  polygon(4, 6.6, 6.6, 45),
  polygon(6, 9.4, 4.6),
];

/** A cell of a density map. */
export const hexagon: Shape = polygon(6, 6.6);

/** A drop whose point is at the position. */
export const pinShape: Shape = [
  0, 0, -3.6, -6, -5, -9, -4.4, -11.6, -2.6, -13.6, 0, -14.4, 2.6, -13.6, 4.4, -11.6, 5, -9, 3.6, -6,
];

/** Returns a shape that is scaled, turned clockwise by `degrees`, and moved to (x, y). */
export function placed(shape: Shape, x: number, y: number, degrees = 0, size = 1): number[] {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180) * size, Math.cos((degrees * Math.PI) / 180) * size];
  const points: number[] = [];
  for (let at = 0; at < shape.length; at += 2) {
    const [dx, dy] = [shape[at] as number, shape[at + 1] as number];
    points.push(x + dx * cosine - dy * sine, y + dx * sine + dy * cosine);
  }
  return points;
}
