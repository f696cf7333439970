import test from 'ava';
import { closedOn, earlyOn } from './special-days-of.js';

// Days until 2023 were compared with the sessions of gerrymanoim/exchange_calendars (5308ce2); later days follow from
// the rules for bank holidays, which gov.uk lists.
const london: Record<number, [closed: string, early: string]> = {
  2011: ['01-03 04-22 04-25 04-29 05-02 05-30 08-29 12-26 12-27', '12-23 12:30, 12-30 12:30'],
  2012: ['01-02 04-06 04-09 05-07 06-04 06-05 08-27 12-25 12-26', '12-24 12:30, 12-31 12:30'],
  2020: ['01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28', '12-24 12:30, 12-31 12:30'],
  2021: ['01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28', '12-24 12:30, 12-31 12:30'],
  2022: ['01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27', '12-23 12:30, 12-30 12:30'],
  2023: ['01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26', '12-22 12:30, 12-29 12:30'],
  2025: ['01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26', '12-24 12:30, 12-31 12:30'],
  2026: ['01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28', '12-24 12:30, 12-31 12:30'],
};

for (const [year, [closed, early]] of Object.entries(london)) {
  test(`London closes on the bank holidays of ${year}`, (t) => {
    t.is(closedOn('XLON', Number(year)), closed);
    t.is(earlyOn('XLON', Number(year)), early);
  });
}

// Source: Deutsche Börse, "Trading calendar" of the cash market: 2017, and 2024 to 2029 as announced. Days until 2023
// were also compared with the sessions of gerrymanoim/exchange_calendars (5308ce2).
const xetra: Record<number, string> = {
  2017: '04-14 04-17 05-01 06-05 10-03 10-31 12-25 12-26',
  2024: '01-01 03-29 04-01 05-01 12-24 12-25 12-26 12-31',
  2025: '01-01 04-18 04-21 05-01 12-24 12-25 12-26 12-31',
  2026: '01-01 04-03 04-06 05-01 12-24 12-25 12-31',
  2027: '01-01 03-26 03-29 12-24 12-31',
  2028: '04-14 04-17 05-01 12-25 12-26',
  2029: '01-01 03-30 04-02 05-01 12-24 12-25 12-26 12-31',
};

for (const [year, closed] of Object.entries(xetra)) {
  test(`Xetra closes on the days of its calendar for ${year}`, (t) => t.is(closedOn('XETR', Number(year)), closed));
}

test('Xetra trades on German holidays since 2022', (t) => {
  t.true(closedOn('XETR', 2021).includes('05-24'));
  t.false(closedOn('XETR', 2022).includes('06-06'));
  t.true(closedOn('XETR', 2018).includes('10-03'));
  t.false(closedOn('XETR', 2022).includes('10-03'));
});

test('Xetra closes at 14:00 on the last trading day of the year', (t) => {
  t.is(earlyOn('XETR', 2025), '12-30 14:00');
  t.is(earlyOn('XETR', 2023), '12-29 14:00');
});

// 2019 is as Euronext announced it. Days until 2019 were compared with the sessions of gerrymanoim/exchange_calendars
// (5308ce2); later days follow from the rules.
const euronext: Record<number, [closed: string, early: string]> = {
  2019: ['01-01 04-19 04-22 05-01 12-25 12-26', '12-24 14:05, 12-31 14:05'],
  2022: ['04-15 04-18 12-26', ''],
  2024: ['01-01 03-29 04-01 05-01 12-25 12-26', '12-24 14:05, 12-31 14:05'],
  2025: ['01-01 04-18 04-21 05-01 12-25 12-26', '12-24 14:05, 12-31 14:05'],
  2026: ['01-01 04-03 04-06 05-01 12-25', '12-24 14:05, 12-31 14:05'],
};

for (const [year, [closed, early]] of Object.entries(euronext)) {
  test(`Paris, Amsterdam, Brussels and Lisbon close on the Euronext holidays of ${year}`, (t) => {
    for (const code of ['XPAR', 'XAMS', 'XBRU', 'XLIS'] as const) t.is(closedOn(code, Number(year)), closed, code);
    for (const code of ['XPAR', 'XAMS', 'XBRU'] as const) t.is(earlyOn(code, Number(year)), early, code);
    t.is(earlyOn('XLIS', Number(year)), early.replaceAll('14:05', '13:05'), 'the same instant in the time of Lisbon');
  });
}

// Days until 2019 were compared with the sessions of gerrymanoim/exchange_calendars (5308ce2); later days follow from
// the rules. SIX announces them as "Trading calendar".
test('Zurich also closes on Ascension Day, Whit Monday and the national day', (t) => {
  t.is(closedOn('XSWX', 2024), '01-01 01-02 03-29 04-01 05-01 05-09 05-20 08-01 12-24 12-25 12-26 12-31');
  t.is(closedOn('XSWX', 2025), '01-01 01-02 04-18 04-21 05-01 05-29 06-09 08-01 12-24 12-25 12-26 12-31');
  t.is(earlyOn('XSWX', 2025), '');
});
