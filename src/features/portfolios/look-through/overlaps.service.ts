import { Service } from 'typedi';
import { textOf } from '../day.js';
import type { ValuationWarning } from '../valuation/valuation.js';
import { type ValuationRequest, ValuationService } from '../valuation/valuation.service.js';
import { type LookedThrough, together } from './look-through.js';
import { LookThroughService } from './look-through.service.js';
import { type Overlap, overlapOf } from './overlap.js';

/** Number of funds that are compared with each other at most: 4,950 pairs. */
const MAX_COMPARED = 100;

export interface PortfolioOverlap extends Overlap {
  day: number;
  through: LookedThrough;
  warnings: ValuationWarning[];
}

/** Finds instruments that portfolios hold in several ways: directly, and through one or more funds. */
@Service()
export class OverlapsService {
  constructor(
    private readonly valuations: ValuationService,
    private readonly looking: LookThroughService,
  ) {}

  /** Returns the overlap of the holdings of a portfolio. @throws Problem `not_found`, `unavailable` */
  async read(accountId: string, portfolioId: string, request: ValuationRequest): Promise<PortfolioOverlap> {
    const { day, holdings, warnings } = await this.valuations.read(accountId, portfolioId, request);
    const weights = new Map(holdings.map(({ symbol, weight }) => [symbol, weight ?? 0]));
    const looked = await this.looking.throughEach(accountId, [...weights.keys()], textOf(day));
    return {
      ...overlapOf(weights, looked, MAX_COMPARED),
      day,
      warnings,
      through: together(looked, weights, []),
    };
  }
}
