import { Service } from 'typedi';
import { type CompanyFigure, type CompanyValue, CompanyValues } from './screens/company-values.service.js';

export type { CompanyFigure, CompanyValue };

/** Lets other features compare figures and ratios of companies. */
@Service()
export class MarketsFactsApi {
  constructor(private readonly values: CompanyValues) {}

  /** Returns a sentence about the problem of a field that is not about companies; undefined if it is one. */
  fieldProblem(field: string): string | undefined {
    return this.values.fieldProblem(field);
  }

  /** Returns a sentence about why the figures of a symbol cannot be read; undefined if they can. */
  symbolProblem(symbol: string): Promise<string | undefined> {
    return this.values.symbolProblem(symbol);
  }

  /** Returns the values of figures now, without those that are still being read. */
  latest(asked: readonly CompanyFigure[]): Promise<CompanyValue[]> {
    return this.values.latest(asked);
  }

  /** Returns the values of figures in a range, earliest first, at most `limit`. @throws Problem `unavailable` */
  history(
    asked: readonly CompanyFigure[],
    range: { from: number; to: number },
    limit: number,
  ): Promise<CompanyValue[]> {
    return this.values.history(asked, range, limit);
  }
}
