import 'reflect-metadata';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { createSources } from '../../../../src/features/geospatial/feeds/create-sources.js';
import type { Layer } from '../../../../src/features/geospatial/layer.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import {
  MAX_COUNTED_CELLS,
  ReceptionCounter,
} from '../../../../src/features/geospatial/reception/reception-counter.js';
import { ReceptionWriterRunner } from '../../../../src/features/geospatial/reception/reception-writer.runner.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { airborne, beast, squitter } from '../../../support/mode-s.js';
import { DAY, HOUR, MINUTE, SECOND, serviceFor } from '../../../support/service-for.js';
import { sourceParts } from '../../../support/source-parts.js';

/** Starts a service at a full hour whose sources the test feeds. */
async function received(t: ExecutionContext, env: Record<string, string> = {}) {
  const service = await serviceFor(t, { env });
  const { clock, services } = service;
  clock.advance(HOUR - (clock.now() % HOUR));
  const [counter, writer] = [services.get(ReceptionCounter), services.get(ReceptionWriterRunner)];
  const report = (feed: string, lat: number, lon: number, { count = 1, layer = 'vessels' as Layer, age = 0 } = {}) => {
    const now = clock.now();
    for (let index = 0; index < count; index += 1)
      counter.count(feed, layer, {
        lat,
        lon,
        observedAt: now - age,
        receivedAt: now,
        provider: feed.split('.')[0] ?? '',
      });
  };
  const read = async (query = '') => {
    await writer.settle();
    // Tokens end while the test passes hours.
    const { status, json } = await (await service.signedIn()).get(`/geospatial/coverage${query}`);
    t.is(status, 200);
    return json;
  };
  return { ...service, counter, writer, report, read };
}

const box = '?bbox=3,51,6,53';

test('reports are counted by cell, hour and source, also those that another source had before', async (t) => {
  const { report, read, clock } = await received(t);
  report('ais.tcp', 51.9, 4.1, { count: 3 });
  report('ais.push', 51.9, 4.2, { count: 2 });
  clock.advance(HOUR);
  report('ais.tcp', 52.6, 4.1);
  const coverage = await read(`${box}&hourly=true`);
  t.like(coverage, { layer: 'vessels', cellDegrees: 0.5, silentCellCount: 0 });
  const [first, second] = coverage.items;
  t.like(first, { bbox: [4, 51.5, 4.5, 52], reportCount: 5, heardHourCount: 1 });
  t.deepEqual(first.sources, [
    { feed: 'ais.push', reportCount: 2, heardHourCount: 1 },
    { feed: 'ais.tcp', reportCount: 3, heardHourCount: 1 },
  ]);
  t.deepEqual(first.hourlyReportCounts.slice(-2), [5, 0]);
  t.like(second, { bbox: [4, 52.5, 4.5, 53], reportCount: 1 });
  t.deepEqual(
    coverage.hours
      .slice(-2)
      .map((hour: { reportCount: number; cellCount: number }) => [hour.reportCount, hour.cellCount]),
    [
      [5, 1],
      [1, 1],
    ],
  );
  t.like(coverage.sources[1], { feed: 'ais.tcp', reportCount: 4, cellCount: 2, onlyCellCount: 1, receiver: null });
});

test('cells that fell silent come first, with their usual reception, and hours without the service are not counted', async (t) => {
  const { report, read, clock, writer } = await received(t);
  for (let hour = 0; hour < 6; hour += 1) {
    report('ais.tcp', 51.9, 4.1);
    if (hour < 4) report('ais.tcp', 52.6, 4.1);
    await writer.settle();
    clock.advance(HOUR);
  }
  clock.advance(2 * HOUR);
  const from = new Date(clock.now() - 4 * HOUR).toISOString();
  const coverage = await read(`${box}&from=${from}`);
  t.is(coverage.countedHourCount, 3, 'two hours, then two in which the service did not run, and the current one');
  t.is(coverage.silentCellCount, 1);
  t.like(coverage.items[0], { bbox: [4, 52.5, 4.5, 53], reportCount: 0, silentHourCount: 3, usualFraction: 1 });
  t.like(coverage.items[1], { reportCount: 2, silentHourCount: 1 });
  t.regex(coverage.provenance.warnings[0], /did not run in every hour/);
});

test('without any source the coverage is empty and says so', async (t) => {
  const { read } = await received(t, { SVC_AIS_SOURCES: 'none', SVC_ADSB_SOURCES: 'none' });
  const coverage = await read('?layer=aircraft');
  t.like(coverage, { items: [], sources: [], cellDegrees: 2 });
  t.true(coverage.provenance.warnings.some((warning: string) => warning.startsWith('No source had a report')));
});

