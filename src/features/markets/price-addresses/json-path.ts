/** Steps from the root of a JSON value: names of members, and positions in arrays, negative ones from the end. */
export type JsonPath = ReadonlyArray<string | number>;

const MAX_STEPS = 32;
const step =
  /\.([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|\[(0|-?[1-9]\d{0,8})\]|\['((?:[^'\\]|\\['\\])*)'\]|\["((?:[^"\\]|\\["\\])*)"\]/y;

/**
 * Parses a path that names one value: a singular query of JSONPath (RFC 9535 §2.3.5.1) such as `$.data[0].close`,
 * `$[-1]` or `$['net asset value']`.
 * @returns undefined for another text, also for a path that could name several values
 */
export function parseJsonPath(text: string): JsonPath | undefined {
  if (!text.startsWith('$')) return undefined;
  const steps: Array<string | number> = [];
  for (let at = 1; at < text.length; at = step.lastIndex) {
    step.lastIndex = at;
    const found = step.exec(text);
    if (found === null || steps.length === MAX_STEPS) return undefined;
    const [, name, position, single, double] = found;
    const quoted = (single ?? double)?.replace(/\\(.)/g, '$1');
    steps.push(position === undefined ? ((name ?? quoted) as string) : Number(position));
  }
  return steps;
}

/** Returns the value at a path; undefined if the path finds nothing. */
export function valueAt(root: unknown, path: JsonPath): unknown {
  let value = root;
  for (const one of path) {
    if (typeof one === 'number') {
      if (!Array.isArray(value)) return undefined;
      value = value.at(one);
    } else {
      if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, one))
        return undefined;
      value = (value as Record<string, unknown>)[one];
    }
  }
  return value;
}
