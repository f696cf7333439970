import test from 'ava';
import { IsInt, Matches, ValidateNested } from 'class-validator';
import { Components } from '../../src/api/components.js';
import { Defects } from '../../src/api/defects.js';
import { exampleOf } from '../../src/api/examples.js';
import { Dto, Field } from '../../src/api/field.js';
import { type DtoClass, integer, list, nullable, object, optional, type Schema, text } from '../../src/api/rules.js';
import { schemaOf, withNull } from '../../src/api/schemas.js';
import { joined } from '../../src/openapi/joined.js';
import { CreateNote, NoteDto } from '../openapi/support/note.dto.js';
import { Child, StockDto } from '../openapi/support/stock.dto.js';

const schema = (dto: DtoClass, closed = false) =>
  schemaOf(dto, (nested) => nested.name, closed) as { properties: Record<string, Schema>; required: string[] } & Schema;
const stock = schema(StockDto);

/** Returns a property of the schema without its description. */
const property = (name: string) => {
  const { description: _, ...rest } = stock.properties[name]!;
  return rest;
};

test('an integer field is an integer in the schema, in any order of its validators', (t) => {
  t.deepEqual(property('minFirst'), { type: 'integer', minimum: 1 });
  t.deepEqual(property('maxLast'), { type: 'integer', maximum: 9, exclusiveMinimum: 0 });
  t.deepEqual(property('ratio'), { type: 'number', minimum: 0.5 }, 'whatever its neighbors are');
});

test('an enumeration has the types of its values', (t) => {
  t.deepEqual(property('level'), { type: 'integer', enum: [1, 2] });
  t.deepEqual(property('mixed'), { type: ['string', 'integer'], enum: ['a', 1] });
  t.deepEqual(property('one'), { type: 'string', enum: ['x'] });
});

test('text formats are those of JSON Schema 2020-12', (t) => {
  t.deepEqual(property('when'), { type: 'string', format: 'date-time' });
  t.deepEqual(property('url'), { type: 'string', format: 'uri' });
  t.deepEqual(property('bytes'), { type: 'string', contentEncoding: 'base64' });
  t.deepEqual(property('address'), { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] });
  t.deepEqual(property('dotted'), { type: 'string', pattern: 'a\\.b' });
  t.deepEqual(property('coded'), { type: 'string', pattern: '^[a-z]+$' });
  t.regex('-1.5', new RegExp(String(property('digits').pattern)));
});

test('a validator without a schema adds nothing to the schema', (t) => {
  t.deepEqual(property('any'), {});
  t.deepEqual(property('place'), {});
});

test('a nested list refers to its class', (t) => {
  t.deepEqual(property('parts'), { type: 'array', items: { $ref: '#/components/schemas/Part' } });
});

test('every field is required unless it is optional', (t) => {
  t.deepEqual(
    Object.keys(stock.properties).filter((name) => !stock.required.includes(name)),
    ['maybe'],
  );
});

test('a regular expression flag that no schema can express is rejected', (t) => {
  @Dto('Flags.')
  class Flagged {
    @Matches(/a/i) name: string;
  }
  t.throws(() => schema(Flagged), { message: /flags of \/a\/i/ });
});

test('null is a type in addition to the others, and a value of an enumeration', (t) => {
  t.deepEqual(withNull({ type: 'string', enum: ['a'], description: 'x' }), {
    type: ['string', 'null'],
    enum: ['a', null],
    description: 'x',
  });
  t.deepEqual(withNull({ $ref: '#/a', description: 'x' }), {
    anyOf: [{ $ref: '#/a' }, { type: 'null' }],
    description: 'x',
  });
});

test('inherited fields come first and are flattened', (t) => {
  const names = Object.keys(schema(NoteDto).properties);
  t.deepEqual(names.slice(-3), ['id', 'version', 'archivedAt']);
  t.is(names[0], 'title');
});

test('a redeclared field replaces the inherited one', (t) => {
  t.is(schema(Child).properties.name?.maxLength, 20);
  t.is(schema(Child).properties.name?.description, 'Longer than the parent’s.');
  t.deepEqual(schema(Child).required, ['kept', 'name']);
});

