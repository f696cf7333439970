import test from 'ava';
import { componentName } from '../../src/api/components.js';
import { Dto, Field } from '../../src/api/field.js';
import { Problem } from '../../src/api/problem.js';
import { choice, list, optional, text, union } from '../../src/api/rules.js';
import { NewGeofenceDto } from '../../src/features/geospatial/geofences/api/geofence.dto.js';
import { NewSubscriptionDto } from '../../src/features/subscriptions/subscription.dto.js';
import { validateBody } from '../../src/http/validation/validate.js';
import { describe } from '../../src/process/app-description.js';
import { DescriptionValidator } from '../support/description-validator.js';
import fc from '../support/properties.js';

const id = '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901';
const line = [
  [1, 51],
  [3, 52],
];
const ring = [...line, [5, 51]];
const shapes = [
  { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 },
  { type: 'polygon', coordinates: ring },
  { type: 'corridor', line, widthMeters: 1_000 },
  { type: 'moving', entity: 'vessel:219024336', radiusMeters: 1_000 },
];
const deliveries = [{ channel: 'webhook', endpointId: id }, { channel: 'stream' }];

type DtoType = new () => object;

/** Returns the errors with which a body is rejected, each with its place; empty if it is accepted. */
function refusals(dto: DtoType, body: object): string[] {
  try {
    validateBody(dto, body);
    return [];
  } catch (error) {
    if (error instanceof Problem && error.errors !== undefined)
      return error.errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
    throw error;
  }
}
const geofence = (shape: unknown) => refusals(NewGeofenceDto, { name: 'Maasvlakte', shape });

test('an error inside a member of a union is reported at its pointer', (t) => {
  const circle = shapes[0] as object;
  const types =
    '/shape/type must be one of circle, polygon, Polygon, MultiPolygon, corridor, moving; send the geometry of a GeoJSON Feature, not the Feature';
  t.deepEqual(geofence({ ...circle, radiusMeters: 0 }), ['/shape/radiusMeters must be a number from 1 to 5000000']);
  t.deepEqual(geofence({ ...circle, center: { lat: 91, lon: 4 } }), [
    '/shape/center/lat must be a number from -90 to 90',
  ]);
  t.deepEqual(geofence({ ...circle, line }), ['/shape/line is not known here']);
  t.deepEqual(geofence({ type: 'polygon' }), ['/shape/coordinates is required']);
  t.deepEqual(geofence({ ...shapes[3], radiusMeters: 2_000_000 }), [
    '/shape/radiusMeters must be a number from 1 to 1000000',
  ]);
  for (const unnamed of [{}, { type: 'box' }, { type: 'constructor' }, { type: ['circle'] }, { type: null }])
    t.deepEqual(geofence(unnamed), [types]);
  for (const other of [null, 5, 'circle', [circle]]) t.deepEqual(geofence(other), ['/shape must be an object']);
});

test('a body is accepted exactly when the schema of its union allows it', async (t) => {
  const validator = new DescriptionValidator(await describe({ production: true }));
  const fields = { ...shapes[0], ...shapes[1], ...shapes[2], ...shapes[3], ...deliveries[0] } as Record<
    string,
    unknown
  >;
  const values = fc.oneof(
    fc.constantFrom<unknown>(
      ...Object.values(fields),
      'circle',
      'webhook',
      'stream',
      'box',
      null,
      0,
      '',
      [],
      {},
      2_000_000,
      { lat: 1 },
      { lat: 1, lon: 2, alt: 3 },
      [[1]],
    ),
    fc.jsonValue({ maxDepth: 1 }),
  );
  const names = fc.constantFrom(...Object.keys(fields), 'extra', 'toString');
  const cases = [
    [NewGeofenceDto, 'shape', { name: 'Maasvlakte' }, shapes],
    [NewSubscriptionDto, 'delivery', { name: 'Feeds', eventTypes: ['feed.*'] }, deliveries],
  ] as const;
  for (const [dto, field, others, members] of cases) {
    const validate = validator.at(['components', 'schemas', componentName(dto as DtoType)]);
    const mutant = fc
      .record({ member: fc.constantFrom<object>(...members), name: names, value: values, drop: fc.boolean() })
      .map(({ member, name, value, drop }) => {
        const { [name]: _, ...rest } = member as Record<string, unknown>;
        return { ...others, [field]: drop ? rest : { ...rest, [name]: value } };
      });
    const seen = { true: 0, false: 0 };
    const agree = fc.property(mutant, (body) => {
      const allowed = validate(body);
      seen[`${allowed}`] += 1;
      return allowed === (refusals(dto as DtoType, body).length === 0);
    });
    for (const member of members) t.true(validate({ ...others, [field]: member }), JSON.stringify(member));
    t.notThrows(() => fc.assert(agree, { numRuns: 3_000 }));
    t.true(seen.true > 300 && seen.false > 300, JSON.stringify(seen));
  }
});

@Dto('A leaf.')
class Leaf {
  @Field('The kind.', choice(['leaf']), { example: 'leaf' })
  kind!: 'leaf';

  @Field('Name.', text(1, 5), { example: 'a' })
  name!: string;
}

@Dto('A branch, which holds more of both.')
class Branch {
  @Field('The kind.', choice(['branch']), { example: 'branch' })
  kind!: 'branch';

  @Field('What it holds.', list(union('kind', { leaf: () => Leaf, branch: () => Branch }), 3), { example: [] })
  parts!: Array<Leaf | Branch>;

  @Field('One of them.', optional(union('kind', { leaf: () => Leaf })), { omitFromExample: true })
  first?: Leaf;
}

test('a list may contain members of a union, which may contain such lists themselves', (t) => {
  const leaf = { kind: 'leaf', name: 'a' };
  const tree = { kind: 'branch', parts: [leaf, { kind: 'branch', parts: [leaf] }] };
  t.deepEqual(JSON.parse(JSON.stringify(validateBody(Branch, tree))), tree);
  t.true((validateBody(Branch, tree) as Branch).parts[0] instanceof Leaf);
  t.deepEqual(refusals(Branch, { kind: 'branch', parts: [leaf, { kind: 'branch', parts: [{ kind: 'twig' }] }] }), [
    '/parts/1/parts/0/kind must be one of leaf, branch',
  ]);
  t.deepEqual(refusals(Branch, { kind: 'branch', parts: [{ ...leaf, name: '' }] }), [
    '/parts/0/name must be text of 1 to 5 characters',
  ]);
});
