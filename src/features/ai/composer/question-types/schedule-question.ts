import { areaOfCountry } from '../../../../language/places-in.js';
import { DAY_MS, MINUTE_MS } from '../../../../time/durations.js';
import type { Calendar } from '../spans/calendar.js';
import type { Moment, Recurrence } from '../spans/span.js';
import { given, type QuestionInput, type QuestionType } from './question-type.js';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Returns the recurrence and the time of day of a question, which may be in separate parts of it. */
function timesOf({ slots, calendar }: QuestionInput): {
  recurrence: Recurrence | undefined;
  clock: number | undefined;
} {
  const all = slots.all('recurrence');
  const unit = all.some((one) => one.unit === 'week') ? 'week' : 'day';
  // In `weekly on Thursday` the day is recognized as a time.
  const day = unit === 'week' ? (slots.get('moment')?.day ?? slots.get('period')?.day) : undefined;
  const weekday =
    all.find((one) => one.weekday !== undefined)?.weekday ??
    (day === undefined ? undefined : calendar.weekday(Date.parse(day) / DAY_MS));
  return {
    recurrence: all.length === 0 ? undefined : { unit, ...(weekday !== undefined && { weekday }) },
    clock:
      slots.get('clock') ??
      clockOf(slots.get('moment'), calendar) ??
      all.find(({ clock }) => clock !== undefined)?.clock,
  };
}

/** Returns the time of day of a moment in the user's time zone, in minutes after midnight. */
const clockOf = (moment: Moment | undefined, calendar: Calendar): number | undefined =>
  moment && Math.round((moment.at.getTime() - calendar.startOf(Date.parse(moment.day) / DAY_MS)) / MINUTE_MS);

/** Converts the schedule from the user's time zone to a time and weekday in UTC, by its next occurrence. */
function inUtc(
  { calendar }: QuestionInput,
  clock: number,
  weekday: number | undefined,
): { time: string; weekday: string | null } {
  const days = weekday === undefined ? 0 : (weekday - calendar.weekday(calendar.today) + 7) % 7;
  const at = new Date(calendar.startOf(calendar.today + days) + clock * MINUTE_MS);
  return {
    time: at.toISOString().slice(11, 16),
    weekday: weekday === undefined ? null : (DAYS[(at.getUTCDay() + 6) % 7] as string),
  };
}

/** A request for a recurring briefing. The briefing is only proposed, not scheduled. */
export const scheduleQuestion: QuestionType = {
  id: 'briefing-schedule',
  future: 'times',
  can: 'schedule a briefing for every day or week',
  examples: [
    'Briefing every morning at 7 for the Strait of Hormuz',
    'weekly summary of my Growth portfolio on Mondays at 8:30',
    'daily briefing on my energy watchlist at 6pm',
  ],
  cues:
    'briefing*2.5|briefings*2|brief ' +
    'me*2.5|brief*2|summary*2|summaries*2|digest*2|recap*2|report*1.5|rundown*2|roundup*2|update*1|updates*1|overview*1|schedule*1.5|scheduled*1|summarise*2|summarize*2',
  also: 'send|mail|email|write|me|want|about|on|for|of|the|news|everything|around|near|portfolio|watchlist|list|account|starting|time|regular|automatic|automatically|with',
  min: 1.5,
  slots: {
    recurrence: { required: true, many: true, weight: 2.5 },
    clock: { weight: 1 },
    moment: { weight: 0.8 },
    period: { weight: 0.5 },
    place: { weight: 1.2 },
    country: { weight: 0.5 },
    watchlist: { weight: 1.5, implied: true },
    portfolio: { weight: 1.5, implied: true },
  },
  needs: (input) => {
    const { recurrence, clock } = timesOf(input);
    if (recurrence === undefined) return undefined;
    if (recurrence.unit === 'week' && recurrence.weekday === undefined) return 'recurrence';
    return clock === undefined ? 'clock' : undefined;
  },
  askAs: { recurrence: 'weekday', clock: 'time' },
  // A date is only the weekday of `weekly on Thursday`; that of `at 6 pm on 3 November` is no part of a schedule.
  ignores: ({ slots, calendar }) => {
    const all = slots.all('recurrence');
    const isDaily = all.every(({ unit }) => unit === 'day');
    const isDay = isDaily || all.some(({ weekday }) => weekday !== undefined);
    const moment = slots.get('moment');
    const isFar = moment !== undefined && Math.abs(moment.at.getTime() - calendar.now.getTime()) > 8 * DAY_MS;
    return [...(isDay ? (['period'] as const) : []), ...(isFar ? (['moment'] as const) : [])];
  },
  omits: ({ slots }) => slots.all('recurrence').flatMap(({ further = [] }) => further),
  plan: (input) => {
    const { slots } = input;
    const { recurrence, clock = 0 } = timesOf(input);
    const country = slots.get('country');
    const place = slots.get('place')?.name ?? (country === undefined ? undefined : areaOfCountry(country)?.name);
    const [watchlist, portfolio] = [slots.get('watchlist'), slots.get('portfolio')];
    const name = ['Briefing', place, watchlist?.name, portfolio?.name]
      .filter((part) => part !== undefined)
      .join(', ')
      .slice(0, 100);
    const times = inUtc(input, clock, recurrence?.weekday);
    return [
      {
        tool: 'create_briefing_schedule',
        arguments: given({ name, ...times, place, watchlistId: watchlist?.id, portfolioId: portfolio?.id }),
      },
    ];
  },
};
