import type { CoverageCell } from './coverage.js';

/** A cell has lost reception below this fraction of its usual hours. */
const REDUCED = 0.5;

/** Classes of cells from no reception to all of the time. */
export const coverageClasses = ['silent', 'reduced', 'rare', 'often'] as const;
export type CoverageClass = (typeof coverageClasses)[number];

/** Returns the class of a cell. @param countedHours hours of the range in which this service ran */
export function classOf({ hours, usual }: Pick<CoverageCell, 'hours' | 'usual'>, countedHours: number): CoverageClass {
  if (hours === 0) return 'silent';
  const fraction = hours / Math.max(1, countedHours);
  if (usual !== null && fraction < REDUCED * usual) return 'reduced';
  return fraction < 0.5 ? 'rare' : 'often';
}
