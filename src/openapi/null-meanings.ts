// Rule for descriptions of fields: a field that may be null says what null means. Callers cannot guess whether null is
// "unknown", "not applicable", "unlimited" or, in a change, "restore the default".

import { resolve } from './references.js';

type Node = Record<string, unknown>;

/** Returns `place: description` for every property whose schema accepts null and whose description does not name it. */
export function unexplainedNulls(document: object): string[] {
  const findings: string[] = [];
  const visit = (node: unknown, place: string) => {
    if (!isNode(node)) return;
    if (!Array.isArray(node) && isNode(node.properties))
      for (const [name, property] of Object.entries(node.properties))
        if (isNode(property) && acceptsNull(property, document) && !/\bnull\b/i.test(textOf(property)))
          findings.push(`${place}/properties/${name}: ${textOf(property)}`);
    for (const [name, child] of Object.entries(node)) if (!VALUES.has(name)) visit(child, `${place}/${name}`);
  };
  visit(document, '');
  return findings;
}

/** Keywords whose content is data, not schemas. */
const VALUES = new Set(['example', 'examples', 'default', 'const', 'enum']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const textOf = ({ description }: Node): string => (typeof description === 'string' ? description : '');

/** Returns whether a schema accepts null by its type, a choice, a value, or the component that it references. */
function acceptsNull(schema: Node, document: object, depth = 0): boolean {
  const { type, anyOf, oneOf, enum: values, const: value, $ref } = schema;
  if (type === 'null' || value === null || [type, values].some((list) => Array.isArray(list) && hasNull(list)))
    return true;
  const target = typeof $ref === 'string' ? resolve(document, $ref) : undefined;
  return (
    depth < MAX_DEPTH &&
    [anyOf, oneOf, [target]].flat().some((choice) => isNode(choice) && acceptsNull(choice, document, depth + 1))
  );
}

const hasNull = (list: readonly unknown[]): boolean => list.some((entry) => entry === null || entry === 'null');

/** References and choices are followed this deep, because schemas may refer to themselves. */
const MAX_DEPTH = 8;
