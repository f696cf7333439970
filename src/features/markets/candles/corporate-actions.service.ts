import { Service } from 'typedi';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, MINUTE_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { CorporateAction } from '../candle.js';
import type { MarketSymbol } from '../market-symbol.js';
import { type MarketProvider, storedName } from '../providers/market-provider.js';
import { type Candidate, MarketRouter } from '../routing/market-router.service.js';
import type { Requirement } from '../routing/requirement.js';
import { onePerDay } from './adjust.js';
import { CorporateActionRepository, type KnownActions } from './corporate-action.repository.js';

/** Actions before this day are not requested. */
const FIRST_DAY = '1950-01-01';
/** Name of the simulator's provider. */
const SIMULATOR = 'simulator';
const RECHECK_MS = DAY_MS;
const dayShape = /^\d{4}-\d\d-\d\d$/;
/** Maximum ratio of a split; larger ones are invalid. */
const MAX_SPLIT_RATIO = 100_000;

/** Reads the splits and dividends of a symbol, from the database or, once a day, from a provider. */
@Service()
export class CorporateActions {
  private readonly recent: StaleWhileRevalidateCache<KnownActions>;

  constructor(
    private readonly repository: CorporateActionRepository,
    private readonly router: MarketRouter,
    private readonly calendar: TradingCalendar,
    private readonly clock: Clock,
  ) {
    this.recent = new StaleWhileRevalidateCache(clock, { max: 2_000, freshMs: 10 * MINUTE_MS, staleMs: 0 });
  }

  /**
   * Returns all actions up to today, ascending, one per kind and day; the stored ones when no provider answers.
   * @param candleProvider the provider of the candles to adjust: simulated actions apply only to simulated candles
   * @throws UpstreamError when no actions are stored and no provider answers
   */
  async of(symbol: MarketSymbol, candleProvider: MarketProvider): Promise<KnownActions> {
    const variant = candleProvider.name === SIMULATOR ? storedName(candleProvider) : '';
    const { value } = await this.recent.get(`${symbol.text} ${variant}`, () => this.current(symbol, candleProvider));
    return value;
  }

  private async current(symbol: MarketSymbol, candleProvider: MarketProvider): Promise<KnownActions> {
    const candidates = this.router
      .candidates(requirementOf(symbol))
      .filter(({ provider }) => (provider.name === SIMULATOR) === (candleProvider.name === SIMULATOR));
    const names = candidates.map(({ provider }) => storedName(provider));
    const known = (await this.repository.find(symbol.text)).find(({ provider }) => names.includes(provider));
    if (known !== undefined && this.clock.now() - known.checkedAt.getTime() < RECHECK_MS) return known;
    try {
      return await this.query(symbol, candidates);
    } catch (error) {
      if (known === undefined || !(error instanceof UpstreamError)) throw error;
      return known;
    }
  }

  /** Queries the candidates until one answers. */
  private async query(symbol: MarketSymbol, candidates: readonly Candidate[]): Promise<KnownActions> {
    let failure = new UpstreamError('not_entitled');
    for (const { provider } of candidates) {
      try {
        return await this.fetchFrom(symbol, provider);
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        this.router.recordFailure(requirementOf(symbol), provider, error);
        failure = error;
      }
    }
    throw failure;
  }

  private async fetchFrom(symbol: MarketSymbol, provider: MarketProvider): Promise<KnownActions> {
    if (provider.actions === undefined) throw new UpstreamError('not_entitled');
    const today = this.calendar.dayOf(symbol, new Date(this.clock.now()));
    const answer = await provider.actions.actions(symbol, FIRST_DAY, today);
    this.router.recordSuccess(requirementOf(symbol), provider);
    const actions = onePerDay(answer.filter((action) => isPossible(action, today)));
    const known = { actions, provider: storedName(provider), checkedAt: new Date(this.clock.now()) };
    await this.repository.replace(symbol.text, known, FIRST_DAY);
    return known;
  }
}

const requirementOf = ({ assetClass, venue }: MarketSymbol): Requirement => ({
  operation: 'actions',
  assetClass,
  venue,
});

function isPossible({ day, kind, value }: CorporateAction, today: string): boolean {
  return (
    dayShape.test(day) &&
    day >= FIRST_DAY &&
    day <= today &&
    Number.isFinite(value) &&
    value > 0 &&
    (kind === 'dividend' || value <= MAX_SPLIT_RATIO)
  );
}
