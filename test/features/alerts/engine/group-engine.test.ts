import test from 'ava';
import type { Condition, PriceLeaf } from '../../../../src/features/alerts/condition.js';
import type { AlertTransition } from '../../../../src/features/alerts/engine/alert-transition.js';
import type { EngineRule, Restart } from '../../../../src/features/alerts/engine/engine-rule.js';
import { GroupEngine } from '../../../../src/features/alerts/engine/group-engine.js';
import { at, ruleOf } from './engine-rules.js';

const watchlist: PriceLeaf = {
  type: 'price',
  symbol: 'EACH.GROUP',
  symbols: { watchlistId: 'w' },
  operator: 'above',
  threshold: 10,
};

/** Returns an engine with a rule about a group, and functions that pass its members and prices. */
function grouped(condition: Condition = watchlist, changes: Partial<EngineRule> = {}, restart?: Restart) {
  const transitions: AlertTransition[] = [];
  const engine = new GroupEngine({ now: at(0), onTransition: (transition) => transitions.push(transition) });
  const rule = ruleOf(condition, changes);
  engine.put(rule, at(0), restart);
  const news = () =>
    transitions.splice(0).map(({ ruleId, key, from, to, cause }) => `${ruleId} ${key} ${from} ${to} ${cause}`);
  const members = (second: number, symbols: string[] | null, group = 'account watchlistId w') => {
    const keys = symbols?.map((name) => (name.includes(':') ? name : `symbol:${name}`)) ?? null;
    engine.observe({ kind: 'group', group, members: keys, at: at(second) }, at(second));
    return news();
  };
  const price = (second: number, symbol: string, value: number) => {
    engine.observe({ kind: 'quote', symbol, price: value, at: at(second) }, at(second));
    engine.advance(at(second));
    return news();
  };
  return { engine, rule, transitions, members, price, news };
}

test('each member of a group has an alert of its own, whose explanation names it', (t) => {
  const { engine, members, price, transitions } = grouped();
  t.deepEqual(members(1, ['A.US', 'B.US']), []);
  t.deepEqual([...engine.needs.symbols], ['A.US', 'B.US']);
  t.deepEqual([...engine.needs.groups], ['account watchlistId w']);
  engine.observe({ kind: 'quote', symbol: 'A.US', price: 11, at: at(2) }, at(2));
  t.like(transitions[0], { ruleId: 'rule', key: 'symbol:A.US', crossing: 1 });
  t.deepEqual(transitions[0]?.explanation[0]?.records, [{ type: 'symbol', id: 'A.US' }]);
  t.deepEqual(price(3, 'B.US', 12), [
    'rule symbol:A.US inactive firing condition',
    'rule symbol:B.US inactive firing condition',
  ]);
  t.deepEqual(price(4, 'A.US', 9), ['rule symbol:A.US firing resolved condition']);
  t.like(engine.evaluation('rule'), { isTrue: true, activeInstances: 1 });
  t.deepEqual(
    engine.evaluation('rule')?.instances.map(({ key, state }) => `${key} ${state}`),
    ['symbol:B.US firing', 'symbol:A.US inactive'],
  );
  t.is(engine.evaluation('rule')?.instances[1]?.leaves[0]?.distance, 1);
});

test('members that join are followed, and the alert of a member that leaves is resolved', (t) => {
  const { engine, members, price } = grouped(watchlist, { pendingSeconds: 10 });
  members(1, ['A.US']);
  t.deepEqual(price(2, 'A.US', 11), ['rule symbol:A.US inactive pending condition']);
  t.deepEqual(price(2, 'B.US', 11), []);
  t.deepEqual(members(5, ['A.US', 'B.US']), []);
  t.deepEqual(price(6, 'B.US', 11), ['rule symbol:B.US inactive pending condition']);
  t.deepEqual(price(12, 'C.US', 1), ['rule symbol:A.US pending firing pending_elapsed']);
  t.deepEqual(members(13, ['B.US']), ['rule symbol:A.US firing resolved rule_changed']);
  t.deepEqual(price(16, 'C.US', 1), ['rule symbol:B.US pending firing pending_elapsed']);
  t.true(engine.act('rule', 'symbol:B.US', { type: 'acknowledge' }, at(17)));
  t.false(engine.act('rule', 'symbol:A.US', { type: 'acknowledge' }, at(17)));
});

test('a deleted group resolves the alerts of its members and leaves the rule without data', (t) => {
  const { engine, members, price } = grouped();
  t.like(engine.evaluation('rule')?.instances[0], { key: '', state: 'inactive' });
  t.like(engine.evaluation('rule')?.instances[0]?.leaves[0], { status: 'waiting', isTrue: null });
  members(1, ['A.US']);
  price(2, 'A.US', 11);
  t.deepEqual(members(3, null), ['rule symbol:A.US firing resolved rule_changed']);
  t.like(engine.evaluation('rule'), { isTrue: null, activeInstances: 0 });
  t.like(engine.evaluation('rule')?.instances[0]?.leaves[0], { status: 'no_data', details: { group: 'deleted' } });
  t.is(engine.needs.symbols.size, 0);
});

