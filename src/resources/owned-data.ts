import { AccountData } from '../accounts/account-data.js';
import type { Caller } from '../http/caller.js';
import type { AnyRecords, OwnedExport } from './owned-records.js';

/** Exports the resources of one kind, as a section of the account's export. */
export class OwnedData extends AccountData {
  readonly section: string;
  readonly description: string;
  readonly item: OwnedExport['item'];

  constructor(
    { section, description, item }: OwnedExport,
    private readonly records: AnyRecords,
  ) {
    super();
    this.section = section;
    this.description = description;
    this.item = item;
  }

  /** Returns the section that a kind declares; empty if it declares none. */
  static of(records: AnyRecords): OwnedData[] {
    const { exported } = records.kind;
    return exported === undefined ? [] : [new OwnedData(exported, records)];
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.records.list(accountId, this.maxItems)).map((item) => this.item.from(item as never));
  }
}
