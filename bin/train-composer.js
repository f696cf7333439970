#!/usr/bin/env node
// Learns the weights by which the composer distinguishes kinds of questions, and writes them to
// src/features/ai/composer/scoring/weights.tsv. Learns from the committed questions and the examples of the kinds, with
// changes of their words. The same questions give the same weights. The limits are chosen for the least cost over all
// authors, where the questions of a few authors at a time are answered with weights that were learned without them, and
// a wrong answer costs as much as five refusals.
// Run it again with `--records` after a change of questions, kinds or spans, in a project that is built: the tests check
// the weights that this gives. After a run without the option, which learns all kinds, one with it must follow.
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = `Usage: npx node bin/train-composer.js [options]
Learns the weights of the composer and writes them to src/features/ai/composer/scoring/weights.tsv (two minutes).

  --check   writes nothing, and fails if the committed weights differ
  --records learns only the weights of the kinds of records, and keeps all other weights and the limits
  --quick   keeps the committed limits, whose choice takes most of the time
  --faults  also prints the questions that are not answered as expected
  --frozen  also prints the score of the frozen questions, from which nothing is learned
  --help    prints this text`;

/** Returns the options; ends the process for `--help` and for an unknown option. */
function readOptions() {
  const flag = { type: 'boolean', default: false };
  try {
    const options = { check: flag, quick: flag, records: flag, faults: flag, frozen: flag, help: flag };
    const { values } = parseArgs({ options });
    if (!values.help) return values;
    console.log(USAGE);
    process.exit();
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}
const { check: isCheck, quick, records: isOfRecords, faults: showsFaults, frozen: showsFrozen } = readOptions();
const isQuick = quick || isOfRecords;

const { vocabulary } = await import('../dist/src/features/ai/composer/question-spans.js');
const { questionTypes } = await import('../dist/src/features/ai/composer/question-types/question-types.js');
const { randomOf, variantOf } = await import('./question-variants.js');
const { decideKind } = await import('../dist/src/features/ai/composer/scoring/decide-kind.js');
const { featuresOf, valuesIn } = await import('../dist/src/features/ai/composer/scoring/question-features.js');
const { featuresOfReading } = await import('../dist/src/features/ai/composer/scoring/reading-features.js');
const { NO_KIND } = await import('../dist/src/features/ai/composer/scoring/kind-model.js');
const world = await import('../dist/test/support/ai-world.js');
const { faultOf, recognized, scoreText, verdictOn } = await import('../dist/test/support/question-score.js');

const root = join(import.meta.dirname, '..');
const EPOCHS = 14;
const RATE = 0.25;
const L2 = 2e-4;
/** Words that occur in fewer questions are treated as unknown, because most words of new questions will be unknown. */
const MIN_QUESTIONS = 2;
const MIN_PART_QUESTIONS = 3;
/** Fraction of the learning steps without the features of cues, because the cues were fitted to the same questions. */
const WITHOUT_CUES = 0.7;
const MIN_WEIGHT = 0.25;
const WRONG_COST = 5;
/** Differences of costs below this are due to chance. */
const TOLERANCE = 3;
const VARIANTS = 3;
/** Number of authors that are left out at a time. */
const LEFT_OUT = 4;

// The questions with their kinds.
const kindIds = new Set(questionTypes.map(({ id }) => id));
const training = JSON.parse(readFileSync(join(root, 'test/fixtures/ai/training-questions.json'), 'utf8')).questions;
const named = [
  ['old', [...world.questionSet.questions, ...world.otherQuestions, ...world.newQuestions]],
  ...Object.entries(
    Object.groupBy(
      [
        ...[...world.authorsQuestions, ...world.developmentQuestions, ...world.furtherQuestions],
        ...[...world.variedQuestions, ...world.laterQuestions],
      ],
      // The twenty authors of the varied questions form two groups, because each group costs a round of learning.
      // The authors of the later questions form one group. The latest and the recent questions are only judged, not
      // learned from.
      ({ author }) => (author.length > 1 ? `varied ${author[0]}` : author),
    ),
  ),
];
const authors = named.slice(1).map(([author]) => author);

/** Returns the name of a slot as it is in a question back to the user, such as `portfolioId`. */
const SLOTS = (kind, type) =>
  kind.askAs?.[type] ?? (['portfolio', 'geofence', 'watchlist', 'rule', 'alert'].includes(type) ? `${type}Id` : type);

/**
 * Returns the kind of a question: the one with which the composer answers it rightly, otherwise the one that its author
 * gave. Undefined if there is no such kind.
 */
async function kindOf(one) {
  if (one.expected?.refuse) return NO_KIND;
  if (one.kind === 'clarify') {
    const { readings, complete: whole } = await recognized(one);
    const isAsked = ({ kind, missing }) => missing.length === 1 && SLOTS(kind, missing[0]) === one.expected.clarify;
    return whole?.kind.id ?? readings.find(isAsked)?.kind.id;
  }
  const { complete } = await recognized(one);
  if (complete !== undefined && complete.kind.id !== one.kind && faultOf(complete, one.expected) === undefined)
    return complete.kind.id;
  return kindIds.has(one.kind) ? one.kind : undefined;
}

const examples = [];
for (const [group, cases] of named) for (const one of cases) examples.push({ group, one, kind: await kindOf(one) });
for (const { id, examples: own } of questionTypes)
  for (const question of own) examples.push({ group: 'examples', one: { kind: id, question }, kind: id });
for (const [kind, questions] of Object.entries(training))
  questions.forEach((question, index) => {
    // The first half of each kind is of other authors than the second.
    const group = index < questions.length / 2 ? 'training' : 'more training';
    examples.push({ group, one: { kind, question }, kind });
  });
const random = randomOf(7);
const learned = [];
const all = [];
for (const { group, one, kind } of examples) {
  const found = await recognized(one);
  all.push({ group, one, kind, found });
  if (kind === undefined) continue;
  if (kind !== NO_KIND && !kindIds.has(kind)) throw new Error(`No kind ${kind}: ${one.question}`);
  if (kind !== NO_KIND && !found.readings.some((reading) => reading.kind.id === kind))
    throw new Error(`No subject of ${kind}: ${one.question}`);
  for (let variant = 0; variant <= VARIANTS; variant += 1) {
    const question = variant === 0 ? one.question : variantOf(one.question, random);
    if (variant > 0 && question === one.question) continue;
    const read = variant === 0 ? found : await recognized({ ...one, question });
    // The variation may have lost the phrase that names what the kind is about.
    if (kind !== NO_KIND && !read.readings.some((reading) => reading.kind.id === kind)) continue;
    learned.push({ group, kind, origin: one.question, found: read, variant });
  }
}
console.log(`${examples.length} questions, ${learned.length} with their variants`);

const classes = [...questionTypes.map(({ id }) => id), NO_KIND];
const ANY = 'any';

/** Ids of the kinds that are recognized by their subject. */
const recordIds = new Set(questionTypes.filter(({ subject }) => subject !== undefined).map(({ id }) => id));
const ofRecords = (kind) => recordIds.has(classes[kind]);

/**
 * Learns weights from examples.
 * @param kept weights that do not change; only those of the kinds of records are learned then
 */
function learn(cases, kept) {
  const wordCounts = new Map();
  for (const { found, origin, variant } of cases)
    if (variant === 0)
      for (const { name } of featuresOf(found.tokens, found.spans, () => true))
        wordCounts.set(name, (wordCounts.get(name) ?? new Set()).add(origin));
  const countOf = (name) => wordCounts.get(name)?.size ?? 0;
  const isKnown = (word) => vocabulary().has(word) || countOf(`word ${word}`) >= MIN_QUESTIONS;
  const isKept = (name) =>
    /^(?:unknown|bias|short)|<unknown>/.test(name) ||
    countOf(name) >= (/^(?:part|pair)/.test(name) ? MIN_PART_QUESTIONS : MIN_QUESTIONS);
  const ids = new Map();
  const idOf = (name) => {
    if (!ids.has(name)) ids.set(name, ids.size);
    return ids.get(name);
  };
  const rows = cases.map(({ found, kind, variant }) => {
    const { tokens, spans, readings } = found;
    const features = featuresOf(tokens, spans, isKnown).filter(({ name }) => isKept(name));
    const best = Math.max(...readings.map(({ score }) => score));
    const values = valuesIn(spans);
    const byKind = new Map(readings.map((reading) => [reading.kind.id, reading]));
    const own = classes.map((id) => {
      const reading = byKind.get(id);
      if (reading === undefined) return [];
      return featuresOfReading(reading, best, values).map(({ name, value }) => [idOf(name), value, CUES.test(name)]);
    });
    return {
      shared: features.map(({ name, value }) => [idOf(name), value]),
      own,
      // A kind whose subject the question does not name is no answer, so nothing is learned about it.
      possible: classes.flatMap((id, kind) => (id === NO_KIND || byKind.has(id) ? [kind] : [])),
      gold: classes.indexOf(kind),
      weight: variant === 0 ? 1 : 0.4,
    };
  });
  const size = classes.length + 1;
  for (const name of kept?.keys() ?? []) idOf(name);
  const weights = new Float64Array(ids.size * size);
  const squares = new Float64Array(ids.size * size).fill(1e-3);
  const sums = new Float64Array(ids.size * size);
  const shuffle = randomOf(11);
  const rounds = EPOCHS - Math.ceil(EPOCHS / 2);
  for (const [name, row] of kept ?? [])
    for (const [kind, value] of row) {
      const at = idOf(name) * size + (kind === ANY ? classes.length : classes.indexOf(kind));
      weights[at] = value;
      sums[at] = value * rounds;
    }
  const isLearned = (kind) => kept === undefined || ofRecords(kind);
  const step = (at, gradient) => {
    const total = gradient + L2 * weights[at];
    squares[at] += total * total;
    weights[at] -= (RATE * total) / Math.sqrt(squares[at]);
  };
  const scores = new Float64Array(classes.length);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const order = rows.map((row) => [shuffle(), row]).sort(([one], [other]) => one - other);
    for (const [, { shared, own, possible, gold, weight }] of order) {
      const hidesCues = shuffle() < WITHOUT_CUES;
      scores.fill(Number.NEGATIVE_INFINITY);
      for (const kind of possible) scores[kind] = 0;
      for (const [id, value] of shared) for (const kind of possible) scores[kind] += weights[id * size + kind] * value;
      for (const kind of possible)
        for (const [id, value, isCue] of own[kind])
          if (!(hidesCues && isCue)) scores[kind] += weights[id * size + classes.length] * value;
      const most = Math.max(...scores);
      let total = 0;
      for (const kind of possible) {
        scores[kind] = Math.exp(scores[kind] - most);
        total += scores[kind];
      }
      for (const kind of possible) {
        const error = weight * (scores[kind] / total - (kind === gold ? 1 : 0));
        if (Math.abs(error) < 1e-4 || !isLearned(kind)) continue;
        for (const [id, value] of shared) step(id * size + kind, error * value);
        for (const [id, value, isCue] of own[kind])
          if (kept === undefined && !(hidesCues && isCue)) step(id * size + classes.length, error * value);
      }
    }
    // Averaging the weights of the later rounds makes them independent of the order of the last examples.
    if (epoch >= EPOCHS / 2)
      for (let at = 0; at < sums.length; at += 1) if (isLearned(at % size)) sums[at] += weights[at];
  }
  const table = new Map();
  for (const [name, id] of ids) {
    const row = new Map();
    for (let kind = 0; kind < size; kind += 1) {
      const value = Math.round((sums[id * size + kind] / rounds) * 100) / 100;
      if (Math.abs(value) >= MIN_WEIGHT) row.set(classes[kind] ?? ANY, value);
    }
    if (row.size > 0 || name.startsWith('word ')) table.set(name, row);
  }
  return table;
}
/** Features of readings that depend on the cues of kinds. */
const CUES = /cues|indicated|complete|behind|unexplained|other words/;

