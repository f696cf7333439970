import test, { type ExecutionContext } from 'ava';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let ada: TestClient;
/** Path of a portfolio with two currencies, a sale, a dividend, and an external flow in the period. */
let path: string;
let model: string;
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  const create = async (body: object, entries: object[]) => {
    const { id } = (await ada.post('/portfolios', { baseCurrency: 'EUR', ...body })).json;
    for (const entry of entries) {
      const { status, text } = await ada.post(`/portfolios/${id}/transactions`, { currency: 'USD', ...entry });
      if (status !== 201) throw new Error(text);
    }
    return id as string;
  };
  const own = await create({ name: 'Savings <b>' }, [
    { type: 'deposit', amount: '20000', tradedAt: ago(90) },
    { type: 'buy', symbol: 'AAPL.US', quantity: '30', price: '200', fee: '5', tradedAt: ago(90) },
    { type: 'buy', symbol: 'BTC-USD.CC', quantity: '0.05', price: '60000', tradedAt: ago(80) },
    { type: 'buy', symbol: 'SPY.US', quantity: '5', price: '500', tradedAt: ago(80) },
    { type: 'dividend', symbol: 'AAPL.US', amount: '7.50', tax: '1.10', tradedAt: ago(60) },
    { type: 'sell', symbol: 'SPY.US', quantity: '5', price: '510', fee: '2', tradedAt: ago(40) },
    { type: 'deposit', amount: '3000', currency: 'EUR', tradedAt: ago(30) },
    { type: 'fee', amount: '12', tradedAt: ago(20) },
  ]);
  path = `/portfolios/${own}`;
  model = await create({ name: 'Model', kind: 'model' }, [
    { type: 'deposit', amount: '10000', tradedAt: ago(100) },
    { type: 'buy', symbol: 'AAPL.US', quantity: '20', price: '200', tradedAt: ago(100) },
    { type: 'buy', symbol: 'EURUSD.FOREX', quantity: '1000', price: '1.1', tradedAt: ago(100) },
  ]);
});
test.after.always(() => service.close());

const near = (t: ExecutionContext, one: number, other: number, tolerance = 1e-9) =>
  t.true(Math.abs(one - other) <= tolerance, `${one} ${other}`);
const sumOf = (items: Array<Record<string, number>>, ...names: string[]) =>
  items.reduce((sum, item) => sum + names.reduce((own, name) => own + (item[name] as number), 0), 0);

test('the last value of the series of a portfolio is its performance and that of its benchmark, at every interval', async (t) => {
  const of = async (query: string) => (await ada.get(`${path}/performance/series?benchmark=SPY.US${query}`)).json;
  const daily = await of('');
  const { value, endValue, benchmark, netFlow } = (await ada.get(`${path}/performance?benchmark=SPY.US`)).json;
  t.is(daily.items.length, 91);
  const last = daily.items.at(-1);
  near(t, last.return, value);
  near(t, last.value, endValue, 1e-6);
  near(t, last.benchmarkReturn, benchmark.value);
  near(t, sumOf(daily.items, 'netFlow'), netFlow, 1e-6);
  const worst = Math.min(...daily.items.map(({ drawdown }: { drawdown: number }) => drawdown));
  t.true(
    worst < 0 &&
      daily.items.every(
        ({ drawdown, benchmarkDrawdown }: Record<string, number>) =>
          (drawdown as number) <= 0 && (benchmarkDrawdown as number) <= 0,
      ),
  );
  for (const interval of ['1w', '1M']) {
    const { items } = await of(`&interval=${interval}`);
    t.true(items.length < 16);
    t.deepEqual({ ...items.at(-1), netFlow: 0 }, { ...last, netFlow: 0 });
    near(t, sumOf(items, 'netFlow'), netFlow, 1e-6);
  }
  const csv = await ada.get(`${path}/performance/series?format=csv&interval=1M`);
  t.true(csv.text.startsWith('day,value,netFlow,return,drawdown,benchmarkReturn,benchmarkDrawdown\r\n'));
  t.like((await ada.get(`${path}/performance/series?benchmark=NOSUCH.US`)).json, { benchmark: 'NOSUCH.US' });
});

test('the groups of an allocation sum to the value; cash and unknown facts are groups of their own', async (t) => {
  const { value } = (await ada.get(`${path}/valuation`)).json;
  for (const by of ['assetClass', 'currency', 'sector', 'country']) {
    const { items } = (await ada.get(`${path}/allocation?by=${by}`)).json;
    near(t, sumOf(items, 'weight'), 1);
    near(
      t,
      items.reduce((sum: number, item: { value: string }) => sum + Number(item.value), 0),
      Number(value),
      0.03,
    );
    const groups = items.map(({ group }: { group: string }) => group);
    t.is(groups.includes('cash'), by !== 'currency', by);
    if (by === 'currency') t.deepEqual(groups.sort(), ['EUR', 'USD']);
    if (by === 'assetClass') t.deepEqual(groups.sort(), ['cash', 'crypto', 'equity']);
    if (by === 'sector' || by === 'country')
      t.deepEqual(items.find(({ group }: { group: string }) => group === 'unknown').symbols, ['BTC-USD.CC']);
  }
  t.deepEqual((await ada.get(`${path}/allocation?asOf=${ago(95)}`)).json.items, []);
});

