import { Service } from 'typedi';
import type { Schema } from '../api/rules.js';
import { EventCatalog } from './event-catalog.js';
import { standaloneEnvelope } from './event-envelope.js';

/** A field of an event, by the JSON Schema of its type. */
export interface EventField {
  /** Types of JSON that its values can have, without `null`; empty: any. */
  types: ReadonlySet<string>;
  /** Format of its texts, such as `date-time`. */
  format?: string;
  /** The only values that it can have; undefined: others too. */
  values?: readonly unknown[];
  /** The items of a list. */
  items?: EventField;
}

/** Maximum depth of references and alternatives that are followed at one place of a schema. */
const MAX_DEPTH = 20;

/** Finds fields of events by their path in the envelope. Schemas are composed once for each type of events. */
@Service()
export class EventFields {
  private readonly schemas = new Map<string, Schema | undefined>();

  constructor(private readonly catalogue: EventCatalog) {}

  /** Returns the field of a type at a path such as `data.alert.severity`; undefined for an unknown path. */
  find(type: string, path: string): EventField | undefined {
    const { places, isWhole } = this.follow(type, path);
    return isWhole ? fieldOf(places, this.definitionsOf(type)) : undefined;
  }

  /** Whether a type of events that accounts see has a field at a path. */
  isKnown(path: string): boolean {
    return this.catalogue.visible().some(({ type }) => this.find(type, path) !== undefined);
  }

  /** Returns the paths of the fields that exist where an unknown path leaves the schema of a type, in their order. */
  instead(type: string, path: string): string[] {
    const { places, known } = this.follow(type, path);
    const names = places.flatMap(({ properties }) => Object.keys((properties ?? {}) as object));
    return [...new Set(names)].map((name) => (known === '' ? name : `${known}.${name}`));
  }

  /** Follows a path as far as it is known. */
  private follow(type: string, path: string) {
    const schema = this.schemaOf(type);
    const definitions = this.definitionsOf(type);
    let places = schema === undefined ? [] : alternatives(schema, definitions);
    const names = path.split('.');
    for (const [index, name] of names.entries()) {
      const next = places.flatMap((place) => member(place, name)).flatMap((one) => alternatives(one, definitions));
      if (next.length === 0) return { places, known: names.slice(0, index).join('.'), isWhole: false };
      places = next;
    }
    return { places, known: path, isWhole: true };
  }

  private schemaOf(type: string): Schema | undefined {
    if (!this.schemas.has(type)) {
      const found = this.catalogue.get(type);
      this.schemas.set(type, found && standaloneEnvelope(found).schema);
    }
    return this.schemas.get(type);
  }

  private definitionsOf(type: string): Readonly<Record<string, Schema>> {
    return (this.schemaOf(type)?.$defs ?? {}) as Record<string, Schema>;
  }
}

/** Returns the schemas that a value may satisfy, with references resolved. */
function alternatives(schema: Schema, definitions: Readonly<Record<string, Schema>>, depth = 0): Schema[] {
  if (depth > MAX_DEPTH) return [];
  const { $ref, allOf, anyOf, oneOf } = schema as Record<string, unknown>;
  const named = typeof $ref === 'string' ? definitions[$ref.slice($ref.lastIndexOf('/') + 1)] : undefined;
  const further = [named ?? [], allOf ?? [], anyOf ?? [], oneOf ?? []].flat() as Schema[];
  return [schema, ...further.flatMap((one) => alternatives(one, definitions, depth + 1))];
}

/** Returns the schemas of a member of an object; empty if there is no such member. */
function member({ type, properties, additionalProperties }: Schema, name: string): Schema[] {
  const own = (properties ?? {}) as Record<string, Schema>;
  if (Object.hasOwn(own, name)) return [own[name] as Schema];
  if (typeof additionalProperties === 'object') return [additionalProperties as Schema];
  return additionalProperties === true && [type].flat().includes('object') ? [{}] : [];
}

function fieldOf(places: readonly Schema[], definitions: Readonly<Record<string, Schema>>): EventField {
  const types = places.flatMap(({ type }) => (type ?? []) as string[]).filter((type) => type !== 'null');
  const values = places.map(({ enum: all, 'x-extensible': isExtensible }) => (isExtensible ? undefined : all));
  const items = places.flatMap(({ items }) => (items ? alternatives(items as Schema, definitions) : []));
  return {
    types: new Set(types),
    format: places.map(({ format }) => format as string | undefined).find((format) => format !== undefined),
    values: values.find((one) => one !== undefined) as readonly unknown[] | undefined,
    ...(items.length === 0 ? {} : { items: fieldOf(items, definitions) }),
  };
}
