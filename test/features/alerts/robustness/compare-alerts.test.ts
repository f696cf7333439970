import test from 'ava';
import type { ReplayedAlert } from '../../../../src/features/alerts/backtest/replay.js';
import { compareAlerts } from '../../../../src/features/alerts/robustness/compare-alerts.js';

const MINUTE = 60_000;
const alert = (firedAt: number, resolvedAt: number | null = null, key = ''): ReplayedAlert => ({
  key,
  firedAt: firedAt * MINUTE,
  resolvedAt: resolvedAt === null ? null : resolvedAt * MINUTE,
  explanation: [],
});

test('the same alerts have no effect, also if they fire up to a minute apart', (t) => {
  const unchanged = { missing: [], late: [], wrong: [] };
  t.deepEqual(compareAlerts([alert(10, 20), alert(30)], [alert(10, 20), alert(30)]), unchanged);
  t.deepEqual(compareAlerts([alert(10, 20)], [alert(11, 20)]), unchanged);
  t.deepEqual(compareAlerts([alert(10, 20)], [alert(9, 20)]), unchanged);
  t.deepEqual(compareAlerts([], []), unchanged);
});

test('an alert without a counterpart is missing', (t) => {
  t.deepEqual(compareAlerts([alert(10, 20), alert(30, 40)], [alert(30, 40)]).missing, [0]);
  t.deepEqual(compareAlerts([alert(10, 20)], []).missing, [0]);
});

test('an alert that fires more than a minute later, before the first has ended, is late', (t) => {
  const effect = compareAlerts([alert(10, 20)], [alert(17, 20)]);
  t.deepEqual(effect, { missing: [], late: [{ index: 0, delayMs: 7 * MINUTE }], wrong: [] });
  const after = compareAlerts([alert(10, 20)], [alert(21, 25)]);
  t.deepEqual(after, { missing: [0], late: [], wrong: [{ key: '', firedAt: 21 * MINUTE }] });
});

test('an alert that fires only without the feed, or earlier, is wrong', (t) => {
  t.deepEqual(compareAlerts([], [alert(5)]).wrong, [{ key: '', firedAt: 5 * MINUTE }]);
  const earlier = { missing: [], late: [], wrong: [{ key: '', firedAt: 5 * MINUTE }] };
  t.deepEqual(compareAlerts([alert(10)], [alert(5)]), earlier);
});

test('alerts about different entities are different alerts', (t) => {
  const effect = compareAlerts([alert(10, 20, 'vessel:1')], [alert(10, 20, 'vessel:2')]);
  t.deepEqual(effect, { missing: [0], late: [], wrong: [{ key: 'vessel:2', firedAt: 10 * MINUTE }] });
});

test('one alert without the feed stands for one alert with it', (t) => {
  const effect = compareAlerts([alert(10, 20), alert(22, 30)], [alert(10, 40)]);
  t.deepEqual(effect, { missing: [1], late: [], wrong: [] });
});
