import * as validator from 'class-validator';
import type { Rule, Schema } from './rules.js';
import { validationMetadataOf } from './validation-metadata.js';

/** The input of a converter: one validator of one property. */
interface ValidationMetadata {
  name?: string;
  target: unknown;
  propertyName: string;
  constraints: unknown[];
}

type Converter = Schema | ((metadata: ValidationMetadata) => Schema);

const string = (schema: Schema = {}): Schema => ({ type: 'string', ...schema });
const literally = (value: string) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const typesOf = (values: unknown[]) => [
  ...new Set(values.map((value) => (Number.isInteger(value) ? 'integer' : value === null ? 'null' : typeof value))),
];

function oneOf(values: unknown[]): Schema {
  const types = typesOf(values);
  return { type: types.length === 1 ? types[0] : types, enum: values };
}

/** Returns the names of all validators on the same property. */
function neighbours({ target, propertyName }: ValidationMetadata): Set<string | undefined> {
  const all = validationMetadataOf(target as () => void);
  return new Set(all.filter((metadata) => metadata.propertyName === propertyName).map((metadata) => metadata.name));
}

/**
 * Returns the converter of a numeric keyword. The type stays `integer` if the property also has an integer rule, in any
 * order of the decorators.
 */
const numeric = (keywords: (constraint: unknown) => Schema) => (metadata: ValidationMetadata) => ({
  type: neighbours(metadata).has(validator.IS_INT) ? 'integer' : 'number',
  ...keywords(metadata.constraints?.[0]),
});

const isRule = (value: unknown): value is Rule =>
  typeof value === 'object' && value !== null && 'schema' in value && 'check' in value;

function matches({ constraints, propertyName }: ValidationMetadata): Schema {
  const expression = constraints[0] as RegExp;
  if (/[^u]/.test(expression.flags))
    throw new Error(`${propertyName}: the flags of ${expression} cannot be said in a schema`);
  return string({ pattern: expression.source });
}

/** Returns the values of an enum object, without the reverse mapping that TypeScript adds to numeric enums. */
const enumValues = (members: Record<string, unknown>) =>
  Object.keys(members)
    .filter((name) => Number.isNaN(Number(name)))
    .map((name) => members[name]);

/**
 * Corrects class-validator-jsonschema, which emits OpenAPI 3.0 and draft 7 idioms. Rules of this project contain their
 * own schema; an unknown validator adds nothing, instead of a reference to a built-in class.
 */
export const converters: Record<string, Converter> = {
  [validator.ValidationTypes.CUSTOM_VALIDATION]: ({ constraints }) =>
    isRule(constraints?.[0]) ? constraints[0].schema : {},
  [validator.IS_DEFINED]: {},
  [validator.IS_EMPTY]: { enum: ['', null] },
  [validator.IS_NOT_EMPTY]: ({ target, propertyName }) =>
    Reflect.getMetadata('design:type', (target as () => void).prototype, propertyName) === String
      ? string({ minLength: 1 })
      : {},
  [validator.IS_DATE]: string({ format: 'date-time' }),
  [validator.IS_DATE_STRING]: string({ format: 'date-time' }),
  [validator.IS_ISO8601]: string({ format: 'date-time' }),
  [validator.MIN_DATE]: string({ format: 'date-time' }),
  [validator.MAX_DATE]: string({ format: 'date-time' }),
  [validator.IS_URL]: string({ format: 'uri' }),
  [validator.IS_BASE64]: string({ contentEncoding: 'base64' }),
  [validator.IS_JSON]: string({ contentMediaType: 'application/json' }),
  [validator.IS_NUMBER_STRING]: string({ pattern: '^[+-]?([0-9]*[.])?[0-9]+$' }),
  [validator.IS_IP]: ({ constraints }) =>
    string(constraints[0] ? { format: `ipv${constraints[0]}` } : { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] }),
  [validator.CONTAINS]: ({ constraints }) => string({ pattern: literally(String(constraints[0])) }),
  [validator.NOT_CONTAINS]: ({ constraints }) => string({ not: { pattern: literally(String(constraints[0])) } }),
  [validator.MATCHES]: matches,
  [validator.IS_ENUM]: ({ constraints }) => oneOf(enumValues(constraints[0] as Record<string, unknown>)),
  [validator.IS_IN]: ({ constraints }) => oneOf([...(constraints[0] as unknown[])]),
  [validator.EQUALS]: ({ constraints }) => oneOf([constraints[0]]),
  [validator.IS_NUMBER]: numeric(() => ({})),
  [validator.MIN]: numeric((minimum) => ({ minimum })),
  [validator.MAX]: numeric((maximum) => ({ maximum })),
  [validator.IS_POSITIVE]: numeric(() => ({ exclusiveMinimum: 0 })),
  [validator.IS_NEGATIVE]: numeric(() => ({ exclusiveMaximum: 0 })),
  [validator.IS_DIVISIBLE_BY]: numeric((multipleOf) => ({ multipleOf })),
};
