import test from 'ava';
import type { Condition, Operator } from '../../../../src/features/alerts/condition.js';
import { neverTrue } from '../../../../src/features/alerts/rules/never-true.js';
import { indicatorKinds } from '../../../../src/features/markets/indicators/indicator-catalog.js';
import { randomNumbers } from '../../../support/random-numbers.js';

const price = (operator: Operator, threshold: number, symbol = 'A.US'): Condition => ({
  type: 'price',
  symbol,
  operator,
  threshold,
});
const rsi = (operator: Operator, threshold: number, indicator = 'rsi:14'): Condition => ({
  type: 'indicator',
  symbol: 'A.US',
  interval: '1m',
  indicator,
  operator,
  threshold,
});
const change = (operator: Operator, percent: number, windowSeconds = 60): Condition => ({
  type: 'price_change',
  symbol: 'A.US',
  operator,
  percent,
  windowSeconds,
});
const inside: Condition = { type: 'geofence', geofenceId: 'fence', transition: 'inside' };
const all = (...conditions: Condition[]): Condition => ({ type: 'all', conditions });
const any = (...conditions: Condition[]): Condition => ({ type: 'any', conditions });
const not = (condition: Condition): Condition => ({ type: 'not', condition });

const drawdown = (operator: Operator, threshold: number, metric: 'drawdown' | 'dayReturn' = 'drawdown'): Condition => ({
  type: 'portfolio',
  portfolioId: 'p',
  metric,
  operator,
  threshold,
});
const macd = (operator: Operator, threshold: number, output?: string): Condition =>
  ({
    ...(rsi(operator, threshold, 'macd') as object & { type: 'indicator' }),
    ...(output === undefined ? {} : { output }),
  }) as Condition;

const near = (eventType: string | undefined, minSeverity: number | undefined): Condition => ({
  type: 'event_near',
  center: { lat: 1, lon: 2 },
  radiusMeters: 1_000,
  windowSeconds: 3_600,
  ...(eventType !== undefined && { eventType }),
  ...(minSeverity !== undefined && { minSeverity }),
});

