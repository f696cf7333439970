import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { Log } from '../logging/log.js';
import { CannotOpen, SecretVault } from '../secrets/secret-vault.js';

const BATCH = 500;

/** A column of sealed texts. Names are part of statements, so they must come from code. */
export interface SealedColumn {
  table: string;
  /** Column of UUIDs that identifies a row. */
  key: string;
  /** Column of the account, which is part of the place of a text. */
  account: string;
  column: string;
  placeOf(accountId: string): string;
}

/** Seals the texts of columns again, for jobs. */
@Service()
export class SealedColumns {
  constructor(
    private readonly database: Database,
    private readonly vault: SecretVault,
    private readonly log: Log,
  ) {}

  /**
   * Seals the texts of a column again that were sealed with an earlier data secret, so that the earlier one can be
   * removed. A text that changes meanwhile is left alone, and one that cannot be opened is logged.
   */
  async reseal(sealed: SealedColumn, signal: AbortSignal): Promise<void> {
    const { table, key, account, column } = sealed;
    for (let after = '00000000-0000-0000-0000-000000000000'; !signal.aborted; ) {
      const { rows } = await this.database.query<{ id: string; owner: string; text: string }>(
        `select ${key} as id, ${account} as owner, ${column} as text from ${table}
        where not starts_with(${column}, $1) and ${key} > $2 order by ${key} limit ${BATCH}`,
        [this.vault.currentPrefix, after],
      );
      for (const { id, owner, text } of rows) await this.resealText(sealed, id, owner, text);
      after = rows.at(-1)?.id ?? after;
      if (rows.length < BATCH) return;
    }
  }

  private async resealText({ table, key, column, placeOf }: SealedColumn, id: string, owner: string, text: string) {
    const place = placeOf(owner);
    try {
      await this.database.query(`update ${table} set ${column} = $1 where ${key} = $2 and ${column} = $3`, [
        this.vault.seal(this.vault.open(text, place), place),
        id,
        text,
      ]);
    } catch (err) {
      if (!(err instanceof CannotOpen)) throw err;
      const fields = { component: 'secrets', table, id, err };
      this.log.error(fields, 'A sealed text cannot be opened: its data secret is missing.');
    }
  }
}
