import { decide, type Recognition, recognize } from '../../src/features/ai/composer/match-question.js';
import type { Reading } from '../../src/features/ai/composer/question-types/parse-question.js';
import type { PlannedCall } from '../../src/features/ai/composer/question-types/question-type.js';
import { withMore } from '../../src/features/ai/composer/result-filter.js';
import type { KindModel } from '../../src/features/ai/composer/scoring/kind-model.js';
import { absoluteDates } from '../../src/features/ai/composer/spans/absolute-dates.js';
import type { Limit } from '../../src/features/ai/composer/spans/span.js';
import {
  calendar,
  type Expected,
  impliedBy,
  ownNames,
  type QuestionCase,
  toolNameOf,
  vesselNames,
  wrongArguments,
} from './ai-world.js';
import { countryAreas } from './country-areas.js';

/** `wrong` means an answer where another answer, a clarifying question or a refusal is expected. */
export type Outcome = 'right' | 'wrong' | 'refused' | 'asked';

/** The outcome of a question, and the difference from the expected one. */
export interface Verdict {
  outcome: Outcome;
  reason: string;
}

/** Returns the readings of a question about the records of ai-world.ts. */
export async function recognized(one: QuestionCase): Promise<Recognition> {
  const dates = (await absoluteDates())(one.question, calendar.now);
  const questionContext = { calendar, own: ownNames, dates };
  return recognize({ text: one.question, questionContext, names: vesselNames, implied: impliedBy(one) });
}

/** @param model weights that replace the project's weights */
export const verdictOf = async (one: QuestionCase, model?: KindModel): Promise<Verdict> =>
  verdictOn(one, await recognized(one), model);

/** Returns the verdict on a question whose readings are known. */
export function verdictOn({ expected }: QuestionCase, found: Recognition, model?: KindModel): Verdict {
  const understood = decide(found, model);
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
  // A restriction by which the results are filtered or ordered is not dropped.
  const applied = understood.reading.spans
    .filter(({ type }) =>
      ['limit', 'destination', 'shipType', 'order', 'vesselState', 'aircraftType', 'airline'].includes(type),
    )
    .flatMap(({ from, to }) => understood.tokens.slice(from, to).map(({ text }) => text));
  const said = [...(understood.left ?? []), ...(understood.unapplied ?? []), ...applied].join(' ');
  const hidden = expected.named?.find((word) => !said.includes(word));
  const fault = faultOf(understood.reading, expected) ?? (hidden && `dropped without a word: ${hidden}`);
  return fault === undefined ? { outcome: 'right', reason: '' } : { outcome: 'wrong', reason: fault };
}

/**
 * Returns a call with the box that the service queries for a country, if the expected area is that box; otherwise the
 * call unchanged. Either is right, because items outside of the country's shape are left out.
 */
function withArea(call: PlannedCall, { arguments: { area } = {} }: Expected): PlannedCall {
  const made = withMore(call, countryAreas);
  return area !== undefined && wrongArguments({ area }, { ...made.arguments }).length === 0 ? made : call;
}

const SIZE_NAMES = { deadweight: 'DeadweightTonnes', length: 'LengthMeters', draught: 'DraughtMeters' };

/** Returns the limits of sizes by which results are filtered, by names such as `minDeadweightTonnes`. */
const sizesOf = ({ about = {} }: PlannedCall): Record<string, number | undefined> =>
  Object.fromEntries(
    ((about.limits ?? []) as Limit[])
      .filter(({ of }) => of in SIZE_NAMES)
      .flatMap(({ of, min, max }) => {
        const name = SIZE_NAMES[of as keyof typeof SIZE_NAMES];
        return [
          [`min${name}`, min],
          [`max${name}`, max],
        ];
      }),
  );

/** Returns the difference between the call of a reading and the expected call; undefined if they agree. */
export function faultOf({ kind, input }: Reading, expected: Expected): string | undefined {
  const [planned] = kind.plan(input);
  const call = planned && withArea(planned, expected);
  if (call === undefined || expected.tool === undefined)
    return `answered as ${kind.id}: ${JSON.stringify(call?.arguments)}`;
  const faults = wrongArguments(expected.arguments ?? {}, { ...call.arguments, ...call.about, ...sizesOf(call) });
  const isSame = call.tool === toolNameOf(expected.tool) && faults.length === 0;
  return isSame ? undefined : `${call.tool}: ${faults.join(', ')}`;
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
