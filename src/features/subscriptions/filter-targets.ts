import { Service } from 'typedi';

/** Returns the ids that belong to the account. */
type OwnIds = (accountId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Looks up whether records that filters refer to by id belong to an account. The feature that stores such records
 * registers the look-up in its module.
 */
@Service()
export class FilterTargets {
  private readonly lookups = new Map<'portfolioIds', OwnIds>();

  register(condition: 'portfolioIds', own: OwnIds): void {
    this.lookups.set(condition, own);
  }

  /** Returns the ids that belong to the account; empty if no feature has registered a look-up. */
  async own(condition: 'portfolioIds', accountId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return (await this.lookups.get(condition)?.(accountId, ids)) ?? new Set();
  }
}
