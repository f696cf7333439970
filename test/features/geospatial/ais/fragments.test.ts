import test from 'ava';
import type { AisReader } from '../../../../src/features/geospatial/ais/ais-reader.js';
import { MAX_PENDING, PENDING_MS } from '../../../../src/features/geospatial/ais/fragments.js';
import { aisReader, NOW, payloadOf, sentence, tagBlock } from '../../../support/ais-recordings.js';

const faultsOf = ({ counts }: AisReader) =>
  Object.fromEntries(Object.entries(counts.faults).filter(([, count]) => count > 0));

/** Returns the sentences of a vessel's voyage data, in parts of `length` characters. */
function voyage(
  mmsi: number,
  name: string,
  { sequence = '1', channel = 'A', length = 36, talker = 'AIVDM' } = {},
): string[] {
  const ship: Array<[number | string, number]> = [
    [5, 6],
    [0, 2],
    [mmsi, 30],
    [0, 2],
    [9134270, 30],
    ['3FOF8', 7],
    [name, 20],
    [70, 8],
    [225, 9],
    [70, 9],
  ];
  const rest: Array<[number | string, number]> = [
    [1, 6],
    [31, 6],
    [1, 4],
    [5, 4],
    [15, 5],
    [16, 5],
    [0, 6],
    [122, 8],
    ['NEW YORK', 20],
    [0, 2],
  ];
  const parts = payloadOf(...ship, ...rest).match(new RegExp(`.{1,${length}}`, 'g')) as string[];
  return parts.map((part, index) =>
    sentence(
      `${talker},${parts.length},${index + 1},${sequence},${channel},${part},${index + 1 === parts.length ? 2 : 0}`,
    ),
  );
}

test('interleaved parts of several messages are joined to the right messages', (t) => {
  const { reader, reports, read } = aisReader();
  const [one, two, three] = [
    voyage(211_000_001, 'ONE', { length: 15 }),
    voyage(211_000_002, 'TWO', { sequence: '2' }),
    voyage(211_000_003, 'THREE', { channel: 'B', length: 20 }),
  ];
  t.is(one.length, 5);
  for (let index = 0; index < 5; index += 1)
    for (const parts of [three, one, two]) read(...parts.slice(index, index + 1));
  t.deepEqual(
    reports.map(({ key, name, destination }) => [key, name, destination]),
    [
      [211_000_002, 'TWO', 'NEW YORK'],
      [211_000_003, 'THREE', 'NEW YORK'],
      [211_000_001, 'ONE', 'NEW YORK'],
    ],
  );
  t.deepEqual(faultsOf(reader), {});
});

test('stations that use the same message numbers are distinguished by their tag blocks', (t) => {
  const { reports, read } = aisReader();
  const [one, two] = [voyage(211_000_001, 'ONE'), voyage(211_000_002, 'TWO')] as [[string, string], [string, string]];
  const [north, south] = [tagBlock('s:north'), tagBlock('s:south')];
  read(north + one[0], south + two[0], south + two[1], north + one[1]);
  read(
    tagBlock('g:1-2-7,s:n') + one[0],
    tagBlock('g:1-2-8,s:n') + two[0],
    tagBlock('g:2-2-7') + one[1],
    tagBlock('g:2-2-8') + two[1],
  );
  read(north + one[0], one[1]);
  t.deepEqual(
    reports.map(({ name }) => name),
    ['TWO', 'ONE', 'ONE', 'TWO', 'ONE'],
  );
});

test('the time of a message is that of its first part that has one', (t) => {
  const { reports, read } = aisReader();
  const [first, second] = voyage(211_000_001, 'ONE') as [string, string];
  read(tagBlock(`g:1-2-9,c:${NOW / 1000 - 30}`) + first, tagBlock('g:2-2-9') + second);
  t.is(reports[0]?.observedAt, NOW - 30_000);
});

test('a message with a missing part is discarded, and so is a part without a first part', (t) => {
  const { reader, reports, read } = aisReader();
  const parts = voyage(211_000_001, 'ONE', { length: 20 });
  read(parts[0] as string, parts[2] as string, parts[3] as string, parts[1] as string);
  t.is(reports.length, 0);
  t.deepEqual(faultsOf(reader), { orphan: 3, fragment_lost: 1 });
});

test('a message that starts again replaces the unfinished one', (t) => {
  const { reader, reports, read } = aisReader();
  const [one, two] = [voyage(211_000_001, 'ONE'), voyage(211_000_002, 'TWO')] as [[string, string], [string, string]];
  read(one[0] as string, ...two);
  t.deepEqual(
    reports.map(({ name }) => name),
    ['TWO'],
  );
  t.deepEqual(faultsOf(reader), { fragment_lost: 1 });
});

test('an unfinished message expires after four seconds', (t) => {
  let now = NOW;
  const { reader, reports, read } = aisReader({ now: () => now });
  const [first, second] = voyage(211_000_001, 'ONE') as [string, string];
  read(first);
  now += PENDING_MS;
  read(second, first);
  now += PENDING_MS + 1;
  read(second);
  t.is(reports.length, 1);
  t.deepEqual(faultsOf(reader), { orphan: 1, fragment_lost: 1 });
});

test('the number of unfinished messages is limited, and the latest are kept', (t) => {
  const { reader, reports, read } = aisReader();
  const parts = voyage(211_000_001, 'ONE') as [string, string];
  for (let station = 0; station < 10_000; station += 1) read(tagBlock(`s:${station}`) + parts[0]);
  t.is(reader.pending, MAX_PENDING);
  t.is(reader.counts.faults.fragment_lost, 10_000 - MAX_PENDING);
  read(tagBlock('s:9999') + parts[1], tagBlock('s:0') + parts[1]);
  t.is(reports.length, 1);
});

test('a part with invalid characters discards its message only', (t) => {
  const { reader, reports, read } = aisReader();
  const [first, second] = voyage(211_000_001, 'ONE') as [string, string];
  read(first, sentence('AIVDM,2,2,1,A,xyz,2'), second, ...voyage(211_000_002, 'TWO'));
  t.is(reports.length, 1);
  t.deepEqual(faultsOf(reader), { payload: 1, fragment_lost: 1, orphan: 1 });
});

test('unused bits at the end of a middle part are left out', (t) => {
  const { reader, reports, read } = aisReader();
  const parts = voyage(211_000_001, 'ONE', { length: 20 });
  const [first, second] = parts as [string, string];
  const withFill = (part: string) => sentence(part.slice(1, part.indexOf('*')).replace(/,0$/, '0,6'));
  read(withFill(first), withFill(second), ...parts.slice(2));
  t.deepEqual(
    reports.map(({ name, destination }) => [name, destination]),
    [['ONE', 'NEW YORK']],
  );
  t.deepEqual(faultsOf(reader), {});
});
