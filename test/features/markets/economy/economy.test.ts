import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { knownBy, type Observation, type SeriesContent } from '../../../../src/features/markets/economic-series.js';
import { MarketEvents } from '../../../../src/features/markets/events/market-events.service.js';
import { SeriesSource, SeriesSources } from '../../../../src/features/markets/providers/series-source.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { isProblem } from '../../../support/is-problem.js';
import fc from '../../../support/properties.js';
import { DAY, serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

const at = (day: string) => new Date(`${day}T12:00:00Z`);
const description = {
  id: 'fred:TEST',
  title: 'Test of jobs',
  unit: 'persons',
  frequency: 'month',
  country: null,
  publisher: 'Test',
} as const;

/** A source with one series, and a search that may fail. */
class OneSeries extends SeriesSource {
  calls = 0;
  failure?: UpstreamError;

  constructor(
    readonly name: string,
    private readonly hasVintages: boolean,
  ) {
    super();
  }

  async search() {
    if (this.failure !== undefined) throw this.failure;
    return [{ ...description, id: `${this.name}:TEST` }];
  }

  async read(code: string): Promise<SeriesContent> {
    this.calls += 1;
    if (this.failure !== undefined) throw this.failure;
    if (code !== 'TEST') throw new UpstreamError('not_found');
    const observations: Observation[] = [
      {
        period: '2026-09',
        start: '2026-09-01',
        vintages: [
          { value: 100, publishedAt: at('2026-10-02') },
          { value: 90, publishedAt: at('2026-11-06') },
        ],
      },
      { period: '2026-10', start: '2026-10-01', vintages: [{ value: 110, publishedAt: at('2026-11-06') }] },
    ];
    const { hasVintages } = this;
    return {
      description: { ...description, id: `${this.name}:TEST` },
      observations,
      hasVintages,
      updatedAt: at('2026-11-06'),
    };
  }
}

async function economy(t: ExecutionContext, ...sources: SeriesSource[]) {
  const service = await serviceFor(t, {
    parts: { bindFirst: (services) => void services.set(SeriesSources, new SeriesSources(sources)) },
  });
  service.clock.advance(Date.UTC(2026, 10, 20, 12) - service.clock.now());
  return { ...service, ada: await service.signedIn() };
}

test('a value has its first print and its revisions apart, and knownAt gives the values of that moment', async (t) => {
  const { ada } = await economy(t, new OneSeries('fred', true));
  const { json } = await ada.get('/economy/series/fred:TEST');
  t.like(json, { id: 'fred:TEST', unit: 'persons', hasVintages: true, knownAt: '2026-11-20T12:00:00.000Z' });
  t.deepEqual(json.items[1], {
    period: '2026-09',
    firstDay: '2026-09-01',
    value: 90,
    publishedAt: '2026-11-06T12:00:00.000Z',
    firstValue: 100,
    firstPublishedAt: '2026-10-02T12:00:00.000Z',
    revisions: [{ value: 90, publishedAt: '2026-11-06T12:00:00.000Z' }],
  });
  const before = (await ada.get('/economy/series/fred:TEST?knownAt=2026-11-05')).json;
  t.deepEqual(
    before.items.map(({ period, value, revisions }: Json) => [period, value, revisions.length]),
    [['2026-09', 100, 0]],
  );
  t.is(before.provenance.asOf, null);
  t.deepEqual((await ada.get('/economy/series/fred:TEST?knownAt=2026-10-01')).json.items, []);
  const page = (await ada.get('/economy/series/fred:TEST?limit=1&order=asc')).json;
  t.is(page.items[0].period, '2026-09');
  t.is(
    (await ada.get(`/economy/series/fred:TEST?limit=1&order=asc&cursor=${page.nextCursor}`)).json.items[0].period,
    '2026-10',
  );
});

test('a source without vintages has current values, and none of an earlier moment', async (t) => {
  const { ada } = await economy(t, new OneSeries('ecb', false));
  const { json } = await ada.get('/economy/series/ecb:TEST?from=2026-10-01');
  t.deepEqual(json.items, [
    {
      period: '2026-10',
      firstDay: '2026-10-01',
      value: 110,
      publishedAt: null,
      firstValue: null,
      firstPublishedAt: null,
      revisions: [],
    },
  ]);
  isProblem(t, await ada.get('/economy/series/ecb:TEST?knownAt=2026-10-01'), 422, 'unprocessable');
  isProblem(t, await ada.get('/economy/series/ecb:NONE'), 404, 'not_found');
  isProblem(t, await ada.get('/economy/series/other:TEST'), 404, 'not_found');
  isProblem(t, await ada.get('/economy/series/ecb'), 400, 'invalid_request');
  isProblem(t, await ada.get('/economy/series/ecb:TEST?from=2026-10-02&to=2026-10-01'), 400, 'invalid_request');
});

test('series are found in all sources, and a source that fails is named', async (t) => {
  const [one, other] = [new OneSeries('fred', true), new OneSeries('ecb', false)];
  const { ada, clock, signedIn } = await economy(t, one, other);
  other.failure = new UpstreamError('timeout');
  const { json } = await ada.get('/economy/series?q=jobs');
  t.deepEqual(
    json.items.map(({ id }: Json) => id),
    ['fred:TEST'],
  );
  t.deepEqual(json.errors, [{ provider: 'ecb', detail: 'The source is not answering.' }]);
  isProblem(t, await ada.get('/economy/series?q=jobs&source=none'), 422, 'unprocessable');
  await ada.get('/economy/series/fred:TEST');
  await ada.get('/economy/series/fred:TEST?knownAt=2026-11-01');
  t.is(one.calls, 1);
  one.failure = new UpstreamError('unreachable');
  clock.advance(DAY);
  t.true((await (await signedIn()).get('/economy/series/fred:TEST')).json.provenance.stale);
});

test('knownAt never shows a value that was published later', (t) => {
  const vintage = fc.record({
    value: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    publishedAt: fc.date({ min: at('2020-01-01'), max: at('2026-11-20'), noInvalidDate: true }),
  });
  const vintages = fc
    .array(vintage, { minLength: 1, maxLength: 6 })
    .map((all) => all.sort((first, second) => first.publishedAt.getTime() - second.publishedAt.getTime()));
  const observations = fc.array(fc.record({ period: fc.constant('2026'), start: fc.constant('2026-01-01'), vintages }));
  fc.assert(
    fc.property(
      observations,
      fc.date({ min: at('2019-01-01'), max: at('2027-01-01'), noInvalidDate: true }),
      (all, moment) => {
        const known = knownBy(all, moment.getTime());
        const shown = known.flatMap((one) => one.vintages);
        t.true(shown.every(({ publishedAt }) => publishedAt <= moment));
        t.true(known.every((one) => one.vintages.length > 0));
        const hidden = all.flatMap((one) => one.vintages).filter(({ publishedAt }) => publishedAt <= moment);
        t.is(shown.length, hidden.length);
      },
    ),
  );
});

test('the simulated economy fits its calendar: first prints, revisions with the next publication, and no future', async (t) => {
  const service = await serviceFor(t);
  service.clock.advance(Date.UTC(2026, 10, 20, 12) - service.clock.now());
  const ada = await service.signedIn();
  const releases = (await ada.get('/economy/releases?from=2026-08-01&to=2026-12-31&country=US&limit=200')).json.items;
  const past = releases.filter(({ actual }: Json) => actual !== null);
  t.true(past.length > 10 && past.length < releases.length);
  t.true(
    releases.every(({ actual, releasedAt }: Json) => (actual !== null) === releasedAt <= '2026-11-20T12:00:00.000Z'),
  );
  for (const { seriesId, period, actual, estimate, surprise, releasedAt } of past) {
    t.is(Math.round((actual - estimate) * 1e6), Math.round(surprise * 1e6));
    const { items } = (await ada.get(`/economy/series/${seriesId}?order=desc&limit=20&knownAt=${releasedAt}`)).json;
    const month = period.slice(0, 7);
    t.like(items[0], { value: actual, firstValue: actual, publishedAt: releasedAt }, `${seriesId} ${month}`);
    t.true(items.every(({ publishedAt }: Json) => publishedAt <= releasedAt));
  }
  const payrolls = (await ada.get('/economy/series/simulator:US-NONFARM-PAYROLLS-CHANGE')).json.items;
  t.true(payrolls.slice(1, 13).some(({ revisions }: Json) => revisions.length === 1));
  t.is(payrolls[1].revisions[0]?.publishedAt ?? payrolls[0].publishedAt, payrolls[0].publishedAt);
  const found = (await ada.get('/economy/series?q=consumer prices US')).json.items;
  t.like(found[0], { id: 'simulator:US-CONSUMER-PRICES-YEAR-ON-YEAR', country: 'US', frequency: 'month' });
});

test('releases are listed in pages by time, in a range of at most 366 days', async (t) => {
  const { signedIn } = await serviceFor(t);
  const ada = await signedIn();
  const all = (await ada.get('/economy/releases?from=2026-10-01&to=2026-11-01&limit=200')).json.items;
  const pages: Json[] = [];
  for (let cursor = ''; cursor !== 'null'; ) {
    const { json } = await ada.get(
      `/economy/releases?from=2026-10-01&to=2026-11-01&limit=5${cursor && `&cursor=${cursor}`}`,
    );
    pages.push(...json.items);
    cursor = String(json.nextCursor);
  }
  t.deepEqual(pages, all);
  t.deepEqual(
    all,
    all.toSorted((one: Json, other: Json) => (one.releasedAt < other.releasedAt ? -1 : 1)),
  );
  isProblem(t, await ada.get('/economy/releases?from=2026-01-01&to=2027-01-03'), 400, 'invalid_request');
  t.is((await ada.get('/economy/releases?from=2026-01-01&to=2027-01-02&country=GB&limit=1')).status, 200);
});

test('a published figure is an event with its surprise, once', async (t) => {
  const service = await serviceFor(t);
  service.clock.advance(Date.UTC(2026, 10, 6, 14) - service.clock.now());
  const ada = await service.signedIn();
  const events = async () => {
    await service.services.get(MarketEvents).publish(new AbortController().signal);
    await service.settle();
    return (await ada.get('/timeline?type=release.published&limit=200')).json.items as Json[];
  };
  const first = await events();
  t.true(first.length >= 2);
  const jobless = first.find(({ title }) => /^US Unemployment rate/.test(title));
  t.regex(jobless?.title ?? '', /^US Unemployment rate \(2026-10\): [\d.]+ percent, [\d.]+ expected \(simulated\)$/);
  t.is((await events()).length, first.length);
});

test('charts draw economic series by period, and as they became known', async (t) => {
  const { ada } = await economy(t, new OneSeries('fred', true), new OneSeries('ecb', false));
  const evaluate = (expression: string, more: object = {}) =>
    ada.post('/graphs/charts/evaluate', {
      interval: '1d',
      join: 'last_known',
      from: '2026-08-01',
      to: '2026-11-20',
      series: [{ name: 'Jobs', expression, axis: 'left', style: 'line' }],
      ...more,
    });
  const pointsOf = ({ json }: { json: Json }) =>
    json.times.map((time: string, index: number) => [time.slice(0, 10), json.items[0].values[index]]);
  const byPeriod = await evaluate('economy("fred:TEST")');
  t.is(byPeriod.status, 200, byPeriod.text);
  t.deepEqual(pointsOf(byPeriod), [
    ['2026-09-01', 90],
    ['2026-10-01', 110],
  ]);
  t.like(byPeriod.json, { sources: [], economicSeries: [{ id: 'fred:TEST', unit: 'persons' }] });
  const known = await evaluate('economy_known("fred:TEST") * 2');
  t.deepEqual(pointsOf(known), [
    ['2026-10-03', 200],
    ['2026-11-07', 220],
  ]);
  t.deepEqual(pointsOf(await evaluate('economy_known("fred:TEST")', { interval: '1M' })), [['2026-11-01', 100]]);
  isProblem(t, await evaluate('economy_known("ecb:TEST")'), 422, 'unprocessable');
  isProblem(t, await evaluate('economy("fred:NONE")'), 422, 'unprocessable');
  isProblem(t, await evaluate('economy(AAPL.US)'), 400, 'invalid_request');
  isProblem(t, await evaluate('economy("fred:TEST")', { interval: '1h' }), 400, 'invalid_request');
});
