import test from 'ava';
import { halves, precisionOf, recallOf, scorePlaces } from '../support/labelled-texts.js';

for (const half of halves)
  test(`places of sentences (${half}): precision at least 0.96 and recall at least 0.9`, (t) => {
    const score = scorePlaces(half);
    t.true(precisionOf(score) >= 0.96, `precision ${precisionOf(score)}`);
    t.true(recallOf(score) >= 0.9, `recall ${recallOf(score)}`);
  });
