import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { PriceCurrencies } from '../calendar/price-currencies.service.js';
import type { CorporateAction } from '../candle.js';
import type { KnownActions } from '../candles/corporate-action.repository.js';
import { CorporateActions } from '../candles/corporate-actions.service.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { unavailable } from '../unavailable.js';
import type { ListedAction, ListedActions } from './listed-action.js';

export interface ActionFilter {
  kinds?: readonly CorporateAction['kind'][];
  /** The first and the last ex-day, inclusive. */
  firstDay?: string;
  lastDay?: string;
  /** Day (plain date); only actions that were known by its end are returned. */
  knownAt?: string;
}

/** Lists past and announced splits and dividends. */
@Service()
export class ListedActionsService {
  constructor(
    private readonly actions: CorporateActions,
    private readonly currencies: PriceCurrencies,
  ) {}

  /**
   * Lists the actions of an instrument.
   * @param text the symbol, case-insensitive
   * @throws Problem `unprocessable` for instruments without splits and dividends, `not_found`, `unavailable`
   */
  async read(text: string, filter: ActionFilter): Promise<ListedActions> {
    const symbol = parseSymbol(text);
    if (symbol === undefined) throw unknown();
    if (symbol.assetClass !== 'equity')
      throw new Problem('unprocessable', {
        detail: 'Only shares and funds have splits and dividends. Name a symbol such as AAPL.US.',
      });
    try {
      return await this.list(symbol, filter);
    } catch (error) {
      throw error instanceof UpstreamError ? problemOf(error) : error;
    }
  }

  /** Lists the actions like `read`, but throws the failures of providers. */
  async list(symbol: MarketSymbol, filter: ActionFilter): Promise<ListedActions> {
    const past = await this.actions.upToToday(symbol);
    const coming = await this.announced(symbol);
    const currency = await this.currencies.of(symbol);
    const actions = [...past.actions, ...(coming?.actions ?? [])]
      .map((action) => listed(action, currency))
      .filter((action) => fits(action, filter));
    const [provider = past.provider] = past.provider.split(':');
    return {
      symbol: symbol.text,
      actions,
      provenance: {
        provider,
        asOf: null,
        fetchedAt: past.checkedAt,
        delaySeconds: 0,
        stale: false,
        warnings: coming === undefined ? ['Announced actions are unavailable; only past ones are listed.'] : [],
      },
    };
  }

  /** Returns the announced actions; undefined if no provider answers. */
  private async announced(symbol: MarketSymbol): Promise<KnownActions | undefined> {
    try {
      return await this.actions.announced(symbol);
    } catch (error) {
      if (error instanceof UpstreamError) return undefined;
      throw error;
    }
  }
}

/** Adds the currency and the first known day. @param priceCurrency currency of dividends without a stated currency */
function listed(action: CorporateAction, priceCurrency: string): ListedAction {
  const seen = action.seenAt?.toISOString().slice(0, 10) ?? action.day;
  const currency = action.currency ?? priceCurrency;
  return { ...action, currency, knownSince: action.declarationDay ?? (seen < action.day ? seen : action.day) };
}

const fits = ({ day, kind, knownSince }: ListedAction, { kinds, firstDay, lastDay, knownAt }: ActionFilter): boolean =>
  (kinds === undefined || kinds.includes(kind)) &&
  (firstDay === undefined || day >= firstDay) &&
  (lastDay === undefined || day <= lastDay) &&
  (knownAt === undefined || knownSince <= knownAt);

const unknown = () =>
  new Problem('not_found', {
    detail: 'No configured provider knows this symbol. Use GET /markets/search to find symbols.',
  });

function problemOf(error: UpstreamError): Problem {
  if (error.code === 'not_found') return unknown();
  if (error.code === 'not_entitled' || error.code === 'unauthorized')
    return new Problem('unprocessable', {
      detail: 'No configured provider offers splits and dividends of this symbol; see GET /markets/providers.',
    });
  const detail = 'The providers of splits and dividends are not answering. Try again in a moment.';
  return unavailable(detail, error.retryAfterMs, error);
}
