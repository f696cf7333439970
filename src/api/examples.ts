import { type FieldMetadata, fieldsOf } from './field.js';
import { classesOf, type DtoClass, type Rule, type Schema } from './rules.js';

const byFormat: Record<string, unknown> = {
  uuid: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  'date-time': '2026-11-20T23:15:00.000Z',
  date: '2026-11-20',
  email: 'ada@lovelace.test',
};

/** Returns an example number within the bounds: 1 if it is allowed. */
function numberWithin(schema: Schema): number {
  const { minimum = 1, maximum = 1 } = schema as { minimum?: number; maximum?: number };
  return Math.min(Math.max(1, minimum), Math.max(maximum, minimum));
}

/** Returns an example value derived from the schema; undefined for text, for which the author must give one. */
function derived(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return numberWithin(schema);
  if (type === 'object') return {};
  if (type === 'array') {
    const item = derived((schema.items ?? {}) as Schema);
    return item === undefined ? undefined : [item];
  }
  return byFormat[String(schema.format)];
}

/** Returns an example of one value: the given one, else one derived from the rule; undefined without either. */
export function exampleOfRule(rule: Rule, example?: unknown): unknown {
  return example === undefined ? derived(rule.schema) : example;
}

function exampleOfField(dto: DtoClass, field: FieldMetadata, open: readonly DtoClass[]): unknown {
  const { rule } = field;
  if (field.example !== undefined) {
    const allowed = field.example === null ? rule.nullable === true : rule.check(field.example);
    if (!allowed) throw new Error(`${dto.name}.${field.name}: its example is not ${rule.says}`);
    return field.example;
  }
  const [nested] = classesOf(rule);
  if (nested && open.includes(nested)) {
    // The class contains itself: the innermost level of the example is empty.
    if (rule.optional) return undefined;
    if (rule.items?.min === 0) return [];
    if (rule.nullable) return null;
    throw new Error(`${dto.name}.${field.name} needs an example: ${nested.name} contains itself`);
  }
  if (nested) return rule.items ? [compose(nested, open)] : compose(nested, open);
  const value = field.default ?? derived(rule.schema);
  if (value === undefined) throw new Error(`${dto.name}.${field.name} needs an example`);
  return value;
}

function compose(dto: DtoClass, open: readonly DtoClass[]): Record<string, unknown> {
  const together = fieldsOf(dto).filter(({ omitFromExample, rule }) => !(omitFromExample && rule.optional));
  const entries = together.map((field) => [field.name, exampleOfField(dto, field, [...open, dto])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/**
 * Returns the example of a whole body, composed from the examples of its fields.
 * @throws when a field has neither an example nor one that can be derived, or when its example breaks its rule
 */
export function exampleOf(dto: DtoClass): Record<string, unknown> {
  return compose(dto, []);
}
