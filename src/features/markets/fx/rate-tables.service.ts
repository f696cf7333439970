import { Service } from 'typedi';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import type { Provenance } from '../../../upstream/provenance.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { MarketProvider, RateTable } from '../providers/market-provider.js';
import { MarketRouter } from '../routing/market-router.service.js';
import { dayOf, newestDueDay, nextPublication } from './publication.js';
import { ratesProblem } from './rates-problem.js';

/** Refresh interval (ms) while newer rates are due but not yet published. */
const PENDING_MS = 5 * MINUTE_MS;
/** Refresh interval (ms) of sources with live rates. */
const LIVE_MS = MINUTE_MS;
/** Number of days after which sources no longer add rates for a day. */
const MAX_LATE_DAYS = 7;
const MAX_TABLES = 1_000;

const requirement = { operation: 'rates', assetClass: 'fx' } as const;

/** The exchange rates of a day with their provenance. */
export interface SourcedRates {
  table: RateTable;
  provenance: Provenance;
}

interface Answer extends SourcedRates {
  /** Time (ms) for which no newer rates are expected. */
  freshMs: number;
}

/**
 * Reads and caches the rate tables of providers. The latest table is cached until the next rates are due, but at most
 * an hour because of corrections; live rates for a minute; past days for a day.
 */
@Service()
export class RateTables {
  private readonly known: StaleWhileRevalidateCache<Answer>;

  constructor(
    private readonly router: MarketRouter,
    private readonly clock: Clock,
  ) {
    // Requests wait for a refresh, so rates are stale only if the refresh failed.
    this.known = new StaleWhileRevalidateCache(clock, {
      max: MAX_TABLES,
      freshMs: ({ freshMs }) => freshMs,
      staleMs: 7 * DAY_MS,
      revalidateMs: 0,
    });
  }

  /**
   * Returns the rates of a day (`2024-01-15`), or of the last earlier day with rates. Returns the latest rates without
   * `day` or for a day that has not ended.
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
    const { provider, capability, answer, warnings } = await this.router.route(requirement, ({ provider }) =>
      ratesOf(provider, day),
    );
    const now = this.clock.now();
    const { delaySeconds } = capability;
    // A currency day begins on the previous evening in New York, so its date can be later than the present day in UTC.
    const table = answer.day > dayOf(now) ? { ...answer, day: dayOf(now) } : answer;
    const isLive = day === undefined && delaySeconds * 1_000 < DAY_MS;
    const asOf = table.at ?? (isLive ? new Date(now - delaySeconds * 1_000) : new Date(`${table.day}T00:00:00Z`));
    const provenance = {
      provider: provider.name,
      asOf,
      fetchedAt: new Date(now),
      delaySeconds,
      stale: false,
      warnings,
    };
    return {
      table,
      provenance,
      freshMs: isLive || table.unusable !== undefined ? LIVE_MS : freshMsOf(table, now, day),
    };
  }

  private firstDay(): string | undefined {
    return this.router
      .candidates(requirement)
      .flatMap(({ provider }) => provider.rates?.firstDay ?? [])
      .sort()[0];
  }
}

async function ratesOf({ rates }: MarketProvider, day?: string): Promise<RateTable> {
  if (rates === undefined) throw new UpstreamError('not_entitled');
  if (day !== undefined && rates.firstDay !== undefined && day < rates.firstDay) throw new UpstreamError('not_found');
  const table = await rates.rates(day);
  if (day !== undefined && table.day > day) throw badAnswer('The rates are of a later day than requested.');
  return table;
}

function freshMsOf(table: RateTable, now: number, day?: string): number {
  if (day === undefined)
    return table.day < newestDueDay(now) ? PENDING_MS : Math.min(nextPublication(now) - now, HOUR_MS);
  return table.day === day || day < dayOf(now - MAX_LATE_DAYS * DAY_MS) ? DAY_MS : PENDING_MS;
}
