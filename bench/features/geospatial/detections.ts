// The events detected in recordings of vessels, with and without the coasts. BENCH_AIS_FILE names recordings of NMEA
// sentences, separated by commas; default: a recorded part of the AISHub feed.
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createDetectors } from '../../../src/features/geospatial/detectors/create-detectors.js';
import { PortTable } from '../../../src/features/geospatial/detectors/port-table.js';
import type { LandMask } from '../../../src/features/geospatial/land/land-mask.js';
import type { VesselReport } from '../../../src/features/geospatial/observation.js';
import { liveState } from '../../../test/support/live-state.js';
import { readCoasts } from '../../../test/support/read-coasts.js';
import { readTimed } from '../../../test/support/recorded-tracks.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { BENCH_AIS_FILE: files = join(import.meta.dirname, '../../../../test/fixtures/geo/ais/aishub.nmea.gz') } =
  process.env;
const types = ['close_approach', 'encounter', 'loitering', 'ais_gap', 'port_call', 'implausible_jump'];
const { coasts: MASKS } = sizesOf({ usual: { coasts: 5 }, smoke: { coasts: 2 } });
/** Detectors are checked for this long (s) after the last report. */
const AFTER_SECONDS = 30;

interface Told {
  ships: number;
  seconds: number;
  counts: number[];
}

/** Feeds a recording to the live state and the detectors, second by second. */
function toldOf(recording: Buffer, landMask: LandMask): Told {
  const { picture, clock } = liveState();
  const reported = new Map<string, string>();
  const detectors = createDetectors(picture, new PortTable(), { landMask }, ({ key, type }) => reported.set(key, type));
  picture.listen({
    moved: (movement) => {
      for (const detector of detectors) detector.moved?.(movement);
    },
    expired: (layer, key) => {
      for (const detector of detectors) detector.expired?.(layer, key);
    },
  });
  let begun = Number.NaN;
  const until = (time: number) => {
    if (Number.isNaN(begun)) clock.advance(time - clock.now());
    begun = Number.isNaN(begun) ? time : begun;
    while (clock.now() + 1_000 <= time) {
      clock.advance(1_000);
      for (const detector of detectors) detector.check?.(clock.now());
    }
  };
  readTimed(recording, (report: VesselReport, heardAt) => {
    until(heardAt);
    picture.takeVessel({ ...report, observedAt: Math.min(report.observedAt, heardAt), receivedAt: heardAt });
  });
  until(clock.now() + AFTER_SECONDS * 1_000);
  const counts = types.map((type) => [...reported.values()].filter((one) => one === type).length);
  return { ships: picture.vessels.size, seconds: (clock.now() - begun) / 1_000, counts };
}

const landMask = await readCoasts();
const reading = (file: string) => (file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file));
const everywhereAtSea = { isOffshore: () => true } as unknown as LandMask;
const within = (meters: number) =>
  ({ isOffshore: (lat: number, lon: number) => landMask.isOffshore(lat, lon, meters) }) as unknown as LandMask;
const masks: Array<[string, LandMask]> = [
  ['without coasts', everywhereAtSea],
  ['on land', within(0)],
  ['as it is', landMask],
  ['3 km', within(3_000)],
  ['10 km', within(10_000)],
];
const rows = files.split(',').flatMap((file) =>
  masks.slice(0, MASKS).map(([title, mask]) => {
    const { ships, seconds, counts } = toldOf(reading(file), mask);
    return [`${basename(file)}, ${title}`, ships, seconds, ...counts];
  }),
);
printTable(['recording, coasts', 'ships', 's', ...types], rows);
