import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import type { TransitDay } from '../../../../src/features/geospatial/transit-day.js';
import {
  chokepoints,
  chokepointTable,
  portTable,
  portwatchPorts,
  portwatchTransits,
} from '../../../../src/features/geospatial/transits/portwatch-answers.js';
import { portwatchSource } from '../../../../src/features/geospatial/transits/portwatch-source.js';
import { TransitRepository } from '../../../../src/features/geospatial/transits/transit.repository.js';
import type { FeedSource } from '../../../../src/upstream/feed-source.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { serviceFor } from '../../../support/service-for.js';
import { sourceParts } from '../../../support/source-parts.js';
import { startVendorStub } from '../../../support/vendors/vendor-stub.js';

const fixture = (name: string) => JSON.parse(readFileSync(`test/fixtures/geo/transits/${name}.json`, 'utf8'));
const ofChokepoints = (body: unknown) => portwatchTransits(body, chokepointTable, chokepoints);
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
  const read = ofChokepoints(fixture('portwatch'));
  t.deepEqual(read.days, [
    { placeId: 'chokepoint6', day: '2026-06-01', calls: [1, 1, 2, 1, 0] },
    { placeId: 'chokepoint6', day: '2026-06-02', calls: [4, 1, 3, 1, 1] },
    { placeId: 'chokepoint6', day: '2026-08-23', calls: [1, 0, 2, 0, 0] },
    { placeId: 'chokepoint1', day: '2026-06-02', calls: [12, 7, 9, 6, 2] },
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
  t.like(ofChokepoints({ features: rows }), { skipped: 4, hasMore: false });
  t.like(ofChokepoints({ features: [] }), { rows: 0, skipped: 0 });
  for (const body of [{ error: { code: 400, message: 'Invalid query' } }, [], 'x', { features: [row('June')] }])
    t.throws(() => ofChokepoints(body), { instanceOf: UpstreamError }, JSON.stringify(body));
});

test('rows of ports are read by type, and ports by their UN/LOCODE', (t) => {
  const { locodes, rows } = portwatchPorts(fixture('portwatch-port-list'));
  t.deepEqual(Object.fromEntries(locodes), { port1325: 'JPTRG', port1114: 'NLRTM', port1069: 'CNTAO' });
  t.is(rows, 4);
  t.throws(() => portwatchPorts({ features: [{ attributes: { portid: 'port1' } }] }), { instanceOf: UpstreamError });
  const read = portwatchTransits(
    fixture('portwatch-ports'),
    portTable,
    new Map([
      ['port1114', 'NLRTM'],
      ['port1069', 'CNTAO'],
    ]),
  );
  t.deepEqual(read.days, [
    { placeId: 'port1069', day: '2019-02-06', calls: [3, 8, 2, 1, 0] },
    { placeId: 'port1114', day: '2026-06-01', calls: [21, 24, 9, 30, 6] },
  ]);
  t.is(read.skipped, 1);
});

interface Asked {
  layer?: string;
  offset: string | null;
  from?: string;
  to?: string;
}

/** Polls a source over a stub until `count` polls have succeeded. */
async function polls(
  t: ExecutionContext,
  now: string,
  answer: (asked: Asked) => { features: object[]; more?: boolean },
) {
  const asked: Asked[] = [];
  const stub = await startVendorStub({
    answer: ({ path, query }) => {
      const [from, to] = [...(query.get('where') ?? '').matchAll(/DATE '(.{10})'/g)].map(([, day]) => day);
      const one = { layer: path.split('/').at(-4), offset: query.get('resultOffset'), from, to };
      asked.push(one);
      const { features, more = false } = answer(one);
      return { body: JSON.stringify({ features, exceededTransferLimit: more }) };
    },
  });
  t.teardown(() => stub.close());
  const stored: TransitDay[] = [];
  const transits = {
    latestDay: async (flowIds: readonly string[]) =>
      stored
        .filter(({ flowId }) => flowIds.includes(flowId))
        .map(({ day }) => day)
        .sort()
        .at(-1),
    store: async (days: readonly TransitDay[]) => void stored.push(...days),
  };
  const given = sourceParts({ SVC_PORTWATCH_BASE_URL: stub.url });
  const parts = { ...given, clock: new ManualClock(Date.parse(now)), transits };
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
  return { asked, stored, poll, parts };
}

