/** Changes a parsed document in place, or returns a changed one. */
export type Edit = (document: object) => object | undefined;

type Container = Record<string, unknown>;

/** Returns the object that contains the target of a JSON Pointer, and the key of the target in it. */
function locate(document: object, pointer: string): [Container, string] {
  const keys = pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop() as string;
  const holder = keys.reduce<unknown>((at, key) => (at as Container | undefined)?.[key], document);
  if (typeof holder !== 'object' || holder === null) throw new Error(`${pointer} names nothing`);
  return [holder as Container, last];
}

function take(document: object, pointer: string): unknown {
  const [holder, key] = locate(document, pointer);
  if (!(key in holder)) throw new Error(`${pointer} names nothing`);
  return holder[key];
}

const edit =
  (change: (document: object) => void): Edit =>
  (document) => {
    change(document);
    return undefined;
  };

export const set = (pointer: string, value: unknown): Edit =>
  edit((document) => {
    const [holder, key] = locate(document, pointer);
    holder[key] = structuredClone(value);
  });

export const append = (pointer: string, value: unknown): Edit =>
  edit((document) => (take(document, pointer) as unknown[]).push(value));

export const remove = (pointer: string): Edit =>
  edit((document) => {
    const [holder, key] = locate(document, pointer);
    take(document, pointer);
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  });

export const copy = (from: string, to: string): Edit => edit((document) => set(to, take(document, from))(document));

export const move = (from: string, to: string): Edit =>
  edit((document) => {
    copy(from, to)(document);
    remove(from)(document);
  });

/** Reverses the members of an object or the items of a list. */
export const reverse = (pointer: string): Edit =>
  edit((document) => {
    const value = take(document, pointer) as object;
    set(
      pointer,
      Array.isArray(value) ? value.toReversed() : Object.fromEntries(Object.entries(value).reverse()),
    )(document);
  });

/** Splits a schema into an `allOf` of two parts of its properties; the second part is a component of its own. */
export const cut = (name: string, { without }: { without?: string } = {}): Edit =>
  edit((document) => {
    const at = `/components/schemas/${name}`;
    const {
      properties,
      required = [],
      ...rest
    } = take(document, at) as { properties: Container; required?: string[] } & Container;
    const names = Object.keys(properties).filter((one) => one !== without);
    const part = (some: string[]) => ({
      type: 'object',
      properties: Object.fromEntries(some.map((one) => [one, properties[one]])),
      required: required.filter((one) => some.includes(one)),
    });
    const { additionalProperties: unevaluatedProperties, type: _, ...said } = rest;
    set(`${at}Rest`, part(names.slice(2)))(document);
    const allOf = [part(names.slice(0, 2)), { $ref: `#${at}Rest` }];
    set(at, { ...said, allOf, ...(unevaluatedProperties === undefined ? {} : { unevaluatedProperties }) })(document);
  });

export const replaceText =
  (from: string, to: string): Edit =>
  (document) =>
    JSON.parse(JSON.stringify(document).replaceAll(from, to));

/** Returns a copy of a document with the edits; the document itself is not changed. */
export function edited(document: object, edits: readonly Edit[]): object {
  return edits.reduce<object>((current, change) => change(current) ?? current, structuredClone(document));
}
