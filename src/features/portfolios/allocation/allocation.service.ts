import { Service } from 'typedi';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { formatDay } from '../../../charts/time-axis.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { DAY_MS } from '../../../time/durations.js';
import { textOf } from '../day.js';
import { type LookedThrough, together } from '../look-through/look-through.js';
import { LookThroughService } from '../look-through/look-through.service.js';
import { PortfoliosService } from '../portfolios.records.js';
import type { Valuation } from '../valuation/valuation.js';
import { type ValuationRequest, ValuationService } from '../valuation/valuation.service.js';
import { type AllocationGroup, allocationOf } from './allocation.js';
import { allocationChartInThread } from './allocation-chart-in-thread.js';
import type { Grouping } from './grouping.js';
import { InstrumentFactsService } from './instrument-facts.service.js';

export interface Allocation {
  by: Grouping;
  valuation: Valuation;
  groups: AllocationGroup[];
  /** The funds that were replaced by their holdings; null if none were to be. */
  through: LookedThrough | null;
}

/** The fact by which a portfolio is divided, and whether its funds are replaced by their holdings. */
export interface AllocationRequest extends ValuationRequest {
  by: Grouping;
  lookThrough: boolean;
}

/** Divides the holdings and cash of portfolios into groups by a fact of the instruments, such as their sector. */
@Service()
export class AllocationService {
  constructor(
    private readonly valuations: ValuationService,
    private readonly facts: InstrumentFactsService,
    private readonly portfolios: PortfoliosService,
    private readonly heavy: HeavyWork,
    private readonly looking: LookThroughService,
  ) {}

  /** Returns the groups of a portfolio at the end of a day. @throws Problem `not_found`, `unavailable` */
  async read(
    accountId: string,
    portfolioId: string,
    { by, lookThrough, ...request }: AllocationRequest,
    signal?: AbortSignal,
  ): Promise<Allocation> {
    const valuation = await this.valuations.read(accountId, portfolioId, request, signal);
    const facts = await this.facts.of(
      new Map(valuation.holdings.map(({ symbol, currency }) => [symbol, currency])),
      signal,
    );
    if (!lookThrough) return { by, valuation, groups: allocationOf(valuation, facts, by), through: null };
    const symbols = valuation.holdings.map(({ symbol }) => symbol);
    const looked = await this.looking.throughEach(accountId, symbols, textOf(valuation.day));
    const weights = new Map(valuation.holdings.map(({ symbol, weight }) => [symbol, weight ?? 0]));
    const opaqueFunds = symbols.filter((symbol) => !looked.has(symbol) && facts.get(symbol)?.assetClass === 'etf');
    return {
      by,
      valuation,
      groups: allocationOf(valuation, facts, by, looked),
      through: together(looked, weights, opaqueFunds),
    };
  }

  /** Draws the groups. @returns an SVG document @throws Problem as `read`, `overloaded` */
  draw(requester: Requester, portfolioId: string, request: AllocationRequest, look: ChartLook): Promise<string> {
    return this.heavy.run(requester, async (inThread) => {
      const { name: title } = await this.portfolios.get(requester.accountId, portfolioId);
      const { by, valuation, groups } = await this.read(requester.accountId, portfolioId, request, requester.signal);
      const providers = [...new Set(valuation.holdings.flatMap(({ provider }) => provider ?? []))];
      const bars = groups.map(({ name, weight, value }) => ({ name, weight, value: value.toNumber() }));
      return inThread(allocationChartInThread, {
        title,
        by,
        currency: valuation.currency,
        asOf: formatDay(new Date(valuation.day * DAY_MS)),
        groups: bars,
        providers,
        look,
      });
    });
  }
}
