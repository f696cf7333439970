import test from 'ava';
import { AlertScene, alertsOf, startAlertService } from '../../support/alert-scene.js';
import type { TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startAlertService();
  // Fails the insertion of alerts with the greatest SQLSTATE that is listed for their rules, such as P0001.
  await service.database.database.query(`
    create table failing_rules (rule_id uuid primary key, state text not null);
    create function fail_alerts() returns trigger language plpgsql as $$
    declare failing text;
    begin
      select max(failing_rules.state) into failing from failing_rules join added using (rule_id);
      if failing is not null then raise exception 'alert of a test' using errcode = failing; end if;
      return null;
    end $$;
    create trigger fail_alerts after insert on alerts referencing new table as added
      for each statement execute function fail_alerts();`);
});
test.after.always(() => service.close());

const position = async (): Promise<number> =>
  (await service.database.database.query<{ position: number }>('select position from alert_evaluation')).rows[0]
    ?.position as number;

test('the log counts as evaluated only once the alerts of all rules but a rejected one are stored', async (t) => {
  const ada = await service.signedIn();
  const scene = await AlertScene.of(service);
  const condition = { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 100 };
  const ids: string[] = [];
  for (const name of ['Rejected', 'First', 'Interrupted', 'Last'])
    ids.push((await ada.post('/alerts/rules', { name, condition })).json.id);
  await scene.follow();
  const before = await position();
  await service.database.database.query("insert into failing_rules values ($1, 'P0001'), ($2, '57P01')", [
    ids[0],
    ids[2],
  ]);
  scene.observe({ kind: 'quote', symbol: 'AAPL.US', price: 110, at: service.clock.now() });

  // The database shuts down while the changes of each rule of the rejected batch are written separately.
  await scene.write();
  t.is(await position(), before);
  t.deepEqual(await alertsOf(ada), []);

  await service.database.database.query("delete from failing_rules where state = '57P01'");
  await scene.write();
  t.true((await position()) > before);
  t.deepEqual((await alertsOf(ada)).map(({ ruleId }) => ruleId).toSorted(), ids.slice(1).toSorted());
  const rejected = service.logged.filter((line) => line.includes('Alert rejected by the database.'));
  t.deepEqual(
    rejected.map((line) => JSON.parse(line).ruleId),
    [ids[0]],
  );
  await scene.stop();
});
