import { type FieldMetadata, fieldsOf } from '../../api/field.js';
import { classOf, type DtoClass, type Rule } from '../../api/rules.js';

type Instance = Record<string, unknown>;
type Constructor = new () => Instance;

/**
 * Validates values of a DTO class in one pass, at a quarter of the cost of class-transformer and class-validator
 * together. The result is only valid or invalid; explain.ts finds the reasons. A test checks that class-validator comes
 * to the same result for the same decorators.
 */
export class DtoPlan {
  private static readonly plans = new Map<DtoClass, DtoPlan>();
  private readonly fields: Map<string, FieldMetadata>;
  private readonly required: string[];

  private constructor(private readonly dto: DtoClass) {
    const fields = fieldsOf(dto);
    this.fields = new Map(fields.map((field) => [field.name, field]));
    this.required = fields.filter((field) => !field.rule.optional).map((field) => field.name);
  }

  static of(dto: DtoClass): DtoPlan {
    let plan = DtoPlan.plans.get(dto);
    if (!plan) {
      plan = new DtoPlan(dto);
      DtoPlan.plans.set(dto, plan);
    }
    return plan;
  }

  get names(): IterableIterator<string> {
    return this.fields.keys();
  }

  field(name: string): FieldMetadata | undefined {
    return this.fields.get(name);
  }

  /** Returns an instance of the DTO with the fields of the value, or `undefined` when it is invalid. */
  accept(value: unknown): Instance | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const source = value as Instance;
    const instance = new (this.dto as Constructor)();
    // Stops at the first unknown name, without creating a list of all names.
    for (const name in source) {
      const field = this.fields.get(name);
      if (field === undefined) return undefined;
      const given = source[name];
      if (given === undefined) continue;
      const accepted = acceptField(field, given);
      if (accepted === undefined) return undefined;
      instance[name] = accepted;
    }
    for (const name of this.required) if (source[name] === undefined) return undefined;
    return instance;
  }
}

/** Returns the value to keep, or `undefined` when it breaks the rule. */
function acceptField({ rule }: FieldMetadata, value: unknown): unknown {
  if (value === null) return rule.nullable ? null : undefined;
  if (!rule.check(value)) return undefined;
  if (rule.nested === undefined && rule.union === undefined) return rule.kept === undefined ? value : rule.kept(value);
  if (rule.items === undefined) return acceptObject(rule, value);
  const items: Instance[] = [];
  for (const item of value as unknown[]) {
    const accepted = acceptObject(rule, item);
    if (accepted === undefined) return undefined;
    items.push(accepted);
  }
  return items;
}

function acceptObject(rule: Rule, value: unknown): Instance | undefined {
  const dto = classOf(rule, value);
  return dto && DtoPlan.of(dto).accept(value);
}
