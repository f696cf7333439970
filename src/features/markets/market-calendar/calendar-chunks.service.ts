import { Service } from 'typedi';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { CalendarEntry, CalendarKind } from '../calendar-entry.js';
import { formatDay, parseDay } from '../civil-day.js';
import type { MarketProvider } from '../providers/market-provider.js';
import { type Candidate, MarketRouter, mostUseful } from '../routing/market-router.service.js';
import type { Requirement } from '../routing/requirement.js';

/** Entries of one kind from one provider. */
export interface ProvidedEntries {
  entries: CalendarEntry[];
  provider: string;
  /** The earliest time at which one of them was received. */
  fetchedAt: Date;
}

/** Times (ms) for which the entries of days are fresh: figures appear on their day, older ones change seldom. */
const FRESH_MS = { current: HOUR_MS / 4, later: 6 * HOUR_MS, past: DAY_MS };
/** Maximum numbers of ranges in memory (a year of weeks for each kind) and of entries of a range. */
const MAX_CHUNKS = 280;
const MAX_ENTRIES = 10_000;

interface Chunk {
  entries: CalendarEntry[];
  firstDay: number;
  lastDay: number;
}

/**
 * Reads calendars in ranges of fixed days, which all callers share, so that any request costs each range once. One
 * provider answers for a whole request.
 */
@Service()
export class CalendarChunks {
  private readonly chunks: StaleWhileRevalidateCache<Chunk>;

  constructor(
    private readonly router: MarketRouter,
    private readonly clock: Clock,
  ) {
    this.chunks = new StaleWhileRevalidateCache(clock, {
      max: MAX_CHUNKS,
      freshMs: (chunk) => this.freshMs(chunk),
      staleMs: 7 * DAY_MS,
    });
  }

  /** Returns true if a configured provider offers the entries of all companies or economies. */
  isOffered(kind: CalendarKind): boolean {
    return this.router.capable(requirementOf(kind)).length > 0;
  }

  /**
   * Returns the entries of one kind on the days from `from` to `to` (inclusive).
   * @throws UpstreamError when no provider answers
   */
  async read(kind: CalendarKind, from: string, to: string): Promise<ProvidedEntries> {
    const failures: UpstreamError[] = [];
    for (const candidate of this.router.candidates(requirementOf(kind))) {
      try {
        return await this.readFrom(candidate, kind, from, to);
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        this.router.recordFailure(requirementOf(kind), candidate.provider, error);
        failures.push(error);
      }
    }
    throw mostUseful(failures) ?? new UpstreamError(this.router.refusalCode(requirementOf(kind)) ?? 'not_entitled');
  }

  private async readFrom({ provider }: Candidate, kind: CalendarKind, from: string, to: string) {
    const days = provider.calendar?.maxDays ?? 1;
    const [first, last] = [parseDay(from), parseDay(to)];
    const entries: CalendarEntry[] = [];
    let fetchedAt = this.clock.now();
    for (let day = Math.floor(first / days) * days; day <= last; day += days) {
      const { value, loadedAt } = await this.chunks.get(`${provider.name} ${kind} ${day}`, () =>
        this.load(provider, kind, day, day + days - 1),
      );
      fetchedAt = Math.min(fetchedAt, loadedAt);
      for (const entry of value.entries) if (entry.day >= from && entry.day <= to) entries.push(entry);
    }
    this.router.recordSuccess(requirementOf(kind), provider);
    return { entries, provider: provider.name, fetchedAt: new Date(fetchedAt) };
  }

  private async load(provider: MarketProvider, kind: CalendarKind, firstDay: number, lastDay: number): Promise<Chunk> {
    if (provider.calendar === undefined) throw new UpstreamError('not_entitled');
    const entries = await provider.calendar.entries(kind, formatDay(firstDay), formatDay(lastDay));
    return { entries: entries.slice(0, MAX_ENTRIES), firstDay, lastDay };
  }

  private freshMs({ firstDay, lastDay }: Chunk): number {
    const today = Math.floor(this.clock.now() / DAY_MS);
    // Local days differ from UTC days by up to one.
    if (firstDay > today + 1) return FRESH_MS.later;
    return lastDay < today - 1 ? FRESH_MS.past : FRESH_MS.current;
  }
}

const requirementOf = (kind: CalendarKind): Requirement => ({ operation: `${kind}_calendar` });
