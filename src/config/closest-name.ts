/** Maximum edit distance at which a name counts as a misspelling of another. */
const MAX_DISTANCE = 3;

/**
 * Returns the candidate with the smallest edit distance to a name, at most `MAX_DISTANCE`; undefined if none is close
 * enough.
 */
export function closestName(name: string, candidates: readonly string[]): string | undefined {
  const byDistance = candidates
    .map((candidate) => ({ candidate, distance: distanceOf(name, candidate) }))
    .sort((one, other) => one.distance - other.distance);
  return byDistance[0] !== undefined && byDistance[0].distance <= MAX_DISTANCE ? byDistance[0].candidate : undefined;
}

/** Returns the Levenshtein distance, computed one row of the table at a time. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const exchanged = (row[to - 1] as number) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[to] as number) + 1, (next[to - 1] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}
