import test from 'ava';
import {
  gapsBetween,
  onCallAt,
  type Rotation,
  shiftsBetween,
} from '../../../../src/features/alerts/on-call/on-call-schedule.js';

const at = (time: string) => Date.parse(time);
const rotation = (fields: Partial<Rotation> = {}): Rotation => ({
  contactIds: ['ada', 'bob', 'eve'],
  period: 'weekly',
  startsOn: '2026-10-12',
  handOverAt: '09:00',
  ...fields,
});
const plan = (
  fields: Partial<Rotation> = {},
  overrides: Array<{ contactId: string; from: string; to: string }> = [],
) => ({
  timeZone: 'Europe/Berlin',
  rotation: rotation(fields),
  overrides,
});
const shown = (shifts: ReturnType<typeof shiftsBetween>) =>
  shifts.map(({ contactId, from, to }) =>
    [contactId, ...[from, to].map((one) => new Date(one).toISOString().slice(5, 16))].join(' '),
  );

test('weekly turns change at the local time of the hand-over, also over the end of summer time', (t) => {
  t.deepEqual(shown(shiftsBetween(plan(), at('2026-10-12T00:00:00Z'), at('2026-11-05T00:00:00Z'))), [
    'ada 10-12T07:00 10-19T07:00',
    'bob 10-19T07:00 10-26T08:00',
    'eve 10-26T08:00 11-02T08:00',
    'ada 11-02T08:00 11-05T00:00',
  ]);
  t.is(onCallAt(plan(), at('2026-10-26T07:59:59.999Z')), 'bob');
  t.is(onCallAt(plan(), at('2026-10-26T08:00:00Z')), 'eve');
});

test('daily turns follow each other without a gap through both clock changes', (t) => {
  for (const [from, to] of [
    ['2026-03-27T00:00:00Z', '2026-04-02T00:00:00Z'],
    ['2026-10-23T00:00:00Z', '2026-10-29T00:00:00Z'],
  ] as const)
    for (const handOverAt of ['00:00', '02:30', '23:59']) {
      const shifts = shiftsBetween(plan({ period: 'daily', startsOn: '2026-01-01', handOverAt }), at(from), at(to));
      t.deepEqual(gapsBetween(shifts, at(from), at(to)), []);
      for (const [index, shift] of shifts.entries())
        if (index > 0) t.is(shift.from, (shifts[index - 1] as typeof shift).to, 'turns do not overlap');
    }
});

test('no contact is on call before the first hand-over', (t) => {
  const [from, to] = [at('2026-10-10T00:00:00Z'), at('2026-10-13T00:00:00Z')];
  t.is(onCallAt(plan(), at('2026-10-12T06:59:59Z')), undefined);
  t.is(onCallAt(plan(), at('2026-10-12T07:00:00Z')), 'ada');
  t.deepEqual(gapsBetween(shiftsBetween(plan(), from, to), from, to), [{ from, to: at('2026-10-12T07:00:00Z') }]);
  t.deepEqual(shiftsBetween(plan({ startsOn: '9999-12-01' }), from, to), []);
});

test('an override replaces the rotation for its time alone, also before the rotation begins', (t) => {
  const overrides = [
    { contactId: 'zoe', from: '2026-10-20T10:00:00Z', to: '2026-10-20T12:00:00+01:00' },
    { contactId: 'tim', from: '2026-10-25T00:00:00Z', to: '2026-10-27T00:00:00Z' },
    { contactId: 'zoe', from: '2026-10-01T00:00:00Z', to: '2026-10-02T00:00:00Z' },
  ];
  const shifts = shiftsBetween(plan({}, overrides), at('2026-10-19T07:00:00Z'), at('2026-10-28T00:00:00Z'));
  t.deepEqual(shown(shifts), [
    'bob 10-19T07:00 10-20T10:00',
    'zoe 10-20T10:00 10-20T11:00',
    'bob 10-20T11:00 10-25T00:00',
    'tim 10-25T00:00 10-27T00:00',
    'eve 10-27T00:00 10-28T00:00',
  ]);
  t.deepEqual(
    shifts.map(({ isOverride }) => isOverride),
    [false, true, false, true, false],
  );
  t.is(onCallAt(plan({}, overrides), at('2026-10-01T12:00:00Z')), 'zoe');
});
