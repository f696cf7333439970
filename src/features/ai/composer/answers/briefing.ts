import { boxAround } from '../question-types/area-arguments.js';
import type { Reading } from '../question-types/parse-question.js';
import { fromTo, given, type PlannedCall } from '../question-types/question-type.js';

/** Returns the tool calls of a briefing: first the portfolio or watchlist, then events, then news. */
export function briefingCalls(reading: Reading): Array<{ call: PlannedCall; reading: Reading }> {
  const { slots, calendar } = reading.input;
  const [portfolio, watchlist, place, country] = [
    slots.get('portfolio'),
    slots.get('watchlist'),
    slots.get('place'),
    slots.get('country'),
  ];
  const period = slots.get('period');
  const range =
    period === undefined ? { from: new Date(calendar.startOf(calendar.today)).toISOString() } : fromTo(period);
  const bbox = place && boxAround(place);
  const calls: PlannedCall[] = [];
  if (portfolio !== undefined)
    calls.push({ tool: 'get_valuation', template: 'portfolio-value', arguments: { id: portfolio.id } });
  if (watchlist !== undefined)
    calls.push({ tool: 'list_watchlist_quotes', template: 'watchlist-moves', arguments: { id: watchlist.id } });
  calls.push({ tool: 'list_timeline', template: 'timeline', arguments: given({ ...range, bbox }) });
  calls.push({
    tool: 'list_articles',
    template: 'news-of-topic',
    arguments: given({ ...range, bbox, country: country === undefined ? undefined : [country], limit: 5 }),
  });
  return calls.map((call) => ({ call, reading }));
}
