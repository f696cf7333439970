import 'reflect-metadata';
import test from 'ava';
import { decide } from '../../../../src/features/ai/composer/match-question.js';
import { questionTypes } from '../../../../src/features/ai/composer/question-types/question-types.js';
import type { QuestionCase } from '../../../support/ai-world.js';
import { recognized } from '../../../support/question-score.js';

const context = { portfolioId: '$portfolio:Growth', alertIds: ['$alert:oil'] };
const understoodAs = async (question: string) =>
  decide(await recognized({ kind: '', question, expected: {}, context } as QuestionCase));

/** Returns the first call of an answer, and the parts that it names as not applied; undefined without an answer. */
async function answerTo(question: string): Promise<{ call: string; named: string } | undefined> {
  const understood = await understoodAs(question);
  if (understood.type !== 'answer') return undefined;
  const [call] = understood.reading.kind.plan(understood.reading.input);
  return {
    call: JSON.stringify([call?.arguments, call?.about]),
    named: [...(understood.left ?? []), ...(understood.unapplied ?? [])].join(' '),
  };
}

for (const [added, word] of [
  ['longer than 200 m', '200'],
  ['for more than 2 days', '2'],
  ['with at least 5 others', '5'],
  ['over 300 metres', '300'],
  ['more than 50 km from the coast', '50'],
  ['but not in France', 'France'],
  ['in five years', 'years'],
  ['on 3 November', 'November'],
] as const)
  test(`"${added}" behind a question of any kind changes the answer, is named as not applied, or is not answered`, async (t) => {
    const silent: string[] = [];
    for (const { examples } of questionTypes)
      for (const example of examples) {
        const plain = example.replace(/[.?!]+$/, '');
        const [before, after] = [await answerTo(plain), await answerTo(`${plain} ${added}`)];
        if (after !== undefined && after.call === before?.call && !after.named.includes(word)) silent.push(plain);
      }
    t.deepEqual(silent, []);
  });

for (const [question, similar] of [
  ['which airline has the most planes over paris', 'which planes are over paris'],
  ['Which airlines fly over Madrid?', 'Which airliners fly over Madrid?'],
  ['ships near hormuz owned by maersk', 'ships near hormuz'],
  ['ships near new london', 'ships near london'],
  ['news on chip export rules but not about cables', 'news on chip export rules'],
  ['stories on undersea cables from german sources', 'stories on undersea cables'],
  ['100-day and 200-day averages of bp', '200-day average of bp'],
] as const)
  test(`"${question}" is not answered as "${similar}"`, async (t) => {
    t.not((await understoodAs(question)).type, 'answer');
    t.is((await understoodAs(similar)).type, 'answer');
  });

test('questions of 8,000 characters, of signs and of ten languages are refused or asked back without an error', async (t) => {
  for (const piece of ['?!§$%&/()=', 'why ', 'a', '💥', 'wo où dónde where 哪里 どこ ποῦ कहाँ איפה где ']) {
    const understood = await understoodAs(piece.repeat(Math.ceil(8_000 / piece.length)));
    t.is(understood.type, 'refuse', piece);
  }
});
