import test from 'ava';
import { aidTypeOf, aidTypes } from '../../../../src/features/geospatial/ais/aid-type.js';
import { flagOf } from '../../../../src/features/geospatial/ais/flag.js';
import { formOf, identityOf } from '../../../../src/features/geospatial/ais/mmsi.js';
import { navigationStatuses, navigationStatusOf } from '../../../../src/features/geospatial/ais/navigation-status.js';
import { hazardCategoryOf, shipTypeOf, shipTypes } from '../../../../src/features/geospatial/ais/ship-type.js';
import { readRecording, recorded } from '../../../support/ais-recordings.js';

test('every form of an MMSI gives its flag state', (t) => {
  const flags: Array<[number, string | null]> = [
    [219024336, 'DK'],
    [371798000, 'PA'],
    [2573110, 'NO'], // 00MIDxxxx, a coast station
    [111232506, 'GB'], // 111MIDxxx, an aircraft
    [992351028, 'GB'], // 99MIDxxxx, a light vessel
    [982190001, 'DK'], // 98MIDxxxx, a craft associated with a parent ship
    [825712345, 'NO'], // 8MIDxxxxx, a handheld radio
    [25700011, 'NO'], // 0MIDxxxxx, a group of ships
    [970012345, null],
    [200123456, null],
    [123456789, null],
    [0, null],
  ];
  for (const [mmsi, flag] of flags) t.is(flagOf(mmsi), flag, String(mmsi));
});

test('a number in no form of ITU-R M.585 is irregular', (t) => {
  for (const junk of [
    0, 1, 123, 3638, 99999, 1193046, 120000001, 990000001, 999412601, 111111111, 222222222, 888888888, 999999999,
    123456789, 987654321, 100000000, 800000000, 1073741823,
  ])
    t.is(formOf(junk), undefined, String(junk));
  const forms = [
    219024336, 2573110, 25700011, 111232506, 800122103, 982190001, 992351028, 970012345, 972012345, 974012345,
  ].map(formOf);
  t.deepEqual(forms, [
    ...([
      'ship',
      'coast_station',
      'group',
      'sar_aircraft',
      'handheld',
      'auxiliary_craft',
      'aid_to_navigation',
    ] as const),
    ...(['emergency_beacon', 'emergency_beacon', 'emergency_beacon'] as const),
  ]);
});

test('nearly every vessel of a worldwide recording has a flag state', (t) => {
  const { reports } = readRecording(recorded('aishub.nmea'));
  const ships = [...new Set(reports.map(({ key }) => key))].filter((mmsi) => identityOf(mmsi) === 'regular');
  const without = ships.filter((mmsi) => flagOf(mmsi) === null);
  t.true(ships.length > 1_000);
  t.true(without.length / ships.length < 0.02);
});

test('a ship type is the same for all its cargoes, and null if the code has no meaning', (t) => {
  const codes: Array<[number | null, string | null]> = [
    [null, null],
    [0, null],
    [100, null],
    [255, null],
    [20, 'wing_in_ground'],
    [30, 'fishing'],
    [31, 'towing'],
    [35, 'military'],
    [36, 'sailing'],
    [37, 'pleasure_craft'],
    [49, 'high_speed_craft'],
    [50, 'pilot'],
    [51, 'search_and_rescue'],
    [52, 'tug'],
    [55, 'law_enforcement'],
    [60, 'passenger'],
    [71, 'cargo'],
    [89, 'tanker'],
    [90, 'other'],
    [10, 'other'],
    [38, 'other'],
    [56, 'other'],
  ];
  for (const [code, type] of codes) t.is(shipTypeOf(code), type as (typeof shipTypes)[number] | null, String(code));
  const announced = new Set(Array.from({ length: 100 }, (_, code) => shipTypeOf(code)));
  t.deepEqual([...announced].filter((type) => type !== null).sort(), [...shipTypes].sort());
});

test('a navigational status is a value of table 45, and null if it is not reported', (t) => {
  t.deepEqual([0, 1, 5, 7, 8, 14].map(navigationStatusOf), [
    'under_way_using_engine',
    'at_anchor',
    'moored',
    'engaged_in_fishing',
    'under_way_sailing',
    'emergency_beacon_active',
  ]);
  t.deepEqual([15, null].map(navigationStatusOf), [null, null]);
  t.is(navigationStatuses.length, new Set(navigationStatuses).size);
});

test('the second digit of a ship type gives the hazard category of its cargo', (t) => {
  const categories = [71, 72, 83, 94, 70, 75, 31, 52, 0, null].map(hazardCategoryOf);
  t.deepEqual(categories, ['x', 'y', 'z', 'os', null, null, null, null, null, null]);
});

test('an aid to navigation has one type for each code of table 74', (t) => {
  t.is(new Set(aidTypes).size, 31);
  t.deepEqual([0, 1, 14, 24, 31, 32, null].map(aidTypeOf), [
    null,
    'reference_point',
    'beacon_starboard_hand',
    'buoy_port_hand',
    'light_vessel_or_rig',
    null,
    null,
  ]);
});
