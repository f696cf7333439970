/**
 * Multiples of the usual range at which the levels of unusual moves begin. The severity of an event is the number of
 * its level.
 */
export const moveLevels = [1, 1.5, 2, 3, 5] as const;
export const levelSeverities = [1, 2, 3, 4, 5] as const;

export interface Move {
  direction: 'up' | 'down';
  /** The distance from the previous close as a multiple of the usual range. */
  multiple: number;
  /** Level of the move: 0 is usual; 1 to 5 are unusual. */
  level: number;
}

/**
 * Compares the distance of a price from the previous close with the usual range of a day. A true range includes the gap
 * from the previous close (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978), so a price that is one
 * average true range away has moved as far as on a whole usual day.
 * @param usualRange the average true range, above 0
 * @param share factor of all levels: 0.5 halves them
 */
export function moveOf(price: number, previousClose: number, usualRange: number, share: number): Move {
  const multiple = Math.abs(price - previousClose) / usualRange;
  // The tolerance compensates the error of floating-point division, so that exactly two ranges are level 3.
  const level = moveLevels.filter((from) => multiple >= from * share * (1 - 1e-12)).length;
  return { direction: price >= previousClose ? 'up' : 'down', multiple, level };
}
