import 'reflect-metadata';
import { Readable } from 'node:stream';
import test from 'ava';
import type { Context } from 'koa';
import { Defects } from '../../../src/api/defects.js';
import { fieldsOf } from '../../../src/api/field.js';
import { Problem } from '../../../src/api/problem.js';
import { classesOf, type DtoClass, type Schema } from '../../../src/api/rules.js';
import { MAX_VALUES, readJson } from '../../../src/http/body.js';
import { RawBody } from '../../../src/http/raw-body.js';
import { type Route, routesOf } from '../../../src/http/route/routes.js';
import { validateBody, validateNoBody } from '../../../src/http/validation/validate.js';
import { discoverControllers } from '../../../src/process/discover.js';
import { type HostileShape, hostileShapes, leastCpuMs } from '../../support/hostile-shapes.js';

const BOUND_MS = 60;
/** Maximum number of errors in a response, as the OpenAPI description states. */
const MAX_ERRORS = 50;

interface Outcome {
  /** Undefined if the body is accepted. */
  refusal?: Problem;
  /** Whether the body was read, so that it was its DTO that decided. */
  isRead: boolean;
}

/** Reads, parses and validates the bytes of a body. */
async function outcomeOf(bytes: Buffer, validate: (value: unknown) => unknown): Promise<Outcome> {
  const req = Object.assign(Readable.from([bytes]), {
    headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) },
    complete: true,
  });
  let isRead = false;
  try {
    const value = await readJson({ req, state: {} } as unknown as Context, ['application/json']);
    isRead = true;
    validate(value);
    return { isRead };
  } catch (error) {
    if (error instanceof Problem) return { refusal: error, isRead };
    throw error;
  }
}

const defects = new Defects();
const routes = routesOf(await discoverControllers(false), '/api/v1', defects);
const withBody = routes.filter(({ body }) => body !== undefined && body !== (RawBody as unknown));
/** One operation for each DTO, because others with the same DTO validate the same way. */
const byDto = new Map(withBody.map((route) => [route.body, route]));

/**
 * Names of the hostile values that are rejected while a body is read, for having too many values or names, or too many
 * levels. The same code rejects them for every DTO and in every field, before the DTO is looked at, so they are sent
 * once.
 */
const rejectedWhileRead = new Set<string>();

async function faultsOf(validate: (value: unknown) => unknown, shapes: Iterable<HostileShape>): Promise<string[]> {
  const faults: string[] = [];
  for (const { what, body, value } of shapes) {
    if (value !== undefined && rejectedWhileRead.has(value)) continue;
    const bytes = Buffer.from(body);
    let outcome: Outcome = { isRead: false };
    const cpu = await leastCpuMs(async () => {
      outcome = await outcomeOf(bytes, validate);
    }, BOUND_MS);
    const { refusal, isRead } = outcome;
    if (value !== undefined && !isRead) rejectedWhileRead.add(value);
    if (cpu > BOUND_MS) faults.push(`${what}: ${cpu.toFixed(0)} ms`);
    if ((refusal?.errors?.length ?? 0) > MAX_ERRORS) faults.push(`${what}: ${refusal?.errors?.length} errors`);
    if (refusal?.errors?.some(({ pointer }) => pointer.length > 500))
      faults.push(`${what}: a pointer of more than 500 characters`);
  }
  return faults;
}

/**
 * Returns the number of values in the largest JSON that a schema allows. The rings of an area share one limit of
 * corners.
 */
function mostValues(schema: Schema): number {
  const isListOfRings =
    schema.type === 'array' && ((schema.items as Schema).items as Schema | undefined)?.type === 'array';
  if (isListOfRings) return Number(schema.maxItems) + mostValues(schema.items as Schema);
  return schema.type === 'array' ? 1 + Number(schema.maxItems) * (1 + mostValues(schema.items as Schema)) : 1;
}

/** Returns whether bodies of a DTO can contain bodies of another, at any depth. */
function contains(dto: DtoClass, other: DtoClass, seen = new Set<DtoClass>()): boolean {
  if (seen.has(dto)) return false;
  seen.add(dto);
  const nested = fieldsOf(dto).flatMap(({ rule }) => classesOf(rule));
  return nested.includes(other) || nested.some((one) => contains(one, other, seen));
}

/**
 * Returns the number of values in the largest body of a DTO. Conditions that contain conditions count for one level,
 * because another limit restricts how many of them there are at all depths together.
 */
function mostValuesOf(dto: DtoClass, entered: readonly DtoClass[] = []): number {
  if (entered.includes(dto)) return 1;
  const counts = fieldsOf(dto).map(({ rule }) => {
    const inside = classesOf(rule);
    const circle = inside.filter((one) => contains(one, dto));
    const nested = inside.map((one) => mostValuesOf(one, [...entered, dto, ...circle]));
    return nested.length === 0 ? mostValues(rule.schema) : 1 + (rule.items?.max ?? 1) * Math.max(...nested);
  });
  return counts.reduce((sum, count) => sum + count, 1);
}

test('no body that an operation accepts is rejected for the number of its values', (t) => {
  for (const [dto, { where }] of byDto) {
    const most = mostValuesOf(dto as DtoClass);
    t.true(most * 2 < MAX_VALUES, `${where}: ${most}`);
  }
});

test('some operations have a body', (t) => {
  t.true(byDto.size > 15, String(byDto.size));
});

const entered = new Set<DtoClass>();
for (const { where, body } of byDto.values() as Iterable<Route>) {
  test.serial(
    `a hostile body of a megabyte uses at most ${BOUND_MS} ms of CPU in ${where} and gets at most ${MAX_ERRORS} errors`,
    async (t) => {
      const dto = body as NonNullable<typeof body>;
      t.deepEqual(await faultsOf((value) => validateBody(dto, value), hostileShapes(dto, entered)), []);
    },
  );
}

test.serial('some hostile bodies are read and judged by each DTO', (t) => {
  const judged = ['as many unknown fields as are read', 'a list of as many objects with an unknown field as are read'];
  for (const name of [...judged, 'a long text']) t.false(rejectedWhileRead.has(name), name);
  t.true(rejectedWhileRead.has('many unknown fields'));
});

test.serial(
  `a hostile body of a megabyte uses at most ${BOUND_MS} ms of CPU in an operation without a body`,
  async (t) => {
    class Nothing {}
    t.deepEqual(await faultsOf(validateNoBody, hostileShapes(Nothing)), []);
  },
);
