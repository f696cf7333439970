#!/usr/bin/env node
// Learns the weights with which the composer distinguishes kinds of questions, and writes them to
// src/features/ai/composer/scoring/weights.tsv. It learns from the committed questions and the examples of the kinds,
// with variations of their words; the frozen questions are only scored. The same questions give the same weights.
// Thresholds are chosen by cross-validation: the questions of each author are left out in turn, and the thresholds with
// the lowest cost win, where a wrong answer costs as much as five refusals.
// Run it again after a change of questions, kinds or spans, in a project that is built (`npx node
// bin/train-composer.js`). `--check` only prints the scores of the questions that were left out.
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { recognize } = await import('../dist/src/features/ai/composer/match-question.js');
const { vocabulary } = await import('../dist/src/features/ai/composer/question-spans.js');
const { questionTypes } = await import('../dist/src/features/ai/composer/question-types/question-types.js');
const { languages } = await import('../dist/src/features/ai/composer/language/foreign-words.js');
const { decideKind } = await import('../dist/src/features/ai/composer/scoring/decide-kind.js');
const { featuresOf, valuesIn } = await import('../dist/src/features/ai/composer/scoring/question-features.js');
const { featuresOfReading } = await import('../dist/src/features/ai/composer/scoring/reading-features.js');
const { NO_KIND } = await import('../dist/src/features/ai/composer/scoring/kind-model.js');
const { absoluteDates } = await import('../dist/src/features/ai/composer/spans/absolute-dates.js');
const world = await import('../dist/test/support/ai-world.js');
const { scoreOf, scoreText, verdictOf } = await import('../dist/test/support/question-score.js');

