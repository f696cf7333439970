import 'reflect-metadata';
import test from 'ava';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const percent = (value: number) => `${(value * 100).toFixed(2)} %`;

test('risk, client report, mandate and assistant agree on a portfolio that moves at weekends', async (t) => {
  const ada = await service.signedIn();
  const benchmark = 'ETH-USD.CC';
  const portfolio = (await ada.post('/portfolios', { name: 'Coins', baseCurrency: 'USD', kind: 'client', benchmark }))
    .json;
  const entries = [
    { type: 'deposit', amount: '100000', tradedAt: ago(200) },
    { type: 'buy', symbol: 'BTC-USD.CC', quantity: '0.9', amount: '60000', tradedAt: ago(200) },
    { type: 'buy', symbol: 'AAPL.US', quantity: '50', amount: '10000', tradedAt: ago(190) },
  ];
  for (const entry of entries)
    t.is((await ada.post(`/portfolios/${portfolio.id}/transactions`, { currency: 'USD', ...entry })).status, 201);
  const client = (await ada.post('/clients', { name: 'Grace', currency: 'USD', benchmark })).json;
  await ada.put(`/clients/${client.id}/portfolios/${portfolio.id}`, undefined);
  await ada.put(`/clients/${client.id}/mandate`, {
    targetWeights: [{ symbol: 'BTC-USD.CC', weight: 0.5 }],
    absoluteBand: 0.1,
  });

  const risk = (await ada.get(`/portfolios/${portfolio.id}/risk`)).json;
  const { value, endValue } = (await ada.get(`/portfolios/${portfolio.id}/performance`)).json;
  const series = (await ada.get(`/portfolios/${portfolio.id}/performance/series`)).json.items;
  const { risk: reported, ...report } = (await ada.get(`/clients/${client.id}/report`)).json;

  t.is(risk.maxDrawdown.depth, Math.min(...series.map(({ drawdown }: { drawdown: number }) => drawdown)));
  t.true(
    Math.abs((1 + risk.annualReturn) ** (risk.observationCount / 252) - 1 - value) < 1e-9,
    `${risk.annualReturn} ${value}`,
  );
  t.is(reported.valueAtRisk, risk.valueAtRisk.historical.valueAtRisk);
  t.is(reported.expectedShortfall, risk.valueAtRisk.historical.expectedShortfall);
  t.is(reported.beta, risk.benchmark.beta);
  t.is(reported.trackingError, risk.benchmark.trackingError);
  for (const name of ['observationCount', 'volatility', 'sharpe', 'sortino', 'maxDrawdown'])
    t.deepEqual(reported[name], risk[name], name);

  const [summary] = (await ada.get('/clients/summary')).json.items;
  t.is(report.mandateCheck.drift, summary.drift);
  t.true(Math.abs(Number(report.value) - endValue) < 0.01 && Math.abs(Number(summary.value) - endValue) < 0.01);

  const thread = (await ada.post('/ai/threads', {})).json;
  const answer = (await ada.post(`/ai/threads/${thread.id}/messages`, { content: 'How risky is Coins?' })).json;
  t.deepEqual(answer.unverifiedNumbers, []);
  for (const figure of [risk.volatility, risk.maxDrawdown.depth, risk.valueAtRisk.historical.valueAtRisk])
    t.true(answer.content.includes(percent(figure)), `${percent(figure)} in ${answer.content}`);
  const compared = (await ada.post(`/ai/threads/${thread.id}/messages`, { content: 'How did Coins perform?' })).json;
  t.regex(compared.content, /ETH-USD\.CC returned/);
});
