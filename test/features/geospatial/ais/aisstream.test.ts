import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { WebSocketServer } from 'ws';
import { Environment } from '../../../../src/config/environment.js';
import { readAisstreamFrame, subscriptionOf } from '../../../../src/features/geospatial/ais/aisstream-frame.js';
import { aisstreamSource } from '../../../../src/features/geospatial/ais/aisstream-source.js';
import { GeospatialConfig } from '../../../../src/features/geospatial/geospatial.config.js';
import type { VesselReport } from '../../../../src/features/geospatial/observation.js';
import type { GeoSourceParts } from '../../../../src/features/geospatial/source-parts.js';
import { aisReader, recorded, recordedJson } from '../../../support/ais-recordings.js';
import { failureOf, until, upstreamFor } from '../../../support/upstream-for.js';

interface Frame {
  MessageType: string;
  Message: Record<string, Record<string, unknown>>;
  MetaData: Record<string, unknown>;
}
const frames = recordedJson<Frame>('aisstream.jsonl');
const first = (kind: string) => frames.find(({ MessageType }) => MessageType === kind) as Frame;
const NOW = Date.UTC(2025, 10, 1, 13);

test('frames become reports; frames without vessel data become nothing', (t) => {
  const reports = frames.map((frame) => readAisstreamFrame(JSON.stringify(frame), NOW));
  const silent = new Set(
    frames.filter((_, index) => reports[index] === undefined).map(({ MessageType }) => MessageType),
  );
  for (const kind of [
    'PositionReport',
    'ShipStaticData',
    'StaticDataReport',
    'AidsToNavigationReport',
    'BaseStationReport',
    'ExtendedClassBPositionReport',
  ])
    t.true(
      frames.some(({ MessageType }, index) => MessageType === kind && reports[index] !== undefined),
      kind,
    );
  t.true(
    silent.has('SubscriptionConfirmation') && silent.has('BinaryBroadcastMessage') && !silent.has('ShipStaticData'),
  );
});

test('a frame equals the sentence from which it was made', (t) => {
  const { reader, reports } = aisReader({ now: () => NOW });
  reader.write(recorded('aishub.nmea'));
  const known = new Set(
    reports.map((report) => JSON.stringify({ ...report, observedAt: 0, isTimedOnArrival: undefined, provider: '' })),
  );
  const made = frames
    .filter(({ MessageType }) => MessageType === 'PositionReport' || MessageType === 'ShipStaticData')
    .map(({ MetaData: { ShipName: _, ...MetaData }, ...frame }) =>
      readAisstreamFrame(JSON.stringify({ ...frame, MetaData }), NOW),
    )
    .filter((report) => report !== undefined);
  const same = made.filter((report) =>
    known.has(JSON.stringify({ ...report, observedAt: 0, isTimedOnArrival: undefined, provider: '' })),
  );
  t.true(made.length >= 20);
  t.true(same.length >= 12, `${same.length} of ${made.length}`);
});

test('the time is read in the format of Go, the name comes from the metadata, and unavailable values are null', (t) => {
  const frame = first('PositionReport');
  const announced = {
    ...frame,
    MetaData: {
      ...frame.MetaData,
      ShipName: 'MADELINE B HAMILTON ',
      time_utc: '2025-11-01 12:26:40.037123457 +0000 UTC',
    },
  };
  t.like(readAisstreamFrame(JSON.stringify(announced), NOW) as object, {
    key: 227006760,
    provider: 'aisstream',
    observedAt: Date.UTC(2025, 10, 1, 12, 26, 40, 37),
    receivedAt: NOW,
    name: 'MADELINE B HAMILTON',
    headingDegrees: null,
    rateOfTurnDegreesPerMinute: null,
    courseDegrees: 36.7,
    station: 'class_a',
  });
  for (const time of ['2020-01-01 00:00:00 +0000 UTC', '2026-01-01 00:00:00 +0000 UTC', 'yesterday', 5])
    t.is(readAisstreamFrame(JSON.stringify({ ...frame, MetaData: { time_utc: time } }), NOW)?.observedAt, NOW);
});