test('a renamed feed is another source; its old name stays with the reports that it had', async (t) => {
  const { report, read, clock } = await received(t);
  report('ais.tcp', 51.9, 4.1);
  clock.advance(HOUR);
  report('ais.tcp.2', 51.9, 4.1);
  const { sources } = await read(box);
  t.deepEqual(
    sources.map(({ feed, lastHeardHour }: { feed: string; lastHeardHour: string }) => [
      feed,
      Date.parse(lastHeardHour),
    ]),
    [
      ['ais.tcp', clock.now() - HOUR],
      ['ais.tcp.2', clock.now()],
    ],
  );
});

test('a receiver with a position has the range of its reports', async (t) => {
  const { report, read } = await received(t, { SVC_RECEIVERS: 'ais.tcp@52:4,adsb.tcp@52:4.5' });
  report('ais.tcp', 52, 4.1, { count: 90 });
  report('ais.tcp', 52.5, 4, { count: 10 });
  const { sources } = await read(box);
  t.deepEqual(sources[0].receiver, {
    position: { lat: 52, lon: 4 },
    medianRangeMeters: 10_000,
    p95RangeMeters: 60_000,
    maxRangeMeters: 60_000,
  });
  t.is(sources[0].reportsPerSecond, 0.028);
});

test('positions older than ten minutes are not received now', async (t) => {
  const { report, read } = await received(t);
  report('ais.tcp', 51.9, 4.1, { age: 10 * MINUTE });
  report('ais.tcp', 51.9, 4.1, { age: 10 * MINUTE + 1 });
  t.is((await read(box)).items[0].reportCount, 1);
});

test('counts of several writes, and of several processes, are added', async (t) => {
  const { report, read, writer } = await received(t);
  report('ais.tcp', 51.9, 4.1);
  await writer.settle();
  report('ais.tcp', 51.9, 4.1);
  report('ais.tcp', 51.4, 4.1);
  t.deepEqual(
    (await read(box)).items.map(({ reportCount }: { reportCount: number }) => reportCount),
    [2, 1],
  );
});

test('cells beyond 200,000 are left out', async (t) => {
  const { counter, clock } = await received(t);
  const now = clock.now();
  const at = (index: number) => ({ lat: Math.floor(index / 720) / 2 - 89.9, lon: (index % 720) / 2 - 179.9 });
  for (let index = 0; index <= MAX_COUNTED_CELLS; index += 1)
    counter.count('ais.tcp', 'vessels', { ...at(index), observedAt: now, receivedAt: now, provider: 'ais' });
  t.is(counter.dropped, 1);
  t.is(counter.take()[0]?.cells.size, MAX_COUNTED_CELLS);
});

test('a range has at most 168 hours, in the last 30 days, and hourly counts are bounded', async (t) => {
  const { signedIn, clock, read } = await received(t);
  const api = await signedIn();
  const at = (ms: number) => new Date(clock.now() - ms).toISOString();
  await read(`${box}&from=${at(168 * HOUR)}`);
  t.is((await api.get(`/geospatial/coverage${box}&from=${at(169 * HOUR)}`)).status, 400);
  await read(`${box}&from=${at(30 * DAY)}&to=${at(29 * DAY)}`);
  t.is((await api.get(`/geospatial/coverage${box}&from=${at(31 * DAY)}&to=${at(30 * DAY)}`)).status, 400);
  t.is((await api.get(`/geospatial/coverage${box}&from=${at(-HOUR)}&to=${at(-2 * HOUR)}`)).status, 400);
});

test('the map and the tile show cells by class', async (t) => {
  const { report, read, signedIn, clock, writer } = await received(t);
  report('ais.tcp', 52.6, 4.1);
  await writer.settle();
  clock.advance(30 * HOUR);
  report('ais.tcp', 51.9, 4.1);
  await read(box);
  const api = await signedIn();
  const svg = await api.get(`/geospatial/coverage.svg${box}`);
  t.is(svg.status, 200);
  t.regex(svg.text, /Reception of vessels/);
  t.regex(svg.text, />cells of [\d.]+° with reports</);
  t.regex(svg.text, /fallen silent \(1\)/);
  t.regex(svg.text, /half the time or more/);
  const tile = await api.get('/geospatial/tiles/coverage/6/32/21.mvt');
  t.is(tile.status, 200);
  t.true(tile.text.includes('silent'));
});

