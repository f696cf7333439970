import { type RowsSum, sumOf } from '../../src/transfer/content-sum.js';
import { SourceSnapshot } from '../../src/transfer/source-snapshot.js';
import { execute } from './test-server.js';

/** Returns the number of rows and the checksum of each table, the partitions, and the sequences. */
export async function contentsOf(
  url: string,
): Promise<{ tables: Map<string, RowsSum>; partitions: unknown; sequences: unknown; migrations: string[] }> {
  const snapshot = await SourceSnapshot.open({ connectionString: url });
  try {
    const tables = new Map<string, RowsSum>();
    for (const table of snapshot.description.tables) tables.set(table.name, await sumOf(snapshot.read(table)));
    const { partitions, sequences, migrations } = snapshot.description;
    return { tables, partitions, sequences, migrations };
  } finally {
    await snapshot.close();
  }
}

export async function foreignKeysOf(url: string): Promise<unknown[]> {
  const sql =
    "SELECT conrelid::regclass::text AS t, conname AS n, pg_get_constraintdef(oid) AS d FROM pg_constraint WHERE contype = 'f' ORDER BY 1, 2";
  return (await execute(url, sql)).rows;
}
