type Corner = readonly number[];
type Ring = readonly Corner[];

/** Where a coast was cut its ends do not meet exactly (degrees of latitude). */
const APART = 0.01;

/**
 * Joins rings that the atlas cut along the antimeridian: removes the artificial edges and connects the two parts. A
 * ring without a counterpart is unchanged.
 * @param rings closed; longitudes in [-180, 180], latitudes
 */
export function stitchRings(rings: readonly Ring[]): Ring[] {
  const whole: Ring[] = [];
  const parts: Corner[][] = [];
  for (const ring of rings) {
    const cut = cutOpen(ring);
    if (cut === undefined) whole.push(ring);
    else parts.push(...cut);
  }
  while (parts.length > 0) whole.push(joined(parts.pop() as Corner[], parts));
  return whole;
}

/** The coasts of a ring between the lines along the antimeridian; undefined where there is no such line. */
function cutOpen(ring: Ring): Corner[][] | undefined {
  const count = ring.length - 1;
  const isCut = (edge: number) => isOnSeam(ring[edge % count]) && isOnSeam(ring[(edge % count) + 1]);
  const first = Array.from({ length: count }, (_, edge) => edge).find((edge) => isCut(edge) && !isCut(edge + 1));
  if (first === undefined) return undefined;
  const parts: Corner[][] = [];
  for (let edge = first + 1; edge <= first + count; edge += 1) {
    if (isCut(edge)) continue;
    if (isCut(edge - 1)) parts.push([ring[edge % count] as Corner]);
    parts.at(-1)?.push(ring[(edge % count) + 1] as Corner);
  }
  return parts;
}

/** Joins a part with the other parts that continue at its end; these are removed from `others`. */
function joined(part: Corner[], others: Corner[][]): Ring {
  const ring = [...part];
  for (;;) {
    const apart = others.map(([beginning]) => gap(ring.at(-1), beginning));
    const nearest = apart.indexOf(Math.min(...apart));
    if (nearest < 0 || (apart[nearest] as number) > APART || gap(ring.at(-1), ring[0]) < (apart[nearest] as number))
      break;
    ring.push(...(others.splice(nearest, 1)[0] as Corner[]));
  }
  ring.push(ring[0] as Corner);
  return ring;
}

const isOnSeam = (corner: Corner | undefined): boolean => Math.abs(corner?.[0] ?? 0) === 180;

const gap = (end: Corner | undefined, beginning: Corner | undefined): number =>
  Math.abs((end?.[1] ?? Number.NaN) - (beginning?.[1] ?? Number.NaN));
