/** What is drawn: a little more than the frame, so that the cuts are not to be seen. */
export interface Window {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** On which sides of the window a point is outside of it: 1 left, 2 right, 4 above, 8 below. */
export function outsideOf({ left, top, right, bottom }: Window, x: number, y: number): number {
  return (x < left ? 1 : x > right ? 2 : 0) | (y < top ? 4 : y > bottom ? 8 : 0);
}

/** The part of a ring inside the window (Sutherland and Hodgman, one side after the other). @param ring x, y, x, y, … */
export function clipRing(ring: number[], { left, top, right, bottom }: Window): number[] {
  const cuts: Array<[axis: 0 | 1, edge: number, sign: 1 | -1]> = [
    [0, left, 1],
    [0, right, -1],
    [1, top, 1],
    [1, bottom, -1],
  ];
  return cuts.reduce((kept, [axis, edge, sign]) => cutRing(kept, axis, edge, sign), ring);
}

/** What is on the side of `edge` that `sign` points to. */
function cutRing(ring: number[], axis: 0 | 1, edge: number, sign: 1 | -1): number[] {
  const cut: number[] = [];
  let [lastX, lastY] = [ring.at(-2) as number, ring.at(-1) as number];
  let wasInside = sign * ((axis === 0 ? lastX : lastY) - edge) >= 0;
  for (let at = 0; at < ring.length; at += 2) {
    const [x, y] = [ring[at] as number, ring[at + 1] as number];
    const isInside = sign * ((axis === 0 ? x : y) - edge) >= 0;
    if (isInside !== wasInside) {
      const part = axis === 0 ? (edge - lastX) / (x - lastX) : (edge - lastY) / (y - lastY);
      cut.push(axis === 0 ? edge : lastX + part * (x - lastX), axis === 1 ? edge : lastY + part * (y - lastY));
    }
    if (isInside) cut.push(x, y);
    [lastX, lastY, wasInside] = [x, y, isInside];
  }
  return cut;
}

/** The part of a line from a to b inside the window as x, y, x, y (Liang-Barsky); undefined when it is outside. */
export function clipLine(window: Window, ax: number, ay: number, bx: number, by: number): [number, number, number, number] | undefined {
  const [dx, dy] = [bx - ax, by - ay];
  let [first, last] = [0, 1];
  for (const [step, room] of [
    [-dx, ax - window.left],
    [dx, window.right - ax],
    [-dy, ay - window.top],
    [dy, window.bottom - ay],
  ] as const) {
    if (step === 0 && room < 0) return undefined;
    if (step < 0) first = Math.max(first, room / step);
    if (step > 0) last = Math.min(last, room / step);
  }
  return first > last ? undefined : [ax + first * dx, ay + first * dy, ax + last * dx, ay + last * dy];
}