const root = join(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');
const EPOCHS = 14;
const RATE = 0.25;
const L2 = 2e-4;
/** Words that occur in fewer questions are treated as unknown, because most words of new questions will be unknown. */
const MIN_QUESTIONS = 2;
const MIN_PART_QUESTIONS = 3;
/**
 * Fraction of the examples that are learned without the features of cues: the cues were written for these examples, so
 * they would get too much weight.
 */
const WITHOUT_CUES = 0.5;
const MIN_WEIGHT = 0.25;
const WRONG_COST = 5;
const VARIANTS = 4;

/** Returns a generator of numbers from 0 to 1, the same sequence for the same seed. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const pick = (list, random) => list[Math.floor(random() * list.length)];

// Variations of a question that keep its meaning: words that may be left out, abbreviations, foreign words and polite
// openings.
const SMALL = new Set('the a an of in on at for my is are do does please me to with'.split(' '));
const SHORT = new Map(
  Object.entries({
    ...{ portfolio: 'pf', watchlist: 'wl', yesterday: 'yday', dividends: 'divs', position: 'pos', price: 'px' },
    ...{ weeks: 'wks', week: 'wk', months: 'mths', hours: 'hrs', performance: 'perf', volatility: 'vol', near: 'nr' },
    ...{ today: 'tdy', allocation: 'alloc', please: 'pls', value: 'val', vessels: 'vsls', percent: '%', you: 'u' },
  }),
);
const foreign = languages.map((words) => {
  const back = new Map();
  for (const [word, english] of words)
    if (english.length === 1 && english[0].length > 2) back.set(english[0], [...(back.get(english[0]) ?? []), word]);
  return back;
});
const POLITE = [
  'Could you please tell me',
  'I would like to know',
  'hey,',
  'can u show',
  'quick one:',
  'Please show me',
];

function mistyped(word, random) {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const kind = random();
  if (kind < 0.4) return word.slice(0, at) + word.slice(at + 1);
  if (kind < 0.8) return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
  return word.slice(0, at) + word[at] + word.slice(at);
}

function variantOf(text, random) {
  const kind = Math.floor(random() * 5);
  const words = text.split(' ');
  const isPlain = (word) => /^[a-z]{5,}$/.test(word);
  if (kind === 0) return `${pick(POLITE, random)} ${text.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase())}`;
  if (kind === 1) return words.filter((word) => !SMALL.has(word.toLowerCase())).join(' ');
  if (kind === 2) return words.map((word) => SHORT.get(word.toLowerCase()) ?? word).join(' ');
  if (kind === 3)
    return words.map((word) => (isPlain(word) && random() < 0.5 ? mistyped(word, random) : word)).join(' ');
  const language = pick(foreign, random);
  const replaced = (word) => {
    const known = language.get(word.toLowerCase());
    return known !== undefined && random() < 0.6 ? pick(known, random) : word;
  };
  return words.map(replaced).join(' ');
}

// The questions with their kinds.
const kindIds = new Set(questionTypes.map(({ id }) => id));
const training = JSON.parse(readFileSync(join(root, 'test/fixtures/ai/training-questions.json'), 'utf8')).questions;
const named = [
  ['old', [...world.questionSet.questions, ...world.otherQuestions, ...world.newQuestions]],
  ...['A', 'C', 'E', 'G'].map((author) => [author, world.authorsQuestions.filter((one) => one.author === author)]),
];
async function recognized(one) {
  const dates = (await absoluteDates())(one.question, world.calendar.now);
  const surroundings = { calendar: world.calendar, own: world.ownNames, dates };
  return recognize({ text: one.question, surroundings, names: world.vesselNames, implied: world.impliedBy(one) });
}

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
  if (complete !== undefined && complete.kind.id !== one.kind && (await verdictOf(one)).outcome === 'right')
    return complete.kind.id;
  return kindIds.has(one.kind) ? one.kind : undefined;
}

const examples = [];
for (const [group, cases] of named) for (const one of cases) examples.push({ group, one, kind: await kindOf(one) });
for (const { id, examples: own } of questionTypes)
  for (const question of own) examples.push({ group: 'examples', one: { kind: id, question }, kind: id });
for (const [kind, questions] of Object.entries(training))
  for (const question of questions) examples.push({ group: 'training', one: { kind, question }, kind });
const random = randomOf(7);
const learned = [];
for (const { group, one, kind } of examples.filter((example) => example.kind !== undefined)) {
  if (kind !== NO_KIND && !kindIds.has(kind)) throw new Error(`No kind ${kind}: ${one.question}`);
  for (let variant = 0; variant <= VARIANTS; variant += 1) {
    const question = variant === 0 ? one.question : variantOf(one.question, random);
    if (variant > 0 && question === one.question) continue;
    learned.push({ group, kind, origin: one.question, found: await recognized({ ...one, question }), variant });
  }
}
console.log(`${examples.length} questions, ${learned.length} with their variants`);

const classes = [...questionTypes.map(({ id }) => id), NO_KIND];
const ANY = 'any';

/** Learns weights from examples. @returns for each feature, the weights of kinds */
function learn(all) {
  const wordCounts = new Map();
  for (const { found, origin, variant } of all)
    if (variant === 0)
      for (const { name } of featuresOf(found.tokens, found.spans, () => true))
        wordCounts.set(name, (wordCounts.get(name) ?? new Set()).add(origin));
  const countOf = (name) => wordCounts.get(name)?.size ?? 0;
  const isKnown = (word) => vocabulary().has(word) || countOf(`word ${word}`) >= MIN_QUESTIONS;
  const isKept = (name) =>
    /^(?:unknown|bias|short)/.test(name) ||
    countOf(name) >= (/^(?:part|pair)/.test(name) ? MIN_PART_QUESTIONS : MIN_QUESTIONS);
  const ids = new Map();
  const idOf = (name) => {
    if (!ids.has(name)) ids.set(name, ids.size);
    return ids.get(name);
  };
  const rows = all.map(({ found, kind, variant }) => {
    const { tokens, spans, readings } = found;
    const features = featuresOf(tokens, spans, isKnown).filter(({ name }) => isKept(name));
    const best = Math.max(...readings.map(({ score }) => score));
    const values = valuesIn(spans);
    const own = classes.map((id) => {
      const reading = readings.find((one) => one.kind.id === id);
      if (reading === undefined) return [];
      return featuresOfReading(reading, best, values).map(({ name, value }) => [idOf(name), value, CUES.test(name)]);
    });
    return {
      shared: features.map(({ name, value }) => [idOf(name), value]),
      own,
      gold: classes.indexOf(kind),
      weight: variant === 0 ? 1 : 0.4,
    };
  });
  const size = classes.length + 1;
  const weights = new Float64Array(ids.size * size);
  const squares = new Float64Array(ids.size * size).fill(1e-3);
  const sums = new Float64Array(ids.size * size);
  const shuffle = randomOf(11);
  const step = (at, gradient) => {
    const total = gradient + L2 * weights[at];
    squares[at] += total * total;
    weights[at] -= (RATE * total) / Math.sqrt(squares[at]);
  };
  const scores = new Float64Array(classes.length);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const order = rows.map((row) => [shuffle(), row]).sort(([one], [other]) => one - other);
    for (const [, { shared, own, gold, weight }] of order) {
      const hidesCues = shuffle() < WITHOUT_CUES;
      scores.fill(0);
      for (const [id, value] of shared)
        for (let kind = 0; kind < classes.length; kind += 1) scores[kind] += weights[id * size + kind] * value;
      for (let kind = 0; kind < classes.length; kind += 1)
        for (const [id, value, isCue] of own[kind])
          if (!(hidesCues && isCue)) scores[kind] += weights[id * size + classes.length] * value;
      const most = Math.max(...scores);
      let total = 0;
      for (let kind = 0; kind < classes.length; kind += 1) {
        scores[kind] = Math.exp(scores[kind] - most);
        total += scores[kind];
      }
      for (let kind = 0; kind < classes.length; kind += 1) {
        const error = weight * (scores[kind] / total - (kind === gold ? 1 : 0));
        if (Math.abs(error) < 1e-4) continue;
        for (const [id, value] of shared) step(id * size + kind, error * value);
        for (const [id, value, isCue] of own[kind])
          if (!(hidesCues && isCue)) step(id * size + classes.length, error * value);
      }
    }
    // Averaging the weights of the later rounds makes them independent of the order of the last examples.
    if (epoch >= EPOCHS / 2) for (let at = 0; at < sums.length; at += 1) sums[at] += weights[at];
  }
  const rounds = EPOCHS - Math.ceil(EPOCHS / 2);
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
const ANSWER = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9];
const limitsOf = (answer) => ({ answer, ask: 0.25, choose: Math.min(answer, 0.6), complete: 0.1 });
const modelOf = (table, answer) => ({ rows: table, limits: limitsOf(answer) });

