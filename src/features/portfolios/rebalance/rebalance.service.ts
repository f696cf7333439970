import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { HeavyWork, type InThread } from '../../../threads/heavy-work.js';
import type { LongRequest } from '../../../threads/long-request.js';
import { Clock } from '../../../time/clock.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { dayOf, endOf } from '../day.js';
import type { Ledger } from '../ledger/ledger.js';
import { Ledgers } from '../ledger/ledgers.service.js';
import { Decimal, zero } from '../lots/decimal.js';
import type { TakenLot } from '../lots/lot-book.js';
import { PortfoliosService } from '../portfolios.records.js';
import { pointAt } from '../valuation/daily-series.js';
import { PriceHistory } from '../valuation/price-history.service.js';
import type { Valuation, ValuationWarning } from '../valuation/valuation.js';
import { ValuationService } from '../valuation/valuation.service.js';
import { fromThreadPlan, planInThread, toThreadPlan } from './plan-in-thread.js';
import type { PlannedPosition, PlannedTrade, RebalancePlan, RebalanceRules } from './rebalancing.js';
import { type GivenWeight, givenWeights, modelWeights } from './target-weights.js';

/** Maximum number of positions of a plan, so that the work for a request is limited. */
const MAX_POSITIONS = 200;
/** Decimal places of units of crypto-assets, which are divisible. */
const CRYPTO_PLACES = 8;

export type RebalanceTarget =
  | { type: 'model'; portfolioId: string }
  | { type: 'weights'; weights: readonly GivenWeight[] };

export interface RebalanceRequest {
  target: RebalanceTarget;
  rules: RebalanceRules;
  /** Decimal places of the units of shares and funds; 0: whole units. */
  unitPlaces: number;
  /** Day of the plan (a plain date). Default: today. */
  asOf?: string;
  /** Currency of the plan. Default: the portfolio's base currency. */
  currency?: string;
}

export interface SoldLot extends TakenLot {
  /** Gain after the fee, in the currency of the trade; null: the cost is unknown. */
  gain: Decimal | null;
}

export interface TradeWithLots extends PlannedTrade {
  /** The lots that a sale takes; empty for a purchase. */
  lots: SoldLot[];
}

export interface RebalanceReport {
  valuation: Valuation;
  positions: PlannedPosition[];
  plan: Omit<RebalancePlan, 'trades'>;
  trades: TradeWithLots[];
  warnings: ValuationWarning[];
}

/** Plans trades that bring a portfolio to its target weights. Nothing is traded or stored. */
@Service()
export class RebalanceService {
  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly ledgers: Ledgers,
    private readonly valuations: ValuationService,
    private readonly prices: PriceHistory,
    private readonly markets: MarketsApi,
    private readonly heavy: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a plan.
   * @throws Problem `not_found`, `invalid_request` for wrong weights, `unprocessable` for an unusable target or too
   * many positions, `unavailable`, `overloaded`
   */
  async plan(owner: LongRequest, portfolioId: string, request: RebalanceRequest): Promise<RebalanceReport> {
    await this.portfolios.get(owner.accountId, portfolioId);
    return this.heavy.run(owner, (inThread) => this.planned(owner, portfolioId, request, inThread));
  }

  private async planned(
    { accountId, signal }: LongRequest,
    portfolioId: string,
    request: RebalanceRequest,
    inThread: InThread,
  ): Promise<RebalanceReport> {
    const today = dayOf(new Date(this.clock.now()));
    const day = request.asOf === undefined ? today : Math.min(today, dayOf(new Date(request.asOf)));
    const loaded = await this.ledgers.load(accountId, portfolioId, endOf(day));
    const currency = request.currency ?? loaded.portfolio.baseCurrency;
    const { weights, warnings } = await this.targetsOf(accountId, request.target, { day, currency }, signal);
    const valuation = await this.valuations.of(loaded, day, currency, signal);
    const positions = await this.positionsOf(valuation, weights, request, signal);
    const input = { positions, cash: valuation.cashValue, rules: request.rules };
    const { trades, ...plan } = fromThreadPlan(await inThread(planInThread, toThreadPlan(input)));
    return {
      valuation,
      positions,
      plan,
      trades: trades.map((trade) => ({ ...trade, lots: trade.side === 'sell' ? soldLots(loaded.ledger, trade) : [] })),
      warnings: [...valuation.warnings, ...warnings],
    };
  }

