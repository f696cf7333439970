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

test('the words beside an ordinary word make it the name of a company', (t) => {
  for (const [text, symbol] of [
    ['Apple opens first store in Lisbon', 'AAPL.US'],
    ['Target to cut 1,800 corporate roles', 'TGT.US'],
    ['EU fines Meta 800 million euros', 'META.US'],
    ['Delta pilots approve contract', 'DAL.US'],
    ["Oracle's Ellison steps back", 'ORCL.US'],
    ['Strike at Ford ends', 'F.US'],
  ] as const)
    t.deepEqual(symbols(text), [symbol], text);
  for (const text of [
    'Apple prices in Poland double after frost',
    'The target was a warehouse in Odesa',
    'Niger Delta villagers win appeal',
    'Ford Foundation gives money to museums',
    'Tom Ford perfume tops charts',
    'Visa rules tightened for students',
  ])
    t.deepEqual(symbols(text), [], text);
});

test('short names of well-known companies, brands and abbreviations need no evidence', (t) => {
  t.deepEqual(symbols('Micron and Starbucks meet the minister'), ['MU.US', 'SBUX.US']);
  t.deepEqual(symbols('Pepsi bottler visits GM plant'), ['PEP.US', 'GM.US']);
  t.deepEqual(symbols('American Airlines flight diverted'), ['AAL.US']);
});

test('a commodity or an index is named where its price is meant', (t) => {
  t.deepEqual(symbols('Gold tumbles 5% in worst day since 2013'), ['XAUUSD.COMM']);
  t.deepEqual(symbols('Brent steadies after drone strike'), ['BRENT.COMM']);
  t.deepEqual(symbols('Nasdaq slides as jitters return'), ['IXIC.INDX']);
  for (const text of ['Gold medal for Kenyan runner', 'Copper theft halts trains', 'Brent Council cuts bus routes'])
    t.deepEqual(symbols(text), [], text);
});

test('a country in brackets after the name of a company is not a name of the company', (t) => {
  t.deepEqual(symbols('US and China trade blame at the UN'), []);
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

test('a name in a phrase of ordinary words is not a company, even beside words about markets', (t) => {
  for (const text of [
    'Target practice injures recruit, shares the blame',
    'Delta variant hits earnings',
    'Amazon tribes gain investors',
    'Amazon fires reach ten-year high as trading stops',
    'Shell companies used to launder profit',
    'Caterpillar found in garden',
    "Walt Disney's birthplace becomes museum",
    'Goldman Environmental Prize awarded to five in San Francisco, the jury says',
  ])
    t.deepEqual(symbols(text), [], text);
  t.deepEqual(symbols('Target shares fall'), ['TGT.US']);
  t.deepEqual(symbols('Amazon fires 900 workers'), ['AMZN.US']);
  t.deepEqual(symbols('Apple supplier Foxconn beats forecast'), ['AAPL.US']);
  t.deepEqual(symbols('Walt Disney sells a stake'), ['DIS.US']);
});

test('what persons and services do as well as companies shows a company only beside words about business', (t) => {
  t.deepEqual(symbols('Ford says he will not resign as premier'), []);
  t.deepEqual(symbols('Ford cuts short her holiday'), []);
  t.deepEqual(symbols('Intel says the militia is preparing an offensive'), []);
  t.deepEqual(symbols('Intel says a new factory is late'), ['INTC.US']);
  t.deepEqual(symbols('Ford cuts 500 jobs'), ['F.US']);
});

test('brands and services mean their company beside words for a company', (t) => {
  t.deepEqual(symbols('Instagram users sue over outage'), ['META.US']);
  t.deepEqual(symbols('YouTube raises price of its service'), ['GOOGL.US']);
  t.deepEqual(symbols('Boy posts song on YouTube'), []);
  t.deepEqual(symbols('Alphabet soup cooked for 900'), []);
  t.deepEqual(symbols('BP pauses wind farms'), ['BP.LSE']);
  t.deepEqual(symbols('Raised BP linked to stroke'), []);
});

test('tickers without a sign count beside words of traders only, and only those of known companies', (t) => {
  t.deepEqual(symbols('long TSLA short RIVN into delivery numbers'), ['TSLA.US']);
  t.deepEqual(symbols('trimmed PLTR, added GOOGL on the dip'), ['PLTR.US', 'GOOGL.US']);
  t.deepEqual(symbols('CEO bought time as GDP data and the FDA ruling loom'), []);
  t.deepEqual(symbols('COST of living protest reaches TSLA museum'), []);
  t.deepEqual(symbols('LONG LINES AT AAPL EVENT'), []);
});

test('names of companies that are part of a longer name, or ordinary words, do not mean the company', (t) => {
  t.deepEqual(symbols('Da Vinci drawing found in attic'), []);
  t.deepEqual(symbols('Lloyds of London names sue over flood'), []);
  t.deepEqual(symbols('Canon fires over Waterloo mark anniversary'), []);
  t.deepEqual(symbols('Recruit dies in army training exercise'), []);
  t.deepEqual(symbols('Canon recalls printers over toner leak'), ['7751.TSE']);
  t.deepEqual(symbols('Vinci wins Prague motorway contract'), ['DG.PA']);
  t.deepEqual(symbols('Palladium hits two-year high on talk of sanctions'), ['XPDUSD.COMM']);
});
