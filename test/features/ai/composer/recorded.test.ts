import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import test from 'ava';
import type { AccountResources } from '../../../../src/features/ai/composer/account-resources.service.js';
import { AnswerWriter, type Asking } from '../../../../src/features/ai/composer/answer-writer.service.js';
import { type Understanding, understand } from '../../../../src/features/ai/composer/match-question.js';
import { questionTypes } from '../../../../src/features/ai/composer/question-types/question-types.js';
import { absoluteDates } from '../../../../src/features/ai/composer/spans/absolute-dates.js';
import type { ToolCalls } from '../../../../src/features/ai/tools/tool.js';
import {
  calendar,
  impliedBy,
  newQuestions,
  otherQuestions,
  ownNames,
  questionSet,
  vesselNames,
} from '../../../support/ai-world.js';
import { countryAreas } from '../../../support/country-areas.js';
import { matchesRecording } from '../../../support/recorded.js';

const fixture = (name: string) => JSON.parse(readFileSync(`test/fixtures/ai/${name}.json`, 'utf8'));
const phrases = fixture('phrases').questions as string[];
/** One response of each tool, made from the examples of the OpenAPI description. */
const toolAnswers = fixture('tool-answers') as Record<string, Record<string, unknown>>;
const context = { portfolioId: '$portfolio:Growth', alertIds: ['$alert:oil'] };
const own = { ...ownNames, portfolio: ownNames.portfolio.slice(0, 3) };

async function askedOf(question: string, implied = impliedBy({ kind: '', question, expected: {} }), names = ownNames) {
  const dates = (await absoluteDates())(question, calendar.now);
  return { text: question, questionContext: { calendar, own: names, dates }, names: vesselNames, implied };
}

function meaning(understood: Understanding): unknown {
  if (understood.type === 'refuse') return { refuse: understood.near };
  if (understood.type === 'choose') return { choose: understood.readings.map(({ kind }) => kind.id) };
  const { kind, input } = understood.reading;
  if (understood.type === 'ask') return { kind: kind.id, slot: understood.slot, options: understood.options };
  return { kind: kind.id, plan: kind.plan(input), text: input.text };
}

test('questions are understood as recorded', async (t) => {
  const rows = new Map<string, unknown>();
  for (const one of [...questionSet.questions, ...otherQuestions, ...newQuestions])
    rows.set(one.question, meaning(await understand(await askedOf(one.question, impliedBy(one)))));
  for (const phrase of phrases) rows.set(phrase, meaning(await understand(await askedOf(phrase))));
  matchesRecording(t, 'ai-readings', rows);
});

type Change = (value: unknown, key: string) => unknown;

/** Applies a change to every value of a response, inner values first. */
function changed(value: unknown, change: Change, key = ''): unknown {
  const inner = Array.isArray(value)
    ? value.map((item) => changed(item, change, key))
    : value instanceof Object
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, changed(item, change, name)]))
      : value;
  return change(inner, key);
}

/** Variants of the responses, so that each branch of an answer is tested. */
const variants: Readonly<Record<string, Change>> = {
  'as described': (value) => value,
  'on one page': (value, key) => (key === 'nextCursor' ? null : value),
  'with one item': (value, key) => (key === 'nextCursor' ? null : Array.isArray(value) ? value.slice(0, 1) : value),
  'without items': (value, key) => (key === 'nextCursor' ? null : Array.isArray(value) ? [] : value),
  'with twelve items': (value) =>
    Array.isArray(value) ? Array.from({ length: 12 }, (_, index) => value[index % value.length]) : value,
  'with zeros': (value) => (typeof value === 'number' ? 0 : value),
  'with opposite signs': (value) => (typeof value === 'number' ? -value : value),
  'with opposite flags': (value) => (typeof value === 'boolean' ? !value : value),
  'without numbers': (value) => (typeof value === 'number' ? null : value),
};

/** Answers a question from the recorded responses, after a change. */
async function answered(question: string, change: Change): Promise<unknown> {
  const implied = impliedBy({ kind: '', question, expected: {}, context });
  const asked = await askedOf(question, implied, own);
  const understood = await understand(asked);
  if (understood.type !== 'answer') return understood.type;
  const calls = {
    offers: () => true,
    call: async (_caller: unknown, name: string) => {
      const value = changed(toolAnswers[name] ?? {}, change);
      const citations = [{ recordType: 'record', recordId: 'text 0', href: '/', asOf: null }];
      return { ok: true, status: 200, value, problem: null, citations, cited: [] };
    },
  } as unknown as ToolCalls;
  const asking = { caller: {}, own, asked, signal: new AbortController().signal } as unknown as Asking;
  try {
    const { content, numbers, proposal } = await new AnswerWriter(calls, {} as AccountResources, countryAreas).answer(
      { reading: understood.reading },
      asking,
    );
    return {
      content,
      numbers: numbers.map(({ value, unit, citation }) => [value, unit, citation === null ? 0 : 1]),
      proposal,
    };
  } catch (error) {
    return { error: (error as Error).name };
  }
}

for (const [name, change] of Object.entries(variants))
  test(`answers from responses ${name} equal the recorded ones`, async (t) => {
    const rows = new Map<string, unknown>();
    const isWhole = name === 'as described';
    for (const { examples } of questionTypes)
      for (const question of isWhole ? examples : examples.slice(0, 1))
        rows.set(question, await answered(question, change));
    matchesRecording(t, `ai-answers-${name.replaceAll(' ', '-')}`, rows);
  });
