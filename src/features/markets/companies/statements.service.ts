import { Service } from 'typedi';
import { itemByKey, type StatementKind } from '../line-items.js';
import { CompaniesService, type SourcedFacts } from './companies.service.js';
import { type StatementPeriod, statementsOf } from './statements.js';

export interface StatementRequest {
  period: 'annual' | 'quarter';
  statements?: readonly StatementKind[];
  /** The first day on which a period may end, and the first day on which it may not. */
  firstDay?: string;
  endDay?: string;
  /** Undefined: now. */
  knownAt?: Date;
}

export interface SourcedStatements extends Omit<SourcedFacts, 'facts'> {
  /** Newest first. */
  periods: readonly StatementPeriod[];
}

/** Arranges the figures of a company as statements. */
@Service()
export class StatementsService {
  constructor(private readonly companies: CompaniesService) {}

  /** Returns statements by period. @throws Problem `not_found`, `unprocessable`, `unavailable` */
  async read(text: string, { period, knownAt, ...choice }: StatementRequest): Promise<SourcedStatements> {
    const { facts, ...known } = await this.companies.facts(text, knownAt);
    const periods = (await statementsOf(facts, period, known.currency)).filter(
      ({ end }) => end >= (choice.firstDay ?? end) && (choice.endDay === undefined || end < choice.endDay),
    );
    const { statements } = choice;
    return { ...known, periods: statements === undefined ? periods : periods.map((one) => only(one, statements)) };
  }
}

function only(period: StatementPeriod, statements: readonly StatementKind[]): StatementPeriod {
  const figures = period.figures.filter(({ statement }) => statements.includes(statement));
  const missing = period.missing.filter((key) =>
    statements.some((statement) => statement === itemByKey.get(key)?.statement),
  );
  return { ...period, figures, missing };
}