  private async targetsOf(
    accountId: string,
    target: RebalanceTarget,
    { day, currency }: { day: number; currency: string },
    signal?: AbortSignal,
  ): Promise<{ weights: Map<string, Decimal>; warnings: ValuationWarning[] }> {
    if (target.type === 'weights') {
      const { weights, problems } = givenWeights(target.weights);
      if (problems.length > 0)
        throw new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors: problems });
      return { weights, warnings: [] };
    }
    const unusable = (detail: string) =>
      new Problem('unprocessable', {
        detail: 'The target cannot be used; see errors.',
        errors: [{ pointer: '/target/portfolioId', detail }],
      });
    const [model] = await this.portfolios.some(accountId, [target.portfolioId]);
    if (model === undefined) throw unusable('is the id of none of your portfolios');
    if (model.kind !== 'model') throw unusable('must be a portfolio of the kind `model`');
    const valuation = await this.valuations.of(
      await this.ledgers.load(accountId, model.id, endOf(day)),
      day,
      currency,
      signal,
    );
    const weights = modelWeights(valuation);
    if (weights === undefined) throw unusable('is a model without a value: add transactions to it');
    return { weights, warnings: valuation.warnings };
  }

  /** Returns the holdings, and the symbols of targets that are not held. */
  private async positionsOf(
    { holdings, day, currency }: Valuation,
    weights: ReadonlyMap<string, Decimal>,
    { unitPlaces }: RebalanceRequest,
    signal?: AbortSignal,
  ): Promise<PlannedPosition[]> {
    const placesOf = (symbol: string) => (symbol.endsWith('.CC') ? CRYPTO_PLACES : unitPlaces);
    const positions = holdings.map(({ symbol, currency: own, quantity, price, rate }): PlannedPosition => {
      return {
        symbol,
        currency: own,
        quantity,
        price,
        rate,
        target: weights.get(symbol) ?? zero,
        unitPlaces: placesOf(symbol),
      };
    });
    const held = new Set(holdings.map(({ symbol }) => symbol));
    const added = [...weights].filter(([symbol]) => !held.has(symbol));
    if (held.size + added.length > MAX_POSITIONS)
      throw new Problem('unprocessable', { detail: `A plan has at most ${MAX_POSITIONS} holdings and targets.` });
    const unknown: FieldProblem[] = [];
    for (const [symbol, target] of added) {
      const own = await this.currencyOf(symbol);
      if (own === undefined) {
        const index = [...weights.keys()].indexOf(symbol);
        unknown.push({
          pointer: `/target/weights/${index}/symbol`,
          detail: 'is unknown; `GET /markets/search` finds symbols',
        });
        continue;
      }
      const [series, rates] = [
        await this.prices.prices(symbol, day, day, signal),
        await this.prices.rates(own, currency, day, day, signal),
      ];
      const [price, rate] = [series && pointAt(series, day), rates && pointAt(rates, day)];
      positions.push({
        symbol,
        currency: own,
        quantity: zero,
        target,
        unitPlaces: placesOf(symbol),
        price: price === undefined ? null : new Decimal(price.value),
        rate: rate === undefined ? null : new Decimal(rate.value),
      });
    }
    if (unknown.length > 0)
      throw new Problem('unprocessable', { detail: 'Some symbols are unknown; see errors.', errors: unknown });
    return positions;
  }

  private async currencyOf(symbol: string): Promise<string | undefined> {
    try {
      return (await this.markets.instrument(symbol)).instrument.currency;
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}

/**
 * Returns the lots that a sale takes by the method of the portfolio. Changes the ledger, which was loaded for this plan
 * only.
 */
function soldLots(ledger: Ledger, { symbol, quantity, amount, fee }: PlannedTrade): SoldLot[] {
  const taken = ledger.books.get(symbol)?.take(quantity) ?? [];
  const proceeds = amount.minus(fee);
  return taken.map((lot) => ({
    ...lot,
    gain: lot.cost === null ? null : proceeds.times(lot.quantity).div(quantity).minus(lot.cost),
  }));
}
