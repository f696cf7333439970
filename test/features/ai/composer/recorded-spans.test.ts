import test from 'ava';
import { tokensOf } from '../../../../src/features/ai/composer/language/tokens.js';
import { spansIn } from '../../../../src/features/ai/composer/question-spans.js';
import { absoluteDates } from '../../../../src/features/ai/composer/spans/absolute-dates.js';
import { Calendar } from '../../../../src/features/ai/composer/spans/calendar.js';
import type { AnySpan, Period } from '../../../../src/features/ai/composer/spans/span.js';
import {
  authorsQuestions,
  developmentQuestions,
  furtherQuestions,
  laterQuestions,
  latestQuestions,
  newQuestions,
  otherQuestions,
  ownNames,
  questionSet,
  variedQuestions,
} from '../../../support/ai-world.js';
import { digestOf, matchesRecording } from '../../../support/recorded.js';

const DAYS =
  `today|yesterday|tomorrow|the day before yesterday|monday|friday|saturday|last monday|next friday|this monday|
  monday of last week|friday of this week|sunday last week|monday last|last week|this week|next week|previous month|
  this month|next month|this quarter|last quarter|this year|next year|weekend|last weekend|this weekend|next weekend|
  this morning|this evening|ytd|qtd|mtd|wtd|year to date|week to date|start of the month|end of october|
  beginning of the year|end of the quarter|start of last week|start of the end of may|month end|quarter end|year end|
  year end 2025|end september|end of 2025|early october|mid november|middle of may 2025|late in october|start october|
  early in november 2025|first three months of 2026|last 6 months of 2025|first nine months of 2025|last two months of 2025|
  first 12 months of 2025|last 13 months of 2025|first 3 months of last year|spring|summer 2025|autumn|winter of last year|
  q1|q3|q4 2025|q5|h1|h2 2025|h3|third quarter|first half of 2025|second half|fourth quarter of last year|
  first week of november|last week of october|third week of may 2025|last quarter of 2025|last quarter of may|
  first week of 2025|month of october|month october|year 2025|year of 2025|year year 2025|october|may|in may|october 2025|
  october of last year|december this year|2025|in 2024|1899|last october|this december|17 november|the 17th of november|
  november 17|nov 17 2025|november the 3|november the 3rd 2025|17 nov 2024|the 17th|the 1st|the 31st|31 december|1 january|
  28 february|32 november|the 32nd|the 3rd week|the 20th quarter|third of october|the first of may 2025|
  twentieth november|the twentieth of december|1-15 october|october 1-15|nov 3-7|7-3 november|3-7 of may|3-7 may 2025|
  14/15 november|14 and 15 november|30 and 31 october|14-16 november 2025|10.11.2026|3/4/2026|2026-10-31|2026-13-01|
  2026-10-32|1999-12-31|week of 2 november|week of the 9th|week beginning 5 may|week from 9 to 15 november|
  week starting 2026-11-04|christmas|christmas eve|christmas day|xmas|xmas eve|boxing day|new year|new years day|
  new years eve|new year eve|independence day|thanksgiving|thanksgiving day|sept 5|5 sept|mar 5|ma 5|jan|dec 2030`
    .split('|')
    .map((day) => day.trim());

const LENGTHS =
  '6 hours|1 hour|24 hours|25 hours|90 minutes|5 min|two days|3d|24h|7d|2w|1y|a week|a couple of days|few weeks|half an hour|half a day|fortnight|3 months|18 months|two quarters|a year|5 years|12345 days|hundred days|0 days'.split(
    '|',
  );
const LENGTH_PATTERNS =
  'last %|past %|trailing % return|over the last %|% ago|ago %|% earlier|% back|% ago at 8|in %|will it rise in %|what did it make in %|%|since %|for more than %|the % before 1 november|in the % after christmas|the % since monday|at 9 % ago'.split(
    '|',
  );
