#!/usr/bin/env node
// Learns how much each piece of evidence says about whether two reports are of one story, and writes the weights to
// src/features/news/clusters/story-weights.tsv. Only the development half of the labelled reports and headlines in
// test/fixtures/understanding is read. The same labels give the same weights. Run it again after a change of labels,
// terms or evidence, in a project that is built (`node bin/train-stories.js`). `--check` prints the scores of families
// that were left out, and writes nothing; `--show` prints their pairs that are wrong or missed too.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { headlineKeys } = await import('../dist/src/features/news/analysis/analyze-article.js');
const { compared, evidenceOf, FEATURES } = await import('../dist/src/features/news/clusters/story-evidence.js');
const { align, isSentenceWithGaps } = await import('../dist/src/features/news/clusters/wording.js');
const { TermTable } = await import('../dist/src/features/news/clusters/term-table.js');

const root = join(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');
const isShown = process.argv.includes('--show');
const STEPS = 4_000;
const RATE = 0.3;
const L2 = 2e-3;
const FOLDS = 5;
/** Weight of a pair of reports of different families; all other pairs have the weight 1. */
const FAR_WEIGHT = 0.25;
const SAME_WEIGHT = 1;
/** Precision that the threshold must reach on families that were left out. */
const PRECISION = 0.95;
/**
 * Matches the evidence that two reports are of different stories. Its weight is never positive; the weight of other
 * evidence is never negative.
 */
const AGAINST = /^(?:no |other|unshared|extra|aftermath|opposite|sentences|days)/;
/** Evidence that decides by itself and is not learned: its weight would replace that of other evidence. */
const ONLY_VETO = 'names alone';

const rowsOf = (name) =>
  readFileSync(join(root, 'test/fixtures/understanding', `${name}.tsv`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('dev\t'))
    .map((line) => line.split('\t').slice(1));

/** Returns the pairs of one set. All its reports are in one table, so that frequent terms are known. */
function pairsOf(reports, isPair) {
  const table = new TermTable();
  const stories = new Set();
  const known = reports.map((report, at) => {
    const terms = table.add(report.terms, at, !stories.has(report.story));
    stories.add(report.story);
    return { ...report, compared: compared(terms) };
  });
  const pairs = [];
  for (const [at, one] of known.entries())
    for (const other of known.slice(at + 1)) {
      const label = isPair(one, other);
      if (label === undefined) continue;
      // Other rules decide about titles of the same words.
      if (isSentenceWithGaps(align(one.words, other.words))) continue;
      const hours = Math.abs(one.minute - other.minute) / 60;
      const evidence = evidenceOf(one.compared, other.compared, (term) => table.rarity(term), hours);
      if (!label.isSame && evidence.coverage === 0) continue;
      pairs.push({
        ...label,
        values: FEATURES.map((feature) => (feature === ONLY_VETO ? 0 : evidence[feature])),
        text: `${one.title} / ${other.title}`,
      });
    }
  return pairs;
}

const all = [];
for (const hasSentence of [false, true]) {
  const reports = rowsOf('reports').map(([, story, minute, title, sentence]) => ({
    story,
    family: story.split('/')[0],
    minute: Number(minute),
    title,
    words: headlineKeys(title).titleKey.split(' '),
    terms: headlineKeys(title, hasSentence ? sentence : null).storyTerms,
  }));
  all.push(
    ...pairsOf(reports, (one, other) => ({
      isSame: one.story === other.story,
      families: [one.family, other.family],
      weight: one.story === other.story ? SAME_WEIGHT : one.family === other.family ? 1 : FAR_WEIGHT,
    })),
  );
}
const headlines = rowsOf('stories').flatMap(([type, one, other], at) =>
  [one, other].map((title, second) => ({
    type,
    at,
    story: type === 'same' ? `${at}` : `${at}-${second}`,
    minute: second * 30,
    title,
    words: headlineKeys(title).titleKey.split(' '),
    terms: headlineKeys(title, null).storyTerms,
  })),
);
all.push(
  ...pairsOf(headlines, (one, other) => ({
    isSame: one.story === other.story,
    families: [`pair ${one.at}`, `pair ${other.at}`],
    weight: one.story === other.story ? SAME_WEIGHT : one.at === other.at ? 1 : FAR_WEIGHT,
  })),
);

function learn(pairs) {
  const weights = FEATURES.map(() => 0);
  let bias = 0;
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  for (let step = 0; step < STEPS; step += 1) {
    const slope = FEATURES.map((_, index) => L2 * weights[index]);
    let biasSlope = 0;
    for (const { values, isSame, weight } of pairs) {
      let sum = bias;
      for (let index = 0; index < values.length; index += 1) sum += weights[index] * values[index];
      const error = ((1 / (1 + Math.exp(-sum)) - Number(isSame)) * weight) / total;
      biasSlope += error;
      for (let index = 0; index < values.length; index += 1) slope[index] += error * values[index];
    }
    bias -= RATE * 4 * biasSlope;
    for (const [index, feature] of FEATURES.entries()) {
      const next = weights[index] - RATE * 4 * slope[index];
      weights[index] = AGAINST.test(feature) ? Math.min(0, next) : Math.max(0, next);
    }
  }
  return { bias, weights };
}
const scoreOf = ({ bias, weights }, values) => values.reduce((sum, value, index) => sum + value * weights[index], bias);

// Scores of pairs by weights that were learned without their families.
const families = [...new Set(all.flatMap((pair) => pair.families))];
const foldOf = new Map(families.map((family, index) => [family, index % FOLDS]));
const scored = [];
for (let fold = 0; fold < FOLDS; fold += 1) {
  const isOut = ({ families: own }) => own.some((family) => foldOf.get(family) === fold);
  const model = learn(all.filter((pair) => !isOut(pair)));
  for (const pair of all.filter(isOut)) scored.push({ ...pair, score: scoreOf(model, pair.values) });
}
scored.sort((one, other) => other.score - one.score);
const same = scored.filter(({ isSame }) => isSame).length;
let [right, wrong, threshold, reached] = [0, 0, Number.POSITIVE_INFINITY, 0];
for (const { isSame, score } of scored) {
  if (isSame) right += 1;
  else wrong += 1;
  if (right / (right + wrong) >= PRECISION) [threshold, reached] = [score, right];
}
console.log(`${all.length} pairs, ${same} of one story`);
console.log(
  `families left out: recall ${((100 * reached) / same).toFixed(1)} % from the score ${threshold.toFixed(2)} on`,
);
for (const level of [0.95, 0.97, 0.98, 0.99]) {
  let [r, w, best] = [0, 0, 0];
  for (const { isSame } of scored) {
    if (isSame) r += 1;
    else w += 1;
    if (r / (r + w) >= level) best = r;
  }
  console.log(`precision ${level}: recall ${((100 * best) / same).toFixed(1)} %`);
}
if (isShown) {
  for (const { text, score } of scored.filter(({ isSame }) => !isSame).slice(0, 40))
    console.log('wrong', score.toFixed(2), text);
  for (const { text, score } of scored.filter(({ isSame }) => isSame).filter(({ score }) => score < threshold))
    console.log('missed', score.toFixed(2), text);
}
const model = learn(all);
console.log(
  FEATURES.map((feature, index) => `${feature} ${model.weights[index].toFixed(2)}`).join('\n'),
  '\nbias',
  model.bias.toFixed(2),
);
if (!isCheck) {
  const rows = [
    '# Weights of the evidence that two reports are of one story. Made by bin/train-stories.js; higher says more.',
    `bias\t${model.bias.toFixed(3)}`,
    `threshold\t${threshold.toFixed(3)}`,
    ...FEATURES.map((feature, index) => `${feature}\t${model.weights[index].toFixed(3)}`),
  ];
  writeFileSync(join(root, 'src/features/news/clusters/story-weights.tsv'), `${rows.join('\n')}\n`);
}
