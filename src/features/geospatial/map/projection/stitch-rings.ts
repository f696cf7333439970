type Corner = readonly number[];
type Ring = readonly Corner[];

/** Maximum difference of latitude (degrees) between the ends of a coast that was cut at the antimeridian. */
const APART = 0.01;

/**
 * Joins rings that the atlas cut along the antimeridian: removes the artificial edges and connects the two parts. A
 * ring without a counterpart is unchanged.
 * @param rings closed rings of [longitude in [-180, 180], latitude]
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

/** Returns the coasts of a ring between its edges along the antimeridian; undefined without such an edge. */
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

/** Joins a part with the parts that continue at its end, and removes these from `others`. */
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