const ROLLING = `past week|past month|past hour|past year|last hour|last day|last minute|last fortnight|trailing year|
  6 last hours|24 past days|6m|7m|12m|18m chart|6m candles|5m bars|24m|last 5 trading days|last the 3 business days|
  past ten working sessions|last 0 trading days|last 2 trading weeks|5d chart|10 d|10 D|2 W|1 Y`
  .split('|')
  .map((text) => text.trim());

const RANGES =
  'since %|until %|till %|up to %|before %|after %|from %|starting %|beginning %|from % to today|between % and yesterday|% to 20 november|% until today|from % through the 19th|the week from % to friday|days between % and today|on % and the day after'.split(
    '|',
  );
const RANGE_DAYS =
  'yesterday|today|monday|5 may|the 5th|20 december|last week|october|christmas|2025|2026-11-02|the end of october|10'.split(
    '|',
  );

const CLOCKS = `9am|9 pm|12am|12 pm|13 pm|9:30|24:00|9:60|9h30|0630|2359|2460|0630 utc|noon|midnight|midday|ten oclock|
  seven am|eight pm|half past seven|quarter to nine|ten past 5|twenty to one|five to midnight|a quarter past 10|9|23|24|
  seven|seven in the evening|9 in the morning|11 in the afternoon|8 this evening|8 tonight|3 last night|9 last night|
  8 yesterday afternoon`
  .split('|')
  .map((clock) => clock.trim());
const CLOCK_PATTERNS =
  '%|at %|yesterday at %|% yesterday|% on 3 november|% last night|% two days ago|% 3 days ago|monday % to tuesday 5pm|between % and 11am yesterday|from % to 6:00|% to midnight|since %|since % yesterday|every morning %|every monday at %|by % on friday|yesterday from % to noon'.split(
    '|',
  );
const PARTS = `overnight|last night|during the night|in the night|yesterday evening|yesterday night|sunday morning|
  sunday morning at 9|yesterday evening at 9|yesterday afternoon at 1|friday in the afternoon|every sunday morning|
  each evening|on 3 november in the morning|tomorrow morning|today evening|daily|weekly|every day|every week|mondays|
  on mondays at 8:30|every monday and thursday at 8|each friday or saturday|tuesdays and on wednesdays, fridays|every noon|
  every night|every monday evening|every hour|yesterday between eight and ten|16 november 06:00 to 18:00|
  22:00 last night to 6:00 this morning|between 9 and 11 this morning|from 9am until 5pm on monday|6 pm to midnight yesterday`
  .split('|')
  .map((part) => part.trim());

const NUMBERS =
  '0|1|2|3|7|9|10|30|99|100|101|1000|10,000|1,000.50|1.000|12.500|80.000|1.000.000|1.000,50|2,5|10k|1.5m|2bn|3b|5 thousand|2.5 million|3 mn|4 m|two|a hundred|two hundred and fifty|three thousand and one|one million|twenty one|three four|twenty twenty|ninety nine hundred|hundred and|12 hundred|1234 hundred|a thousand|half|a quarter|two thirds|three quarters|3 thirds|halves|doubles|third quarter|-5|- 5|+5|minus 3|plus two'.split(
    '|',
  );
const NUMBER_PATTERNS =
  '%|% %|% per cent|% percent|%%|% km|% miles|% nautical miles|% nm|% m|% meters|within % kilometres|% kn|above % knots|slower than % kn|at most % km/h|less than % mph|% hours|% s|$ %|% dollars|% swiss francs|magnitude %|above magnitude %|% or greater|> % earthquakes|earthquakes % and above|less than magnitude %|earthquakes up to %|magnitude % to 9|quakes between % and 6|m%|deeper than % km|shallower than % km|above % feet|below % ft|over % meters|under fl%|%-300 kn|between % and 2000 feet|longer than % m|more than % tankers|at least % days|fewer than % ships|severity %|severity above %|above severity %|severity at least %|severity % or more|severity % to 4|severity between % and 5|at most severity %|more severe than %|severity not above %|severity level of % or worse'.split(
    '|',
  );