test('a nullable field is required unless it is also optional', (t) => {
  t.true(schema(NoteDto).required.includes('archivedAt'));
  t.false(schema(CreateNote).required.includes('body'));
});

test('the initial value of a field is its default', (t) => {
  t.is(schema(CreateNote).properties.visibility?.default, 'private');
});

test('only a closed schema forbids unknown fields', (t) => {
  t.is(schema(CreateNote, true).additionalProperties, false);
  t.is(schema(CreateNote).additionalProperties, undefined);
});

test('a class without a description is rejected', (t) => {
  class Silent {
    @IsInt() count: number;
  }
  @Dto('Nothing.')
  class Empty {}
  @Dto('Mute.')
  class Mute {
    @IsInt() count: number;
  }
  @Dto('Untyped.')
  class Untyped {
    @ValidateNested() part: object;
  }
  t.throws(() => schema(Silent), { message: 'Silent has no @Dto description' });
  t.throws(() => schema(Empty), { message: 'Empty has no fields' });
  t.throws(() => schema(Mute), { message: 'Mute.count has no description' });
  t.throws(() => schema(Untyped), { message: /Untyped\.part holds an object of no named class/ });
});

test('an example is composed of the examples of its fields', (t) => {
  t.like(exampleOf(NoteDto), {
    title: 'Groceries',
    visibility: 'private',
    labels: [{ name: 'urgent', color: 16711680 }],
    version: 3,
    archivedAt: null,
  });
});

test('a field that excludes others is omitted from the example', (t) => {
  @Dto('A.')
  class Sample {
    @Field('A word.', text(1, 5), { example: 'a' }) word: string;
    @Field('Another.', optional(text(1, 5)), { example: 'b', omitFromExample: true }) other?: string;
  }
  t.deepEqual(exampleOf(Sample), { word: 'a' });
});

test('a text field without an example is rejected by name', (t) => {
  @Dto('A.')
  class Wordless {
    @Field('A word.', text(1, 5)) word: string;
  }
  t.throws(() => exampleOf(Wordless), { message: 'Wordless.word needs an example' });
});

test('an example that its own rule rejects is rejected', (t) => {
  @Dto('A.')
  class Wrong {
    @Field('A count.', integer(1, 5), { example: 6 }) count: number;
  }
  t.throws(() => exampleOf(Wrong), { message: 'Wrong.count: its example is not a whole number from 1 to 5' });
});

test('the example of a recursive class ends where a field may be empty, omitted or null', (t) => {
  @Dto('A tree.')
  class Tree {
    @Field(
      'Its branches.',
      list(
        object(() => Tree),
        3,
      ),
    )
    branches: Tree[];

    @Field('Above.', optional(object(() => Tree)))
    above?: Tree;

    @Field('Below.', nullable(object(() => Tree)))
    below: Tree | null;
  }
  t.deepEqual(exampleOf(Tree), { branches: [], below: null });
});

test('an object whose last properties are those of another component refers to it, and keeps the order', (t) => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const add = (dto: DtoClass, name: string) => Field(`${name}.`, text(1, 9), { example: name })(dto.prototype, name);
  @Dto('The whole.')
  class Whole {}
  for (const name of ['own', ...names]) add(Whole, name);
  @Dto('The part.')
  class Part {}
  for (const name of names) add(Part, name);
  const components = new Components(new Defects());
  for (const dto of [Whole, Part]) components.use(dto, 'response');
  components.addPart(Whole, 'Part');
  const { properties, required, allOf } = components.schemas().Whole as Schema;
  t.deepEqual(
    [Object.keys(properties as object), required, allOf],
    [['own'], ['own'], [{ $ref: '#/components/schemas/Part' }]],
  );
  const document = { components: { schemas: components.schemas() } };
  t.deepEqual(Object.keys(joined(document, document.components.schemas.Whole as Schema).properties as object), [
    'own',
    ...names,
  ]);
});
