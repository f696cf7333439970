import test from 'ava';
import { parseSpec } from '../../../../src/features/markets/indicators/indicator-spec.js';

const textOf = (text: string) => {
  const spec = parseSpec(text);
  return typeof spec === 'string' ? spec : spec.text;
};

test('omitted parameters have their default values', (t) => {
  t.deepEqual(
    ['sma', 'ema', 'rsi', 'macd', 'macd:5', 'bbands', 'bbands:10', 'atr', 'adx', 'stoch', 'vwap', 'obv'].map(textOf),
    [
      ...[
        'sma:20',
        'ema:20',
        'rsi:14',
        'macd:12:26:9',
        'macd:5:26:9',
        'bbands:20:2',
        'bbands:10:2',
        'atr:14',
        'adx:14',
        'stoch:14:3:3',
        'vwap',
        'obv',
      ],
    ],
  );
});

test('the same parameters in another notation are the same indicator', (t) => {
  t.is(textOf('bbands:20:2.50'), 'bbands:20:2.5');
  t.is(textOf('sma:020'), 'sma:20');
});

for (const [text, wrong] of Object.entries({
  wmo: /^must be one of sma, ema, wma, .*crows, with its parameters/,
  constructor: /^must be one of /,
  'sma:0': /parameter 1 a whole number from 1 to 500$/,
  'sma:501': /parameter 1 a whole number from 1 to 500$/,
  'sma:2.5': /parameter 1 a whole number from 1 to 500$/,
  'stoch:14:3:0': /parameter 3 a whole number from 1 to 500$/,
  'bbands:20:11': /parameter 2 a number from 0\.1 to 10$/,
  'sma:20:2': /^must have at most 1 parameters$/,
  'obv:1': /^must have at most 0 parameters$/,
  'macd:26:12': /^must have a first period shorter than the second$/,
  'ultosc:14:7:28': /^must have periods that grow from the first to the third$/,
  'sar:0.3:0.2': /^must have an acceleration that is not above the maximum$/,
  'kama:1': /parameter 1 a whole number from 2 to 500$/,
  'doji:1': /^must have at most 0 parameters$/,
  'stochrsi:14:14:3:3': /^must have at most 3 parameters$/,
  'pivots:4': /parameter 1 a whole number from 1 to 3$/,
  'macd:12:12': /^must have a first period shorter than the second$/,
})) {
  test(`${text} is rejected: ${wrong.source}`, (t) => {
    t.regex(String(parseSpec(text)), wrong);
  });
}
