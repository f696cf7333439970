import { Service } from 'typedi';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { formatDay } from '../../../charts/time-axis.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { DAY_MS } from '../../../time/durations.js';
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
}

/** Divides the holdings and cash of portfolios into groups by a fact of the instruments, such as their sector. */
@Service()
export class AllocationService {
  constructor(
    private readonly valuations: ValuationService,
    private readonly facts: InstrumentFactsService,
    private readonly portfolios: PortfoliosService,
    private readonly heavy: HeavyWork,
  ) {}

  /** Returns the groups of a portfolio at the end of a day. @throws Problem `not_found`, `unavailable` */
  async read(
    accountId: string,
    portfolioId: string,
    by: Grouping,
    request: ValuationRequest,
    signal?: AbortSignal,
  ): Promise<Allocation> {
    const valuation = await this.valuations.read(accountId, portfolioId, request, signal);
    const facts = await this.facts.of(
      new Map(valuation.holdings.map(({ symbol, currency }) => [symbol, currency])),
      signal,
    );
    return { by, valuation, groups: allocationOf(valuation, facts, by) };
  }

  /** Draws the groups. @returns an SVG document @throws Problem as `read`, `overloaded` */
  draw(
    requester: Requester,
    portfolioId: string,
    by: Grouping,
    request: ValuationRequest,
    look: ChartLook,
  ): Promise<string> {
    return this.heavy.run(requester, async (inThread) => {
      const { name: title } = await this.portfolios.get(requester.accountId, portfolioId);
      const { valuation, groups } = await this.read(requester.accountId, portfolioId, by, request, requester.signal);
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
