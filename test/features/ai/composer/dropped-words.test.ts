import 'reflect-metadata';
import test from 'ava';
import { decide } from '../../../../src/features/ai/composer/match-question.js';
import type { QuestionCase } from '../../../support/ai-world.js';
import { recognized } from '../../../support/question-score.js';

const understoodAs = async (question: string) => decide(await recognized({ question } as QuestionCase));

for (const [question, days] of [
  ['briefing every Monday and Thursday at 6 for the Red Sea', ['Thursday']],
  ['Briefing on Growth on Mondays, Wednesdays and Fridays at 7:15', ['Wednesdays', 'Fridays']],
] as const)
  test(`the days of "${question}" that a schedule cannot have are named`, async (t) => {
    const understood = await understoodAs(question);
    t.is(understood.type, 'answer');
    if (understood.type !== 'answer') return;
    t.deepEqual(understood.unapplied, days);
    t.is(understood.reading.kind.plan(understood.reading.input)[0]?.arguments.weekday, 'monday');
  });