const EXCLUSIONS =
  'ships except tankers|except those from Liberia|ships without tankers and tugs|non-Greek vessels|not Greek ships|news but not from today|all but oil tankers|not today|more than last year|compared with last week|versus yesterday|apart from cargo ships nor tankers|everything but the earthquakes|vessels not under the flag of Panama or Malta|other than those ones flying the flag of Malta'.split(
    '|',
  );

/** Times at the edges of days, weeks, months and years, also where clocks change. */
const calendars = (
  [
    [questionSet.fixtures.now, questionSet.fixtures.timeZone],
    ['2026-01-01T00:00:00Z', 'UTC'],
    ['2028-02-29T17:30:00Z', 'America/New_York'],
    ['2026-10-31T23:30:00Z', 'Europe/Athens'],
    ['2026-12-25T12:00:00Z', 'Asia/Tokyo'],
    ['2026-05-04T03:00:00Z', 'America/Los_Angeles'],
  ] as const
).map(([now, zone]) => new Calendar(new Date(now), zone));

const minute = (time: Date | undefined) => time?.toISOString().slice(0, 16) ?? '';

/** Returns a period or another value as a short text. */
function textOf(value: AnySpan['value'] | Period): unknown {
  if (!(value instanceof Object)) return value;
  if ('grain' in value) {
    const { from, to, grain, day, firstDay, endDay, lastDay, nextDay, windowSeconds } = value;
    return [`${minute(from)}/${minute(to)}`, grain, day, firstDay, endDay, lastDay, nextDay, windowSeconds].join(' ');
  }
  return 'at' in value ? `${minute(value.at)} ${value.day}` : value;
}

/** Returns the spans of a text with their places, types and values. */
async function spansOf(text: string, calendar: Calendar): Promise<string> {
  const dates = (await absoluteDates())(text, calendar.now);
  const spans = spansIn(tokensOf(text), { calendar, own: ownNames, dates });
  return spans
    .map(
      ({ type, from, to, value, isExact, others }) =>
        `${from}-${to} ${type}${isExact ? '' : '?'} ${JSON.stringify(textOf(value))}${others === undefined ? '' : JSON.stringify(others)}`,
    )
    .join('; ');
}

const filled = (patterns: readonly string[], values: readonly string[]) =>
  patterns.flatMap((pattern) => values.map((value) => pattern.replaceAll('%', value)));

for (const [name, texts] of Object.entries({
  days: [...DAYS, ...filled(['since %'], DAYS)],
  'lengths of time': [...filled(LENGTH_PATTERNS, LENGTHS), ...ROLLING],
  'ranges of days': filled(RANGES, RANGE_DAYS),
  'times of day': [...filled(CLOCK_PATTERNS, CLOCKS), ...PARTS],
}))
  test(`${name} are read as recorded, at every time of the year`, async (t) => {
    const rows = new Map<string, unknown>();
    for (const text of texts) {
      const read = await Promise.all(calendars.map((calendar) => spansOf(text, calendar)));
      rows.set(text, [read[0], digestOf(JSON.stringify(read))]);
    }
    matchesRecording(t, `ai-${name.replaceAll(' ', '-')}`, rows);
  });

test('numbers, limits and exclusions are read as recorded', async (t) => {
  const rows = new Map<string, unknown>();
  for (const text of [...filled(NUMBER_PATTERNS, NUMBERS), ...EXCLUSIONS])
    rows.set(text, digestOf(await spansOf(text, calendars[0] as Calendar)));
  matchesRecording(t, 'ai-numbers', rows);
});

test('the spans of questions are found as recorded', async (t) => {
  const rows = new Map<string, unknown>();
  for (const { question } of [
    ...questionSet.questions,
    ...otherQuestions,
    ...newQuestions,
    ...authorsQuestions,
    ...developmentQuestions,
    ...furtherQuestions,
    ...variedQuestions,
    ...laterQuestions,
    ...latestQuestions,
  ])
    rows.set(question, digestOf(await spansOf(question, calendars[0] as Calendar)));
  matchesRecording(t, 'ai-spans', rows);
});
