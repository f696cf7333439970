import { Service } from 'typedi';
import { Problem, wrongParameter } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { type CalendarEntry, entryId } from '../calendar-entry.js';
import { formatDay, parseDay } from '../civil-day.js';
import { CalendarChunks } from '../market-calendar/calendar-chunks.service.js';
import { unavailable } from '../unavailable.js';

/** Days before and after today by default, and at most in a request. */
const DEFAULT_DAYS = 14;
const MAX_DAYS = 366;

/** A publication of an economic figure, past or to come. */
export interface Release {
  id: string;
  entry: CalendarEntry;
  /** The published figure minus the expected one; null without either. */
  surprise: number | null;
  provider: string;
  fetchedAt: Date;
}

/** Lists publications of economic figures from the calendar of the providers. */
@Service()
export class ReleasesService {
  constructor(
    private readonly calendar: CalendarChunks,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns publications, by time.
   * @param from the first day; undefined: two weeks ago
   * @param to the day after the last one; undefined: four weeks after `from`
   * @throws Problem `invalid_request` for a wrong range, `unprocessable` without a provider, `unavailable`
   */
  async list(from: string | undefined, to: string | undefined, countries?: readonly string[]): Promise<Release[]> {
    const first = from === undefined ? parseDay(this.today()) - DEFAULT_DAYS : parseDay(from);
    const end = to === undefined ? first + 2 * DEFAULT_DAYS : parseDay(to);
    if (first >= end) throw wrongParameter('query/from', 'must be before `to`');
    if (end - first > MAX_DAYS) throw wrongParameter('query/to', `must be at most ${MAX_DAYS} days after \`from\``);
    try {
      const releases = await this.read(formatDay(first), formatDay(end - 1));
      return releases.filter(({ entry }) => countries === undefined || countries.includes(entry.country ?? ''));
    } catch (error) {
      throw error instanceof UpstreamError ? problemOf(error) : error;
    }
  }

  /** Returns the publications of days, by time. @param to inclusive @throws UpstreamError */
  async read(from: string, to: string): Promise<Release[]> {
    const { entries, provider, fetchedAt } = await this.calendar.read('economic', from, to);
    const releases = entries.map(
      (entry): Release => ({
        id: `${entryId(entry)}:${entry.period ?? ''}`,
        entry,
        surprise: surpriseOf(entry),
        provider,
        fetchedAt,
      }),
    );
    return releases.sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  }

  private today(): string {
    return new Date(this.clock.now()).toISOString().slice(0, 10);
  }
}

/** Returns a text by which releases are ordered: their time, then their id. */
export const sortKey = ({ id, entry: { at, day } }: Release): string => `${at?.toISOString() ?? day} ${id}`;

/** Returns the published figure minus the expected one, without digits that neither has. */
function surpriseOf({ actual, estimate }: CalendarEntry): number | null {
  if (actual == null || estimate == null) return null;
  const digits = Math.max(...[actual, estimate].map((value) => String(value).split('.')[1]?.length ?? 0));
  return Number((actual - estimate).toFixed(Math.min(12, digits)));
}

function problemOf(error: UpstreamError): Problem {
  if (error.code === 'not_entitled')
    return new Problem('unprocessable', { detail: 'No configured provider offers a calendar of economic figures.' });
  return unavailable(
    'The calendar of economic figures is not answering. Try again in a moment.',
    error.retryAfterMs,
    error,
  );
}
