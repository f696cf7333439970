import test from 'ava';
import { condensed, digestOf, matchesRecording } from '../../support/recorded.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/** A Friday, while the exchanges of Europe and of the United States trade. */
const NOW = Date.UTC(2026, 10, 20, 15, 30);

let service: TestService;
test.before(async () => {
  service = await startTestService();
  service.clock.advance(NOW - service.clock.now());
});
test.after.always(() => service.close());

const SYMBOLS = ['AAPL.US', 'SAP.XETRA', '7203.TSE', 'VOD.LSE', 'SPY.US', 'BTC-USD.CC', 'EURUSD.FOREX', 'BRENT.COMM'];
const INDICATORS = 'sma:20,ema:10,rsi:14,macd:12:26:9,bbands:20:2,atr:14,stoch:14:3:3,obv,vwap,adx:14';

const PATHS: readonly string[] = [
  ...SYMBOLS.flatMap((symbol) => [
    `quotes/${symbol}`,
    `instruments/${symbol}`,
    `candles/${symbol}?interval=1d&from=2026-09-01`,
    `candles/${symbol}?interval=5m&from=2026-11-20T08:00:00Z`,
  ]),
  'candles/AAPL.US?interval=1w&from=2024-01-01',
  'candles/AAPL.US?interval=1M&from=2015-01-01&adjustment=none',
  'candles/AAPL.US?interval=1d&from=2020-01-01&adjustment=splits',
  'candles/AAPL.US?interval=1h&from=2026-11-16&to=2026-11-19',
  'candles/AAPL.US?interval=1m&from=2026-11-20T14:00:00Z',
  'candles/AAPL.US?interval=30m&from=2026-11-18',
  'candles/AAPL.US.svg?interval=1d&from=2026-06-01',
  'candles/BTC-USD.CC.svg?interval=1h&from=2026-11-18&theme=dark&width=500',
  ...INDICATORS.split(',').map((indicator) => `indicators/AAPL.US?indicator=${indicator}&from=2026-10-01`),
  'indicators/BTC-USD.CC?indicator=rsi:14&indicator=sma:50&interval=1h&from=2026-11-18',
  `quotes?${SYMBOLS.map((symbol) => `symbol=${symbol}`).join('&')}`,
  'compare?symbol=AAPL.US&symbol=SPY.US&from=2026-01-02',
  'compare?symbol=AAPL.US&symbol=BTC-USD.CC&symbol=SAP.XETRA&from=2026-06-01',
  'compare.svg?symbol=AAPL.US&symbol=SPY.US&from=2026-01-02',
  'movers',
  'movers?assetClass=crypto&limit=3',
  'movers?assetClass=equity&ranking=gainers',
  'fx/rates',
  'fx/rates?base=USD&date=2026-11-03',
  'fx/convert?amount=250&base=EUR&quote=USD',
  'fx/convert?amount=1250.40&base=GBP&quote=JPY&date=2026-06-30',
  'fx/convert?amount=0.001&base=CHF&quote=SEK',
  'exchanges',
  ...['US', 'LSE', 'XETRA', 'TSE', 'HK', 'PA'].flatMap((code) =>
    ['2026-11-20', '2026-11-26', '2026-12-24', '2027-01-01'].map((date) => `exchanges/${code}/hours?date=${date}`),
  ),
  ...['apple', 'deutsche', 'vod', 'bitcoin', 'eur', 'toyota motor', 'aple', 'brk'].map((q) => `search?q=${q}`),
  'search?q=bank&assetClass=equity&limit=5',
];

test('the responses of simulated markets equal the recorded ones', async (t) => {
  const ada = await service.signedIn();
  const rows = new Map<string, unknown>();
  for (const path of PATHS) {
    const { status, json, text } = await ada.get(`/markets/${path}`);
    rows.set(path, { status, answer: status === 200 ? (condensed(json) ?? digestOf(text)) : null });
  }
  matchesRecording(t, 'market-answers', rows);
});
