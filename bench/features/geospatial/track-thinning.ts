// The fraction of positions kept as track points, the distance of the omitted positions from the track at their time,
// and the CPU time of the decision per movement. BENCH_AIS_FILE names recordings of NMEA sentences, separated by
// commas; default: an hour of fourteen vessels at the Panama Canal.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { TrackThinner } from '../../../src/features/geospatial/history/recording/track-thinner.js';
import { significance } from '../../../src/features/geospatial/history/significance.js';
import { panamaTracks, type RecordedTracks, thinningOf, tracksOf } from '../../../test/support/recorded-tracks.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { rounds: ROUNDS } = sizesOf({ usual: { rounds: 7 }, smoke: { rounds: 1 } });
const { BENCH_AIS_FILE: files } = process.env;
const recordings: Array<[name: string, tracks: RecordedTracks]> =
  files === undefined
    ? [['panama-tracks.csv', panamaTracks()]]
    : files.split(',').map((file) => [basename(file), tracksOf(readFileSync(file))]);

/** Returns the CPU time per movement (ns). */
function costOf(tracks: RecordedTracks): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    let [kept, taken] = [0, 0];
    const thinner = new TrackThinner(significance.vessels, () => {
      kept += 1;
    });
    const before = process.cpuUsage();
    for (const [key, track] of tracks)
      for (const fix of track) {
        thinner.take(key, fix);
        taken += 1;
      }
    const { user, system } = process.cpuUsage(before);
    return kept === 0 ? Number.NaN : ((user + system) * 1_000) / taken;
  });
  return median(rounds);
}

const rules = [
  ['as it is', significance.vessels],
  ['20 m', { ...significance.vessels, missMeters: 20 }],
  ['100 m', { ...significance.vessels, missMeters: 100 }],
] as const;
const rows = recordings.flatMap(([name, tracks]) =>
  rules.map(([title, rule]) => {
    const { objects, points, kept, misses } = thinningOf(tracks, rule);
    const beyond = (share: number) => (misses[Math.floor((misses.length - 1) * share)] ?? 0).toFixed(1);
    return [
      `${name}, ${title}`,
      objects,
      points,
      kept,
      `${((100 * kept) / points).toFixed(1)} %`,
      beyond(0.5),
      beyond(0.99),
      beyond(1),
      Math.round(costOf(tracks)),
    ];
  }),
);
printTable(
  ['recording, rule', 'ships', 'positions', 'kept', 'share', 'miss p50 m', 'p99 m', 'largest m', 'ns a movement'],
  rows,
);