test('the first read has all days since 2019 in ranges of one page, and a later one the last three months', async (t) => {
  const { asked, poll, parts } = await polls(t, '2019-03-01', ({ layer, offset, from }) => {
    if (layer !== 'Daily_Chokepoints_Data') return { features: [] };
    if (from === '2019-01-01' && offset === '0')
      return { features: [row('2019-01-01'), row('2019-01-01', { portid: 'chokepoint28' })], more: true };
    return { features: [row(from === '2019-01-01' ? '2019-01-02' : '2019-02-23')] };
  });
  t.is(await poll(), 3);
  const ofStraits = asked.filter(({ layer }) => layer === 'Daily_Chokepoints_Data');
  t.deepEqual(
    ofStraits.map(({ offset, from, to }) => [offset, from, to]),
    [
      ['0', '2019-01-01', '2019-02-22'],
      ['2', '2019-01-01', '2019-02-22'],
      ['0', '2019-02-22', '2019-04-15'],
    ],
  );
  t.is(await poll(), 2);
  t.is(asked.filter(({ layer }) => layer === 'Daily_Chokepoints_Data')[3]?.from, '2018-11-25');
  t.is(portwatchSource('imf', parts), undefined);
});

test('calls at ports are read for the ports that have a flow, and those of one UN/LOCODE are added up', async (t) => {
  const list = [
    ['port1', 'NL RTM'],
    ['port2', 'NL RTM'],
    ['port3', 'JP TRG'],
  ];
  const calls = (portid: string, tankers: number) => ({
    attributes: {
      date: '2026-06-01',
      portid,
      portcalls_tanker: tankers,
      portcalls_container: 1,
      portcalls_dry_bulk: 0,
      portcalls_general_cargo: 0,
      portcalls_roro: 0,
    },
  });
  const { asked, stored, poll } = await polls(t, '2026-06-10', ({ layer, offset }) => {
    if (layer === 'PortWatch_ports_database')
      return { features: list.map(([portid, LOCODE]) => ({ attributes: { portid, LOCODE } })) };
    if (layer !== 'Daily_Ports_Data') return { features: [] };
    return offset === '0'
      ? { features: [calls('port1', 5), calls('port2', 2)], more: true }
      : { features: [calls('port2', 2)] };
  });
  t.is(await poll(), 1);
  t.deepEqual(stored, [{ flowId: 'NLRTM', day: '2026-06-01', calls: [7, 2, 0, 0, 0] }]);
  const ofPorts = asked.filter(({ layer }) => layer === 'Daily_Ports_Data');
  t.deepEqual(
    ofPorts.map(({ from }) => from),
    ['2025-04-06', '2025-04-06'],
  );
});

test('a range of days with too many pages is an error', async (t) => {
  const { poll } = await polls(t, '2019-01-10', () => ({ features: [row('2019-01-01')], more: true }));
  await t.throwsAsync(poll(), { instanceOf: UpstreamError, message: /longer than is read/ });
});

test('a day that is revised replaces the earlier one', async (t) => {
  const { services } = await serviceFor(t);
  const repository = services.get(TransitRepository);
  t.is(await repository.latestDay(['suez']), undefined);
  const day = (name: string, tankers: number) => ({ flowId: 'suez', day: name, calls: [tankers, 0, 0, 0, 0] });
  await repository.store([day('2026-06-01', 1), day('2026-06-03', 2)]);
  await repository.store([day('2026-06-01', 5)]);
  t.is(await repository.latestDay(['suez', 'hormuz']), '2026-06-03');
  t.is(await repository.latestDay(['NLRTM']), undefined);
  t.deepEqual(await repository.read('suez', '2026-06-01', '2026-06-03'), [day('2026-06-01', 5)]);
  t.deepEqual(await repository.read('hormuz', '2026-06-01', '2026-06-03'), []);
});
