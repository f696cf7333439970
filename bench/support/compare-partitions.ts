import { execute, siblingUrl, startTestServer } from '../../test/support/test-server.js';
import { printTable } from './table.js';

/**
 * Measures a plain table and the same table in partitions, each in its own database, and prints the results side by
 * side.
 * @param title the contents of the table, printed above the results
 * @param measure gets the URL of an empty database; returns names and figures, in the same order for both
 */
export async function comparePartitions(
  title: string,
  measure: (url: string, isPartitioned: boolean) => Promise<Array<[string, string]>>,
): Promise<void> {
  const server = await startTestServer(process.env.TEST_DATABASE_URL);
  try {
    const results: Array<Array<[string, string]>> = [];
    for (const [name, isPartitioned] of [
      ['plain', false],
      ['partitioned', true],
    ] as const) {
      const database = `${server.template}_${name}`;
      await execute(server.url, `CREATE DATABASE "${database}"`);
      results.push(await measure(siblingUrl(server.url, database), isPartitioned));
    }
    const [plain = [], partitioned = []] = results;
    console.log(title);
    printTable(
      ['', 'one table', 'partitions'],
      plain.map(([name, value], index) => [name, value, partitioned[index]?.[1] ?? '']),
    );
  } finally {
    await server.stop();
  }
}
