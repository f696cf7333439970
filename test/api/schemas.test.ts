import test from 'ava';
import { IsInt } from 'class-validator';
import { Components } from '../../src/api/components.js';
import { Defects } from '../../src/api/defects.js';
import { exampleOf } from '../../src/api/examples.js';
import { Dto, Field } from '../../src/api/field.js';
import {
  type DtoClass,
  flag,
  integer,
  list,
  nullable,
  object,
  optional,
  type Schema,
  text,
} from '../../src/api/rules.js';
import { schemaOf, withNull } from '../../src/api/schemas.js';
import { joined } from '../../src/openapi/merged-schema.js';
import { CreateNote, NoteDto } from '../openapi/support/note.dto.js';

const schema = (dto: DtoClass, closed = false) =>
  schemaOf(dto, (nested) => nested.name, closed) as { properties: Record<string, Schema>; required: string[] } & Schema;

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

@Dto('A parent.')
class Parent {
  @Field('Replaced below.', text(1, 10), { example: 'a' })
  name: string;

  @Field('Kept.', flag())
  kept: boolean;
}

@Dto('A child.')
class Child extends Parent {
  @Field('Longer than the parent’s.', text(1, 20), { example: 'b' })
  declare name: string;
}

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

test('a class without a description, and a property with another validator than a rule, are rejected', (t) => {
  class Silent {
    @IsInt() count: number;
  }
  @Dto('Nothing.')
  class Empty {}
  @Dto('Mute.')
  class Mute {
    @IsInt() count: number;
  }
  t.throws(() => schema(Silent), { message: 'Silent has no @Dto description' });
  t.throws(() => schema(Empty), { message: 'Empty has no fields' });
  t.throws(() => schema(Mute), { message: 'Mute.count has no @Field' });
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

test('an object whose last properties are those of another component refers to this component, and the order of the properties is kept', (t) => {
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
