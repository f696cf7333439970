import test from 'ava';
import { readAircraftJson } from '../../../../src/features/geospatial/adsb/aircraft-json.js';
import { SbsReader } from '../../../../src/features/geospatial/adsb/sbs-reader.js';
import { AisReader } from '../../../../src/features/geospatial/ais/ais-reader.js';
import { aisFeed } from '../../../../src/features/geospatial/feeds/ais-bytes.js';
import { replayTimes } from '../../../../src/features/geospatial/feeds/replay-times.js';
import { ReportBatch, readBatch } from '../../../../src/features/geospatial/feeds/report-codec.js';
import type { Movement } from '../../../../src/features/geospatial/movement.js';
import type { VesselReport } from '../../../../src/features/geospatial/observation.js';
import { positionSentence, timedSentence } from '../../../support/ais-sentence.js';
import { liveState } from '../../../support/live-state.js';

const MMSI = 219024336;
const ICAO24 = 0x4ca2d6;
const at = (lat: number) => ({ mmsi: MMSI, lat, lon: 4 });
const twenty = Array.from({ length: 20 }, (_, index) => 50 + index / 100);

/** Returns a live state that is fed by AIS under a fixed clock, and all of its movements. */
function receiving(options: Partial<ConstructorParameters<typeof AisReader>[0]> = {}) {
  const scene = liveState();
  const moves: Movement[] = [];
  scene.picture.listen({ moved: (movement) => void moves.push({ ...movement }) });
  const now = () => scene.clock.now();
  const reader = new AisReader({
    provider: 'ais',
    now,
    take: (report) => void scene.picture.takeVessel(report),
    ...options,
  });
  const read = (lines: readonly string[]) => {
    reader.write(Buffer.from(lines.map((line) => `${line}\r\n`).join('')));
    reader.end();
  };
  const { vessels } = scene.picture.refusals;
  return { ...scene, moves, read, now, refusals: vessels };
}

test('the last of several reports without a time that arrive together is the position, and each is a movement', (t) => {
  const { picture, moves, read, now } = receiving();
  read(twenty.map((lat) => positionSentence(at(lat))));
  t.deepEqual(
    moves.map(({ lat }) => Math.round(lat * 100) / 100),
    twenty.map((lat) => Math.round(lat * 100) / 100),
  );
  t.true(moves.every(({ observedAt, previousObservedAt }, index) => index === 0 || observedAt > previousObservedAt));
  const { position, observedAt } = picture.vessels.get(MMSI)!;
  t.is(Math.round((position?.lat as number) * 100) / 100, 50.19);
  t.is(Math.floor(observedAt), now());
});

test('another process has the same state after the reports of one arrival, also when it reads them twice', (t) => {
  const [sender, reader] = [liveState(), liveState()];
  const batch = new ReportBatch();
  for (const lat of twenty) {
    const report = { key: MMSI, provider: 'ais', observedAt: sender.clock.now(), receivedAt: sender.clock.now() };
    const timed: VesselReport = { ...report, lat, lon: 4, isTimedOnArrival: true };
    if (sender.picture.takeVessel(timed)) batch.vessel(timed);
  }
  const moves: number[] = [];
  reader.picture.listen({ moved: ({ lat }) => void moves.push(Math.round(lat * 100) / 100) });
  const receiver = { vessel: (report: VesselReport) => void reader.picture.takeVessel(report), aircraft: () => {} };
  for (let time = 0; time < 2; time += 1) readBatch(batch.packed(), receiver);
  t.deepEqual(moves, twenty);
});

test('a report without a time that repeats the previous position is a repeat', (t) => {
  const { moves, read, refusals } = receiving();
  read([positionSentence(at(50)), positionSentence(at(50)), positionSentence(at(50.01)), positionSentence(at(50.01))]);
  t.deepEqual([moves.length, refusals.late], [2, 2]);
});

test('reports of one source with the same time are the same report', (t) => {
  const { picture, clock, moves, read, refusals } = receiving();
  const time = Math.floor(clock.now() / 1000) * 1000;
  read([timedSentence(at(50), time), timedSentence(at(50.01), time)]);
  t.deepEqual([moves.length, refusals.late], [1, 1]);
  t.is(picture.vessels.get(MMSI)!.position?.lat, 50);
});