test('an error message of the service is reported as its kind of failure', async (t) => {
  const codeOf = async (text: string) => (await failureOf((async () => readAisstreamFrame(text, NOW))())).code;
  t.is(await codeOf('{"error":"Api Key Is Not Valid"}'), 'unauthorized');
  t.is(await codeOf('{"error":"concurrent connections per user exceeded"}'), 'rate_limited');
  t.is(await codeOf('{"error":{"a":1}}'), 'bad_answer');
  for (const text of [
    '',
    '{',
    '[]',
    '5',
    '{}',
    '{"MessageType":"PositionReport"}',
    '{"MessageType":"PositionReport","Message":{"PositionReport":5}}',
  ])
    t.is(await codeOf(text), 'bad_answer', text);
  t.is(
    await codeOf('{"MessageType":"PositionReport","Message":{"PositionReport":{"MessageID":5,"UserID":227006760}}}'),
    'bad_answer',
  );
  t.is(await codeOf('{"MessageType":"toString","Message":{}}'), 'bad_answer');
});

test('a box across the antimeridian is requested as two, with latitudes first', (t) => {
  t.deepEqual(JSON.parse(subscriptionOf('key', { west: 170, south: -20, east: -170, north: 10 })), {
    APIKey: 'key',
    BoundingBoxes: [
      [
        [-20, 170],
        [10, 180],
      ],
      [
        [-20, -180],
        [10, -170],
      ],
    ],
  });
});

/** Returns the dependencies of a source. */
function partsFor(t: ExecutionContext, env: Record<string, string>) {
  const { upstreams, clock, feed, failures } = upstreamFor(t, 'http://127.0.0.1:1', {
    socketTimes: { firstPause: 10, longestPause: 50 },
  });
  clock.advance(NOW - clock.now());
  const reports: VesselReport[] = [];
  const config = new GeospatialConfig(new Environment(env));
  const sink = { takeVessel: (report: VesselReport) => reports.push(report) > 0, takeAircraft: () => false };
  return { reports, feed, failures, parts: { config, upstreams, clock, sink } as unknown as GeoSourceParts };
}

test('lines of other sources are ignored, and errors in lines for aisstream are reported', (t) => {
  const { parts } = partsFor(t, { SVC_AISSTREAM_API_KEY: 'secret' });
  for (const line of ['simulator', 'tcp://127.0.0.1:1', 'https://ais.test/', 'aisstreams'])
    t.is(aisstreamSource(line, parts), undefined);
  for (const line of [
    'aisstream:1,2,3',
    'aisstream:',
    'aisstream:1,2,1,3',
    'aisstream:1,50,3,40',
    'aisstream:a,b,c,d',
    'aisstream:-200,0,10,10',
  ])
    t.throws(
      () => aisstreamSource(line, parts),
      { message: /must be written as aisstream:west,south,east,north/ },
      line,
    );
  t.throws(() => aisstreamSource('aisstream', partsFor(t, {}).parts), { message: /SVC_AISSTREAM_API_KEY/ });
});

test('the source subscribes, reads binary frames like text frames, and ends with a normal close', async (t) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  t.teardown(() => server.close());
  const [heard, closes]: [unknown[], number[]] = [[], []];
  server.on('connection', (socket) => {
    socket.on('error', () => {}).on('close', (code) => closes.push(code));
    socket.once('message', (data) => {
      heard.push(JSON.parse(String(data)));
      for (const [index, frame] of frames.entries())
        socket.send(index % 2 === 0 ? Buffer.from(JSON.stringify(frame)) : JSON.stringify(frame));
      socket.send(Buffer.from('{"half":'));
    });
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v0/stream`;
  const { parts, reports, feed, failures } = partsFor(t, {
    SVC_AISSTREAM_API_KEY: 'secret',
    SVC_AISSTREAM_BASE_URL: url,
  });
  const source = aisstreamSource('aisstream:-10,40,10,60', parts);
  const abort = new AbortController();
  let accepted = 0;
  const run = source?.run({
    signal: abort.signal,
    accepted: (records) => {
      accepted += records;
    },
    skipped: () => {},
  });
  await until(() => failures('bad_answer') === 1);
  t.true(reports.length > 80);
  t.is(accepted, reports.length);
  t.like(feed(), { feed: 'ais.aisstream', provider: 'aisstream', status: 'ok', records: reports.length });
  abort.abort();
  await run;
  await until(() => closes.length === 1);
  t.deepEqual(closes, [1000]);
  t.deepEqual(heard, [
    {
      APIKey: 'secret',
      BoundingBoxes: [
        [
          [40, -10],
          [60, 10],
        ],
      ],
    },
  ]);
});
