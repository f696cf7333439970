import test from 'ava';
import { newestDueDay, nextPublication } from '../../../../src/features/markets/fx/publication.js';

for (const [at, due, next] of [
  ['2026-04-09T13:59:59Z', '2026-04-08', '2026-04-09T14:00:00.000Z'],
  ['2026-04-09T14:00:00Z', '2026-04-09', '2026-04-10T14:00:00.000Z'],
  ['2026-04-10T20:00:00Z', '2026-04-10', '2026-04-13T14:00:00.000Z'],
  ['2026-04-11T14:00:00Z', '2026-04-10', '2026-04-13T14:00:00.000Z'],
  ['2026-04-12T23:59:59Z', '2026-04-10', '2026-04-13T14:00:00.000Z'],
  ['2026-04-13T09:00:00Z', '2026-04-10', '2026-04-13T14:00:00.000Z'],
] as const) {
  test(`at ${at} the newest rates are of ${due} and the next are due at ${next}`, (t) => {
    t.is(newestDueDay(Date.parse(at)), due);
    t.is(new Date(nextPublication(Date.parse(at))).toISOString(), next);
  });
}
