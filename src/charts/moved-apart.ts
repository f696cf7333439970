/**
 * Moves positions (ascending) apart by at least `apart`; keeps their order and, as far as possible, stays within the
 * bounds.
 */
export function movedApart(places: readonly number[], apart: number, top: number, bottom: number): number[] {
  const moved: number[] = [];
  for (const place of places) moved.push(Math.max(place, (moved.at(-1) ?? top - apart) + apart));
  let limit = bottom;
  for (let index = moved.length - 1; index >= 0; index -= 1) {
    moved[index] = Math.min(moved[index] as number, limit);
    limit = (moved[index] as number) - apart;
  }
  return moved;
}
