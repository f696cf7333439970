import { readFileSync } from 'node:fs';
import { lazy } from '../../../async/lazy.js';
import { type Evidence, FEATURES } from './story-evidence.js';

interface Weights {
  bias: number;
  /** Minimum score of two reports about one story. */
  threshold: number;
  features: readonly number[];
}

const weights = lazy((): Weights => {
  const rows = new Map<string, number>();
  for (const line of readFileSync(new URL('story-weights.tsv', import.meta.url), 'utf8').split('\n')) {
    const [name, value] = line.split('\t');
    if (name !== undefined && value !== undefined) rows.set(name, Number(value));
  }
  const of = (name: string): number => {
    const value = rows.get(name);
    if (value === undefined) throw new Error(`story-weights.tsv has no weight of "${name}". Run bin/train-stories.js.`);
    return value;
  };
  return { bias: of('bias'), threshold: of('threshold'), features: FEATURES.map(of) };
});

/**
 * Returns the amount by which the score of evidence exceeds the threshold; 0 or more: the reports are about one story.
 * Reports with the evidence `no name`, `other number` or `names alone` are never about one story.
 */
export function marginOf(evidence: Evidence): number {
  if (evidence['no name'] > 0 || evidence['other number'] > 0 || evidence['names alone'] > 0)
    return Number.NEGATIVE_INFINITY;
  const { bias, threshold, features } = weights();
  return (
    FEATURES.reduce((sum, feature, index) => sum + evidence[feature] * (features[index] as number), bias) - threshold
  );
}
