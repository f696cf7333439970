import { Service } from 'typedi';

/** Returns those of the ids that belong to the account. */
type OwnIds = (accountId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Records that filters refer to by id. The feature that keeps such records registers the look-up in its module. */
@Service()
export class FilterTargets {
  private readonly lookups = new Map<'portfolioIds', OwnIds>();

  register(condition: 'portfolioIds', own: OwnIds): void {
    this.lookups.set(condition, own);
  }

  /** Empty also when no feature keeps such records. */
  async own(condition: 'portfolioIds', accountId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return (await this.lookups.get(condition)?.(accountId, ids)) ?? new Set();
  }
}
