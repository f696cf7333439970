/** The parts of the risk figure, with their weights, which add up to 1. */
export const riskParts = { events: 0.35, news: 0.25, sanctions: 0.2, currency: 0.2 } as const;
export type RiskPartName = keyof typeof riskParts;
export const riskPartNames = Object.keys(riskParts) as readonly RiskPartName[];

/** One part: its value from 0 to 1, or why it is missing. */
export interface RiskPart {
  name: RiskPartName;
  weight: number;
  /** Null: nothing is known. */
  value: number | null;
  /** The source of the value, as a sentence. */
  detail: string;
  /** The provider or component of the data. */
  source: string;
}

export interface Risk {
  /** 0 to 100; null when no part is known. */
  score: number | null;
  parts: RiskPart[];
  /** The parts of which nothing is known. Their weights are given to the others. */
  missing: RiskPartName[];
}

/** The formula, for the reader. */
export const RISK_FORMULA = 'score = 100 × Σ(weight × value) / Σ(weight), over the parts that are known.';

/** The weighted mean of the known parts. */
export function riskOf(parts: readonly RiskPart[]): Risk {
  const known = parts.filter((part): part is RiskPart & { value: number } => part.value !== null);
  const weight = known.reduce((sum, part) => sum + part.weight, 0);
  const score =
    weight === 0
      ? null
      : Math.round((1000 * known.reduce((sum, part) => sum + part.weight * part.value, 0)) / weight) / 10;
  return { score, parts: [...parts], missing: parts.filter(({ value }) => value === null).map(({ name }) => name) };
}

/** Rises from 0 towards 1; `half` gives one half. */
export const saturating = (amount: number, half: number): number =>
  Math.round((1000 * amount) / (amount + half)) / 1000;
