import 'reflect-metadata';
import test from 'ava';
import { LivePortfolio } from '../../../src/features/portfolios/live/live-portfolio.js';
import { LivePortfolios } from '../../../src/features/portfolios/live/live-portfolios.js';
import { PortfolioRuleSource } from '../../../src/features/portfolios/live/portfolio-rule-source.service.js';
import { AlertScene, alertsOf, startAlertService } from '../../support/alert-scene.js';
import { FakeMarketProvider } from '../../support/fake-market-provider.js';
import { ManualClock } from '../../support/manual-clock.js';
import { ManualTimers } from '../../support/manual-timers.js';
import type { TestClient } from '../../support/test-client.js';
import type { TestService } from '../../support/test-service.js';

const history = { previousValue: 1_000, paidIn: 0, takenOut: 0, index: 1.1, peak: 1.25 };
const content = {
  baseCurrency: 'USD',
  holdings: [
    { symbol: 'A.US', quantity: 5, currency: 'USD', price: 100 },
    { symbol: 'B.XETRA', quantity: 10, currency: 'EUR', price: 40 },
  ],
  cash: new Map([['USD', 100]]),
  rates: new Map([['EUR', 1]]),
  history,
};

test('a price changes the value, the weights, the change of the day and the drawdown', (t) => {
  const portfolio = new LivePortfolio(content);
  t.like(portfolio.figures(), {
    value: 1_000,
    cash: 100,
    dayChange: 0,
    dayReturn: 0,
    'weight:A.US': 0.5,
    'value:B.XETRA': 400,
  });
  t.true(portfolio.setPrice('A.US', 150));
  t.false(portfolio.setPrice('A.US', 150));
  t.true(portfolio.setRate('EUR', 1.25));
  const figures = portfolio.figures();
  t.like(figures, { value: 1_350, dayChange: 350, 'value:B.XETRA': 500, drawdown: 0 });
  portfolio.setPrice('A.US', 60);
  portfolio.setRate('EUR', 1);
  const { value, dayReturn, drawdown } = portfolio.figures();
  t.is(value, 800);
  t.true(Math.abs((dayReturn as number) + 0.2) < 1e-12);
  t.true(Math.abs((drawdown as number) - (1 - (1.1 * 0.8) / 1.25)) < 1e-12);
});

test('a deposit of today is not a gain', (t) => {
  const portfolio = new LivePortfolio({
    ...content,
    history: { ...history, previousValue: 400, paidIn: 500, takenOut: 0 },
  });
  t.like(portfolio.figures(), { dayChange: 100, dayReturn: 1_000 / 900 - 1 });
});

test('a missing price or rate makes the value unknown, not smaller', (t) => {
  const portfolio = new LivePortfolio({
    ...content,
    holdings: [...content.holdings, { symbol: 'C.US', quantity: 1, currency: 'USD', price: null }],
  });
  t.like(portfolio.figures(), { value: null, dayChange: null, drawdown: null, 'value:A.US': 500, 'weight:A.US': null });
  portfolio.setPrice('C.US', 10);
  t.is(portfolio.value, 1_010);
  t.is(new LivePortfolio({ ...content, rates: new Map() }).value, null);
});

test('ten thousand updates give the same value as a new valuation', (t) => {
  const portfolio = new LivePortfolio(content);
  let price = 100;
  for (let at = 0; at < 25_000; at += 1) {
    price = 1 + ((at * 7919) % 1_000) / 7;
    portfolio.setPrice(at % 2 === 0 ? 'A.US' : 'B.XETRA', price);
  }
  const prices = new Map([
    ['A.US', 1 + ((24_998 * 7919) % 1_000) / 7],
    ['B.XETRA', price],
  ]);
  const fresh = new LivePortfolio({
    ...content,
    holdings: content.holdings.map((one) => ({ ...one, price: prices.get(one.symbol) as number })),
  });
  t.true(Math.abs((portfolio.value as number) - (fresh.value as number)) < 1e-8);
});

