import type { DtoClass } from '../api/rules.js';
import type { Caller } from '../http/caller.js';

/** Maximum number of exported items; greater than any quota of an account can be. */
const MAX_ITEMS = 100_000;

/**
 * Data of one part of the service for an account: a section of the account's export, deleted together with the account.
 * Every exported class of a `*.account-data.ts` file is such a part. Rows with a foreign key to the account are deleted
 * by the database and need no code here.
 */
export abstract class AccountData {
  /** Name of the section in the export, such as `watchlists`. */
  abstract readonly section: string;
  /** Description of the section for readers of the export. */
  abstract readonly description: string;
  /** DTO of the items. */
  abstract readonly item: DtoClass;
  /** Maximum number of items in the export. */
  readonly maxItems: number = MAX_ITEMS;

  /**
   * Returns the items as DTOs, at most `maxItems`; in pages if reading all of them at once would take long.
   * @param requestId id of the exporting request, whose own records are left out
   */
  abstract read(caller: Caller, requestId: string): Promise<object[]> | AsyncIterable<object[]>;

  /**
   * Deletes at most `limit` items in the caller's transaction, for data too large to be deleted with the account in one
   * statement. Called until it returns 0.
   * @returns the number of deleted items
   */
  async removeSome(_accountId: string, _limit: number): Promise<number> {
    return 0;
  }

  /**
   * Deletes data outside the database. Called in the transaction that has deleted the account; an error keeps the
   * account.
   */
  async removeRest(_accountId: string): Promise<void> {}
}

/**
 * All account data, in the order of the file names. Created at the first use, because its classes depend on the
 * accounts service, which itself depends on this class.
 */
export class AccountDataSources {
  private sources?: readonly AccountData[];

  constructor(private readonly create: () => readonly AccountData[]) {}

  get all(): readonly AccountData[] {
    this.sources ??= this.create();
    return this.sources;
  }
}
