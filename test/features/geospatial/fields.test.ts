import test from 'ava';
import { AircraftDto } from '../../../src/features/geospatial/aircraft/aircraft.dto.js';
import { aircraftFields } from '../../../src/features/geospatial/aircraft.js';
import { ReportBatch, readBatch } from '../../../src/features/geospatial/feeds/report-codec.js';
import type { Field, Fields } from '../../../src/features/geospatial/fields.js';
import { restoredState, storedState } from '../../../src/features/geospatial/history/objects/stored-state.js';
import type { AircraftReport, VesselReport } from '../../../src/features/geospatial/observation.js';
import { vesselFields } from '../../../src/features/geospatial/vessel.js';
import { VesselDto } from '../../../src/features/geospatial/vessels/vessel.dto.js';
import { liveState } from '../../support/live-state.js';

/** Returns a value for a field that differs from every default. */
function sampleOf(field: Field, name: string): unknown {
  if (field.kind === 'decimal') return 12.25;
  if (field.kind === 'integer') return Math.max(field.min, Math.min(field.max, 9_811_000) - 1);
  if (field.kind === 'time') return Date.UTC(2026, 10, 21, 4);
  if (field.kind === 'choice') return field.values.at(-1);
  return name.slice(0, 20);
}

const samplesOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(field, name)]));

/** Returns a report with every field of the table; all reports are of the same object. */
const vesselReport = (now: number): VesselReport => ({ ...common(219_024_336, now), ...samplesOf(vesselFields) });
const aircraftReport = (now: number): AircraftReport => ({ ...common(0x4ca2d6, now), ...samplesOf(aircraftFields) });
const common = (key: number, now: number) => ({
  key,
  provider: 'test',
  observedAt: now,
  receivedAt: now,
  lat: 52,
  lon: 4,
  accuracyMeters: 10,
});

function states() {
  const { picture, clock } = liveState();
  const [vessel, aircraft] = [vesselReport(clock.now()), aircraftReport(clock.now())];
  picture.takeVessel({ ...vessel });
  picture.takeAircraft({ ...aircraft });
  const [vesselState, aircraftState] = [picture.vessels.get(vessel.key), picture.aircraft.get(aircraft.key)];
  if (vesselState === undefined || aircraftState === undefined) throw new Error('The reports were rejected.');
  return { picture, vessel, aircraft, vesselState, aircraftState };
}

test('live state keeps every field, and each can be read alone', (t) => {
  const { picture, vesselState, aircraftState } = states();
  t.like(vesselState, samplesOf(vesselFields));
  t.like(aircraftState, samplesOf(aircraftFields));
  const read = (at: object) =>
    Object.fromEntries(Object.entries(at).map(([name, value]) => [name, (value as (slot: number) => unknown)(0)]));
  t.deepEqual(read(picture.vesselColumns.at), samplesOf(vesselFields));
  t.deepEqual(read(picture.aircraftColumns.at), samplesOf(aircraftFields));
});

test('every field reaches another process unchanged', (t) => {
  const { vessel, aircraft } = states();
  const batch = new ReportBatch();
  batch.vessel(vessel);
  batch.aircraft(aircraft);
  const received: object[] = [];
  readBatch(batch.packed(), {
    vessel: (report) => void received.push(report),
    aircraft: (report) => void received.push(report),
  });
  t.deepEqual(received, [vessel, aircraft]);
});

test('every field is restored after a restart', (t) => {
  const { vesselState, aircraftState } = states();
  const { picture } = liveState();
  for (const [layer, state] of [
    ['vessels', vesselState],
    ['aircraft', aircraftState],
  ] as const) {
    const restored = restoredState(layer, state.key, JSON.parse(storedState(state)));
    t.deepEqual(restored, state);
    picture.restore(layer, { ...state });
    t.deepEqual<unknown, unknown>(picture[layer].get(state.key), state);
  }
});

test('every field of a report is in the response', (t) => {
  const { vesselState, aircraftState } = states();
  const hidden = { shipTypeCode: 'shipType', aidTypeCode: 'aidType' };
  const sides = ['toBowMeters', 'toSternMeters', 'toPortMeters', 'toStarboardMeters'];
  for (const [fields, written] of [
    [vesselFields, VesselDto.json(vesselState, 0)],
    // The operator is hidden while reports and table contradict each other.
    [aircraftFields, AircraftDto.json({ ...aircraftState, identityConflict: false }, 0)],
  ] as const) {
    const answer = JSON.parse(written);
    for (const name of Object.keys(fields)) {
      const value = sides.includes(name)
        ? answer.dimensions[name]
        : answer[name in hidden ? hidden[name as keyof typeof hidden] : name];
      t.true(value !== undefined && value !== null, name);
    }
  }
});

test('values that are not reported are null in the state and in the response', (t) => {
  const { picture, clock } = liveState();
  picture.takeVessel(common(219_024_336, clock.now()));
  const state = picture.vessels.get(219_024_336);
  const nothing = Object.fromEntries(Object.keys(vesselFields).map((name) => [name, null]));
  t.like(state, { ...nothing, station: 'other' });
  t.like(JSON.parse(VesselDto.json(state as NonNullable<typeof state>, 0)), {
    imo: null,
    name: null,
    eta: null,
    dimensions: null,
    raim: null,
    station: 'other',
  });
});

test('a value outside the range of its field is unknown', (t) => {
  const { picture, clock } = liveState();
  const key = 219_024_336;
  picture.takeVessel({
    ...common(key, clock.now()),
    navigationStatus: 16,
    imo: -1,
    eta: Number.NaN,
    speedKnots: Number.POSITIVE_INFINITY,
    altitudeMeters: -5,
  });
  t.like(picture.vessels.get(key), {
    navigationStatus: null,
    imo: null,
    eta: null,
    speedKnots: null,
    altitudeMeters: null,
  });
});