test('in a labelled run of the simulator, the coverage shows the hour for which its feed was cut', async (t) => {
  const { read, clock, counter, writer } = await received(t);
  const timers = new ManualTimers(clock);
  const parts = { ...sourceParts({ SVC_EVENT_SOURCES: 'none' }), clock, timers, reception: counter };
  const [ships] = createSources(parts);
  const run = () => {
    const abort = new AbortController();
    const ended = ships?.run({ signal: abort.signal, accepted: () => {}, skipped: () => {} });
    return async () => {
      abort.abort();
      await timers.advance(SECOND);
      await ended;
    };
  };
  /** Passes an hour with a full state each twenty minutes. */
  const pass = async () => {
    for (let part = 0; part < 3; part += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await timers.advance(20 * MINUTE - SECOND);
      await timers.advance(SECOND);
      await writer.settle();
    }
  };
  let stop = run();
  while (parts.vessels.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await pass();
  await stop();
  clock.advance(HOUR - (clock.now() % HOUR));
  const cutAt = clock.now();
  await pass();
  stop = run();
  await pass();
  await stop();
  const coverage = await read(`?from=${new Date(cutAt - HOUR).toISOString()}`);
  const cut = coverage.hours.find(({ time }: { time: string }) => Date.parse(time) === cutAt);
  t.like(cut, { counted: true, reportCount: 0, cellCount: 0, sources: [] });
  const others = coverage.hours.filter(({ time }: { time: string }) => Math.abs(Date.parse(time) - cutAt) === HOUR);
  for (const { cellCount, sources } of others) {
    t.true(cellCount > 10, `${cellCount}`);
    t.is(sources[0].feed, 'ais.simulator');
  }
  t.true(coverage.sources[0].silentHourCount >= 1);
  t.regex(coverage.provenance.warnings[0], /simulat/i);
});

test('as GeoJSON each cell is a polygon with its counts, beside the hours and sources', async (t) => {
  const { report, read, signedIn } = await received(t);
  report('ais.tcp', 51.9, 4.1, { count: 3 });
  const coverage = await read(`${box}&hourly=true`);
  const headers = { accept: 'application/geo+json' };
  const { json, headers: own } = await (await signedIn()).get(`/geospatial/coverage${box}&hourly=true`, { headers });
  t.regex(own.get('content-type') ?? '', /geo\+json/);
  const { bbox: _, ...counts } = coverage.items[0];
  t.deepEqual(json.features, [
    {
      type: 'Feature',
      id: '4,51.5',
      geometry: {
        type: 'Polygon',
        coordinates: [[[4, 51.5], [4.5, 51.5], [4.5, 52], [4, 52], [4, 51.5]]], // biome-ignore format: a ring
      },
      properties: counts,
    },
  ]);
  t.deepEqual([json.sources, json.cellDegrees, json.nextCursor], [coverage.sources, 0.5, undefined]);
});

test('two Beast receivers of one aircraft give one aircraft, and statistics of each', async (t) => {
  const service = await received(t, {
    SVC_ADSB_SOURCES: 'none',
    SVC_RECEIVERS: 'adsb.beast@52.25:3.9,adsb.beast.2@52.9:3.9',
  });
  const { clock, services, counter, read } = service;
  /** Serves squitters of an airborne position, even and odd, once for each connection. */
  const receiver = async (address: number, count: number) => {
    const server = createServer((socket) => {
      for (let at = 0; at < count; at += 1)
        socket.write(beast(squitter(address, airborne(52.2572, 3.9194, at % 2 === 1))));
      socket.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.teardown(() => server.close());
    return `beast://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const lines = [await receiver(0x40621d, 4), await receiver(0x40621d, 6)];
  const parts = sourceParts({
    SVC_AIS_SOURCES: 'none',
    SVC_EVENT_SOURCES: 'none',
    SVC_ADSB_SOURCES: lines.join(','),
  });
  const sink = services.get(LiveState);
  const sources = createSources({ ...parts, clock, reception: counter, sink });
  t.deepEqual(
    sources.map(({ feed }) => feed),
    ['adsb.beast', 'adsb.beast.2'],
  );
  const run = { signal: new AbortController().signal, accepted: () => {}, skipped: () => {} };
  for (const source of sources) await source.run(run).catch(() => {});
  const api = await service.signedIn();
  const { items } = (await api.get('/geospatial/aircraft')).json;
  t.deepEqual(
    items.map(({ icao24 }: { icao24: string }) => icao24),
    ['40621d'],
  );
  // The position of an aircraft is certain from the fourth squitter on.
  const { sources: counted, items: cells } = await read('?layer=aircraft&bbox=3,51,6,53');
  t.deepEqual(
    counted.map(({ feed, reportCount, onlyCellCount }: Record<string, unknown>) => [feed, reportCount, onlyCellCount]),
    [
      ['adsb.beast', 1, 0],
      ['adsb.beast.2', 3, 0],
    ],
  );
  t.is(cells[0].reportCount, 4);
  t.true(counted[0].receiver.maxRangeMeters <= 5_000 && counted[1].receiver.maxRangeMeters > 50_000);
});
