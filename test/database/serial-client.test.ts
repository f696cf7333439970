import test from 'ava';
import pg from 'pg';
import { failingFast } from '../../src/database/serial-client.js';
import { createTestDatabase } from '../support/test-database.js';

test('statements sent at once in a transaction run in order, one after another, and a failed one fails alone', async (t) => {
  const { url, drop } = await createTestDatabase();
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  t.teardown(async () => {
    await connection.end();
    await drop();
  });
  const send = connection.query.bind(connection) as (text: string) => Promise<pg.QueryResult>;
  const running = new Set<string>();
  const order: string[] = [];
  const query = async (text: string) => {
    t.is(running.size, 0, `${text} waits`);
    running.add(text);
    order.push(text);
    return send(text).finally(() => running.delete(text));
  };
  const { client } = failingFast(Object.assign(Object.create(connection), { query }));
  const sent = ['select 1 as one', 'select 1 / 0', 'select 2 as two', 'select 3 as three'];
  const results = await Promise.allSettled(sent.map((text) => client.query(text)));
  t.deepEqual(order, sent);
  t.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value.rows[0] : result.reason.code)),
    [{ one: 1 }, '22012', { two: 2 }, { three: 3 }],
  );
  // A statement that was not awaited is not sent in the next transaction on the connection.
  const second = failingFast(Object.assign(Object.create(connection), { query }));
  const [first, late] = [second.client.query('select 4 as four'), second.client.query('select 5 as five')];
  second.retire();
  await t.throwsAsync(late, { message: /This transaction has ended/ });
  t.deepEqual((await first).rows, [{ four: 4 }]);
  t.false(order.includes('select 5 as five'));
});