test('the first 500 members of a group are evaluated', (t) => {
  const { engine, members } = grouped();
  const symbols = Array.from({ length: 501 }, (_, index) => `S${index}.US`);
  members(1, symbols.slice(0, 500));
  t.is(engine.needs.symbols.size, 500);
  members(2, symbols);
  t.is(engine.needs.symbols.size, 500);
  t.false(engine.needs.symbols.has('S500.US'));
  t.is(engine.evaluation('rule')?.instances.length, 100);
});

test('after a restart each member continues in its state, and a member that left meanwhile is resolved', (t) => {
  const first = grouped(watchlist, { cooldownSeconds: 100 });
  first.members(1, ['A.US', 'B.US', 'C.US']);
  first.price(2, 'A.US', 11);
  first.price(2, 'B.US', 11);
  first.price(3, 'C.US', 11);
  first.price(4, 'C.US', 9);
  const state = JSON.parse(JSON.stringify(first.engine.stateOf('rule')));
  const next = grouped(watchlist, { cooldownSeconds: 100 }, { state, stoppedAt: at(4) });
  t.deepEqual(next.engine.stateOf('rule'), state, 'nothing is lost before the members are known');
  t.deepEqual(next.members(5, ['A.US', 'C.US']), ['rule symbol:B.US firing resolved rule_changed']);
  t.deepEqual(next.price(6, 'A.US', 12), []);
  t.deepEqual(next.price(7, 'A.US', 9), ['rule symbol:A.US firing resolved condition']);
  t.deepEqual(next.price(8, 'C.US', 11), [], 'the cooldown goes on');
  t.deepEqual(next.price(105, 'C.US', 12), ['rule symbol:C.US inactive firing cooldown_elapsed']);
});

test('a one-shot rule fires for one member of a group until it is armed again', (t) => {
  const { engine, members, price, news } = grouped(watchlist, { oneShot: true });
  members(1, ['A.US', 'B.US']);
  t.is(price(2, 'A.US', 11).length, 1);
  t.deepEqual(price(3, 'B.US', 11), []);
  members(4, ['A.US', 'B.US', 'C.US']);
  t.deepEqual(price(5, 'C.US', 11), []);
  t.true(engine.evaluation('rule')?.isDisarmed);
  t.true(engine.rearm('rule', at(6)));
  t.deepEqual(news(), ['rule symbol:B.US inactive firing action']);
});

test('a rule over a fleet has an alert for each of its members in a geofence, or silent', (t) => {
  const fleet = { fleetId: 'f' };
  const inside: Condition = { type: 'geofence', geofenceId: 'g', transition: 'inside', entities: fleet };
  const { engine, members, news } = grouped(inside);
  const group = 'account fleetId f';
  members(1, ['vessel:111111111', 'vessel:222222222'], group);
  for (const entity of ['vessel:111111111', 'vessel:333333333'])
    engine.observe(
      {
        kind: 'transition',
        geofenceId: 'g',
        entity,
        transition: 'enter',
        reason: 'crossed',
        staySeconds: 0,
        eventId: null,
        at: at(2),
      },
      at(2),
    );
  t.deepEqual(news(), ['rule vessel:111111111 inactive firing condition']);
  t.true(engine.act('rule', 'vessel:111111111', { type: 'acknowledge' }, at(3)));
  t.deepEqual(news(), ['rule vessel:111111111 firing acknowledged action']);
  const silent: Condition = { type: 'entity_silent', entity: 'vessel:000000000', seconds: 60, entities: fleet };
  const other = grouped(silent);
  other.members(1, ['vessel:111111111', 'vessel:222222222'], group);
  t.deepEqual([...other.engine.needs.entities], ['vessel:111111111', 'vessel:222222222']);
});

test('a changed rule about a group keeps the alerts that its new condition still has', (t) => {
  const { engine, rule, members, price, news } = grouped();
  members(1, ['A.US', 'B.US']);
  price(2, 'A.US', 11);
  price(2, 'B.US', 20);
  engine.put({ ...rule, condition: { ...watchlist, threshold: 15 } }, at(3));
  t.deepEqual(news(), ['rule symbol:A.US firing resolved rule_changed']);
  engine.put({ ...rule, condition: { ...watchlist, symbol: 'B.US', symbols: undefined } as PriceLeaf }, at(4));
  t.deepEqual(news(), ['rule symbol:B.US firing resolved rule_changed']);
  t.is(engine.needs.groups.size, 0);
});
