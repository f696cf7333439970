import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import type { LongRequest } from '../../../threads/long-request.js';
import { Clock } from '../../../time/clock.js';
import type { Portfolio } from '../portfolio.js';
import { PortfoliosConfig } from '../portfolios.config.js';
import { PortfoliosService } from '../portfolios.records.js';
import type { FinishedRows } from './finish-rows.js';
import { ImportRepository } from './import.repository.js';
import type { ImportProgress } from './import-progress.js';

/** Adds the rows of a file to the ledger of a portfolio. */
@Service()
export class ImportLedger {
  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly repository: ImportRepository,
    private readonly database: Database,
    private readonly config: PortfoliosConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Compares the rows with the ledger, and stores the new ones unless `isDryRun`.
   * @returns the number of new rows
   * @throws Problem `not_found`, `quota_reached`
   */
  store(
    owner: LongRequest,
    portfolio: Portfolio,
    finished: FinishedRows,
    isDryRun: boolean,
    progress: ImportProgress,
  ): Promise<number> {
    const { chunks, rows, hasLots } = finished;
    return this.database.transaction(async () => {
      await this.portfolios.hold(owner.accountId, portfolio.id);
      await this.repository.begin();
      for (const chunk of chunks) {
        owner.signal.throwIfAborted();
        await this.repository.collect(chunk);
      }
      const { added, before } = await this.repository.compare(portfolio.id, rows);
      const limit = this.config.transactions;
      if (added > 0 && before + added > limit)
        throw new Problem('quota_reached', {
          detail: `A portfolio has at most ${limit} transactions here; this one has ${before}, and the file adds ${added}.`,
        });
      if (!isDryRun)
        await this.repository.insert(
          portfolio.id,
          rows,
          hasLots,
          new Date(this.clock.now()),
          (done) => (progress.done = done),
        );
      return added;
    });
  }
}