const cost = ({ wrong, refused, asked }) => WRONG_COST * wrong + refused + asked;
const ANSWER = [0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9];
const PARTLY = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.96, 0.98];
const COMPLETE = [0.02, 0.05, 0.1, 0.2, 0.3, 0.4];
const isInVocabulary = (word) => vocabulary().has(word);
const counted = (score, outcome) => {
  score.all += 1;
  score[outcome] += 1;
};
const emptyScore = () => ({ all: 0, right: 0, wrong: 0, refused: 0, asked: 0 });

/** Returns the outcome of a question for which no call is expected, by its kind alone. */
function outcomeOfKind({ kind, found }, model) {
  const decision = decideKind(found, isInVocabulary, model);
  const id = decision.type === 'complete' ? found.complete.kind.id : decision.reading?.kind.id;
  if (decision.type === 'choose') return 'asked';
  if (decision.type === 'refuse') return kind === NO_KIND ? 'right' : 'refused';
  if (id === kind) return 'right';
  return decision.type === 'ask' ? 'asked' : 'wrong';
}

function scoreOfCases(cases, model, onFault = () => {}) {
  const score = emptyScore();
  for (const example of cases) {
    const { outcome, reason } =
      example.one.expected === undefined
        ? { outcome: outcomeOfKind(example, model), reason: 'kind' }
        : verdictOn(example.one, example.found, model);
    counted(score, outcome);
    if (outcome !== 'right') onFault(example.one, outcome, reason);
  }
  return score;
}
const sum = (one, other) => Object.fromEntries(Object.keys(one).map((name) => [name, one[name] + other[name]]));

