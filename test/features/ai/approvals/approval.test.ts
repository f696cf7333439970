import test from 'ava';
import { argumentsHash } from '../../../../src/features/ai/approvals/approval.js';

test('the hash of arguments does not depend on the order of their keys, at any depth', (t) => {
  const one = { name: 'x', rule: { symbol: 'A', limits: [{ from: 1, to: 2 }, null] } };
  const other = { rule: { limits: [{ to: 2, from: 1 }, null], symbol: 'A' }, name: 'x' };
  t.is(argumentsHash('create', one), argumentsHash('create', other));
  t.regex(argumentsHash('create', one), /^[0-9a-f]{64}$/);
});

test('another tool, value, order of a list or level of a key gives another hash', (t) => {
  const made: Array<[string, object]> = [
    ['create', { a: [1, 2], b: { c: null } }],
    ['change', { a: [1, 2], b: { c: null } }],
    ['create', { a: [2, 1], b: { c: null } }],
    ['create', { a: [1, 2], b: { c: 0 } }],
    ['create', { a: [1, '2'], b: { c: null } }],
    ['create', { a: [1, 2], b: {}, c: null }],
  ];
  t.is(new Set(made.map(([tool, args]) => argumentsHash(tool, args))).size, made.length);
});
