import test from 'ava';
import { closedOn, earlyOn } from './special-days-of.js';

// Days until 2026 were compared with the sessions of gerrymanoim/exchange_calendars (5308ce2). Japan Exchange Group
// announces them as "Market Holidays".
const tokyo: Record<number, string> = {
  2009: '01-01 01-02 01-12 02-11 03-20 04-29 05-04 05-05 05-06 07-20 09-21 09-22 09-23 10-12 11-03 11-23 12-23 12-31',
  2015: '01-01 01-02 01-12 02-11 04-29 05-04 05-05 05-06 07-20 09-21 09-22 09-23 10-12 11-03 11-23 12-23 12-31',
  2019: '01-01 01-02 01-03 01-14 02-11 03-21 04-29 04-30 05-01 05-02 05-03 05-06 07-15 08-12 09-16 09-23 10-14 10-22 11-04 12-31',
  2020: '01-01 01-02 01-03 01-13 02-11 02-24 03-20 04-29 05-04 05-05 05-06 07-23 07-24 08-10 09-21 09-22 10-01 11-03 11-23 12-31',
  2021: '01-01 01-11 02-11 02-23 04-29 05-03 05-04 05-05 07-22 07-23 08-09 09-20 09-23 11-03 11-23 12-31',
  2024: '01-01 01-02 01-03 01-08 02-12 02-23 03-20 04-29 05-03 05-06 07-15 08-12 09-16 09-23 10-14 11-04 12-31',
  2025: '01-01 01-02 01-03 01-13 02-11 02-24 03-20 04-29 05-05 05-06 07-21 08-11 09-15 09-23 10-13 11-03 11-24 12-31',
  2026: '01-01 01-02 01-12 02-11 02-23 03-20 04-29 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23 12-31',
};

for (const [year, closed] of Object.entries(tokyo)) {
  test(`Tokyo closes on the holidays of ${year}`, (t) => {
    t.is(closedOn('XTKS', Number(year)), closed);
    t.is(earlyOn('XTKS', Number(year)), '', 'there are no half days');
  });
}

// Days until 2026 were compared with the sessions of gerrymanoim/exchange_calendars (5308ce2). The National
// Astronomical Observatory of Japan announces the equinoxes each year.
test('the equinoxes fall on the announced days', (t) => {
  const announced = [
    '2000-03-20',
    '2007-03-21',
    '2016-03-21',
    '2023-03-21',
    '2024-03-20',
    '2014-09-23',
    '2015-09-23',
    '2016-09-22',
    '2020-09-22',
    '2025-09-23',
  ];
  for (const day of announced) t.true(closedOn('XTKS', Number(day.slice(0, 4))).includes(day.slice(5)), day);
});

// Days until 2025 were compared with the sessions of gerrymanoim/exchange_calendars (5308ce2). HKEX announces them as
// "Trading Calendar and Holiday Schedule".
const hongKong: Record<number, [closed: string, early: string]> = {
  2015: [
    '01-01 02-19 02-20 04-03 04-06 04-07 05-01 05-25 07-01 09-03 09-28 10-01 10-21 12-25',
    '02-18 12:00, 12-24 12:00, 12-31 12:00',
  ],
  2024: [
    '01-01 02-12 02-13 03-29 04-01 04-04 05-01 05-15 06-10 07-01 09-06 09-18 10-01 10-11 12-25 12-26',
    '02-09 12:00, 12-24 12:00, 12-31 12:00',
  ],
  2025: [
    '01-01 01-29 01-30 01-31 04-04 04-18 04-21 05-01 05-05 07-01 10-01 10-07 10-29 12-25 12-26',
    '01-28 12:00, 12-24 12:00, 12-31 12:00',
  ],
  2026: [
    '01-01 02-17 02-18 02-19 04-03 04-06 04-07 05-01 05-25 06-19 07-01 10-01 10-19 12-25',
    '02-16 12:00, 12-24 12:00, 12-31 12:00',
  ],
};

// Future days, from the tables of the Hong Kong Observatory. The new moons of 2027-02-06 23:56 and 2030-02-03 00:07
// (time of China) are minutes from midnight. In 2030, the eve is a Saturday, so the Friday before has a full session,
// as in 2013 and 2023.
Object.assign(hongKong, {
  2027: [
    '01-01 02-08 02-09 03-26 03-29 04-05 05-13 06-09 07-01 09-16 10-01 10-08 12-27',
    '02-05 12:00, 12-24 12:00, 12-31 12:00',
  ],
  2030: [
    '01-01 02-04 02-05 02-06 04-05 04-19 04-22 05-01 05-09 06-05 07-01 09-13 10-01 12-25 12-26',
    '12-24 12:00, 12-31 12:00',
  ],
});

for (const [year, [closed, early]] of Object.entries(hongKong)) {
  test(`Hong Kong closes on the general holidays of ${year}`, (t) => {
    t.is(closedOn('XHKG', Number(year)), closed);
    t.is(earlyOn('XHKG', Number(year)), early);
  });
}

// Days until 2025 were compared with the sessions of gerrymanoim/exchange_calendars (5308ce2). ASX announces them as
// "Cash market trading calendar".
test('in Sydney New Year, Australia Day and Christmas are observed on a weekday, Anzac Day is not', (t) => {
  t.is(closedOn('XASX', 2022), '01-03 01-26 04-15 04-18 04-25 06-13 09-22 12-26 12-27');
  t.is(closedOn('XASX', 2025), '01-01 01-27 04-18 04-21 04-25 06-09 12-25 12-26');
  t.is(closedOn('XASX', 2026), '01-01 01-26 04-03 04-06 06-08 12-25 12-28');
  t.is(earlyOn('XASX', 2025), '12-24 14:10, 12-31 14:10');
});
