import 'reflect-metadata';
import test from 'ava';
import { namedInstruments } from '../../../src/features/markets/directory/find-instruments.js';
import { SearchPreparationRunner } from '../../../src/features/search/search-preparation.runner.js';
import { findPlaces } from '../../../src/gazetteer/find-places.js';
import type { Log } from '../../../src/logging/log.js';
import { wordsOf } from '../../../src/text/words.js';
import { longestTurn } from '../../support/longest-turn.js';
import { ManualClock } from '../../support/manual-clock.js';
import { ManualTimers } from '../../support/manual-timers.js';

test('after the preparation of searches, the first names of instruments and places are found at once', async (t) => {
  const timers = new ManualTimers(new ManualClock());
  const warned: unknown[] = [];
  const runner = new SearchPreparationRunner(timers, {
    warn: (...all: unknown[]) => warned.push(all),
  } as unknown as Log);
  await runner.start();
  await timers.advance(10_000);
  await runner.prepared;
  t.deepEqual(warned, []);
  const text = 'Micron and Apple shares fell near Springfield, Ohio';
  let found: string[] = [];
  // Without the preparation, the tables take more than 100 ms.
  const turn = await longestTurn(async () => {
    found = namedInstruments(wordsOf(text)).map(({ symbol }) => symbol);
    findPlaces(text);
  });
  t.true(found.includes('MU.US'), found.join());
  t.true(turn < 25, `${turn.toFixed(1)} ms`);
  await runner.stop();
});
