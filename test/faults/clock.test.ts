import test from 'ava';
import { AlertScene, alertEvents, alertsOf, startAlertService } from '../support/alert-scene.js';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

test('X07: a clock that jumps ends no session, fires no alert twice, misses none, and keeps lists and the log in order', async (t) => {
  const service = await startAlertService();
  t.teardown(() => service.close());
  const scene = await AlertScene.of(service);
  t.teardown(() => scene.stop());
  const ada = await service.signedIn();
  const condition = { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 100 };
  t.is((await ada.post('/alerts/rules', { name: 'Above', condition })).status, 201);
  /** Time of the trades, by clocks that do not jump. */
  let tradedAt = service.clock.now();
  const trade = async (price: number) => {
    tradedAt += 1_000;
    service.clock.advance(1_000);
    await scene.settle();
    scene.observe({ kind: 'quote', symbol: 'AAPL.US', price, at: tradedAt });
    await scene.settle();
  };
  await trade(90);
  let crossings = 0;
  const titles: string[] = [];
  const before = ada.cookie;
  // Each wrong jump is corrected by the next one.
  for (const jump of [20 * MINUTE, -20 * MINUTE, -20 * MINUTE, 20 * MINUTE, DAY, -DAY]) {
    await trade(110);
    crossings += 1;
    service.clock.advance(jump);
    t.is((await ada.refresh()).status, 200, `the session survives a jump of ${jump / MINUTE} minutes`);
    // The price is still above the threshold, so there is no new crossing.
    await trade(110);
    await trade(111);
    t.is((await alertsOf(ada)).length, crossings, `after a jump of ${jump / MINUTE} minutes`);
    const title = `Note ${titles.length}`;
    t.is((await ada.post('/timeline/notes', { title })).status, 201);
    titles.push(title);
    await trade(90);
    t.deepEqual(
      (await alertsOf(ada)).map(({ state }) => state),
      Array(crossings).fill('resolved'),
    );
  }
  t.not(ada.cookie, before);
  const listed: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { json } = await ada.get(`/timeline/notes?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
    listed.push(...json.items.map(({ title }: { title: string }) => title));
    cursor = json.nextCursor;
  }
  t.deepEqual(listed, titles, 'the pages have every note once, in the order of their creation');
  t.deepEqual(
    await alertEvents(service, ada),
    Array.from({ length: crossings }, () => ['alert.firing', 'alert.resolved']).flat(),
  );
});

test('X07: when observations follow a clock that is set back, alerts are resolved and fire again, and waits continue', async (t) => {
  const service = await startAlertService();
  t.teardown(() => service.close());
  const scene = await AlertScene.of(service);
  t.teardown(() => scene.stop());
  const ada = await service.signedIn();
  const rule = (name: string, symbol: string, more: object = {}) => ({
    name,
    condition: { type: 'price', symbol, operator: 'above', threshold: 100 },
    ...more,
  });
  t.is((await ada.post('/alerts/rules', rule('At once', 'AAPL.US'))).status, 201);
  t.is((await ada.post('/alerts/rules', rule('After a minute', 'MSFT.US', { pendingSeconds: 60 }))).status, 201);
  const states = async () => (await alertsOf(ada)).map(({ ruleName, state }) => `${ruleName}: ${state}`);
  await scene.quote('AAPL.US', 110);
  await scene.quote('MSFT.US', 110);
  t.deepEqual(await states(), ['At once: firing', 'After a minute: pending']);
  service.clock.advance(30_000);
  await scene.settle();

  service.clock.advance(-DAY);
  t.is((await ada.refresh()).status, 200);
  await scene.quote('AAPL.US', 111);
  t.deepEqual(await states(), ['At once: firing', 'After a minute: pending'], 'what is true stays as it is');
  await scene.quote('AAPL.US', 90);
  t.deepEqual(await states(), ['At once: resolved', 'After a minute: pending']);
  await scene.quote('AAPL.US', 112, 20_000);
  t.deepEqual(await states(), ['At once: resolved', 'After a minute: pending', 'At once: firing']);
  await scene.quote('AAPL.US', 113, 20_000);
  t.deepEqual(
    await states(),
    ['At once: resolved', 'After a minute: firing', 'At once: firing'],
    'the rest of the minute is over',
  );

  // The clock is set back. Another process continues from the state that was stored with the earlier clock.
  service.clock.advance(-DAY);
  t.is((await ada.refresh()).status, 200);
  await scene.takeOver();
  await scene.quote('AAPL.US', 90);
  await scene.quote('MSFT.US', 90);
  t.deepEqual(await states(), ['At once: resolved', 'After a minute: resolved', 'At once: resolved']);
});
