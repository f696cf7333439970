import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import test from 'ava';
import type { TransitDay } from '../../../../src/features/geospatial/transit-day.js';
import { portwatchTransits } from '../../../../src/features/geospatial/transits/portwatch-answers.js';
import { portwatchSource } from '../../../../src/features/geospatial/transits/portwatch-source.js';
import { TransitRepository } from '../../../../src/features/geospatial/transits/transit.repository.js';
import type { FeedSource } from '../../../../src/upstream/feed-source.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { serviceFor } from '../../../support/service-for.js';
import { sourceParts } from '../../../support/source-parts.js';
import { startVendorStub } from '../../../support/vendors/vendor-stub.js';

const recorded = readFileSync('test/fixtures/geo/transits/portwatch.json', 'utf8');
const row = (date: unknown, more: object = {}) => ({
  attributes: {
    date,
    portid: 'chokepoint6',
    n_tanker: 4,
    n_container: 1,
    n_dry_bulk: 3,
    n_general_cargo: 1,
    n_roro: 1,
    ...more,
  },
});

test('rows of PortWatch are read by chokepoint and day, also with a time of another zone', (t) => {
  const read = portwatchTransits(JSON.parse(recorded));
  t.deepEqual(read.days, [
    { flowId: 'hormuz', day: '2026-06-01', calls: [1, 1, 2, 1, 0] },
    { flowId: 'hormuz', day: '2026-06-02', calls: [4, 1, 3, 1, 1] },
    { flowId: 'hormuz', day: '2026-08-23', calls: [1, 0, 2, 0, 0] },
    { flowId: 'suez', day: '2026-06-02', calls: [12, 7, 9, 6, 2] },
  ]);
  t.deepEqual([read.rows, read.skipped, read.hasMore], [6, 1, true]);
});

test('rows without a day or with impossible numbers are skipped; an error with status 200 is a bad answer', (t) => {
  const rows = [
    row('2026-02-30'),
    row('2026-06-01', { n_tanker: -1 }),
    row('2026-06-01', { n_tanker: 1.5 }),
    row('2026-06-01', { n_tanker: 10_001 }),
    row('2026-06-01', { n_tanker: 10_000 }),
  ];
  t.like(portwatchTransits({ features: rows }), { skipped: 4, hasMore: false });
  t.like(portwatchTransits({ features: [] }), { rows: 0, skipped: 0 });
  for (const body of [{ error: { code: 400, message: 'Invalid query' } }, [], 'x', { features: [row('June')] }])
    t.throws(() => portwatchTransits(body), { instanceOf: UpstreamError }, JSON.stringify(body));
});

test('the first read has all pages since 2019, and a later one the last three months', async (t) => {
  const body = (features: object[], exceededTransferLimit: boolean) => ({
    body: JSON.stringify({ features, exceededTransferLimit }),
  });
  const stub = await startVendorStub({
    answer: ({ query }) =>
      query.get('resultOffset') === '0'
        ? body([row('2026-06-01'), row('2026-06-01', { portid: 'chokepoint28' })], true)
        : body([row('2026-06-02')], false),
  });
  t.teardown(() => stub.close());
  const stored: TransitDay[] = [];
  const transits = {
    latestDay: async () => stored.at(-1)?.day,
    store: async (days: readonly TransitDay[]) => void stored.push(...days),
  };
  const parts = { ...sourceParts({ SVC_PORTWATCH_BASE_URL: stub.url }), transits };
  const source = portwatchSource('portwatch', parts) as FeedSource;
  const poll = async () => {
    const abort = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const accepted = (records: number) => {
      resolve(records);
      abort.abort();
    };
    source.run({ signal: abort.signal, accepted, skipped: () => {}, isRefresh: true }).catch(reject);
    return promise;
  };
  t.is(await poll(), 2);
  t.is(await poll(), 2);
  t.deepEqual(
    stub.requests.map(({ query }) => [query.get('resultOffset'), query.get('where')?.split(' and ')[1]]),
    [
      ['0', "date >= DATE '2019-01-01'"],
      ['2', "date >= DATE '2019-01-01'"],
      ['0', "date >= DATE '2026-03-04'"],
      ['2', "date >= DATE '2026-03-04'"],
    ],
  );
  t.is(portwatchSource('imf', parts), undefined);
});

test('a day that is revised replaces the earlier one', async (t) => {
  const { services } = await serviceFor(t);
  const repository = services.get(TransitRepository);
  t.is(await repository.latestDay(), undefined);
  const day = (name: string, tankers: number) => ({ flowId: 'suez', day: name, calls: [tankers, 0, 0, 0, 0] });
  await repository.store([day('2026-06-01', 1), day('2026-06-03', 2)]);
  await repository.store([day('2026-06-01', 5)]);
  t.is(await repository.latestDay(), '2026-06-03');
  t.deepEqual(await repository.read('suez', '2026-06-01', '2026-06-03'), [day('2026-06-01', 5)]);
  t.deepEqual(await repository.read('hormuz', '2026-06-01', '2026-06-03'), []);
});