test('contributions sum to the time-weighted return, and exchange rates have an effect of their own', async (t) => {
  const { value } = (await ada.get(`${path}/performance`)).json;
  const report = (await ada.get(`${path}/attribution`)).json;
  near(t, report.portfolioReturn, value);
  near(t, sumOf(report.items, 'contribution'), value);
  near(t, (1 + report.localReturn) * (1 + report.currencyEffect) - 1, value);
  t.true(report.currencyEffect !== 0);
  t.deepEqual(report.items.map(({ segment }: { segment: string }) => segment).sort(), [
    'AAPL.US',
    'BTC-USD.CC',
    'SPY.US',
    'cash',
  ]);
  t.like(report, { notComputable: { code: 'no_benchmark' }, activeReturn: null, benchmark: null });
  t.true(
    report.items.every(
      ({ allocation, benchmarkWeight }: Record<string, unknown>) => allocation === null && benchmarkWeight === null,
    ),
  );
});

test('effects sum to the difference from a blend or a model portfolio, by every grouping and over months', async (t) => {
  for (const benchmark of ['benchmark=AAPL.US:0.6,GLD.US:0.4', `benchmarkPortfolioId=${model}`])
    for (const by of ['holding', 'assetClass', 'sector', 'currency', 'country']) {
      const report = (await ada.get(`${path}/attribution?by=${by}&${benchmark}`)).json;
      t.is(report.notComputable, null, `${by} ${benchmark}`);
      near(
        t,
        sumOf(report.items, 'allocation', 'selection', 'interaction'),
        report.portfolioReturn - report.benchmarkReturn,
      );
      near(t, report.allocation + report.selection + report.interaction, report.activeReturn);
      near(t, sumOf(report.items, 'benchmarkWeight'), 1, 1e-6);
      for (const month of report.months)
        near(t, month.allocation + month.selection + month.interaction, month.portfolioReturn - month.benchmarkReturn);
      const growth = report.months.reduce(
        (product: number, month: { benchmarkReturn: number }) => product * (1 + month.benchmarkReturn),
        1,
      );
      near(t, growth - 1, report.benchmarkReturn);
    }
  const twr = (await ada.get(`/portfolios/${model}/performance?from=${ago(90)}`)).json.value;
  near(t, (await ada.get(`${path}/attribution?benchmarkPortfolioId=${model}`)).json.benchmarkReturn, twr);
});

test('parts that an attribution cannot compute are null with their reason', async (t) => {
  const code = async (query: string, of = path) =>
    (await ada.get(`${of}/attribution${query}`)).json.notComputable?.code;
  t.is(await code('?benchmark=NOSUCH.US'), 'no_benchmark_price');
  t.is(
    await code(`?benchmarkPortfolioId=${path.replace('/portfolios/', '')}`, `/portfolios/${model}`),
    'benchmark_starts_later',
  );
  const empty = (await ada.post('/portfolios', { name: 'Empty', baseCurrency: 'USD' })).json.id;
  t.is(await code('', `/portfolios/${empty}`), 'no_transactions');
  t.like((await ada.get(`/portfolios/${empty}/performance/series`)).json, { items: [], firstDay: null });
  const bob = await service.signedIn();
  const his = (await bob.post('/portfolios', { name: 'His', baseCurrency: 'USD' })).json.id;
  const [other, unknown] = await Promise.all(
    [his, '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'].map((id) =>
      ada.get(`${path}/attribution?benchmarkPortfolioId=${id}`),
    ),
  );
  t.deepEqual([other?.status, other?.json.errors], [422, unknown?.json.errors]);
});

test('series, allocation and attribution are images, in light and dark, and say that prices are simulated', async (t) => {
  const images = [
    'performance/series',
    'performance/series?chart=drawdown',
    'performance/series?chart=value',
    'allocation',
    'attribution',
  ];
  for (const image of images) {
    const [name, query = ''] = image.split('?');
    const svg = await ada.get(
      `${path}/${name}.svg?theme=light&benchmark=SPY.US&${query}`.replace(
        name === 'allocation' ? '&benchmark=SPY.US' : '',
        '',
      ),
    );
    t.is(svg.status, 200, image);
    t.regex(svg.text, /Simulated data/);
    t.true(svg.text.includes('Savings &lt;b&gt;') && !svg.text.includes('<b>'));
    t.regex(svg.text, name === 'performance/series' ? /Portfolio/ : /Apple|Equities/);
  }
  t.is((await ada.get(`${path}/allocation.png?theme=dark`)).headers.get('content-type'), 'image/png');
  const attribution = await ada.get(`${path}/attribution?format=svg&benchmark=AAPL.US`);
  t.is(attribution.headers.get('content-type'), 'image/svg+xml');
  const { portfolioReturn, benchmarkReturn } = (await ada.get(`${path}/attribution?benchmark=AAPL.US`)).json;
  const percent = (share: number) => `${(100 * share).toFixed(2).replace('-', '−')}%`;
  t.true(attribution.text.includes(`Portfolio ${percent(portfolioReturn)}, Benchmark ${percent(benchmarkReturn)}`));
});
