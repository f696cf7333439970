/** The parts of the risk figure with their weights, whose sum is 1. */
export const riskParts = { events: 0.35, news: 0.25, sanctions: 0.2, currency: 0.2 } as const;
export type RiskPartName = keyof typeof riskParts;
export const riskPartNames = Object.keys(riskParts) as readonly RiskPartName[];

/** One part of the risk figure. */
export interface RiskPart {
  name: RiskPartName;
  weight: number;
  /** Value from 0 to 1; null if unknown. */
  value: number | null;
  /** Sentence that explains the value, or why it is missing. */
  detail: string;
  /** Provider or component of the data. */
  source: string;
}

export interface Risk {
  /** Risk from 0 to 100; null when no part is known. */
  score: number | null;
  parts: RiskPart[];
  /** The parts with an unknown value. The other parts get their weights proportionally. */
  missing: RiskPartName[];
}

/** The formula as a text for readers. */
export const RISK_FORMULA = 'score = 100 × Σ(weight × value) / Σ(weight), over the parts that are known.';

/** Returns the weighted mean of the known parts. */
export function riskOf(parts: readonly RiskPart[]): Risk {
  const known = parts.filter((part): part is RiskPart & { value: number } => part.value !== null);
  const weight = known.reduce((sum, part) => sum + part.weight, 0);
  const score =
    weight === 0
      ? null
      : Math.round((1000 * known.reduce((sum, part) => sum + part.weight * part.value, 0)) / weight) / 10;
  return { score, parts: [...parts], missing: parts.filter(({ value }) => value === null).map(({ name }) => name) };
}

/** Returns a value that rises from 0 toward 1 with the amount; it is 0.5 for `half`. */
export const saturating = (amount: number, half: number): number =>
  Math.round((1000 * amount) / (amount + half)) / 1000;
