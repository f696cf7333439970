import type { DtoClass } from '../api/rules.js';
import type { Caller } from '../http/caller.js';

/** More than the quotas of an account can be set to. */
const MAX_ITEMS = 100_000;

/**
 * Data that a part of the service keeps for an account: a section of the account's export, removed when the account is
 * deleted. Every class that a `*.account-data.ts` file exports is one. Rows with a foreign key to the account are
 * removed with it and need no code here.
 */
export abstract class AccountData {
  /** Name of the section in the export: `watchlists`. */
  abstract readonly section: string;
  /** Describes the section to the reader of the export. */
  abstract readonly description: string;
  /** The DTO of its items. */
  abstract readonly item: DtoClass;
  /** The export holds at most this many items. */
  readonly maxItems: number = MAX_ITEMS;

  /**
   * Returns the items as DTOs, at most `maxItems`; in pages where one read of all would take long.
   * @param requestId the request that reads them: what it leaves behind itself is not among them
   */
  abstract read(caller: Caller, requestId: string): Promise<object[]> | AsyncIterable<object[]>;

  /**
   * Removes at most `limit` items in the caller's transaction, for data too large to be removed with the account in one
   * statement. Called until nothing is left.
   * @returns how many were removed
   */
  async removeSome(_accountId: string, _limit: number): Promise<number> {
    return 0;
  }

  /**
   * Called in the transaction that has removed the account, for data outside the database. Throwing keeps the account.
   */
  async removeRest(_accountId: string): Promise<void> {}
}

/**
 * All account data, in the order of the sections' file names. Created at first use: its parts need the accounts
 * themselves.
 */
export class AccountDataSources {
  private sources?: readonly AccountData[];

  constructor(private readonly create: () => readonly AccountData[]) {}

  get all(): readonly AccountData[] {
    this.sources ??= this.create();
    return this.sources;
  }
}
