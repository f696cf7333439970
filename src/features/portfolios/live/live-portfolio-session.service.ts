import type { Log } from '../../../logging/log.js';
import type { Clock } from '../../../time/clock.js';
import { MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import type { Timers } from '../../../time/timers.js';
import type { Observation, RuleNeeds } from '../../alerts/alerts.api.js';
import type { MarketsApi } from '../../markets/markets.api.js';
import { dayOf } from '../day.js';
import type { GeoExposures } from '../exposure/geo-exposures.service.js';
import type { Portfolio } from '../portfolio.js';
import type { PortfolioRepository } from '../portfolio.repository.js';
import type { TransactionRepository } from '../transactions/transaction.repository.js';
import type { LivePortfolioLoader } from './live-portfolio-loader.service.js';
import { LivePortfolios } from './live-portfolios.js';
import { QuoteFollowings } from './quote-followings.js';

/**
 * Intervals (ms) at which changed figures are sent to the rules, and at which portfolios and transactions are checked
 * for changes.
 */
const FLUSH_INTERVAL_MS = SECOND_MS;
const CHECK_INTERVAL_MS = 5 * SECOND_MS;
/** Interval (ms) at which the places of a portfolio are looked up again, since corrected mappings change them. */
const PLACES_INTERVAL_MS = MINUTE_MS;

/** Number of portfolios whose figures are sent in one turn of the event loop: some milliseconds of work. */
const AT_ONCE = 50;

export interface LiveParts {
  portfolios: PortfolioRepository;
  transactions: TransactionRepository;
  loader: LivePortfolioLoader;
  exposures: GeoExposures;
  markets: MarketsApi;
  clock: Clock;
  timers: Timers;
  log: Log;
}

/** Values the portfolios that rules need with every quote, until it is closed. */
export class LivePortfolioSession {
  private readonly live = new LivePortfolios();
  private readonly followings: QuoteFollowings;
  private readonly ends: Array<() => void>;
  /** The state of each portfolio when it was loaded; a different state means that it must be loaded again. */
  private readonly loaded = new Map<string, string>();
  private readonly placesAt = new Map<string, number>();
  /** Portfolios whose last load failed. */
  private readonly failing = new Set<string>();
  private needed: ReadonlySet<string> | undefined;
  private checkedAt = Number.NEGATIVE_INFINITY;
  private working: Promise<void> | undefined;
  private isClosed = false;

  constructor(
    private readonly parts: LiveParts,
    private readonly needs: () => RuleNeeds,
    private readonly observe: (observation: Observation) => void,
  ) {
    this.followings = new QuoteFollowings(async (symbol) => {
      const following = await parts.markets
        .follow([symbol], (quote) => this.live.quote(quote.symbol, quote.price))
        .catch(() => undefined);
      const isLater = following?.errors.some(({ code }) => code === 'unavailable') ?? true;
      if (isLater) following?.close();
      return isLater ? undefined : () => following?.close();
    });
    this.ends = [parts.timers.every(FLUSH_INTERVAL_MS, () => this.tick())];
  }

  /** Resolves when the portfolios of the last check are loaded and their symbols are followed. */
  async settled(): Promise<void> {
    await this.working;
  }

  close(): void {
    this.isClosed = true;
    for (const end of this.ends.splice(0)) end();
    this.followings.close();
  }

  /** Checks portfolios for changes when it is time, and sends the figures that changed. */
  private tick(): void {
    const { portfolios } = this.needs();
    const now = this.parts.clock.now();
    if (this.needed !== portfolios || now - this.checkedAt >= CHECK_INTERVAL_MS) this.check(portfolios, now);
    this.flush();
  }

  /** Sends some changed figures; the others are sent in the next turns of the event loop. */
  private flush(): void {
    if (this.isClosed) return;
    const now = this.parts.clock.now();
    const taken = this.live.takeChanged(AT_ONCE);
    for (const { id, figures } of taken)
      this.observe({ kind: 'portfolio', portfolioId: id, metrics: figures, at: now });
    if (taken.length === AT_ONCE) setImmediate(() => this.flush());
  }

  private check(needed: ReadonlySet<string>, now: number): void {
    if (this.working !== undefined) return;
    this.needed = needed;
    this.checkedAt = now;
    this.working = this.refresh([...needed], now)
      .catch((error: unknown) =>
        this.parts.log.warn(
          { component: 'portfolios', err: error },
          'Reading portfolios for alert rules failed; retrying.',
        ),
      )
      .finally(() => {
        this.working = undefined;
      });
  }

  private async refresh(ids: string[], now: number): Promise<void> {
    const { portfolios, transactions } = this.parts;
    const found = ids.length === 0 ? [] : await portfolios.byIds(ids);
    const fingerprints = ids.length === 0 ? new Map<string, string>() : await transactions.fingerprints(ids);
    const there = new Set(found.map(({ id }) => id));
    for (const id of new Set([...this.loaded.keys(), ...this.failing]))
      if (!there.has(id)) this.forget(id, ids.includes(id), now);
    for (const portfolio of found) {
      if (this.isClosed) return;
      const state = [portfolio.version, dayOf(new Date(now)), fingerprints.get(portfolio.id) ?? ''].join('|');
      try {
        await this.update(portfolio, state, now);
        this.failing.delete(portfolio.id);
      } catch (error) {
        this.noteFailure(portfolio.id, error);
      }
    }
    if (!this.isClosed) await this.followings.need(this.live.symbols);
  }

  /** Loads a portfolio whose state changed, and sends its places when it is time. */
  private async update(portfolio: Portfolio, state: string, now: number): Promise<void> {
    const { loader, exposures } = this.parts;
    const { id } = portfolio;
    if (this.loaded.get(id) !== state) {
      this.live.put(id, await loader.load(portfolio));
      this.loaded.set(id, state);
      this.placesAt.delete(id);
    }
    if (now - (this.placesAt.get(id) ?? Number.NEGATIVE_INFINITY) < PLACES_INTERVAL_MS) return;
    const places = await exposures.placesOf(portfolio, this.live.symbolsOf(id));
    this.placesAt.set(id, now);
    this.observe({ kind: 'portfolio_places', portfolioId: id, places, at: now });
  }

  /** Logs the first of successive failures of a portfolio, which is tried again at the next check. */
  private noteFailure(id: string, error: unknown): void {
    if (this.failing.has(id)) return;
    this.failing.add(id);
    this.parts.log.warn(
      { component: 'portfolios', portfolioId: id, err: error },
      'Loading a portfolio for alert rules failed; retrying.',
    );
  }

  /**
   * Removes a portfolio.
   * @param isDeleted true: rules still need the deleted portfolio, so its figures become unknown
   */
  private forget(id: string, isDeleted: boolean, now: number): void {
    const figures = isDeleted ? this.live.figuresOf(id) : undefined;
    this.live.remove(id);
    this.loaded.delete(id);
    this.placesAt.delete(id);
    this.failing.delete(id);
    if (figures === undefined) return;
    const metrics = Object.fromEntries(Object.keys(figures).map((metric) => [metric, null]));
    this.observe({ kind: 'portfolio', portfolioId: id, metrics, at: now });
    this.observe({ kind: 'portfolio_places', portfolioId: id, places: [], at: now });
  }
}
