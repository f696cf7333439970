import test from 'ava';
import { CompanySources } from '../../../src/features/markets/providers/company-source.js';
import { RecordedCompanies } from '../../support/company-source.js';
import { brief, digestOf, matchesRecording } from '../../support/recorded.js';
import { serviceFor } from '../../support/service-for.js';
import type { TestClient } from '../../support/test-client.js';

/** A Friday, while the exchanges of Europe and of the United States trade. */
const NOW = Date.UTC(2026, 10, 20, 15, 30);

const companyPaths = (symbol: string): string[] =>
  [
    '',
    '/statements',
    '/statements?period=quarter&limit=5',
    '/statements?statement=cash_flow&from=2022-01-01&order=asc',
    '/ratios',
    '/ratios?period=annual',
    '/ratios?period=quarter&limit=3',
    '/filings',
    '/filings?form=10-Q&order=asc&limit=5',
    '/filings?from=2026-01-01',
    '/insiders',
    '/insiders?code=P,S&limit=5',
    '/holders',
  ].flatMap((path) => {
    const knownAt = `${path}${path.includes('?') ? '&' : '?'}knownAt=2025-06-30`;
    return [
      `companies/${symbol}${path}`,
      ...(path === '' || path.endsWith('asc') ? [] : [`companies/${symbol}${knownAt}`]),
    ];
  });

const KINDS = ['dividend', 'split', 'earnings', 'ipo', 'economic'];
const PATHS: readonly string[] = [
  ...['AAPL.US', 'JPM.US', 'SAP.XETRA', 'SPY.US'].flatMap((symbol) => [
    `actions/${symbol}`,
    `actions/${symbol}?type=dividend&from=2025-01-01&knownAt=2026-01-01`,
  ]),
  ...KINDS.map((kind) => `calendar?kind=${kind}&from=2026-11-01&to=2026-12-01&limit=20`),
  'calendar?kind=earnings,dividend&symbol=AAPL.US,MSFT.US&from=2026-01-01&to=2026-12-31',
  'calendar?kind=dividend&from=2026-11-01&to=2026-12-01&format=ics',
  'calendar?kind=earnings&from=2026-11-16&to=2026-11-20&format=csv',
  'funds/SPY.US/holdings?limit=100',
  'funds/SPY.US/holdings?asOf=2026-03-01&limit=200',
  'funds/AAPL.US/holdings',
  'identifiers/resolve?identifier=AAPL,US0378331005,037833100,320193,DE0007164600,VOD&currency=GBP',
  'identifiers/resolve?identifier=US0378331006,XX,BBG000B9XRY4',
  'screens/fields',
  'providers',
  'order-books/BTC-USD.CC?depth=5',
  'trades/BTC-USD.CC?limit=10',
  'candles?symbol=AAPL.US,MSFT.US,BTC-USD.CC&from=2026-11-10',
];
const ECONOMY: readonly string[] = [
  'releases?from=2026-11-01&to=2026-12-01',
  'releases?country=US&from=2026-10-01&to=2026-11-20',
  ...['inflation', 'unemployment', 'gdp', 'interest rate'].map((words) => `series?q=${words}`),
];

/** Requests a path and returns its recorded form. */
async function answerOf(ada: TestClient, path: string): Promise<unknown> {
  const { status, json, text } = await ada.get(encodeURI(path));
  return { status, answer: status === 200 ? (json === undefined ? digestOf(text) : brief(json)) : null };
}

test('company facts, actions, calendars and series of the simulator equal the recorded ones', async (t) => {
  const service = await serviceFor(t);
  service.clock.advance(NOW - service.clock.now());
  const ada = await service.signedIn();
  const rows = new Map<string, unknown>();
  for (const path of [...companyPaths('AAPL.US'), ...PATHS]) rows.set(path, await answerOf(ada, `/markets/${path}`));
  for (const path of ECONOMY) {
    rows.set(path, await answerOf(ada, `/economy/${path}`));
    const [first] = path.startsWith('series?') ? (await ada.get(encodeURI(`/economy/${path}`))).json.items : [];
    if (first === undefined) continue;
    for (const query of ['limit=12', 'knownAt=2026-06-15&limit=6', 'from=2025-01-01&to=2025-12-31&order=asc'])
      rows.set(`${first.id}?${query}`, await answerOf(ada, `/economy/series/${first.id}?${query}`));
  }
  matchesRecording(t, 'market-depth', rows);
});

test('filings, insiders, statements and ratios of recorded companies equal the recorded ones', async (t) => {
  const service = await serviceFor(t, {
    replace: (services) => void services.set(CompanySources, new CompanySources(new RecordedCompanies())),
  });
  service.clock.advance(NOW - service.clock.now());
  const ada = await service.signedIn();
  const rows = new Map<string, unknown>();
  for (const path of ['AAPL.US', 'TSLA.US', 'SNOW.US'].flatMap(companyPaths))
    rows.set(path, await answerOf(ada, `/markets/${path}`));
  matchesRecording(t, 'recorded-companies', rows);
});

const BONDS = [
  { couponPercent: 2.5, frequency: 2 },
  { couponPercent: 4.25, frequency: 1, dayCount: '30E/360' },
  { couponPercent: 3, frequency: 4, dayCount: 'ACT/360' },
  { couponPercent: 0, frequency: 1 },
];

test('prices, yields and durations of own bonds equal the recorded ones', async (t) => {
  const service = await serviceFor(t);
  service.clock.advance(NOW - service.clock.now());
  const ada = await service.signedIn();
  const rows = new Map<string, unknown>();
  for (const [index, terms] of BONDS.entries()) {
    const bond = { issueDay: '2024-05-15', maturityDay: '2031-11-15', ...terms };
    const { status } = await ada.post('/markets/instruments', {
      symbol: `BOND${index}.OWN`,
      kind: 'bond',
      name: `Bond ${index}`,
      currency: 'EUR',
      bond,
    });
    t.is(status, 201);
    for (const query of ['cleanPrice=98.4', 'yield=0.031', 'settlementDay=2027-05-14&cleanPrice=101', 'yield=-0.004'])
      rows.set(
        `${JSON.stringify(terms)} ${query}`,
        await answerOf(ada, `/markets/instruments/BOND${index}.OWN/bond?${query}`),
      );
  }
  matchesRecording(t, 'own-bonds', rows);
});
