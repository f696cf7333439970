import 'reflect-metadata';
import test from 'ava';
import { understand } from '../../../../src/features/ai/composer/match-question.js';
import { absoluteDates } from '../../../../src/features/ai/composer/spans/absolute-dates.js';
import { prepareTables } from '../../../../src/features/ai/composer/tables.js';
import { calendar, ownNames, vesselNames } from '../../../support/ai-world.js';
import { longestTurn } from '../../../support/longest-turn.js';

/**
 * Maximum CPU time of one turn of the event loop (ms). A turn of a long question takes 5 to 10 ms, because its steps
 * run in slices; a busy machine, whose caches other processes use, needs up to three times as long.
 */
const MAX_TURN_MS = 30;

const languages =
  'Wo ist das Schiff Aurora? ¿Cuál es el precio de Apple hoy? Où sont les pétroliers près d’Ormuz? ' +
  'Каков курс евро к доллару? 苹果今天为什么下跌？ アップルの株価は？ ما هو سعر النفط اليوم؟ ' +
  'Qual è il valore del mio portafoglio? Hvor er tankskibet? Gdzie jest mój statek? ';

for (const [name, text] of [
  ['a question of 8,000 characters', 'Which tankers are near Hormuz and what is Apple worth '.repeat(160)],
  ['a word of 8,000 letters', 'a'.repeat(8_000)],
  ['symbols only', '?!$%&/()='.repeat(900)],
  ['200 separate symbols', '$ '.repeat(200)],
  ['ten languages', languages],
  ['ten languages five times', languages.repeat(5)],
  ['names of places only', 'Springfield Paris London Rotterdam '.repeat(49)],
  ['times only', '12:30 '.repeat(190)],
] as const)
  test.serial(`${name} does not block other requests while it is read as a question`, async (t) => {
    await prepareTables();
    const find = await absoluteDates();
    const read = () => {
      const dates = find(text.slice(0, 2_000), calendar.now);
      const questionContext = { calendar, own: ownNames, dates };
      return understand({ text, questionContext, names: vesselNames, implied: [] });
    };
    // The first rounds are slower, because the code is compiled during them.
    const turns: number[] = [];
    for (let round = 0; round < 4; round += 1) turns.push(await longestTurn(read));
    t.true(Math.min(...turns) < MAX_TURN_MS, `${turns.map((ms) => ms.toFixed(1))} ms`);
  });
