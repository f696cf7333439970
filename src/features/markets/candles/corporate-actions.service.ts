import { Service } from 'typedi';
import { FreshValues } from '../../../cache/fresh-values.js';
import { Clock } from '../../../clock.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { CorporateAction } from '../candle.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { MarketProvider } from '../providers/market-provider.js';
import { MarketRouter } from '../routing/market-router.service.js';
import { oneADay } from './adjust.js';
import { CorporateActionRepository, type KnownActions } from './corporate-action.repository.js';

/** All there are: nothing is asked for before. */
const firstDay = '1950-01-01';
const recheckMs = 86_400_000;
const dayShape = /^\d{4}-\d\d-\d\d$/;
/** No company splits its shares by more. */
const greatestRatio = 100_000;

/** The splits and dividends of a symbol: kept in the database, and asked for again when they are a day old. */
@Service()
export class CorporateActions {
  private readonly recent: FreshValues<KnownActions>;

  constructor(
    private readonly repository: CorporateActionRepository,
    private readonly router: MarketRouter,
    private readonly calendar: TradingCalendar,
    private readonly clock: Clock,
  ) {
    this.recent = new FreshValues(clock, { max: 10_000, freshMs: 600_000, staleMs: 0 });
  }

  /** All up to today, ascending by day, one a kind and day; when nobody can be asked, as they were known last. @throws UpstreamError when they never were */
  async of(symbol: MarketSymbol): Promise<KnownActions> {
    const { value } = await this.recent.get(symbol.text, () => this.current(symbol));
    return value;
  }

  private async current(symbol: MarketSymbol): Promise<KnownActions> {
    const [known] = await this.repository.find(symbol.text);
    if (known !== undefined && this.clock.now() - known.checkedAt.getTime() < recheckMs) return known;
    try {
      return await this.ask(symbol);
    } catch (error) {
      if (known === undefined || !(error instanceof UpstreamError)) throw error;
      return known;
    }
  }

  private async ask(symbol: MarketSymbol): Promise<KnownActions> {
    const today = this.calendar.dayOf(symbol, new Date(this.clock.now()));
    const need = { operation: 'actions', assetClass: symbol.assetClass, venue: symbol.venue } as const;
    const { provider, answer } = await this.router.ask(need, (asked) => actionsOf(asked, symbol, today));
    const actions = oneADay(answer.filter((action) => isPossible(action, today)));
    const known = { actions, provider: provider.name, checkedAt: new Date(this.clock.now()) };
    await this.repository.replace(symbol.text, known, firstDay);
    return known;
  }
}

async function actionsOf({ actions }: MarketProvider, symbol: MarketSymbol, today: string): Promise<CorporateAction[]> {
  if (actions === undefined) throw new UpstreamError('not_entitled');
  return actions.actions(symbol, firstDay, today);
}

function isPossible({ day, kind, value }: CorporateAction, today: string): boolean {
  return dayShape.test(day) && day >= firstDay && day <= today && Number.isFinite(value) && value > 0 && (kind === 'dividend' || value <= greatestRatio);
}