/** Questions of a group as they were written. */
const casesOf = (group) => all.filter((example) => example.group === group);

const showFault = (one, outcome, reason) =>
  showsFaults && console.log(`  ${one.kind}: ${one.question} → ${outcome}, ${reason}`);
const path = join(root, 'src/features/ai/composer/scoring/weights.tsv');

/** Returns the limits in the committed weights. */
function committedLimits() {
  const [, row] = /^limit\t(.*)$/m.exec(readFileSync(path, 'utf8'));
  const words = row.split(' ');
  return Object.fromEntries(words.flatMap((word, at) => (at % 2 === 0 ? [[word, Number(words[at + 1])]] : [])));
}

/** Returns the committed weights, without those of the kinds of records and the limits. */
function keptWeights() {
  const kept = new Map();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [name, weights = ''] = line.split('\t');
    if (name === '' || name.startsWith('#') || name === 'limit') continue;
    const words = weights.split(' ');
    const all = words.flatMap((word, at) => (at % 2 === 0 && word !== '' ? [[word, Number(words[at + 1])]] : []));
    const others = all.filter(([kind]) => !recordIds.has(kind));
    // A word in a row without weights is known, unless only the questions about records have it.
    if (others.length > 0 || all.length === 0) kept.set(name, new Map(others));
  }
  return kept;
}

