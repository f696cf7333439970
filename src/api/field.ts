import 'reflect-metadata';
import { Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { classOf, type DtoClass, optional, type Rule } from './rules.js';

export interface FieldOptions {
  /** Shown in the description and used to compose the examples of whole bodies. Must satisfy the rule. */
  example?: unknown;
  /** True: it says which one this is, and comes before inherited fields. Answers name it first too. */
  identity?: boolean;
  /** True leaves an optional field out of composed examples: it does not go with the other fields' examples. */
  omitFromExample?: boolean;
  /** True shows no example of an optional parameter: none is right beside the examples of the others. */
  isWithoutExample?: boolean;
  /** Value a request that leaves the field out gets. Set the same initialiser on the class. */
  default?: unknown;
  /** Another schema keyword, such as `readOnly` or `deprecated`. */
  schema?: Record<string, unknown>;
}

export interface FieldMetadata extends FieldOptions {
  name: string;
  description: string;
  rule: Rule;
}

const FIELDS = Symbol('fields');
const DESCRIPTION = Symbol('dto');

/**
 * One field of a DTO: its meaning in one sentence (unit, range and what null means included) and the rule its value
 * obeys. Registers with class-validator, class-transformer and class-validator-jsonschema, so that each of them reads
 * the same thing.
 */
export function Field(description: string, rule: Rule, options: FieldOptions = {}): PropertyDecorator {
  return (prototype, property) => {
    const name = String(property);
    const own: FieldMetadata[] = Object.hasOwn(prototype, FIELDS) ? Reflect.get(prototype, FIELDS) : [];
    Object.defineProperty(prototype, FIELDS, {
      value: [...own, { ...options, name, description, rule }],
      configurable: true,
    });

    const message = `${name} must be ${rule.says}`;
    const validator = { validate: (value: unknown) => rule.check(value), defaultMessage: () => message };
    ValidateBy({ name: rule.name, constraints: [rule], validator })(prototype, name);
    if (rule.optional) ValidateIf((owner) => owner[name] !== undefined)(prototype, name);
    if (rule.nullable) ValidateIf((owner) => owner[name] !== null)(prototype, name);
    if (rule.nested || rule.union) {
      Type((help) => (classOf(rule, help?.object[name]) ?? Object) as new () => object)(prototype, name);
      ValidateNested({ each: rule.items !== undefined })(prototype, name);
    }
    const examples = options.example === undefined ? {} : { examples: [options.example] };
    const fallback = options.default === undefined ? {} : { default: options.default };
    const said = { description, ...examples, ...fallback, ...options.schema };
    // an object would be merged deeply, at ten times the cost
    JSONSchema((schema) => ({ ...schema, ...said }) as never)(prototype, name);
  };
}

/** Declares a field that several DTOs have; options of one place come before the common ones. */
export interface SharedField {
  (options?: FieldOptions): PropertyDecorator;
  /** The same field where it may be omitted, as in changes. */
  optional(options?: FieldOptions): PropertyDecorator;
}

export function sharedField(description: string, rule: Rule, common: FieldOptions = {}): SharedField {
  return Object.assign((options?: FieldOptions) => Field(description, rule, { ...common, ...options }), {
    optional: (options?: FieldOptions) => Field(description, optional(rule), { ...common, ...options }),
  });
}

/**
 * One sentence on what the whole object is. A request DTO is closed (`additionalProperties: false`) by the document
 * builder, not here.
 */
export function Dto(description: string): ClassDecorator {
  return (target) => {
    Reflect.defineMetadata(DESCRIPTION, description, target);
    JSONSchema((schema) => ({ ...schema, description }) as never)(target);
  };
}

/** The sentence of `@Dto`, not inherited; undefined when the class has none. */
export function descriptionOf(dto: DtoClass): string | undefined {
  return Reflect.getOwnMetadata(DESCRIPTION, dto);
}

/**
 * The fields of a DTO in order of declaration: what says which one it is, then inherited ones, then the rest. Empty for
 * a class that is no DTO.
 */
export function fieldsOf(dto: DtoClass): FieldMetadata[] {
  const inherited = Object.getPrototypeOf(dto.prototype) as object | null;
  const parents =
    inherited && inherited !== Object.prototype ? fieldsOf((inherited as { constructor: DtoClass }).constructor) : [];
  const own: FieldMetadata[] = Object.hasOwn(dto.prototype, FIELDS) ? Reflect.get(dto.prototype, FIELDS) : [];
  const all = [...parents.filter((field) => !own.some((mine) => mine.name === field.name)), ...own];
  return [...all.filter(({ identity }) => identity), ...all.filter(({ identity }) => !identity)];
}

/** The class that declares a field: the DTO itself or one it extends. Undefined for a field it does not have. */
export function declaringClass(dto: DtoClass, name: string): DtoClass | undefined {
  for (
    let prototype = dto.prototype;
    prototype && prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    const own: FieldMetadata[] = Object.hasOwn(prototype, FIELDS) ? Reflect.get(prototype, FIELDS) : [];
    if (own.some((field) => field.name === name)) return prototype.constructor;
  }
  return undefined;
}
