/** A component of a benchmark. */
export interface BlendPart {
  symbol: string;
  /** Fraction of the benchmark; the fractions of all components sum to 1. */
  weight: number;
}

/** Maximum number of components of one benchmark. */
export const MAX_BLEND_PARTS = 10;

const symbol = '[A-Za-z0-9][A-Za-z0-9_&-]{0,23}\\.[A-Za-z]{1,8}';
const weight = '(?:[1-9][0-9]{0,5}(?:\\.[0-9]{1,8})?|0?\\.[0-9]{0,7}[1-9]0{0,7})';
const part = `${symbol}(?::${weight})?`;

/** Matches one component: `SPY.US` or `SPY.US:0.6`. */
export const blendPartPattern = new RegExp(`^${part}$`);
/** Matches one component, or several separated by commas: `SPY.US:0.6,AGG.US:0.4`. */
export const blendPattern = new RegExp(`^${part}(?:,${part}){0,${MAX_BLEND_PARTS - 1}}$`);

/**
 * Reads the components of a benchmark, each `SYMBOL` or `SYMBOL:WEIGHT`. Weights are scaled to a sum of 1; a component
 * without one has the weight 1.
 */
export function blendOf(parts: readonly string[]): BlendPart[] {
  const weights = new Map<string, number>();
  for (const text of parts) {
    const [name = '', share = '1'] = text.toUpperCase().split(':');
    weights.set(name, (weights.get(name) ?? 0) + Number(share));
  }
  const total = [...weights.values()].reduce((sum, own) => sum + own, 0);
  return [...weights].map(([name, own]) => ({ symbol: name, weight: own / total }));
}

/**
 * Returns the requested benchmark as components, otherwise the stored one of the portfolio; null without a benchmark.
 */
export const chosenBlend = (requested: readonly string[] | undefined, stored: string | null): BlendPart[] | null =>
  requested !== undefined ? blendOf(requested) : stored === null ? null : blendOf(stored.split(','));

/** Returns the canonical text of a benchmark: `SPY.US`, or `SPY.US:0.6,AGG.US:0.4`. */
export const blendText = (blend: readonly BlendPart[]): string =>
  blend.length === 1
    ? (blend[0] as BlendPart).symbol
    : blend.map(({ symbol: name, weight: own }) => `${name}:${own.toFixed(8).replace(/\.?0+$/, '')}`).join(',');

/** Returns the text of a benchmark for people: `SPY.US`, or `60% SPY.US, 40% AGG.US`. @param text as `blendText` */
export function blendLabel(text: string): string {
  const blend = blendOf(text.split(','));
  if (blend.length === 1) return text;
  return blend.map(({ symbol: name, weight: own }) => `${Number((own * 100).toFixed(1))}% ${name}`).join(', ');
}
