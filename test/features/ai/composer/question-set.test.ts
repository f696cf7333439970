import 'reflect-metadata';
import test from 'ava';
import { understand } from '../../../../src/features/ai/composer/match-question.js';
import { vocabulary } from '../../../../src/features/ai/composer/question-spans.js';
import { questionTypes } from '../../../../src/features/ai/composer/question-types/question-types.js';
import { absoluteDates } from '../../../../src/features/ai/composer/spans/absolute-dates.js';
import {
  calendar,
  impliedBy,
  newQuestions,
  otherQuestions,
  ownNames,
  type QuestionCase,
  questionSet,
  vesselNames,
} from '../../../support/ai-world.js';
import { verdictOf } from '../../../support/question-score.js';

/** Prints the score by kind. */
async function score(
  title: string,
  cases: readonly QuestionCase[],
  log: (line: string) => void,
): Promise<{ share: number; falseAnswers: string[] }> {
  const kinds = new Map<string, { right: number; all: number }>();
  const falseAnswers: string[] = [];
  for (const one of cases) {
    const { outcome, reason } = await verdictOf(one);
    const kind = kinds.get(one.kind) ?? { right: 0, all: 0 };
    kinds.set(one.kind, { right: kind.right + (outcome === 'right' ? 1 : 0), all: kind.all + 1 });
    if (outcome !== 'right') log(`${one.kind}: ${one.question} → ${reason}`);
    if (outcome === 'wrong') falseAnswers.push(one.question);
  }
  const right = [...kinds.values()].reduce((sum, kind) => sum + kind.right, 0);
  log(
    `${title}: ${right} of ${cases.length} (${[...kinds].map(([kind, of]) => `${kind} ${of.right}/${of.all}`).join(', ')})`,
  );
  return { share: right / cases.length, falseAnswers };
}

const politely = (text: string) => `Please, ${text} Thanks!`;
const shortened = (text: string) =>
  [
    ['hours', 'hrs'],
    ['minutes', 'mins'],
    ['portfolio', 'pf'],
    ['watchlist', 'wl'],
    ['dividends', 'divs'],
    ['dividend', 'div'],
    ['yesterday', 'yday'],
    ['near', 'nr'],
    ['please', 'pls'],
  ].reduce((changed, [long, short]) => changed.replace(new RegExp(`\\b${long}\\b`, 'g'), short as string), text);
/** Exchanges two letters inside the longest lower-case word outside quotation marks. */
function mistyped(text: string): string {
  const word = [...text.replace(/"[^"]*"/g, '').matchAll(/(?<![\w/.-])[a-z]{6,}(?![\w/.-])/g)]
    .map(([found]) => found)
    .filter((found) => vocabulary().has(found))
    .sort((one, other) => other.length - one.length)[0];
  return word === undefined ? text : text.replace(word, `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`);
}

/** Changes of the text that must not change the meaning of a question. */
const mutations: Readonly<Record<string, (text: string) => string>> = {
  'in lower case': (text) => text.toLowerCase(),
  'in capitals': (text) => text.toUpperCase(),
  'with double spaces': (text) => text.replaceAll(' ', '  '),
  'without punctuation at the end': (text) => text.replace(/[.?!]+$/, ''),
  'in a polite form': politely,
  'with abbreviations': shortened,
  'with a typing error': mistyped,
};

const MIN_SHARE = 0.95;

test('at least 95 of 100 questions of the set get the right tool and arguments or the right question back, and no wrong answer', async (t) => {
  const { share, falseAnswers } = await score('questions', questionSet.questions, (line) => t.log(line));
  t.true(share >= MIN_SHARE, String(share));
  t.deepEqual(falseAnswers, []);
});

test('at least 95 of 100 questions in other wordings are understood, and unsupported ones are declined', async (t) => {
  const { share, falseAnswers } = await score('other wordings', otherQuestions, (line) => t.log(line));
  t.true(share >= MIN_SHARE, String(share));
  t.deepEqual(falseAnswers, []);
});

test('at least 95 of 100 questions in the wording of users are understood, and no answer is wrong', async (t) => {
  const { share, falseAnswers } = await score('questions of users', newQuestions, (line) => t.log(line));
  t.true(share >= MIN_SHARE, String(share));
  t.deepEqual(falseAnswers, []);
});

for (const [name, mutate] of Object.entries(mutations))
  test(`questions ${name} mean the same`, async (t) => {
    const cases = [...questionSet.questions, ...otherQuestions, ...newQuestions].map((one) => ({
      ...one,
      question: mutate(one.question),
    }));
    const { share, falseAnswers } = await score(name, cases, (line) => t.log(line));
    t.true(share >= MIN_SHARE, String(share));
    t.deepEqual(falseAnswers, []);
  });

test('a kind of question is recognized by its own examples', async (t) => {
  const own = { ...ownNames, portfolio: ownNames.portfolio.slice(0, 3) };
  for (const { id, examples } of questionTypes)
    for (const question of examples) {
      const dates = (await absoluteDates())(question, calendar.now);
      const asked = {
        text: question,
        questionContext: { calendar, own, dates },
        names: vesselNames,
        implied: impliedBy({
          kind: id,
          question,
          expected: {},
          context: { portfolioId: '$portfolio:Growth', alertIds: ['$alert:oil'] },
        }),
      };
      const understood = await understand(asked);
      t.is(understood.type === 'answer' ? understood.reading.kind.id : understood.type, id, question);
    }
});
