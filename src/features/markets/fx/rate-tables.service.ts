import { Service } from 'typedi';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../clock.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../durations.js';
import type { Provenance } from '../../../upstream/provenance.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { MarketProvider, RateTable } from '../providers/market-provider.js';
import { MarketRouter } from '../routing/market-router.service.js';
import { dayOf, newestDueDay, nextPublication } from './publication.js';
import { ratesProblem } from './rates-problem.js';

/** Rates that newer ones may replace at any moment are asked for again after so long. */
const PENDING_MS = 5 * MINUTE_MS;
/** Of a source that publishes no day's rates but has them change as it goes. */
const LIVE_MS = MINUTE_MS;
/** After so many days nobody publishes the rates of a day that has none. */
const LATE_DAYS = 7;
const MOST = 1_000;

const need = { operation: 'rates', assetClass: 'fx' } as const;

/** Exchange rates of a day, and who said them. */
export interface SourcedRates {
  table: RateTable;
  provenance: Provenance;
}

interface Answer extends SourcedRates {
  /** For how long (ms) nothing newer is to be expected. */
  freshMs: number;
}

/**
 * The tables of rates of the providers, remembered: the latest until the next are due, though an hour at most, as corrections happen, and for a
 * minute where they change all the time; those of a past day for a day.
 */
@Service()
export class RateTables {
  private readonly known: StaleWhileRevalidateCache<Answer>;

  constructor(
    private readonly router: MarketRouter,
    private readonly clock: Clock,
  ) {
    // Rates are stale when newer ones were asked for in vain, and not while they are on their way.
    this.known = new StaleWhileRevalidateCache(clock, { max: MOST, freshMs: ({ freshMs }) => freshMs, staleMs: 7 * DAY_MS, revalidateMs: 0 });
  }

  /**
   * The rates of a day (`2024-01-15`) or, where it has none, of the last one before; the latest when it is left out or has not ended.
   * @throws Problem `unprocessable` for a day before all rates, `unavailable`
   */
  async read(day?: string): Promise<SourcedRates> {
    const past = day === undefined || day >= dayOf(this.clock.now()) ? undefined : day;
    try {
      const { value, stale } = await this.known.get(past ?? 'latest', () => this.ask(past));
      return stale ? { table: value.table, provenance: { ...value.provenance, stale } } : value;
    } catch (error) {
      throw ratesProblem(error, past, this.firstDay());
    }
  }

  private async ask(day?: string): Promise<Answer> {
    const { provider, capability, answer, warnings } = await this.router.ask(need, (asked) => ratesOf(asked, day));
    const now = this.clock.now();
    const { delaySeconds } = capability;
    // Currencies begin their day in New York on the evening before: in UTC that is still today.
    const table = answer.day > dayOf(now) ? { ...answer, day: dayOf(now) } : answer;
    const isLive = day === undefined && delaySeconds * 1_000 < DAY_MS;
    const asOf = table.at ?? (isLive ? new Date(now - delaySeconds * 1_000) : new Date(`${table.day}T00:00:00Z`));
    const provenance = { provider: provider.name, asOf, fetchedAt: new Date(now), delaySeconds, stale: false, warnings };
    return { table, provenance, freshMs: isLive || table.unusable !== undefined ? LIVE_MS : freshMsOf(table, now, day) };
  }

  private firstDay(): string | undefined {
    return this.router
      .candidates(need)
      .flatMap(({ provider }) => provider.rates?.firstDay ?? [])
      .sort()[0];
  }
}

async function ratesOf({ rates }: MarketProvider, day?: string): Promise<RateTable> {
  if (rates === undefined) throw new UpstreamError('not_entitled');
  if (day !== undefined && rates.firstDay !== undefined && day < rates.firstDay) throw new UpstreamError('not_found');
  const table = await rates.rates(day);
  if (day !== undefined && table.day > day) throw badAnswer('The rates are of a later day than the one asked for.');
  return table;
}

function freshMsOf(table: RateTable, now: number, day?: string): number {
  if (day === undefined) return table.day < newestDueDay(now) ? PENDING_MS : Math.min(nextPublication(now) - now, HOUR_MS);
  return table.day === day || day < dayOf(now - LATE_DAYS * DAY_MS) ? DAY_MS : PENDING_MS;
}
