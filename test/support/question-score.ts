import { understand } from '../../src/features/ai/composer/match-question.js';
import type { KindModel } from '../../src/features/ai/composer/scoring/kind-model.js';
import { absoluteDates } from '../../src/features/ai/composer/spans/absolute-dates.js';
import {
  calendar,
  impliedBy,
  ownNames,
  type QuestionCase,
  toolNameOf,
  vesselNames,
  wrongArguments,
} from './ai-world.js';

/** `wrong` means an answer where another answer, a clarifying question or a refusal is expected. */
export type Outcome = 'right' | 'wrong' | 'refused' | 'asked';

/** The outcome of a question, and the difference from the expected one. */
export interface Verdict {
  outcome: Outcome;
  reason: string;
}

/** @param model weights to use instead of those of the project */
export async function verdictOf(one: QuestionCase, model?: KindModel): Promise<Verdict> {
  const { question, expected } = one;
  const dates = (await absoluteDates())(question, calendar.now);
  const surroundings = { calendar, own: ownNames, dates };
  const understood = await understand({
    text: question,
    surroundings,
    names: vesselNames,
    implied: impliedBy(one),
    model,
  });
  if (understood.type === 'refuse') return { outcome: expected.refuse ? 'right' : 'refused', reason: 'refused' };
  if (understood.type === 'choose')
    return { outcome: 'asked', reason: understood.readings.map(({ kind }) => kind.id).join(' or ') };
  if (understood.type === 'ask') {
    const ids = understood.options?.map((value) => (typeof value === 'object' && 'id' in value ? value.id : undefined));
    const isAsked =
      expected.clarify === understood.slot &&
      (expected.options === undefined ||
        ids === undefined ||
        expected.options.every((id) => ids.includes(id.replace('vessel:', ''))));
    return { outcome: isAsked ? 'right' : 'asked', reason: `asked for ${understood.slot}` };
  }
  const { kind, input } = understood.reading;
  const [call] = kind.plan(input);
  if (call === undefined || expected.tool === undefined)
    return { outcome: 'wrong', reason: `answered as ${kind.id}: ${JSON.stringify(call?.arguments)}` };
  const faults = wrongArguments(expected.arguments ?? {}, { ...call.arguments, ...call.about });
  return call.tool === toolNameOf(expected.tool) && faults.length === 0
    ? { outcome: 'right', reason: '' }
    : { outcome: 'wrong', reason: `${call.tool}: ${faults.join(', ')}` };
}

/** Number of questions of a set by outcome. */
export interface Score {
  all: number;
  right: number;
  wrong: number;
  refused: number;
  asked: number;
}

/** @param onFault called with each question that is not answered as expected */
export async function scoreOf(
  cases: readonly QuestionCase[],
  onFault: (one: QuestionCase, verdict: Verdict) => void = () => {},
  model?: KindModel,
): Promise<Score> {
  const score = { all: cases.length, right: 0, wrong: 0, refused: 0, asked: 0 };
  for (const one of cases) {
    const verdict = await verdictOf(one, model);
    score[verdict.outcome] += 1;
    if (verdict.outcome !== 'right') onFault(one, verdict);
  }
  return score;
}

/** Returns a score as text, such as `right 190 (89.2 %), wrong 2 (0.9 %), refused 15, asked back 6 of 213`. */
export function scoreText({ all, right, wrong, refused, asked }: Score): string {
  const percent = (count: number) => `${((count / all) * 100).toFixed(1)} %`;
  return `right ${right} (${percent(right)}), wrong ${wrong} (${percent(wrong)}), refused ${refused}, asked back ${asked} of ${all}`;
}
