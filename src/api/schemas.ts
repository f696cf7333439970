import { createRequire } from 'node:module';
import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js';
import { ValidationTypes } from 'class-validator';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { descriptionOf, type FieldMetadata, fieldsOf } from './field.js';
import { ordered } from './ordering.js';
import { ANY_TEXT, classesOf, type DtoClass, type Rule, type Schema } from './rules.js';
import { validationMetadataOf, validationStorage } from './validation-metadata.js';

// class-transformer does not export its storage; its decorators fill the CommonJS copy.
const { defaultMetadataStorage } = createRequire(import.meta.url)('class-transformer/cjs/storage') as {
  defaultMetadataStorage: MetadataStorage;
};

const annotations = new Set(['description', 'title', 'deprecated', 'examples', 'default', 'readOnly', 'writeOnly']);

/** Returns the schema with null allowed: a list of types for scalars, a choice of two for a schema with a reference. */
export function withNull(schema: Schema): Schema {
  const entries = Object.entries(schema);
  const said = Object.fromEntries(entries.filter(([key]) => annotations.has(key)));
  const rest: Schema = Object.fromEntries(entries.filter(([key]) => !annotations.has(key)));
  if (rest.$ref || rest.anyOf || rest.oneOf) return { anyOf: [rest, { type: 'null' }], ...said };
  if (rest.type === undefined) return schema;
  const type = [...new Set([rest.type, 'null'].flat())];
  const values = Array.isArray(rest.enum) ? { enum: [...new Set([...rest.enum, null])] } : {};
  return { ...rest, type, ...values, ...said };
}

type Nested = ReadonlyMap<string, readonly DtoClass[]>;
const nestedClasses = new WeakMap<DtoClass, Nested>();

/**
 * Returns the classes of the properties that contain objects, by property; of a union all members. Computed once for
 * each class.
 */
export function nestedOf(dto: DtoClass): Nested {
  const known = nestedClasses.get(dto) ?? lookUpNested(dto);
  nestedClasses.set(dto, known);
  return known;
}

function lookUpNested(dto: DtoClass): Nested {
  const nested = new Map<string, readonly DtoClass[]>();
  const fields = fieldsOf(dto);
  for (const { propertyName, type } of validationMetadataOf(dto as () => void)) {
    if (type !== 'nestedValidation') continue;
    const rule = fields.find(({ name }) => name === propertyName)?.rule;
    if (rule?.union) {
      nested.set(propertyName, classesOf(rule));
      continue;
    }
    const typed = defaultMetadataStorage.findTypeMetadata(dto, propertyName);
    const child = typed?.typeFunction?.() as DtoClass | undefined;
    if (!child) throw new Error(`${dto.name}.${propertyName} holds an object of no named class: add @Type(() => …)`);
    nested.set(propertyName, [child]);
  }
  return nested;
}

/** Replaces the reference by class name, which the library wrote, by the component's name. */
function refer(schema: Schema, reference: string): Schema {
  if (schema.type === 'array') return { ...schema, items: { $ref: reference } };
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'type' && key !== 'properties')),
    $ref: reference,
  };
}

function property(raw: Schema, { rule }: FieldMetadata, reference: string | undefined): Schema {
  const schema = reference ? refer(raw, reference) : raw;
  return rule.nullable ? withNull(schema) : schema;
}

/**
 * Returns true for a property that is an object or null. Its schema is written inline, because generators and readers
 * handle a choice between a reference and null badly.
 */
export function isWrittenInline(dto: DtoClass, property: string): boolean {
  const rule = fieldsOf(dto).find(({ name }) => name === property)?.rule;
  return rule?.nullable === true && rule.items === undefined;
}

/** Removes patterns that are redundant in a response: a pattern beside a format, and the pattern of any text. */
function withoutIdlePattern(schema: Schema): Schema {
  const { pattern, ...rest } = schema;
  const isIdle = pattern !== undefined && (schema.format !== undefined || pattern === ANY_TEXT.source);
  const kept = isIdle ? rest : schema;
  return kept.items === undefined ? kept : { ...kept, items: withoutIdlePattern(kept.items as Schema) };
}

/** Returns the schema of a nested object or null, which replaces a reference to it. */
function inlined(object: Schema, { description, examples }: Schema): Schema {
  return { ...object, type: ['object', 'null'], description, ...(examples === undefined ? {} : { examples }) };
}

