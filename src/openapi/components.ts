import type { Defects } from './defects.js';
import type { DtoClass } from './endpoint.js';
import { isWhole } from './field.js';
import { sorted } from './ordering.js';
import type { Schema } from './rules.js';
import { nestedOf, schemaOf, standsInPlace } from './schemas.js';

type Use = 'request' | 'response';

/**
 * The component schemas, collected as operations ask for them, so that none is written which no operation reaches.
 *
 * A request body is closed, as unknown fields are refused; an answer is open, as fields may be added to it. A class used both ways
 * appears twice: open under its own name and closed as `<Name>Input`.
 */
export class Components {
  private readonly uses = new Map<DtoClass, Set<Use>>();
  private readonly byName = new Map<string, DtoClass>();
  private readonly extra: Record<string, Schema> = {};

  constructor(private readonly defects: Defects) {}

  /** Notes that a class and the classes within it are used; call for every operation before `reference`. */
  use(dto: DtoClass, use: Use): void {
    const uses = this.uses.get(dto) ?? new Set();
    if (uses.has(use)) return;
    this.uses.set(dto, uses.add(use));
    const namesake = this.byName.get(dto.name);
    if (namesake && namesake !== dto) this.defects.add(`two classes are named ${dto.name}`);
    this.byName.set(dto.name, dto);
    this.defects.attempt(() => this.useNested(dto, use));
  }

  private useNested(dto: DtoClass, use: Use): void {
    if (isWhole(dto)) return;
    for (const [name, classes] of nestedOf(dto)) {
      for (const nested of classes) {
        if (standsInPlace(dto, name)) this.useNested(nested, use);
        else this.use(nested, use);
      }
    }
  }

  /** Adds a schema of no class, such as an event's envelope. */
  add(name: string, schema: Schema): void {
    if (this.byName.has(name) || name in this.extra) this.defects.add(`two schemas are named ${name}`);
    this.extra[name] = schema;
  }

  reference(dto: DtoClass, use: Use): { $ref: string } {
    return { $ref: `#/components/schemas/${this.nameOf(dto, use)}` };
  }

  /** Every schema by name, sorted. */
  schemas(): Record<string, Schema> {
    const all: Record<string, Schema> = { ...this.extra };
    for (const [dto, uses] of this.uses) {
      for (const use of uses) {
        const name = this.nameOf(dto, use);
        if (name !== dto.name && this.byName.has(name)) this.defects.add(`${name} is both a class and the closed form of ${dto.name}`);
        this.defects.attempt(() => {
          all[name] = schemaOf(dto, (nested) => this.nameOf(nested, use), use === 'request');
        });
      }
    }
    return sorted(all);
  }

  private nameOf(dto: DtoClass, use: Use): string {
    return use === 'request' && this.uses.get(dto)?.has('response') ? `${dto.name}Input` : dto.name;
  }
}
