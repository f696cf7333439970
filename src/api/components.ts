import { isDeepStrictEqual } from 'node:util';
import type { Defects } from './defects.js';
import { ordered, sorted } from './ordering.js';
import type { DtoClass, Schema } from './rules.js';
import { isWrittenInline, nestedOf, schemaOf } from './schemas.js';

type Use = 'request' | 'response';

/**
 * Returns the name of a class in the API description, without the suffix `Dto`. Generated clients use it as the name of
 * their class.
 */
export const componentName = (dto: DtoClass): string => dto.name.replace(/Dto$/, '');

export const schemaReference = (dto: DtoClass): { $ref: string } => ({
  $ref: `#/components/schemas/${componentName(dto)}`,
});

/** Minimum number of shared properties for a reference; fewer are repeated, because that is easier to read. */
const MIN_SHARED_PROPERTIES = 8;

/**
 * Replaces the last properties of `whole` by a reference to `part`: the properties after the last one that `part` does
 * not have. Returns `whole` unchanged if it lacks a property of `part` or if too few properties would be replaced.
 */
function withPart(whole: Schema, name: string, part: Schema): Schema {
  const [all, shared] = [whole.properties, part.properties] as [Record<string, Schema>, Record<string, Schema>];
  const names = Object.keys(all);
  const own = names.slice(
    0,
    names.findLastIndex((property) => !isDeepStrictEqual(all[property], shared[property])) + 1,
  );
  const [required, requiredThere] = [whole.required ?? [], part.required ?? []] as [string[], string[]];
  const isPart =
    Object.keys(shared).every((property) => property in all) &&
    requiredThere.every((property) => required.includes(property));
  if (!isPart || names.length - own.length < MIN_SHARED_PROPERTIES) return whole;
  const properties = Object.fromEntries(own.map((property) => [property, all[property]]));
  const stillRequired = required.filter((property) => own.includes(property) || !requiredThere.includes(property));
  return ordered({ ...whole, properties, required: stillRequired, allOf: [{ $ref: `#/components/schemas/${name}` }] });
}

/**
 * Collects the schemas that operations and webhooks refer to; other classes are left out.
 *
 * The schema of a class that occurs in a request forbids unknown fields, because requests with them are rejected. The
 * schema of a class that occurs only in responses allows them, because fields may be added later.
 */
export class Components {
  private readonly uses = new Map<DtoClass, Set<Use>>();
  private readonly byName = new Map<string, DtoClass>();
  private readonly extra: Record<string, Schema> = {};
  private readonly parts = new Map<DtoClass, string>();

  constructor(private readonly defects: Defects) {}

  /** Registers a class and the classes it contains. Two classes with the same name are a defect. */
  use(dto: DtoClass, use: Use): void {
    const uses = this.uses.get(dto) ?? new Set();
    if (uses.has(use)) return;
    this.uses.set(dto, uses.add(use));
    const name = componentName(dto);
    const namesake = this.byName.get(name);
    if (namesake && namesake !== dto)
      this.defects.add(`${namesake.name} and ${dto.name} would both be described as ${name}`);
    this.byName.set(name, dto);
    this.defects.attempt(() => this.useNested(dto, use));
  }

  private useNested(dto: DtoClass, use: Use): void {
    for (const [name, classes] of nestedOf(dto)) {
      for (const nested of classes) {
        if (isWrittenInline(dto, name)) this.useNested(nested, use);
        else this.use(nested, use);
      }
    }
  }

  /** Adds a schema that has no class, such as an event's envelope. */
  add(name: string, schema: Schema): void {
    if (this.byName.has(name) || name in this.extra) this.defects.add(`two schemas are named ${name}`);
    this.extra[name] = schema;
  }

  /** Adds a schema that several operations share; adding an equal one again has no effect. */
  addShared(name: string, schema: Schema): void {
    if (JSON.stringify(this.extra[name]) !== JSON.stringify(schema)) this.add(name, schema);
  }

  /** Registers a component with some of the properties of a class; the schema of the class then refers to it. */
  addPart(dto: DtoClass, part: string): void {
    this.parts.set(dto, part);
  }

  /** Returns all schemas by name, sorted. */
  schemas(): Record<string, Schema> {
    const all: Record<string, Schema> = { ...this.extra };
    for (const [dto, uses] of this.uses) {
      const name = componentName(dto);
      if (name in this.extra) this.defects.add(`two schemas are named ${name}`);
      this.defects.attempt(() => {
        all[name] = schemaOf(dto, componentName, uses.has('request'));
      });
    }
    for (const [dto, part] of this.parts) {
      const name = componentName(dto);
      if (all[name] && all[part] && !this.uses.get(dto)?.has('request'))
        all[name] = withPart(all[name], part, all[part]);
    }
    return sorted(all);
  }
}