/** Returns the schema of a union: references with a discriminator, or inline schemas. */
function choiceOf(
  rule: Rule,
  { description, examples, type }: Schema,
  write: (member: DtoClass) => Schema,
  nameOf?: (member: DtoClass) => string,
): Schema {
  const { property: propertyName, members, otherwise } = rule.union as NonNullable<Rule['union']>;
  // A discriminator must be a property that every member has.
  const mapping =
    otherwise === undefined &&
    nameOf &&
    Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, `#/components/schemas/${nameOf(member())}`]),
    );
  const union = { oneOf: classesOf(rule).map(write), ...(mapping ? { discriminator: { propertyName, mapping } } : {}) };
  const said = { description, ...(examples === undefined ? {} : { examples }) };
  return type === 'array' ? { ...rule.schema, items: union, ...said } : { ...union, ...said };
}

/** Returns the values of a class's field initializers, which are the defaults of requests. */
function initialValues(dto: DtoClass): Record<string, unknown> {
  try {
    const made = new (dto as unknown as new () => Record<string, unknown>)();
    return Object.fromEntries(
      Object.entries(made).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
    );
  } catch {
    return {}; // the constructor needs arguments: such a class declares its defaults in @Field
  }
}

/** Rules contain their own schema. Without a converter the library would refer to a class of its own. */
const converters = {
  [ValidationTypes.CUSTOM_VALIDATION]: ({ constraints }: { constraints: unknown[] }) => (constraints[0] as Rule).schema,
};

const readSchemas = new WeakMap<DtoClass, Schema>();

/**
 * Reads the schema of a class with class-validator-jsonschema. The result is cached and used for requests, responses
 * and inline schemas, so it must not be changed.
 */
function readSchema(dto: DtoClass): Schema {
  const options = {
    classTransformerMetadataStorage: defaultMetadataStorage,
    classValidatorMetadataStorage: validationStorage,
    refPointerPrefix: '#/components/schemas/',
    additionalConverters: converters,
  };
  const read = readSchemas.get(dto) ?? (targetConstructorToSchema(dto, options as never) as Schema);
  readSchemas.set(dto, read);
  return read;
}

/** Options of a written schema: the names of nested classes, and whether unknown properties are forbidden. */
interface Writing {
  nameOf: (nested: DtoClass) => string;
  closed: boolean;
}

function unionProperty(dto: DtoClass, field: FieldMetadata, raw: Schema, { nameOf, closed }: Writing): Schema {
  const isInline = isWrittenInline(dto, field.name);
  const write = (member: DtoClass) =>
    isInline ? schemaOf(member, nameOf, closed) : { $ref: `#/components/schemas/${nameOf(member)}` };
  const schema = choiceOf(field.rule, raw, write, isInline ? undefined : nameOf);
  return field.rule.nullable ? withNull(schema) : schema;
}

function propertyOf(dto: DtoClass, field: FieldMetadata, raw: Schema, writing: Writing): Schema {
  const { name } = field;
  if (field.rule.union) return unionProperty(dto, field, raw, writing);
  const child = nestedOf(dto).get(name)?.[0];
  if (child && isWrittenInline(dto, name)) return inlined(schemaOf(child, writing.nameOf, writing.closed), raw);
  return property(raw, field, child && `#/components/schemas/${writing.nameOf(child)}`);
}

/**
 * Returns the schema of a DTO as JSON Schema 2020-12; inherited fields are included, in the order of declaration.
 * @param nameOf returns the component name of a nested class
 * @param closed true: unknown properties are forbidden
 * @throws when the class is not a DTO: it has no fields, no description, or a property without `@Field`
 */
export function schemaOf(dto: DtoClass, nameOf: (nested: DtoClass) => string, closed: boolean): Schema {
  const description = descriptionOf(dto);
  if (description === undefined) throw new Error(`${dto.name} has no @Dto description`);
  const raw = readSchema(dto);
  const fields = fieldsOf(dto);
  const properties = (raw.properties ?? {}) as Record<string, Schema>;
  const undeclared = Object.keys(properties).find((name) => !fields.some((field) => field.name === name));
  if (undeclared !== undefined) throw new Error(`${dto.name}.${undeclared} has no @Field`);
  if (fields.length === 0) throw new Error(`${dto.name} has no fields`);
  const initial = initialValues(dto);
  const described = fields.map((field): [string, Schema] => {
    const { name } = field;
    const schema = propertyOf(dto, field, properties[name] ?? {}, { nameOf, closed });
    const fallback = schema.default ?? initial[name];
    const complete = fallback === undefined ? schema : { ...schema, default: fallback };
    return [name, ordered(closed ? complete : withoutIdlePattern(complete))];
  });
  const required = fields.filter(({ rule }) => !rule.optional).map(({ name }) => name);
  return ordered({
    type: 'object',
    description,
    properties: Object.fromEntries(described),
    ...(required.length > 0 ? { required } : {}),
    ...(closed ? { additionalProperties: false } : {}),
  });
}
