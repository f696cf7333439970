import { readFileSync } from 'node:fs';
import test from 'ava';
import { readAircraftJson } from '../../../../src/features/geospatial/adsb/aircraft-json.js';
import { readOpenSkyStates } from '../../../../src/features/geospatial/adsb/opensky-states.js';
import { SbsReader } from '../../../../src/features/geospatial/adsb/sbs-reader.js';
import type { AircraftReport } from '../../../../src/features/geospatial/observation.js';
import { mix, unit } from '../../../../src/simulation/noise.js';

const LINES = 200_000;
const fixture = (name: string) => readFileSync(`test/fixtures/geo/${name}`);

/** Returns the implausible values of a report. */
function problemsOf(report: AircraftReport): string[] {
  const { key, lat, lon, altitudeFeet, groundSpeedKnots, trackDegrees, squawk, callsign, observedAt, nacP } = report;
  const problems: Array<[string, boolean]> = [
    ['key', key > 0 && key < 0x2000000],
    ['position', (lat === undefined) === (lon === undefined) && Math.abs(lat ?? 0) <= 90 && Math.abs(lon ?? 0) <= 180],
    ['altitude', Math.abs(altitudeFeet ?? 0) <= 130_000],
    ['speed', (groundSpeedKnots ?? 0) >= 0 && (groundSpeedKnots ?? 0) <= 3_000],
    ['track', (trackDegrees ?? 0) >= 0 && (trackDegrees ?? 0) < 360],
    ['squawk', squawk === undefined || /^[0-7]{4}$/.test(squawk as string)],
    ['callsign', callsign === undefined || /^[A-Z0-9 ]{1,8}$/.test(callsign as string)],
    ['time', Number.isFinite(observedAt)],
    ['nacP', nacP === undefined || ((nacP as number) >= 0 && (nacP as number) <= 11)],
  ];
  return problems.filter(([, isFine]) => !isFine).map(([name]) => name);
}

test('200,000 mutated lines never make the reader throw; each is counted, and the reports are plausible', (t) => {
  const originals = fixture('adsb/adsblol-point.sbs').toString('latin1').split('\r\n').filter(Boolean);
  const wrong: string[] = [];
  const reader = new SbsReader({ provider: 'adsb', now: () => 1, take: (report) => wrong.push(...problemsOf(report)) });
  for (let at = 0; at < LINES; at += 1) {
    const bytes = Buffer.from(`${originals[at % originals.length]}\n`, 'latin1');
    const changes = 1 + (mix(1, at) % 4);
    for (let change = 0; change < changes; change += 1)
      bytes[mix(2 + change, at) % bytes.length] = mix(20 + change, at) % 256;
    reader.write(bytes.subarray(unit(3, at) < 0.1 ? mix(4, at) % bytes.length : 0));
  }
  reader.end();
  const { value: _value, ...faults } = reader.counts;
  const reported = Object.values(faults).reduce((sum, count) => sum + count, 0) + reader.messages + reader.passed;
  t.deepEqual([...new Set(wrong)], []);
  t.true(reported > LINES * 0.95 && reader.messages > LINES * 0.25, `${reported} of ${LINES}, ${reader.messages} read`);
});

/** Values of every JSON type. */
const strange: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  -1e308,
  '',
  'ground',
  '0x10',
  'NaN',
  [],
  [null],
  {},
  { hex: 1 },
  '4ca2d6',
  '~4ca2d6',
  361,
  91,
  1e-300,
  '\u0000',
];

test('strange values in any field never make the parser throw, and the reports are plausible', (t) => {
  const entries: Array<Record<string, unknown>> = JSON.parse(fixture('adsb/adsblol-point.json').toString()).ac;
  const wrong: string[] = [];
  for (let at = 0; at < 20_000; at += 1) {
    const entry = { ...entries[at % entries.length], lastPosition: strange[at % strange.length] };
    const names = Object.keys(entry);
    for (let change = 0; change < 4; change += 1)
      Object.assign(entry, {
        [names[mix(change, at) % names.length] as string]: strange[mix(9 + change, at) % strange.length],
      });
    const { reports } = readAircraftJson(
      { now: strange[mix(5, at) % strange.length], ac: [entry] },
      { provider: 'adsb', receivedAt: 1 },
    );
    wrong.push(...reports.flatMap(problemsOf));
    const row = Array.from({ length: 18 }, (_, column) => strange[mix(30 + column, at) % strange.length]);
    const states = readOpenSkyStates(
      {
        time: strange[mix(6, at) % strange.length],
        states: [['4ca2d6', ...row.slice(1, 4), 1_738_361_582, ...row.slice(5)], row],
      },
      1,
    );
    wrong.push(...(states?.reports ?? []).flatMap(problemsOf));
  }
  t.deepEqual([...new Set(wrong)], []);
});
