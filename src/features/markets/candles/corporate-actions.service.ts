import { Service } from 'typedi';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../clock.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { CorporateAction } from '../candle.js';
import type { MarketSymbol } from '../market-symbol.js';
import { type MarketProvider, storedName } from '../providers/market-provider.js';
import { type Candidate, MarketRouter } from '../routing/market-router.service.js';
import type { Need } from '../routing/need.js';
import { oneADay } from './adjust.js';
import { CorporateActionRepository, type KnownActions } from './corporate-action.repository.js';

/** All there are: nothing is asked for before. */
const firstDay = '1950-01-01';
/** The provider of made-up markets. */
const simulated = 'simulator';
const recheckMs = 86_400_000;
const dayShape = /^\d{4}-\d\d-\d\d$/;
/** No company splits its shares by more. */
const greatestRatio = 100_000;

/** The splits and dividends of a symbol: kept in the database, and asked for again when they are a day old. */
@Service()
export class CorporateActions {
  private readonly recent: StaleWhileRevalidateCache<KnownActions>;

  constructor(
    private readonly repository: CorporateActionRepository,
    private readonly router: MarketRouter,
    private readonly calendar: TradingCalendar,
    private readonly clock: Clock,
  ) {
    this.recent = new StaleWhileRevalidateCache(clock, { max: 2_000, freshMs: 600_000, staleMs: 0 });
  }

  /**
   * All up to today, ascending by day, one a kind and day; when nobody can be asked, as they were known last.
   * @param barsBy whose bars they are for: those of made-up markets are for made-up bars alone
   * @throws UpstreamError when they never were known
   */
  async of(symbol: MarketSymbol, barsBy: MarketProvider): Promise<KnownActions> {
    const world = barsBy.name === simulated ? storedName(barsBy) : '';
    const { value } = await this.recent.get(`${symbol.text} ${world}`, () => this.current(symbol, barsBy));
    return value;
  }

  private async current(symbol: MarketSymbol, barsBy: MarketProvider): Promise<KnownActions> {
    const able = this.router.candidates(needOf(symbol)).filter(({ provider }) => (provider.name === simulated) === (barsBy.name === simulated));
    const names = able.map(({ provider }) => storedName(provider));
    const known = (await this.repository.find(symbol.text)).find(({ provider }) => names.includes(provider));
    if (known !== undefined && this.clock.now() - known.checkedAt.getTime() < recheckMs) return known;
    try {
      return await this.ask(symbol, able);
    } catch (error) {
      if (known === undefined || !(error instanceof UpstreamError)) throw error;
      return known;
    }
  }

  /** The first that answers. */
  private async ask(symbol: MarketSymbol, able: readonly Candidate[]): Promise<KnownActions> {
    let failure = new UpstreamError('not_entitled');
    for (const { provider } of able) {
      try {
        return await this.askOne(symbol, provider);
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        this.router.failed(needOf(symbol), provider, error);
        failure = error;
      }
    }
    throw failure;
  }

  private async askOne(symbol: MarketSymbol, provider: MarketProvider): Promise<KnownActions> {
    if (provider.actions === undefined) throw new UpstreamError('not_entitled');
    const today = this.calendar.dayOf(symbol, new Date(this.clock.now()));
    const answer = await provider.actions.actions(symbol, firstDay, today);
    this.router.succeeded(needOf(symbol), provider);
    const actions = oneADay(answer.filter((action) => isPossible(action, today)));
    const known = { actions, provider: storedName(provider), checkedAt: new Date(this.clock.now()) };
    await this.repository.replace(symbol.text, known, firstDay);
    return known;
  }
}

const needOf = ({ assetClass, venue }: MarketSymbol): Need => ({ operation: 'actions', assetClass, venue });

function isPossible({ day, kind, value }: CorporateAction, today: string): boolean {
  return dayShape.test(day) && day >= firstDay && day <= today && Number.isFinite(value) && value > 0 && (kind === 'dividend' || value <= greatestRatio);
}
