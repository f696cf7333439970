import 'reflect-metadata';
import test from 'ava';
import { moveAsked } from '../../../../src/features/ai/composer/answers/market-answers.js';
import { tokensOf } from '../../../../src/features/ai/composer/language/tokens.js';
import { decide, recognize } from '../../../../src/features/ai/composer/match-question.js';
import { type QuestionInput, Slots } from '../../../../src/features/ai/composer/question-types/question-type.js';
import { fitting } from '../../../../src/features/ai/composer/result-filter.js';
import { sizesIn } from '../../../../src/features/ai/composer/spans/restrictions.js';
import { calendar, ownNames, type QuestionCase } from '../../../support/ai-world.js';
import { countryAreas } from '../../../support/country-areas.js';
import { recognized } from '../../../support/question-score.js';

/** The call that answers a question; undefined without an answer. */
async function callOf(question: string) {
  const understood = decide(await recognized({ question } as QuestionCase));
  return understood.type === 'answer' ? understood.reading.kind.plan(understood.reading.input)[0] : undefined;
}

for (const [text, limit] of [
  ['tankers over 100,000 dwt', { of: 'deadweight', min: 100_000 }],
  ['tankers above 80k dwt', { of: 'deadweight', min: 80_000 }],
  ['bulkers smaller than 10.000 dwt', { of: 'deadweight', max: 10_000 }],
  ['ships of less than 20,000 tonnes deadweight', { of: 'deadweight', max: 20_000 }],
  ['with a deadweight of more than 60,000 t', { of: 'deadweight', min: 60_000 }],
  ['no more than 40000 dwt', { of: 'deadweight', max: 40_000 }],
  ['50k to 80k dwt', { of: 'deadweight', min: 50_000, max: 80_000 }],
  ['100,000 dwt or more', { of: 'deadweight', min: 100_000 }],
  ['dwt > 75000', { of: 'deadweight', min: 75_000 }],
  ['longer than 200 m', { of: 'length', min: 200 }],
  ['over 300 metres long', { of: 'length', min: 300 }],
  ['drawing more than 14 m', { of: 'draught', min: 14 }],
  ['with a draught below 8 m', { of: 'draught', max: 8 }],
] as const)
  test(`the size in "${text}" is a limit`, (t) => {
    t.deepEqual(
      sizesIn(tokensOf(text)).map(({ value }) => value),
      [limit] as never,
    );
  });

for (const text of ['within 100 km', 'above 30,000 feet', 'over 20 knots', '250 euros', 'deeper than 300 km', '5000 t'])
  test(`"${text}" is no size of a vessel`, (t) => {
    t.deepEqual(sizesIn(tokensOf(text)), []);
  });

test('vessels of a deadweight are listed by the size that they report', async (t) => {
  const call = await callOf('tankers over 100,000 dwt near Hormuz');
  t.is(call?.tool, 'list_vessels');
  const vlcc = { shipType: 'tanker', lengthMeters: 333, beamMeters: 60, draughtMeters: 21 };
  const items = [
    vlcc,
    { shipType: 'tanker', lengthMeters: 120, beamMeters: 18, draughtMeters: 7 },
    { shipType: 'tanker', lengthMeters: null, beamMeters: null, draughtMeters: 15 },
    { shipType: 'passenger', lengthMeters: 360, beamMeters: 65, draughtMeters: 9 },
  ];
  t.deepEqual(fitting({ items }, call as never, countryAreas), { items: [vlcc] });
});

test('a place behind `bound for` is the destination, and another place the area', async (t) => {
  t.like((await callOf('tankers bound for Houston'))?.arguments, { destination: 'Houston', near: undefined });
  const both = (await callOf('vessels bound for Houston in the Strait of Gibraltar'))?.arguments ?? {};
  t.is(both.destination, 'Houston');
  t.true('near' in both || 'bbox' in both);
});

test('military aircraft are requested without the others', async (t) => {
  const call = await callOf('military aircraft over Poland');
  t.is(call?.tool, 'list_aircraft');
  t.is(call?.arguments.military, true);
});

for (const [question, change, answer] of [
  ['is brent up more than 2 %', 2.5, true],
  ['is brent up more than 2 %', -2.5, false],
  ['is tesla down more than 3 % today', -3.1, true],
  ['is tesla down more than 3 % today', 3.1, false],
  ['has gold moved more than 1 %', -1.4, true],
  ['is apple up less than 5 %', 4, true],
  ['is apple up less than 5 %', 6, false],
] as const)
  test(`a change of ${change} % answers "${question}" with ${answer ? 'yes' : 'no'}`, (t) => {
    const percent = Number(/(\d+) %/.exec(question)?.[1]);
    const slots = new Slots([{ type: 'percent', value: percent, from: 0, to: 1, isExact: true }]);
    t.is(moveAsked({ words: question, slots } as QuestionInput, change), answer);
  });

test('a yes/no question about a move is answered by the price', async (t) => {
  for (const question of ['is brent up more than 2 %', 'Is Tesla down more than 3 % today?', 'has gold gained over 1%'])
    t.is((await callOf(question))?.tool, 'get_quote', question);
  for (const question of ['alert me if brent is up more than 2 %', 'what if oil is up 20 %'])
    t.not((await callOf(question))?.tool, 'get_quote', question);
});

test('owners, event studies, robustness and detections are questions of their own', async (t) => {
  for (const [question, tool] of [
    ['who is the parent company of Exxon', 'get_entity_owners'],
    ['who owns Volkswagen AG according to the register', 'get_entity_owners'],
    ['who owns Exxon', 'list_company_holders'],
    ['how does oil react to earthquakes in Japan', 'run_event_study'],
    ['would my rules still fire if the AIS feed failed', 'evaluate_robustness'],
    ['which tankers have gone dark off Malaysia', 'list_geo_events'],
  ])
    t.is((await callOf(question as string))?.tool, tool, question);
  const study = (await callOf('how does oil react to earthquakes in Japan'))?.arguments;
  t.like(study, { symbols: ['BRENT.COMM'], events: { type: ['geo_event.earthquake'] } });
  t.like((await callOf('loitering near Ceuta since Monday'))?.arguments, {
    type: ['loitering'],
    from: '2026-11-16T00:00:00.000Z',
  });
});

for (const [question, name, value] of [
  ['is the NYSE open on the day after Thanksgiving', 'date', '2026-11-27'],
  ['is the NYSE open the day before Christmas', 'date', '2026-12-24'],
  ['show me eurusd for the first half of October', 'to', '2026-10-16T00:00:00.000Z'],
  ['which ships entered the Hormuz gate since six this morning', 'from', '2026-11-20T06:00:00.000Z'],
] as const)
  test(`the time of "${question}" is read`, async (t) => {
    t.is((await callOf(question))?.arguments[name], value);
  });

test('a vessel whose name begins with the name of a town is found', async (t) => {
  const names = ['PACIFIC BRIDGE', 'ATLANTIC BRIDGE'];
  const vessels = async (phrase: string) =>
    names
      .filter((name) => phrase.split(' ').every((word) => name.toLowerCase().split(' ').includes(word)))
      .toSorted()
      .map((name) => ({ id: name, name }));
  const found = await recognize({
    text: 'position of PACIFIC BRIDGE',
    questionContext: { calendar, own: ownNames, dates: [] },
    names: { vessels },
    implied: [],
  });
  t.is(found.complete?.input.slots.get('vessel')?.name, 'PACIFIC BRIDGE');
});