/** Leaves a few authors out at a time, and returns the limits with the least total cost over all authors. */
function chosenLimits() {
  const parts = authors
    .filter((_, at) => at % LEFT_OUT === 0)
    .map((_, at) => authors.slice(at * LEFT_OUT, (at + 1) * LEFT_OUT));
  const folds = [...parts, ['training'], ['more training']].map((groups) => ({
    group: groups.join(' and '),
    table: learn(learned.filter((example) => !groups.includes(example.group))),
    cases: groups.flatMap(casesOf),
    // The limits do not change the probabilities, so each question is ranked once.
    rankings: new WeakMap(),
  }));
  const totalAt = (limits) =>
    folds
      .map(({ table, cases, rankings }) => scoreOfCases(cases, { rows: table, limits, rankings }))
      .reduce(sum, emptyScore());
  let limits = { answer: 0.75, partly: 0.9, complete: 0.1, ask: 0.25, choose: 0.6 };
  for (const [name, values] of [
    ['answer', ANSWER],
    ['partly', PARTLY],
    ['complete', COMPLETE],
    ['ask', ANSWER],
  ]) {
    const scores = values.map((value) => ({ value, score: totalAt({ ...limits, [name]: value }) }));
    const least = Math.min(...scores.map(({ score }) => cost(score)));
    // The most careful one of the limits with about the same cost is used. Asking back counts as careful.
    const tolerance = name === 'ask' ? 0 : TOLERANCE;
    const best = scores.findLast(({ score }) => cost(score) <= least + tolerance);
    for (const { value, score } of scores)
      console.log(`${name} from ${value}: ${scoreText(score)}, cost ${cost(score)}`);
    limits = { ...limits, [name]: best.value };
  }
  for (const { group, table, cases } of folds)
    console.log(`without ${group}: ${scoreText(scoreOfCases(cases, { rows: table, limits }, showFault))}`);
  return limits;
}

const limits = isQuick ? committedLimits() : chosenLimits();
const isAboutRecords = ({ found }) => found.readings.some(({ kind }) => recordIds.has(kind.id));
const rows = isOfRecords ? learn(learned.filter(isAboutRecords), keptWeights()) : learn(learned);
rows.set('limit', new Map(Object.entries(limits)));
const model = { rows, limits };
for (const group of ['old', ...authors]) console.log(`${group}: ${scoreText(scoreOfCases(casesOf(group), model))}`);
if (showsFrozen) {
  let total = emptyScore();
  for (const [name, cases] of Object.entries({
    authors: world.frozenQuestions,
    further: world.furtherFrozenQuestions,
    varied: world.variedFrozenQuestions,
    later: world.laterFrozenQuestions,
    latest: world.latestFrozenQuestions,
    recent: world.recentFrozenQuestions,
    newest: world.newestFrozenQuestions,
    habits: world.habitsFrozenQuestions,
  })) {
    const frozen = [];
    for (const one of cases) frozen.push({ one, found: await recognized(one) });
    const score = scoreOfCases(frozen, model);
    total = sum(total, score);
    console.log(`frozen ${name}: ${scoreText(score)}`);
  }
  console.log(`frozen, all: ${scoreText(total)}`);
}

const lines = [...rows]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(
    ([name, row]) =>
      `${name}\t${[...row]
        .sort()
        .map((pair) => pair.join(' '))
        .join(' ')}`,
  );
const text = `# Weights of features of questions by kind, made by bin/train-composer.js: feature, then kinds with their weights.\n${lines.join('\n')}\n`;
if (isCheck && readFileSync(path, 'utf8') !== text) {
  const option = isOfRecords ? ' --records' : '';
  console.error(
    `weights.tsv is not what the committed questions give: run \`npx node bin/train-composer.js${option}\`.`,
  );
  process.exitCode = 1;
} else if (isCheck) console.log('weights.tsv is what the committed questions give');
else {
  writeFileSync(path, text);
  console.log(`${lines.length} features, ${[...rows.values()].reduce((total, row) => total + row.size, 0)} weights`);
}
