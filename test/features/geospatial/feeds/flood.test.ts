import test from 'ava';
import { collect } from '../../../support/collect-garbage.js';
import { fed, ships } from '../../../support/fed-service.js';
import { until } from '../../../support/upstream-for.js';

test('fifty megabytes without a line end use no memory, and the service keeps responding', async (t) => {
  const flood = 50 * 1_048_576;
  const piece = Buffer.alloc(1_048_576, 'x');
  let sent = 0;
  const one = await fed(
    t,
    (socket, count) => {
      if (count > 1) return void socket.write(`${ships.slice(0, 50).join('\n')}\n`);
      const send = (): void => {
        while (sent < flood) {
          sent += piece.length;
          if (!socket.write(piece)) return void socket.once('drain', send);
        }
        socket.end();
      };
      send();
    },
    600_000,
  );
  await one.feed(); // so that the memory of the first response is not counted
  collect();
  const before = process.memoryUsage();
  let most = 0;
  let answers = 0;
  while (one.server.connections < 2) {
    await one.feed();
    answers += 1;
    if (answers % 20 > 1) continue; // garbage collection takes longer than reading
    collect();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    most = Math.max(most, arrayBuffers - before.arrayBuffers + heapUsed - before.heapUsed);
  }
  await until(() => one.ships() > 20);
  t.true(sent >= flood);
  t.true(answers >= 3, `${answers} answers`);
  t.true(most < flood / 4, `${most} bytes`);
  t.is((await one.feed()).status, 'ok');
  t.true((await one.failures('bad_answer')) >= 1);
});