const cases: Array<[string, Condition, Condition]> = [
  ['an RSI above 100, or just below', rsi('above', 100), rsi('above', 99.9)],
  ['an RSI below 0, or just above', rsi('below', 0), rsi('below', 0.1)],
  ['an average true range below 0, or just above', rsi('below', 0, 'atr:14'), rsi('below', 0.1, 'atr:14')],
  [
    'a drawdown below -0.1 or 0, or just above',
    any(drawdown('below', -0.1), drawdown('below', 0)),
    drawdown('below', 0.1),
  ],
  ['a drawdown above 2 or 1, or just below', any(drawdown('above', 2), drawdown('above', 1)), drawdown('above', 0.99)],
  ['a drawdown below -0.1, or a return', drawdown('below', -0.1), drawdown('below', -0.1, 'dayReturn')],
  [
    'one indicator with and without its default parameter, or with two parameters',
    all(rsi('above', 80, 'rsi'), rsi('below', 70, 'rsi:14')),
    all(rsi('above', 80, 'rsi'), rsi('below', 70, 'rsi:7')),
  ],
  [
    'one indicator with and without its first output, or with another one',
    all(macd('above', 5), macd('below', 4, 'macd')),
    all(macd('above', 5), macd('below', 4, 'signal')),
  ],
  ['a fall by more than 100 %, or by just less', change('below', -100), change('below', -99.9)],
  ['a change that is not above -100 %, or not above -99.9 %', not(change('above', -100)), not(change('above', -99.9))],
  ['a price below 0, or just above', any(price('below', 0), price('below', -5)), price('below', 0.0001)],
  ['a price that is not above 0, or not above 0.01', not(price('above', 0)), not(price('above', 0.01))],
  ['an average of prices below 0, or just above', rsi('below', 0, 'sma:20'), rsi('below', 0.1, 'sma:20')],
  ['a rate of change below -100 %, or just above', rsi('below', -100, 'roc:10'), rsi('below', -99.9, 'roc:10')],
  ['a stochastic above 100, or just below', rsi('above', 100, 'stoch'), rsi('above', 99, 'stoch')],
  ['port calls of severity 2, or 1', near('port_call', 2), near('port_call', 1)],
  ['port calls of severity 5, or of any', near('port_call', 5), near('port_call', undefined)],
  ['close approaches of severity 5, or 4', near('close_approach', 5), near('close_approach', 4)],
  [
    'two events that are never so severe, or one that can be',
    any(near('dust', 3), near('snow', 4)),
    near(undefined, 5),
  ],
  ['an event and its absence, or only its absence', all(near('dust', 2), not(near('dust', 2))), not(near('dust', 3))],
  [
    'a price above 10 and below 10, or between 9 and 10',
    all(price('above', 10), price('below', 10)),
    all(price('above', 9), price('below', 10)),
  ],
  [
    'two prices of one symbol, or of two',
    all(price('above', 10), price('below', 5)),
    all(price('above', 10), price('below', 5, 'B.US')),
  ],
  [
    'a price above 10 and not above 10, or exactly 10',
    all(price('above', 10), not(price('above', 10))),
    all(not(price('above', 10)), not(price('below', 10))),
  ],
  [
    'changes of one window, or of two',
    all(change('above', 5), change('below', 4)),
    all(change('above', 5), change('below', 4, 120)),
  ],
  [
    'all branches of any, or one of them',
    any(rsi('above', 150), rsi('below', -1)),
    any(rsi('above', 150), rsi('below', 1)),
  ],
  [
    'a negated any, or a negated all',
    not(any(price('above', 5), price('below', 10))),
    not(all(price('above', 5), price('below', 10))),
  ],
  ['the same object inside and not inside, or one of both', all(inside, not(inside)), any(inside, not(inside))],
  [
    'branches that each contradict the rest, or one that does not',
    all(any(price('above', 10), price('above', 20)), price('below', 10)),
    all(any(price('above', 9), price('above', 20)), price('below', 10)),
  ],
];
for (const [name, never, just] of cases)
  test(`a condition that can never be true is distinguished from one that barely can: ${name}`, (t) => {
    t.false(canBeTrue(never));
    t.true(canBeTrue(just));
  });

const canBeTrue = (condition: Condition) => neverTrue(condition, '') === undefined;

test('the warning points to the smallest part that can never be true', (t) => {
  t.is(neverTrue(all(price('above', 1), rsi('above', 150)), '/condition')?.pointer, '/condition/conditions/1');
  t.is(neverTrue(all(price('above', 10), price('below', 5)), '/condition')?.pointer, '/condition');
  t.is(neverTrue(rsi('above', 99), '/condition'), undefined);
});

test('an indicator without a range may have any value', (t) => {
  for (const indicator of ['obv', 'macd', 'hma:20', 'tema:20', 'bbands', 'ppo'])
    t.true(canBeTrue(any(rsi('above', 1e9, indicator), rsi('below', -1e9, indicator))), indicator);
});

test('the range of each indicator holds for its values over random prices', (t) => {
  const random = randomNumbers(5);
  let close = 50;
  const bars = Array.from({ length: 600 }, (_, index) => {
    const open = close;
    close = Math.max(0.01, open * (0.7 + 0.6 * random()));
    const [high, low] = [Math.max(open, close) * (1 + random()), Math.min(open, close) * random()];
    return { open, high, low, close, volume: Math.floor(1_000 * random()), isSessionStart: index % 7 === 0 };
  });
  let checked = 0;
  for (const [name, { range, parameters, outputs, start }] of Object.entries(indicatorKinds)) {
    if (range === undefined) continue;
    const out = new Float64Array(outputs.length);
    const step = start(out, ...parameters.map(({ fallback }) => fallback));
    for (const bar of bars) {
      step(bar);
      for (const value of out) {
        if (Number.isNaN(value)) continue;
        checked += 1;
        t.true(value >= range[0] - 1e-9 && value <= range[1] + 1e-9, `${name} ${value}`);
      }
    }
  }
  t.true(checked > 10_000);
});
