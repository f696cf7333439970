import 'reflect-metadata';
import { Type, type TypeHelpOptions, type TypeOptions } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { classOf, type DtoClass, optional, type Rule } from './rules.js';

export interface FieldOptions {
  /** Example in the description, also used to compose examples of whole bodies. Must satisfy the rule. */
  example?: unknown;
  /** True: the field identifies the object and comes before inherited fields, also in responses. */
  identity?: boolean;
  /**
   * True: an optional field is left out of composed examples, because it does not fit the examples of the other fields.
   */
  omitFromExample?: boolean;
  /**
   * True: an optional parameter has no example, because every value would contradict the examples of other parameters.
   */
  isWithoutExample?: boolean;
  /** Value for requests that omit the field. Set the same initializer in the class. */
  default?: unknown;
  /**
   * Additional CSV columns for members of a free-form object. Each column name has dotted paths into the object; the
   * first path with a value is used.
   */
  columns?: Readonly<Record<string, readonly string[]>>;
  /** Additional schema keywords, such as `readOnly` or `deprecated`. */
  schema?: Record<string, unknown>;
}

export interface FieldMetadata extends FieldOptions {
  name: string;
  description: string;
  rule: Rule;
}

const FIELDS = Symbol('fields');
const DESCRIPTION = Symbol('dto');

type Fields = readonly FieldMetadata[];
const NO_FIELDS: Fields = [];
const ownFieldsOf = (prototype: object): Fields =>
  Object.hasOwn(prototype, FIELDS) ? Reflect.get(prototype, FIELDS) : NO_FIELDS;
const knownFields = new WeakMap<DtoClass, { parents: Fields; own: Fields; fields: Fields }>();

/**
 * Property decorator: declares a field of a DTO with its meaning in one sentence (with unit, range and the meaning of
 * null) and the rule of its value. Registers it with class-validator, class-transformer and class-validator-jsonschema,
 * so that all three agree.
 */
export function Field(description: string, rule: Rule, options: FieldOptions = {}): PropertyDecorator {
  return (prototype, property) => {
    const name = String(property);
    const own = ownFieldsOf(prototype);
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
      Type((help) => classOfValue(rule, name, help), perItem(rule))(prototype, name);
      ValidateNested({ each: rule.items !== undefined })(prototype, name);
    }
    const examples = options.example === undefined ? {} : { examples: [options.example] };
    const fallback = options.default === undefined ? {} : { default: options.default };
    const said = { description, ...examples, ...fallback, ...options.schema };
    // A function is passed, because an object would be merged deeply, at ten times the cost.
    JSONSchema((schema) => ({ ...schema, ...said }) as never)(prototype, name);
  };
}

/** Returns the class of a nested value for class-transformer, which passes each item of a list of unions separately. */
const classOfValue = (rule: Rule, name: string, help?: TypeHelpOptions): (new () => object) =>
  (classOf(rule, help?.property === undefined ? help?.object : help.object[name]) ?? Object) as new () => object;

/** Options with which class-transformer looks up the class for each item of a list. */
const perItem = ({ items, union }: Rule): TypeOptions =>
  items !== undefined && union !== undefined
    ? { discriminator: { property: union.property, subTypes: [] }, keepDiscriminatorProperty: true }
    : {};

/** Declares a field that several DTOs have; options of one place take precedence over the common options. */
export interface SharedField {
  (options?: FieldOptions): PropertyDecorator;
  /** Declares the field as optional, as in changes of a resource. */
  optional(options?: FieldOptions): PropertyDecorator;
}

export function sharedField(description: string, rule: Rule, common: FieldOptions = {}): SharedField {
  return Object.assign((options?: FieldOptions) => Field(description, rule, { ...common, ...options }), {
    optional: (options?: FieldOptions) => Field(description, optional(rule), { ...common, ...options }),
  });
}

/**
 * Class decorator: describes the whole object in one sentence. The document builder, not this decorator, forbids
 * unknown fields in requests (`additionalProperties: false`).
 */
export function Dto(description: string): ClassDecorator {
  return (target) => {
    Reflect.defineMetadata(DESCRIPTION, description, target);
    JSONSchema((schema) => ({ ...schema, description }) as never)(target);
  };
}

/** Returns the sentence of `@Dto`, which is not inherited; undefined for a class without one. */
export function descriptionOf(dto: DtoClass): string | undefined {
  return Reflect.getOwnMetadata(DESCRIPTION, dto);
}

/**
 * Returns the fields of a DTO: first identifying ones, then inherited ones, then the others, each in the order of
 * declaration. Empty for a class that is not a DTO.
 */
export function fieldsOf(dto: DtoClass): readonly FieldMetadata[] {
  const inherited = Object.getPrototypeOf(dto.prototype) as object | null;
  const parents =
    inherited && inherited !== Object.prototype
      ? fieldsOf((inherited as { constructor: DtoClass }).constructor)
      : NO_FIELDS;
  const own = ownFieldsOf(dto.prototype);
  const known = knownFields.get(dto);
  // Declaring a field replaces both lists by new ones, so unchanged lists mean unchanged fields.
  if (known?.parents === parents && known.own === own) return known.fields;
  const all = [...parents.filter((field) => !own.some((mine) => mine.name === field.name)), ...own];
  const fields = [...all.filter(({ identity }) => identity), ...all.filter(({ identity }) => !identity)];
  knownFields.set(dto, { parents, own, fields });
  return fields;
}

/** Returns the class that declares a field: the DTO itself or one that it extends; undefined for an unknown field. */
export function declaringClass(dto: DtoClass, name: string): DtoClass | undefined {
  for (
    let prototype = dto.prototype;
    prototype && prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    const own = ownFieldsOf(prototype);
    if (own.some((field) => field.name === name)) return prototype.constructor;
  }
  return undefined;
}
