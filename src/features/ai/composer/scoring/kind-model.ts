import { readFileSync } from 'node:fs';
import { lazyInSteps } from '../../../../async/lazy-in-steps.js';
import type { Reading } from '../question-types/parse-question.js';
import type { AnySpan } from '../spans/span.js';
import { type Feature, stemOf, valuesIn } from './question-features.js';
import { featuresOfReading } from './reading-features.js';

/** Id of the kind for questions that belong to no kind. */
export const NO_KIND = 'none';
/** Name that represents all kinds in the rows for features of readings. */
const ANY_KIND = 'any';

/** Weights of features by kind, and limits of probabilities. */
export interface KindModel {
  /** Weights by feature, then by kind. */
  rows: ReadonlyMap<string, ReadonlyMap<string, number>>;
  limits: Limits;
  /** Probabilities of questions that are read several times while limits are fitted, by the list of their readings. */
  rankings?: WeakMap<readonly Reading[], Ranked[]>;
}

/** Minimum probabilities for a decision. */
export interface Limits {
  answer: number;
  /** Minimum probability of a kind whose reading leaves out parts of the question. */
  partly: number;
  /** Minimum probability of the kind that explains every word. */
  complete: number;
  /** Minimum probability of a kind that lacks one value, for asking for it. */
  ask: number;
  /** Minimum total probability of two kinds for asking the user to choose between them. */
  choose: number;
}

/** Number of rows read in one step. */
const STEP_ROWS = 200;

/**
 * Loads the weights that `bin/train-composer.js` wrote. Each row has a feature and its weights: `word
 * tanker<TAB>vessels-near 1.31 quote -0.4`. A word in a row without weights is known but indicates nothing. The row
 * `limit` contains the minimum probabilities.
 */
export const kindModel = lazyInSteps(function* (): Generator<void, KindModel> {
  const rows = new Map<string, Map<string, number>>();
  const lines = readFileSync(new URL('weights.tsv', import.meta.url), 'utf8').split('\n');
  for (const [index, line] of lines.entries()) {
    if (index % STEP_ROWS === 0) yield;
    if (line === '' || line.startsWith('#')) continue;
    const [name = '', weights = ''] = line.split('\t');
    const parts = weights.split(' ');
    const row = new Map<string, number>();
    for (let at = 0; at + 1 < parts.length; at += 2) row.set(parts[at] as string, Number(parts[at + 1]));
    rows.set(name, row);
  }
  const limit = (name: string) => rows.get('limit')?.get(name) ?? 1;
  return {
    rows,
    limits: {
      answer: limit('answer'),
      partly: limit('partly'),
      complete: limit('complete'),
      ask: limit('ask'),
      choose: limit('choose'),
    },
  };
});

/** Whether a word occurred in the training questions. */
export const isLearned = (word: string, { rows }: KindModel = kindModel()): boolean => rows.has(`word ${word}`);

/** Whether a word or its stem indicates a kind according to the training. */
export const isFor = (word: string, kind: string, { rows }: KindModel): boolean =>
  [`word ${word}`, `stem ${stemOf(word)}`].some((name) => (rows.get(name)?.get(kind) ?? 0) > 0);

/** A kind with its probability; `reading` is undefined for the kind `none`. */
export interface Ranked {
  id: string;
  reading: Reading | undefined;
  probability: number;
}

/** Returns the probability of each kind, highest first. */
export function ranked(
  features: readonly Feature[],
  readings: readonly Reading[],
  spans: readonly AnySpan[],
  { rows }: KindModel = kindModel(),
): Ranked[] {
  const sums = new Map<string, number>();
  for (const { name, value } of features)
    for (const [kind, weight] of rows.get(name) ?? []) sums.set(kind, (sums.get(kind) ?? 0) + weight * value);
  const values = valuesIn(spans);
  const best = Math.max(...readings.map(({ score }) => score));
  const scores = readings.map((reading) => {
    const own = featuresOfReading(reading, best, values);
    const sum = own.reduce((total, { name, value }) => total + value * (rows.get(name)?.get(ANY_KIND) ?? 0), 0);
    return { id: reading.kind.id, reading, score: (sums.get(reading.kind.id) ?? 0) + sum };
  });
  const all = [...scores, { id: NO_KIND, reading: undefined, score: sums.get(NO_KIND) ?? 0 }];
  const most = Math.max(...all.map(({ score }) => score));
  const total = all.reduce((sum, { score }) => sum + Math.exp(score - most), 0);
  return all
    .map(({ id, reading, score }) => ({ id, reading, probability: Math.exp(score - most) / total }))
    .sort((one, other) => other.probability - one.probability);
}