/**
 * Counts the decisions about kinds of questions: right, wrong, refused or asked back. The results of the calls are not
 * compared.
 */
function decided(cases, model) {
  const score = { all: cases.length, right: 0, wrong: 0, refused: 0, asked: 0 };
  for (const { kind, found } of cases) {
    const decision = decideKind(found, (word) => vocabulary().has(word), model);
    const id = decision.type === 'complete' ? found.complete.kind.id : decision.reading?.kind.id;
    if (decision.type === 'choose') score.asked += 1;
    else if (decision.type === 'refuse') score[kind === NO_KIND ? 'right' : 'refused'] += 1;
    else if (id === kind) score.right += 1;
    else score[decision.type === 'ask' ? 'asked' : 'wrong'] += 1;
  }
  return score;
}
const sum = (one, other) => Object.fromEntries(Object.keys(one).map((name) => [name, one[name] + other[name]]));

// The questions of each author are left out in turn; one threshold is chosen for all of them.
const folds = ['A', 'C', 'E', 'G', 'training'].map((group) => ({
  group,
  table: learn(learned.filter((example) => example.group !== group)),
  cases: learned.filter((example) => example.group === group && example.variant === 0),
}));
const scores = ANSWER.map((answer) => ({
  answer,
  score: folds.map(({ table, cases }) => decided(cases, modelOf(table, answer))).reduce(sum),
}));
for (const { answer, score } of scores) console.log(`from ${answer}: ${scoreText(score)}, cost ${cost(score)}`);
const { answer } = scores.reduce((best, one) => (cost(one.score) < cost(best.score) ? one : best));
for (const { group, table, cases } of folds)
  console.log(`without ${group}, kinds: ${scoreText(decided(cases, modelOf(table, answer)))}`);
for (const { group, table } of folds.slice(0, -1)) {
  const show = (one, { outcome, reason }) =>
    process.argv.includes('--faults') && console.log(`  ${one.kind}: ${one.question} → ${outcome}, ${reason}`);
  const cases = named.find(([name]) => name === group)[1];
  console.log(`without ${group}: ${scoreText(await scoreOf(cases, show, modelOf(table, answer)))}`);
}

const rows = learn(learned);
rows.set('limit', new Map(Object.entries(limitsOf(answer))));
const model = modelOf(rows, answer);
for (const [name, cases] of [...named, ['frozen', world.frozenQuestions]])
  console.log(`${name}: ${scoreText(await scoreOf(cases, undefined, model))}`);
if (!isCheck) {
  const lines = [...rows]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([name, row]) =>
        `${name}\t${[...row]
          .sort()
          .map((pair) => pair.join(' '))
          .join(' ')}`,
    );
  writeFileSync(
    join(root, 'src/features/ai/composer/scoring/weights.tsv'),
    `# Weights of features of questions by kind, made by bin/train-composer.js: feature, then kinds with their weights.\n${lines.join('\n')}\n`,
  );
  console.log(`${lines.length} features, ${[...rows.values()].reduce((total, row) => total + row.size, 0)} weights`);
}
