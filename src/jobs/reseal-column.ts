import type { Database } from '../database/database.js';
import type { Log } from '../logging/log.js';
import { CannotOpen, type SecretVault } from '../secrets/secret-vault.js';

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

interface Parts {
  database: Database;
  vault: SecretVault;
  log: Log;
}

/**
 * Seals the texts of a column again that were sealed with an earlier data secret, so that the earlier one can be
 * removed. A text that changes meanwhile is left alone, and one that cannot be opened is logged.
 */
export async function resealColumn(
  { database, vault, log }: Parts,
  { table, key, account, column, placeOf }: SealedColumn,
  signal: AbortSignal,
): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; !signal.aborted; ) {
    const { rows } = await database.query<{ id: string; owner: string; sealed: string }>(
      `select ${key} as id, ${account} as owner, ${column} as sealed from ${table}
      where not starts_with(${column}, $1) and ${key} > $2 order by ${key} limit ${BATCH}`,
      [vault.currentPrefix, after],
    );
    for (const { id, owner, sealed } of rows) {
      const place = placeOf(owner);
      try {
        await database.query(`update ${table} set ${column} = $1 where ${key} = $2 and ${column} = $3`, [
          vault.seal(vault.open(sealed, place), place),
          id,
          sealed,
        ]);
      } catch (err) {
        if (!(err instanceof CannotOpen)) throw err;
        log.error(
          { component: 'secrets', table, id, err },
          'A sealed text cannot be opened: its data secret is missing.',
        );
      }
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) return;
  }
}
