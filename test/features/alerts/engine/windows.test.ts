import test from 'ava';
import { PriceWindow } from '../../../../src/features/alerts/engine/price-window.js';
import {
  matches,
  parseTextQuery,
  prepareText,
  rarestWord,
  type TextQuery,
} from '../../../../src/features/alerts/engine/text-query.js';
import { VolumeProfile } from '../../../../src/features/alerts/engine/volume-profile.js';
import { DAY_MS, MINUTE_MS } from '../../../../src/time/durations.js';

test('the base of a change is the last price at or before the start of the window', (t) => {
  const window = new PriceWindow(60);
  window.add(0, 100);
  window.add(30_000, 110);
  t.is(window.change(59_999), undefined);
  t.like(window.change(60_000), { basePrice: 100, price: 110 });
  window.add(90_000, 121);
  t.like(window.change(90_000), { basePrice: 110, price: 121, baseAt: 30_000 });
  t.is(window.change(90_000)?.percent.toFixed(6), '10.000000');
});

test('a window of any length keeps a bounded number of prices, and its base is at most one slot old', (t) => {
  const window = new PriceWindow(86_400);
  for (let second = 0; second <= 200_000; second += 1) window.add(second * 1_000, second + 1);
  const change = window.change(200_000_000);
  const exact = 200_000 - 86_400;
  t.true(change !== undefined && change.baseAt <= exact * 1_000 && change.baseAt > (exact - 86_400 / 256 - 1) * 1_000);
});

test('volume is compared with the median at the same time of day', (t) => {
  const profile = new VolumeProfile(5 * MINUTE_MS, 20);
  const open = 14 * 60 * MINUTE_MS;
  for (let day = 0; day < 6; day += 1) {
    const ratio = profile.add(day * DAY_MS + open, 1_000 + day);
    t.is(ratio === undefined, day < 5);
    profile.add(day * DAY_MS + open + 60 * MINUTE_MS, 100);
  }
  t.is(profile.add(6 * DAY_MS + open + 60 * MINUTE_MS, 400), 4);
  t.is(profile.add(6 * DAY_MS + open, 1_002.5), 1);
});

test('a volume is compared with the mean volume of the same five minutes', (t) => {
  const profile = new VolumeProfile(MINUTE_MS, 3);
  for (let day = 0; day < 3; day += 1)
    for (let minute = 0; minute < 5; minute += 1) profile.add(day * DAY_MS + minute * MINUTE_MS, 10 * (minute + 1));
  t.is(profile.add(3 * DAY_MS, 60), 2);
});

const matchOf = (query: string, text: string) => matches(parseTextQuery(query) as TextQuery, prepareText(text));

test('a query matches words in any case and accent and phrases in order, but not excluded words', (t) => {
  t.true(matchOf('tanker hormuz', 'Tankers wait; a TANKER leaves Hörmuz'));
  t.true(matchOf('"red sea" ship', 'A ship in the Red Sea'));
  t.false(matchOf('"red sea"', 'The sea is red'));
  t.false(matchOf('oil -price', 'The price of oil'));
  t.true(matchOf('oil -"oil price"', 'The price of oil'));
  t.is(parseTextQuery('-oil'), undefined);
  t.is(rarestWord(parseTextQuery('oil in hormuz') as TextQuery), 'hormuz');
});
