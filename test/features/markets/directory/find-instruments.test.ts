import test from 'ava';
import { findInstruments } from '../../../../src/features/markets/directory/find-instruments.js';
import { shortName } from '../../../../src/features/markets/directory/instrument-names.js';

const symbols = (text: string) => findInstruments(text).map(({ symbol }) => symbol);

test('companies, indices and currencies are found by name', (t) => {
  t.deepEqual(symbols('Tesla and Boeing fall, S&P 500 flat'), ['TSLA.US', 'BA.US', 'GSPC.INDX']);
  t.deepEqual(symbols('Bitcoin slips while TSMC sees demand; Google sued'), ['BTC-USD.CC', 'TSM.US', 'GOOGL.US']);
  t.deepEqual(symbols('Nvidia and NVIDIA are one'), ['NVDA.US', 'NVDA.US']);
});

test('tickers are found with a dollar sign, an exchange, or as symbols', (t) => {
  t.deepEqual(symbols('$AAPL, (NASDAQ: MSFT), NYSE:BRK.B, VOD.LSE and EUR/USD'), [
    'AAPL.US',
    'MSFT.US',
    'BRK-B.US',
    'VOD.LSE',
    'EURUSD.FOREX',
  ]);
  t.deepEqual(symbols('$ZZZZZ costs $5 (CEO: JOHN) at 10:30'), []);
});

test('names that are ordinary words count only in texts about markets', (t) => {
  for (const text of [
    'An apple a day',
    'Apple pie recipe',
    'Shell companies launder money',
    'A cosmos of stars Near us',
    'Oracle of Delphi found',
  ])
    t.deepEqual(symbols(text), [], text);
  t.deepEqual(symbols('Apple shares fall'), ['AAPL.US']);
  t.deepEqual(symbols('As Meta Misfires And Apple Shines'), ['META.US', 'AAPL.US']);
  t.deepEqual(symbols('Shell profits rise'), ['SHEL.LSE']);
});

test('legal forms and classes of shares are not part of a short name', (t) => {
  const names = [
    'Alphabet Inc. Class A',
    'Henkel AG & Co. KGaA Preferred',
    'BP p.l.c.',
    'Coca-Cola Company (The)',
    'Merck & Co.',
    'Bank of America',
  ];
  t.deepEqual(names.map(shortName), ['Alphabet', 'Henkel', 'BP', 'Coca-Cola', 'Merck', 'Bank of America']);
});