test('a report without a time does not replace a later one with a time', (t) => {
  const { picture, clock, vessel } = liveState();
  vessel({ lat: 50.5 });
  clock.advance(-10);
  t.false(vessel({ lat: 50, isTimedOnArrival: true }));
  t.is(picture.vessels.get(MMSI)!.position?.lat, 50.5);
});

test('a late report stays late among reports without a time', (t) => {
  const { picture, clock, vessel } = liveState();
  vessel({ lat: 50, isTimedOnArrival: true });
  t.false(vessel({ lat: 49, observedAt: clock.now() - 1 }));
  t.true(vessel({ lat: 50.01, isTimedOnArrival: true }));
  t.is(picture.vessels.get(MMSI)!.position?.lat, 50.01);
});

test('static data of a vessel between two positions of the same arrival is kept', (t) => {
  const { picture, vessel, words } = liveState();
  vessel({ lat: 50, speedKnots: 1, isTimedOnArrival: true });
  vessel({ lat: 50.01, speedKnots: 2, isTimedOnArrival: true });
  t.true(words({ destination: 'ROTTERDAM', isTimedOnArrival: true }));
  vessel({ lat: 50.02, speedKnots: 3, isTimedOnArrival: true });
  t.like(picture.vessels.get(MMSI), { destination: 'ROTTERDAM', speedKnots: 3, position: { lat: 50.02, lon: 4.1 } });
});

test('a recording that is read at once keeps the order of its positions, and its late reports stay late', (t) => {
  const { clock, moves, read, refusals } = receiving({ timeOf: undefined });
  const recording = receiving({ timeOf: replayTimes(() => clock.now()) });
  const [first, later] = [1_500_000_000_000, 1_500_000_060_000];
  recording.read([
    timedSentence(at(50), first),
    timedSentence(at(50.01), later),
    timedSentence(at(50.01), later),
    timedSentence(at(49), first),
  ]);
  t.deepEqual(
    recording.moves.map(({ lat }) => lat),
    [50, 50.01],
  );
  t.is(recording.refusals.late, 2);
  read([]);
  t.deepEqual([moves.length, refusals.late], [0, 0]);
});

test('a backlog over TCP and datagrams of the same time keep every position', async (t) => {
  const { picture, clock, moves } = receiving();
  const sink = picture;
  const bytes = (pieces: readonly string[]) => ({
    endsForGood: true,
    stallMs: 1_000,
    async read(_signal: AbortSignal, open: () => { write(chunk: Uint8Array): void; flush(): void }) {
      for (const piece of pieces) {
        const into = open();
        into.write(Buffer.from(piece));
        into.flush();
      }
    },
  });
  const run = { signal: new AbortController().signal, accepted: () => {}, skipped: () => {} };
  const sentences = twenty.map((lat) => `${positionSentence(at(lat))}\n`);
  const backlog = {
    feed: 'ais.tcp',
    provider: 'ais',
    bytes: bytes([sentences.slice(0, 10).join('')]),
    isRecording: false,
  };
  const datagrams = { feed: 'ais.udp', provider: 'ais', bytes: bytes(sentences.slice(10)), isRecording: false };
  for (const source of [backlog, datagrams]) await aisFeed(source, { clock, sink }).run(run as never);
  t.is(moves.length, 20);
});

test('BaseStation lines and answers without a time keep their order', (t) => {
  const { picture, clock } = liveState();
  const moves: number[] = [];
  picture.listen({ moved: ({ lat }) => void moves.push(lat) });
  const reader = new SbsReader({
    provider: 'adsb',
    now: () => clock.now(),
    take: (report) => void picture.takeAircraft(report),
  });
  const line = (lat: number) =>
    `MSG,3,5,211,4CA2D6,10057,2008/11/28,14:53:50.594,2008/11/28,14:58:51.153,,37000,,,${lat},-1.02826,,,0,0,0,0\n`;
  reader.write(Buffer.from(line(50) + line(50.01)));
  for (const lat of [50.02, 50.03]) {
    const { reports } = readAircraftJson(
      { aircraft: [{ hex: '4ca2d6', lat, lon: 1, seen_pos: 0, seen: 0 }] },
      { provider: 'adsb', receivedAt: clock.now() },
    );
    for (const report of reports) picture.takeAircraft(report);
  }
  t.deepEqual(moves, [50, 50.01, 50.02, 50.03]);
  t.is(picture.aircraft.get(ICAO24)!.position?.lat, 50.03);
});
