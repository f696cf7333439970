import test from 'ava';
import { fed, ships } from '../../../support/fed-service.js';
import { until } from '../../../support/upstream-for.js';

test('a feed that closes each connection continues over the next one', async (t) => {
  const one = await fed(
    t,
    (socket, count) => void socket.end(`${ships.slice((count - 1) * 20, count * 20).join('\n')}\n`),
  );
  await until(() => one.server.connections >= 5);
  await until(() => one.ships() > 60);
  const { status, records } = await one.feed();
  t.is(status, 'ok');
  t.true(records > 60);
});

test('an unreachable feed is down, and is ok with its first record when it is reachable again', async (t) => {
  const one = await fed(t, (socket) => void socket.write(`${ships.slice(0, 50).join('\n')}\n`));
  await until(() => one.ships() > 20);
  t.is((await one.feed()).status, 'ok');
  await one.server.leave();
  let status = '';
  for (let look = 0; look < 1_000 && status !== 'down'; look += 1) {
    status = (await one.feed()).status;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  t.is(status, 'down');
  t.true((await one.failures('unreachable')) >= 3);
  const before = (await one.feed()).records;
  await one.server.comeBack();
  await until(() => one.server.open === 1);
  for (let look = 0; look < 1_000 && status === 'down'; look += 1) {
    status = (await one.feed()).status;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  t.is(status, 'ok');
  t.true((await one.feed()).records > before);
});

test('a silent connection is replaced; until the next record the feed is stale', async (t) => {
  let speaks = false;
  const one = await fed(
    t,
    (socket, count) => void (speaks && count >= 3 && socket.write(`${ships.slice(0, 50).join('\n')}\n`)),
    400,
  );
  one.advance(1_000);
  t.is((await one.feed()).status, 'stale');
  speaks = true;
  await until(() => one.ships() > 20);
  const { status, records } = await one.feed();
  t.is(status, 'ok');
  t.true(records > 20);
  t.true((await one.failures('timeout')) >= 2);
});

test('only an incomplete line at the end of a connection is lost', async (t) => {
  const whole = ships.slice(0, 10).join('\n');
  const one = await fed(t, (socket, count) => {
    if (count === 1) socket.end(`${whole}\n${ships[10]?.slice(0, 25)}`);
    else socket.write(`${ships[11]?.slice(10)}\n${ships.slice(12, 30).join('\n')}\n`);
  });
  await until(() => one.ships() > 20);
  t.is((await one.feed()).status, 'ok');
  t.true((await one.failures('bad_answer')) >= 2);
});
