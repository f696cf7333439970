import { readFileSync } from 'node:fs';
import { lazyInSteps } from '../../../../async/lazy-in-steps.js';
import type { Reading } from '../question-types/parse-question.js';
import type { AnySpan } from '../spans/span.js';
import { type Feature, stemOf, valuesIn } from './question-features.js';
import { featuresOfReading } from './reading-features.js';

/** The kind of a question that no kind answers. */
export const NO_KIND = 'none';
/** Stands for every kind in the rows of features of readings. */
const ANY_KIND = 'any';

/** Weights of features by kind. */
export interface KindModel {
  /** feature → kind → weight */
  rows: ReadonlyMap<string, ReadonlyMap<string, number>>;
  limits: Limits;
}

/** Least probabilities. */
export interface Limits {
  answer: number;
  /** The least probability of the kind that explains every word. */
  complete: number;
  /** The least probability of a kind that lacks one value. */
  ask: number;
  /** The least probability of two kinds together between which the user is asked to choose. */
  choose: number;
}

/** Rows that are read in one step. */
const STEP_ROWS = 200;

/**
 * Rows of a feature and its weights, `word tanker<TAB>vessels-near 1.31 quote -0.4`, made by `bin/train-composer.js`.
 * A row without weights is a word that was learned and indicates nothing. The row `limit` has the probabilities from
 * which a question is answered.
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
    limits: { answer: limit('answer'), complete: limit('complete'), ask: limit('ask'), choose: limit('choose') },
  };
});

/** True for a word of the questions that were learned. */
export const isLearned = (word: string, { rows }: KindModel = kindModel()): boolean => rows.has(`word ${word}`);

/** True for a word, or its stem, that was learned to speak for a kind. */
export const isFor = (word: string, kind: string, { rows }: KindModel): boolean =>
  [`word ${word}`, `stem ${stemOf(word)}`].some((name) => (rows.get(name)?.get(kind) ?? 0) > 0);

/** A kind with its probability; `reading` is undefined for the kind `none`. */
export interface Ranked {
  id: string;
  reading: Reading | undefined;
  probability: number;
}

/** The probability of each kind, the highest first. */
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