test('a quote touches only the portfolios that hold it, and a currency pair those with money in the currency', (t) => {
  const live = new LivePortfolios();
  live.put('a', new LivePortfolio(content));
  live.put(
    'b',
    new LivePortfolio({
      ...content,
      holdings: [{ symbol: 'Z.US', quantity: 1, currency: 'USD', price: 5 }],
      history: null,
    }),
  );
  t.is(live.takeChanged(10).length, 2);
  live.quote('A.US', 101);
  t.deepEqual(
    live.takeChanged(10).map(({ id }) => id),
    ['a'],
  );
  live.quote('USDEUR.FOREX', 0.5);
  t.like(live.takeChanged(10), [{ id: 'a', figures: { 'value:B.XETRA': 800 } }]);
  live.quote('EURUSD.FOREX', 1.5);
  t.is(live.figuresOf('a')?.['value:B.XETRA'], 600);
  live.quote('USDEUR.FOREX', 0.25);
  t.is(live.figuresOf('a')?.['value:B.XETRA'], 600);
  live.remove('a');
  t.deepEqual([...live.symbols], ['Z.US']);
});

let service: TestService;
let ada: TestClient & { accountId: string };
let portfolioId: string;
const market = new FakeMarketProvider('simulator').knows('AAPL.US', 100).knows('MSFT.US', 200);
const clock = new ManualClock();
const timers = new ManualTimers(clock);

test.before(async () => {
  service = await startAlertService({ marketProviders: [market], parts: { timers, clock } });
  ada = await service.signedIn();
  portfolioId = (await ada.post('/portfolios', { name: 'Watched', baseCurrency: 'USD', tracksCash: false })).json.id;
  for (const [symbol, price] of [
    ['AAPL.US', '100'],
    ['MSFT.US', '200'],
  ])
    await ada.post(`/portfolios/${portfolioId}/transactions`, {
      type: 'buy',
      symbol,
      quantity: '10',
      price,
      currency: 'USD',
      tradedAt: '2025-12-01',
    });
});
test.after.always(() => service.close());

const rule = (condition: object) => ({
  name: 'Portfolio',
  condition: { type: 'portfolio', operator: 'above', threshold: 1, portfolioId, ...condition },
});

test.serial(
  'a rule may refer to an own portfolio, a known figure, and a symbol where the figure needs one',
  async (t) => {
    const pointers = async (condition: object) =>
      (await ada.post('/alerts/rules', rule(condition))).json.errors?.map(
        ({ pointer }: { pointer: string }) => pointer,
      );
    t.deepEqual(await pointers({ metric: 'wealth' }), ['/condition/metric']);
    t.deepEqual(await pointers({ metric: 'weight' }), ['/condition/symbol']);
    t.deepEqual(await pointers({ metric: 'drawdown', symbol: 'AAPL.US' }), ['/condition/metric']);
    t.deepEqual(await pointers({ metric: 'value', portfolioId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' }), [
      '/condition/portfolioId',
    ]);
    const bob = await service.signedIn();
    const [own, other] = [
      await bob.post('/alerts/rules', rule({ metric: 'value' })),
      await bob.post('/alerts/rules', {
        name: 'Near',
        condition: { type: 'event_near', portfolioId, radiusMeters: 1_000, windowSeconds: 60 },
      }),
    ];
    for (const { status, json } of [own, other])
      t.deepEqual([status, json.errors[0].pointer], [422, '/condition/portfolioId']);
  },
);

test.serial(
  'a rule fires when quotes raise the value or the weight above the threshold, also after a restart',
  async (t) => {
    const scene = await AlertScene.of(service);
    t.is((await ada.post('/alerts/rules', rule({ metric: 'value', threshold: 3_500 }))).status, 201);
    t.is((await ada.post('/alerts/rules', rule({ metric: 'weight', symbol: 'aapl.us', threshold: 0.5 }))).status, 201);
    const settle = async () => {
      await scene.settle();
      await timers.advance(1_000);
      await service.services.get(PortfolioRuleSource).settled();
      // A quote is served for a minute, and one more time while it is refreshed, so more than two minutes pass.
      await timers.advance(150_000);
      await service.services.get(PortfolioRuleSource).settled();
      await timers.advance(1_000);
      await scene.settle();
    };
    await settle();
    t.deepEqual(await alertsOf(ada), []);
    market.knows('AAPL.US', 160);
    await settle();
    t.deepEqual(
      (await alertsOf(ada)).map(({ ruleName, state }) => [ruleName, state]),
      [['Portfolio', 'firing']],
    );
    const { json: preview } = await ada.post('/alerts/rules/preview', rule({ metric: 'value', threshold: 3_500 }));
    t.like(preview.instances[0].results, [{ status: 'ok', value: 3_600 }]);
    await scene.takeOver();
    market.knows('AAPL.US', 300);
    await settle();
    t.deepEqual(
      (await alertsOf(ada)).map(({ state }) => state),
      ['firing', 'firing'],
    );
    await scene.stop();
  },
);
