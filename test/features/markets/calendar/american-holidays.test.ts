import test from 'ava';
import { closedOn, earlyOn } from './special-days-of.js';

// Source: NYSE Group, "Holiday and Early Closings Calendar": 2025 to 2028 as announced, 2014 and 2015 from a copy of
// the announcement. Days until 2023 were also compared with the sessions of gerrymanoim/exchange_calendars (5308ce2).
const announced: Record<number, [closed: string, early: string]> = {
  2014: ['01-01 01-20 02-17 04-18 05-26 07-04 09-01 11-27 12-25', '07-03 13:00, 11-28 13:00, 12-24 13:00'],
  2015: ['01-01 01-19 02-16 04-03 05-25 07-03 09-07 11-26 12-25', '11-27 13:00, 12-24 13:00'],
  2025: ['01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25', '07-03 13:00, 11-28 13:00, 12-24 13:00'],
  2026: ['01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25', '11-27 13:00, 12-24 13:00'],
  2027: ['01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24', '11-26 13:00'],
  2028: ['01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25', '07-03 13:00, 11-24 13:00'],
};

for (const [year, [closed, early]] of Object.entries(announced)) {
  test(`New York and NASDAQ close on the announced holidays of ${year}`, (t) => {
    for (const code of ['XNYS', 'XNAS'] as const) {
      t.is(closedOn(code, Number(year)), closed);
      t.is(earlyOn(code, Number(year)), early);
    }
  });
}

// Compared with the sessions of gerrymanoim/exchange_calendars (5308ce2). The exchange lists these days as "Special
// Closings".
test('one-off closures since 2000 are known', (t) => {
  const days: Record<number, string[]> = {
    2001: ['09-11', '09-12', '09-13', '09-14'],
    2004: ['06-11'],
    2007: ['01-02'],
    2012: ['10-29', '10-30'],
    2018: ['12-05'],
    2025: ['01-09'],
  };
  for (let year = 2000; year <= 2030; year += 1) {
    const regular = closedOn('XNYS', year).split(' ').length - (days[year]?.length ?? 0);
    t.is(regular, (year >= 2022 ? 10 : 9) - ([2000, 2005, 2011, 2022, 2028].includes(year) ? 1 : 0), String(year));
    for (const day of days[year] ?? []) t.true(closedOn('XNYS', year).includes(day), `${year}-${day}`);
  }
});

test("New Year's Day on a Saturday is not observed; on a Sunday it is observed on the Monday", (t) => {
  t.false(closedOn('XNYS', 2021).includes('12-31'));
  t.false(closedOn('XNYS', 2022).includes('01-03'));
  t.true(closedOn('XNYS', 2023).startsWith('01-02'));
});

test('the half day around Independence Day moved from the Friday after to the Wednesday before in 2013', (t) => {
  t.is(earlyOn('XNYS', 2002), '07-05 13:00, 11-29 13:00, 12-24 13:00');
  t.is(earlyOn('XNYS', 2013), '07-03 13:00, 11-29 13:00, 12-24 13:00');
  t.is(earlyOn('XNYS', 2003), '07-03 13:00, 11-28 13:00, 12-24 13:00, 12-26 13:00');
});

// Days until 2019 were compared with the sessions of gerrymanoim/exchange_calendars (5308ce2); later days follow from
// the rules. TMX Group announces them as "Trading Hours and Holidays".
test('Toronto closes on the holidays of Ontario', (t) => {
  t.is(closedOn('XTSE', 2025), '01-01 02-17 04-18 05-19 07-01 08-04 09-01 10-13 12-25 12-26');
  t.is(closedOn('XTSE', 2026), '01-01 02-16 04-03 05-18 07-01 08-03 09-07 10-12 12-25 12-28');
  t.is(earlyOn('XTSE', 2026), '12-24 13:00');
});
