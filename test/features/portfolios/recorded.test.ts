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

/** Paths of the figures of a portfolio, below the path of the portfolio. */
const FIGURES = [
  'valuation',
  'valuation?asOf=2026-06-30',
  'holdings',
  'holdings?asOf=2025-12-31',
  'cash',
  'cash?asOf=2026-03-31',
  'lots',
  'realized',
  'realized?from=2026-01-01&to=2026-06-30',
  'income',
  'income?from=2026-01-01',
  'transactions?limit=200',
  'performance',
  'performance?from=2026-01-01&to=2026-10-31&benchmark=SPY.US',
  'performance?method=mwr',
  'performance?method=modified_dietz',
  'performance?from=2026-11-01&method=mwr',
  'performance?method=simple',
  'performance/series',
  'performance/series?from=2026-08-01&to=2026-09-30&benchmark=SPY.US',
  'risk',
  'risk?from=2026-01-01&confidence=0.99&riskFreeRate=0.03',
  'risk?benchmark=SPY.US&confidence=0.9',
  'allocation',
  'allocation?by=currency',
  'allocation?by=assetClass',
  'allocation?by=sector',
  'allocation?by=country&asOf=2026-06-30',
  'attribution',
  'attribution?from=2026-01-01&to=2026-09-30',
  'attribution?from=2026-01-01&benchmark=SPY.US&by=assetClass',
  'exposure/geo',
  'export',
];

/** Figures that are also recorded for a model portfolio, which holds only shares bought on one day. */
const OF_MODEL = ['valuation', 'holdings', 'performance', 'risk', 'allocation?by=country', 'attribution'];

const SCENARIOS: readonly object[] = [
  { type: 'shocks', shocks: [{ target: 'asset_class', assetClass: 'equity', change: -0.2 }] },
  {
    type: 'shocks',
    shocks: [
      { target: 'currency', currency: 'EUR', change: 0.05 },
      { target: 'factor', factor: 'oil', change: 1 },
      { target: 'country', country: 'DE', change: -0.1 },
      { target: 'symbol', symbol: 'AAPL.US', change: -0.5 },
    ],
  },
  { type: 'monte_carlo', seed: 7, pathCount: 200, horizonMonths: 12, historyYears: 2 },
  { type: 'monte_carlo', seed: 8, pathCount: 100, horizonMonths: 6, blockDays: 5, rebalanced: false, confidence: 0.9 },
  { type: 'replay', startDay: '2026-02-02', endDay: '2026-03-31' },
];

const REBALANCES: readonly object[] = [
  { absoluteBand: 0.02 },
  { relativeBand: 0.1, bandScope: 'outside', minimumTrade: '500', unitDecimals: 0, fixedFee: '1', feeFraction: 0.001 },
  { keepCash: '5000', newCash: '20000', cashOnly: true, currency: 'EUR' },
];

test('the figures of the demonstration equal the recorded ones', async (t) => {
  const ada = await service.signedIn();
  const made = await ada.post('/portfolios/demo', undefined);
  t.is(made.status, 200, made.text);
  const rows = new Map<string, unknown>();
  const note = (name: string, { status, json, text }: { status: number; json: unknown; text: string }) =>
    rows.set(name, { status, answer: status === 200 ? (condensed(json) ?? digestOf(text)) : null });
  const { portfolio, model } = made.json;
  const path = `/portfolios/${portfolio.id}`;
  for (const figure of FIGURES) note(figure, await ada.get(`${path}/${figure}`));
  for (const figure of OF_MODEL) note(`model ${figure}`, await ada.get(`/portfolios/${model.id}/${figure}`));
  for (const scenario of SCENARIOS) note(JSON.stringify(scenario), await ada.post(`${path}/scenarios`, { scenario }));
  for (const more of REBALANCES) {
    const target = { type: 'model', portfolioId: model.id };
    note(JSON.stringify(more), await ada.post(`${path}/rebalance`, { target, ...more }));
  }
  matchesRecording(t, 'portfolio-figures', rows);
});
