import test from 'ava';
import { ruleOf, testEngine } from './engine-rules.js';

const DAY = 86_400_000;
const LAST = Date.UTC(2023, 10, 13);
/** Returns the last daily candles before the beginning of the test. */
const daily = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const close = 100 + ((index * 7) % 13);
    const time = new Date(LAST - (count - 1 - index) * DAY);
    return { time, open: close, high: close + 1, low: close - 1, close, volume: 1_000 + index };
  });
const series = { symbol: 'TEST.US', interval: '1d' } as const;
const sma = (length: number) =>
  ruleOf(
    { type: 'indicator', ...series, indicator: `sma:${length}`, operator: 'above', threshold: 1 },
    { id: `sma ${length}` },
  );
const volume = ruleOf({ type: 'volume_spike', ...series, lookback: 20, factor: 3 }, { id: 'volume' });

test('conditions that are added to a series with candles get the earlier ones, and open alerts do not change', (t) => {
  const { engine, news } = testEngine(sma(20));
  engine.warmCandles('TEST.US', '1d', daily(21));
  const stateOf = (id: string) => engine.evaluation(id)?.instances[0]?.leaves[0]?.status;
  t.is(stateOf('sma 20'), 'ok');
  news();
  engine.put(sma(100), LAST + 2 * DAY);
  engine.put(volume, LAST + 2 * DAY);
  t.deepEqual([stateOf('sma 100'), stateOf('volume')], ['warming', 'warming']);
  engine.warmCandles('TEST.US', '1d', daily(101));
  t.deepEqual([stateOf('sma 20'), stateOf('sma 100'), stateOf('volume')], ['ok', 'ok', 'ok']);
  t.deepEqual(news(), ['inactive firing condition']);
});

test('adding a leaf increases the number of its series in `needs.added`; removing one does not', (t) => {
  const { engine } = testEngine(sma(20));
  const added = () => engine.needs.added.get('TEST.US 1d') as number;
  const first = added();
  engine.put(sma(10), LAST + 2 * DAY);
  const second = added();
  t.true(second > first);
  engine.remove('sma 10', LAST + 2 * DAY);
  t.is(added(), second);
  engine.put(sma(10), LAST + 2 * DAY);
  t.true(added() > second);
});
