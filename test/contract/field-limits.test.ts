import 'reflect-metadata';
import test from 'ava';
import { Defects } from '../../src/api/defects.js';
import { fieldsOf } from '../../src/api/field.js';
import { classesOf, type DtoClass, type Rule } from '../../src/api/rules.js';
import { routesOf } from '../../src/http/route/routes.js';
import { discoverControllers } from '../../src/process/discover.js';

interface DeclaredField {
  where: string;
  rule: Rule;
}

/** Returns every field of every body and query, including fields of nested objects and of items of lists. */
async function declaredFields(): Promise<DeclaredField[]> {
  const routes = routesOf(await discoverControllers(false), '/api/v1', new Defects());
  const pending = routes.flatMap(({ query, body }) => [query, body]).filter((dto) => dto !== undefined);
  const seen = new Set<DtoClass>();
  const fields: DeclaredField[] = [];
  while (pending.length > 0) {
    const dto = pending.pop() as DtoClass;
    if (seen.has(dto) || (dto as unknown) === String) continue;
    seen.add(dto);
    for (const { name, rule } of fieldsOf(dto)) {
      fields.push({ where: `${dto.name}.${name}`, rule });
      pending.push(...classesOf(rule));
    }
  }
  return fields;
}

const fields = await declaredFields();
const numberIn = ({ rule: { schema } }: DeclaredField, name: string) => schema[name] as number | undefined;

test('a number is accepted at its limits and rejected beyond them', (t) => {
  let found = 0;
  for (const field of fields) {
    const { where, rule } = field;
    const step = rule.schema.type === 'integer' ? 1 : 1e-6 * Math.max(1, Math.abs(numberIn(field, 'maximum') ?? 1));
    for (const [limit, beyond] of [
      [numberIn(field, 'minimum'), -1],
      [numberIn(field, 'maximum'), 1],
    ] as const) {
      if (limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER) continue;
      found += 1;
      t.deepEqual([rule.check(limit), rule.check(limit + beyond * step)], [true, false], `${where} ${limit}`);
    }
  }
  t.true(found > 200, `${found}`);
});

test('a text without a pattern is accepted at its minimum and maximum length and rejected beyond them', (t) => {
  let found = 0;
  for (const field of fields) {
    const { where, rule } = field;
    const [min = 0, max] = [numberIn(field, 'minLength'), numberIn(field, 'maxLength')];
    if (rule.name !== 'text' || max === undefined || max > 1e6 || !rule.check('a'.repeat(max))) continue;
    found += 1;
    t.true(
      rule.check('😀'.repeat(max)) || !rule.check('😀'.repeat(Math.max(1, min))),
      `${where} ${max} characters beyond 16 bits`,
    );
    t.false(rule.check('a'.repeat(max + 1)), `${where} ${max}`);
    if (min > 0) t.deepEqual([rule.check('a'.repeat(min)), rule.check('a'.repeat(min - 1))], [true, false], where);
  }
  t.true(found > 40, `${found}`);
});

test('a list is accepted with its minimum and maximum number of items and rejected with one less or more', (t) => {
  let found = 0;
  for (const { where, rule } of fields) {
    if (rule.items === undefined) continue;
    const { min, max } = rule.items;
    const item = itemOf(rule);
    if (item === undefined) continue;
    found += 1;
    const list = (length: number) => rule.check(Array.from({ length }, () => item));
    t.deepEqual([list(max), list(max + 1)], [true, false], `${where} ${max}`);
    t.deepEqual([list(min), min > 0 && list(min - 1)], [true, false], `${where} ${min}`);
  }
  t.true(found > 30, `${found}`);
});

/** Returns a value that a list accepts as an item; undefined if it accepts none of the values tried. */
function itemOf({ check, items }: Rule): unknown {
  const values = [{}, 'a', 1, 0.5, 'AAPL.US', 'EUR', 'vessels', '2026-11-20', '018f0000-0000-7000-8000-000000000000'];
  return values.find((value) => check(Array.from({ length: Math.max(1, items?.min ?? 1) }, () => value)));
}

test('a field with fixed choices accepts each of them and nothing else', (t) => {
  let found = 0;
  for (const { where, rule } of fields) {
    const words = rule.schema.enum as string[] | undefined;
    if (words === undefined || rule.name !== 'choice') continue;
    found += 1;
    for (const word of words) t.true(rule.check(word), `${where} ${word}`);
    t.deepEqual([rule.check(`${words[0]}x`), rule.check(''), rule.check(1)], [false, false, false], where);
  }
  t.true(found > 40, `${found}`);
});
