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
/** Time (ms) for which announced actions are not requested again. */
const ANNOUNCED_FRESH_MS = DAY_MS / 4;
/** Number of days ahead for which announced actions are requested. */
const ANNOUNCED_DAYS = 400;
const dayShape = /^\d{4}-\d\d-\d\d$/;
/** Maximum ratio of a split; larger ones are invalid. */
const MAX_SPLIT_RATIO = 100_000;

/** Reads the splits and dividends of a symbol, from the database or, once a day, from a provider. */
@Service()
export class CorporateActions {
  private readonly recent: StaleWhileRevalidateCache<KnownActions>;
  /** Announced actions with an ex-day after today. They are not stored, so that stored actions all apply to candles. */
  private readonly coming: StaleWhileRevalidateCache<KnownActions>;

  constructor(
    private readonly repository: CorporateActionRepository,
    private readonly router: MarketRouter,
    private readonly calendar: TradingCalendar,
    private readonly clock: Clock,
  ) {
    this.recent = new StaleWhileRevalidateCache(clock, { max: 2_000, freshMs: 10 * MINUTE_MS, staleMs: 0 });
    this.coming = new StaleWhileRevalidateCache(clock, { max: 2_000, freshMs: ANNOUNCED_FRESH_MS, staleMs: DAY_MS });
  }

  /**
   * Returns all actions up to today, ascending, according to the provider with the highest priority that answers.
   * @throws UpstreamError when no actions are stored and no provider answers
   */
  async upToToday(symbol: MarketSymbol): Promise<KnownActions> {
    return this.of(symbol, this.preferred(symbol));
  }

  /**
   * Returns announced actions with an ex-day after today, ascending.
   * @throws UpstreamError when no provider answers
   */
  async announced(symbol: MarketSymbol): Promise<KnownActions> {
    const candidates = this.sameKind(symbol, this.preferred(symbol));
    const { value } = await this.coming.get(symbol.text, () =>
      this.query(symbol, candidates, (provider) => this.fetchAnnounced(symbol, provider)),
    );
    const today = this.calendar.dayOf(symbol, new Date(this.clock.now()));
    return { ...value, actions: value.actions.filter(({ day }) => day > today) };
  }

  /** @throws UpstreamError when no configured provider has actions of the instrument */
  private preferred(symbol: MarketSymbol): MarketProvider {
    const requirement = requirementOf(symbol);
    const first = this.router.candidates(requirement)[0] ?? this.router.capable(requirement)[0];
    if (first === undefined) throw new UpstreamError('not_entitled');
    return first.provider;
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
    const candidates = this.sameKind(symbol, candleProvider);
    const names = candidates.map(({ provider }) => storedName(provider));
    const known = (await this.repository.find(symbol.text)).find(({ provider }) => names.includes(provider));
    if (known !== undefined && this.clock.now() - known.checkedAt.getTime() < RECHECK_MS) return known;
    try {
      return await this.query(symbol, candidates, (provider) => this.fetchFrom(symbol, provider));
    } catch (error) {
      if (known === undefined || !(error instanceof UpstreamError)) throw error;
      return known;
    }
  }

  /** Returns only the simulator for a simulated provider, and only the other candidates for a real one. */
  private sameKind(symbol: MarketSymbol, { name }: MarketProvider): Candidate[] {
    return this.router
      .candidates(requirementOf(symbol))
      .filter(({ provider }) => (provider.name === SIMULATOR) === (name === SIMULATOR));
  }

  /** Queries the candidates until one answers. */
  private async query(
    symbol: MarketSymbol,
    candidates: readonly Candidate[],
    fetchFrom: (provider: MarketProvider) => Promise<KnownActions>,
  ): Promise<KnownActions> {
    let failure = new UpstreamError('not_entitled');
    for (const { provider } of candidates) {
      try {
        return await fetchFrom(provider);
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
    const actions = onePerDay(answer.filter((action) => isPossible(action, FIRST_DAY, today)));
    const known = { actions, provider: storedName(provider), checkedAt: new Date(this.clock.now()) };
    await this.repository.replace(symbol.text, known, FIRST_DAY);
    return known;
  }

  private async fetchAnnounced(symbol: MarketSymbol, provider: MarketProvider): Promise<KnownActions> {
    if (provider.actions === undefined) throw new UpstreamError('not_entitled');
    const now = this.clock.now();
    const [tomorrow, last] = [DAY_MS, ANNOUNCED_DAYS * DAY_MS].map((ms) =>
      this.calendar.dayOf(symbol, new Date(now + ms)),
    ) as [string, string];
    const answer = await provider.actions.actions(symbol, tomorrow, last);
    this.router.recordSuccess(requirementOf(symbol), provider);
    const actions = onePerDay(answer.filter((action) => isPossible(action, tomorrow, last)));
    return { actions, provider: storedName(provider), checkedAt: new Date(now) };
  }
}

const requirementOf = ({ assetClass, venue }: MarketSymbol): Requirement => ({
  operation: 'actions',
  assetClass,
  venue,
});

function isPossible({ day, kind, value }: CorporateAction, first: string, last: string): boolean {
  return (
    dayShape.test(day) &&
    day >= first &&
    day <= last &&
    Number.isFinite(value) &&
    value > 0 &&
    (kind === 'dividend' || value <= MAX_SPLIT_RATIO)
  );
}
