import { LRUCache } from 'lru-cache';
import { Service } from 'typedi';
import { FreshValues } from '../../../cache/fresh-values.js';
import { Clock } from '../../../clock.js';
import type { Provenance } from '../../../upstream/provenance.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { MarketProvider, RateTable } from '../providers/market-provider.js';
import { MarketRouter } from '../routing/market-router.service.js';
import { dayOf, newestDueDay, nextPublication } from './publication.js';
import { ratesProblem } from './rates-problem.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Rates that newer ones may replace at any moment are asked for again after so long. */
const PENDING_MS = 5 * MINUTE_MS;
/** After so many days nobody publishes the rates of a day that has none. */
const LATE_DAYS = 7;
const MOST = 1_000;

const need = { operation: 'rates', assetClass: 'fx' } as const;

interface Answer {
  table: RateTable;
  provenance: Provenance;
  /** Until when (ms since the epoch) nothing newer is to be expected. */
  settledUntil: number;
}

/** Exchange rates of a day, and who said them. */
export type SourcedRates = Pick<Answer, 'table' | 'provenance'>;

/**
 * The tables of rates of the providers, remembered: the latest until the next are due, though an hour at most, as corrections happen; those of a
 * past day for a day.
 */
@Service()
export class RateTables {
  private readonly settled = new LRUCache<string, Answer>({ max: MOST });
  private readonly recent: FreshValues<Answer>;

  constructor(
    private readonly router: MarketRouter,
    private readonly clock: Clock,
  ) {
    this.recent = new FreshValues(clock, { max: MOST, freshMs: PENDING_MS, staleMs: 7 * DAY_MS });
  }

  /**
   * The rates of a day (`2024-01-15`) or, where it has none, of the last one before; the latest when it is left out or has not ended.
   * @throws Problem `unprocessable` for a day before all rates, `unavailable`
   */
  async read(day?: string): Promise<SourcedRates> {
    const now = this.clock.now();
    const past = day === undefined || day >= dayOf(now) ? undefined : day;
    const key = past ?? 'latest';
    const settled = this.settled.get(key);
    if (settled !== undefined && now < settled.settledUntil) return settled;
    try {
      const { value, stale } = await this.recent.get(key, () => this.ask(past));
      this.settled.set(key, value);
      return stale ? { table: value.table, provenance: { ...value.provenance, stale } } : value;
    } catch (error) {
      throw ratesProblem(error, past, this.firstDay());
    }
  }

  private async ask(day?: string): Promise<Answer> {
    const { provider, capability, answer: table, warnings } = await this.router.ask(need, (asked) => ratesOf(asked, day));
    const now = this.clock.now();
    const { delaySeconds } = capability;
    const provenance = { provider: provider.name, asOf: new Date(`${table.day}T00:00:00Z`), fetchedAt: new Date(now), delaySeconds, stale: false, warnings };
    return { table, provenance, settledUntil: settledUntil(table, now, day) };
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
  const table = await rates.rates(day);
  if (day !== undefined && table.day > day) throw badAnswer('The rates are of a later day than the one asked for.');
  return table;
}

function settledUntil(table: RateTable, now: number, day?: string): number {
  if (day === undefined) return table.day < newestDueDay(now) ? now : Math.min(nextPublication(now), now + HOUR_MS);
  return table.day === day || day < dayOf(now - LATE_DAYS * DAY_MS) ? now + DAY_MS : now;
}
