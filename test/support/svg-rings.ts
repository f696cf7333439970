type Point = [x: number, y: number];

/** Returns the lines of an SVG path of whole numbers with absolute moves and relative lines, closed or not. */
export function linesOfPath(d: string): Point[][] {
  return [...d.matchAll(/M([^Mz]*)/g)].map(([, text = '']) => {
    const numbers = [...text.matchAll(/-?\d+/g)].map(Number);
    let [x, y] = [0, 0];
    return Array.from({ length: numbers.length / 2 }, (_, index): Point => {
      [x, y] = [x + (numbers[2 * index] as number), y + (numbers[2 * index + 1] as number)];
      return [x, y];
    });
  });
}

/**
 * Returns the winding numbers of rings around a point, by the directions in which they cross the ray to its right. A
 * point is outside if `nonzero` is 0, or by the other fill rule if `evenodd` is even.
 */
export function turnsAround(rings: readonly Point[][], x: number, y: number): { nonzero: number; evenodd: number } {
  let [nonzero, evenodd] = [0, 0];
  for (const ring of rings) {
    for (const [index, [bx, by]] of ring.entries()) {
      const [ax, ay] = ring.at(index - 1) as Point;
      if (ay > y === by > y || x >= ((bx - ax) * (y - ay)) / (by - ay) + ax) continue;
      nonzero += by > ay ? 1 : -1;
      evenodd += 1;
    }
  }
  return { nonzero, evenodd };
}
