import 'reflect-metadata';
import test from 'ava';
import { Defects } from '../../src/api/defects.js';
import { fieldsOf } from '../../src/api/field.js';
import { classesOf, type DtoClass } from '../../src/api/rules.js';
import { routesOf } from '../../src/http/route/routes.js';
import { discoverControllers } from '../../src/process/discover.js';
import fc from '../support/properties.js';
import { agree, type DtoType, mutants, refusal, validatorAccepts, validValueOf } from '../support/second-opinion.js';

/** Returns the classes of all bodies and queries with fields, and those of their nested objects. */
async function requestClasses(): Promise<DtoType[]> {
  const routes = routesOf(await discoverControllers(false), '/api/v1', new Defects());
  const classes = new Set<DtoClass>(
    routes.flatMap(({ query, body }) => [query, body]).filter((dto) => dto !== undefined),
  );
  classes.delete(String as unknown as DtoClass);
  for (const dto of classes)
    for (const { rule } of fieldsOf(dto)) for (const nested of classesOf(rule)) classes.add(nested);
  return ([...classes] as DtoType[]).filter((dto) => fieldsOf(dto).length > 0);
}

test('class-validator accepts the example of every body and query, as our validation does', async (t) => {
  const classes = await requestClasses();
  t.true(classes.length > 150, `${classes.length}`);
  for (const dto of classes) {
    const example = validValueOf(dto);
    t.deepEqual([refusal(dto, example)?.errors, validatorAccepts(dto, example)], [undefined, true], dto.name);
  }
});

test('class-validator and our validation agree on changed examples of every body and query', async (t) => {
  const seen = { accepted: 0, refused: 0 };
  for (const dto of await requestClasses()) {
    const agreed = fc.property(mutants(dto), (value) => {
      const problem = refusal(dto, value);
      seen[problem === undefined ? 'accepted' : 'refused'] += 1;
      return agree(dto, value, problem);
    });
    t.notThrows(() => fc.assert(agreed, { numRuns: 100 }), dto.name);
  }
  t.true(seen.accepted > 1_000 && seen.refused > 10_000, JSON.stringify(seen));
});
