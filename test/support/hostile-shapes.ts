import { type FieldMetadata, fieldsOf } from '../../src/api/field.js';
import type { DtoClass } from '../../src/api/rules.js';

/** A body that would cost a careless parser much more than its size suggests. */
export interface HostileShape {
  what: string;
  /** JSON of nearly a megabyte, the maximum size of a body. */
  body: string;
  /** Name of the hostile value in the body; undefined for a text that only its field makes hostile. */
  value?: string;
}

const BYTES = 1024 * 1024;
/** Number of distinct member names that are read: `MAX_NAMES` in src/http/body.ts, with room for those of fields. */
const READ_NAMES = 1_900;

/** Repeats `item`, separated by commas, up to nearly `bytes` bytes. */
function repeated(item: (index: number) => string, bytes: number): string {
  const items: string[] = [];
  for (let length = 0; ; ) {
    const next = item(items.length);
    length += next.length + 1;
    if (length > bytes) return items.join(',');
    items.push(next);
  }
}

const memberNames = (bytes: number) => repeated((index) => `"k${index}":1`, bytes);
const nestedLists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Values that are hostile in any place, by name. */
const values: Record<string, (bytes: number) => string> = {
  'many unknown fields': (bytes) => `{${memberNames(bytes)}}`,
  'as many unknown fields as are read': (bytes) =>
    `{${repeated((index) => `"${String(index).padStart(bytes / READ_NAMES, 'k')}":1`, bytes)}}`,
  'a list of numbers': (bytes) => `[${repeated(() => '1', bytes)}]`,
  'a list of empty objects': (bytes) => `[${repeated(() => '{}', bytes)}]`,
  'a list of objects with an unknown field': (bytes) => `[${repeated((index) => `{"k${index}":{}}`, bytes)}]`,
  'a list of as many objects with an unknown field as are read': (bytes) =>
    `[${repeated((index) => `{"${String(index % READ_NAMES).padStart(150, 'k')}":1}`, bytes)}]`,
  'a list of short texts': (bytes) => `[${repeated(() => '"a"', bytes)}]`,
  'lists within lists': (bytes) => nestedLists(bytes / 2),
  'lists within lists, not too deep': (bytes) => `[${repeated(() => nestedLists(25), bytes)}]`,
  'a long text': (bytes) => `"${'a'.repeat(bytes)}"`,
  'long digits': (bytes) => '1'.repeat(bytes),
  'tiny numbers': (bytes) => `[${repeated(() => '1e-9', bytes)}]`,
};

const made = new Map<string, string>();
/** Returns the hostile value of a name; made only once for each length. */
function hostileValue(what: string, bytes: number): string {
  const key = `${what} ${bytes}`;
  const value = made.get(key) ?? (values[what] as (length: number) => string)(bytes);
  made.set(key, value);
  return value;
}

/** Returns texts of at most `length` characters that are slow for regular expressions with backtracking. */
const redos = (length: number): string[] =>
  ['a', '0', ' ', '-', '.', 'a.', 'a@', '0.', '::', '%', 'é', '/'].flatMap((part) => {
    const text = part.repeat(Math.floor(length / part.length));
    return [text, `${text.slice(0, length - 1)}!`];
  });

const inName = (name: string, value: string) => `{${JSON.stringify(name)}:${value}}`;

/** A field of a DTO or of a nested DTO: its path, its metadata, and a function that puts a value there. */
interface Place {
  path: string;
  field: FieldMetadata;
  wrap: (value: string) => string;
}

/**
 * Returns the fields of a DTO and its nested DTOs.
 * @param entered DTOs whose fields are already covered, because the same code validates them in any place
 */
function placesOf(dto: DtoClass, entered: Set<DtoClass>, path = '', wrap = (value: string) => value): Place[] {
  entered.add(dto);
  return fieldsOf(dto).flatMap((field): Place[] => {
    const here: Place = { path: `${path}/${field.name}`, field, wrap: (value) => wrap(inName(field.name, value)) };
    const { nested, union, items } = field.rule;
    const inItem = (value: string) => here.wrap(items === undefined ? value : `[${value}]`);
    const within = (one: DtoClass, at: string, around: (value: string) => string) =>
      entered.has(one) ? [] : placesOf(one, entered, at, around);
    const members = Object.entries(union?.members ?? {}).flatMap(([name, member]) =>
      within(member(), `${here.path}(${name})`, (value) =>
        inItem(value.replace('{', `{"${union?.property}":"${name}",`)),
      ),
    );
    return [here, ...members, ...(nested === undefined ? [] : within(nested(), here.path, inItem))];
  });
}

/**
 * Yields every hostile shape of a body of the DTO, one at a time because all together would take gigabytes.
 * @param entered nested DTOs that another body has covered; the nested DTOs of this body are added
 */
export function* hostileShapes(dto: DtoClass, entered: Set<DtoClass> = new Set()): Generator<HostileShape> {
  for (const what of Object.keys(values)) yield { what, body: hostileValue(what, BYTES - 10), value: what };
  yield {
    what: 'many unknown names that a pointer escapes',
    body: `{${repeated((index) => `"${index % 2 ? '/' : '~'}${index}":[]`, BYTES - 10)}}`,
  };
  for (const { path, field, wrap } of placesOf(dto, entered)) {
    const { rule } = field;
    const isScalar =
      rule.nested === undefined && rule.union === undefined && rule.items === undefined && rule.name !== 'json';
    for (const what of isScalar ? ['a long text'] : Object.keys(values))
      yield { what: `${what} as ${path}`, body: wrap(hostileValue(what, BYTES - 200)), value: what };
    const texts = rule.schema.pattern === undefined ? [] : redos(Number(rule.schema.maxLength ?? 0));
    for (const text of texts)
      yield { what: `${text.slice(0, 4)}… ${text.slice(-1)} as ${path}`, body: wrap(JSON.stringify(text)) };
  }
}

/** CPU time (ms) of `peerMs` on the machine for which the limits of CPU time were chosen. */
const USUAL_PEER_MS = 18;

/** Returns the least CPU time (ms) of copying a megabyte of JSON, which shows how slow the machine is at the moment. */
function peerMs(tries: number): number {
  const text = JSON.stringify(
    Array.from({ length: 20_000 }, (_, index) => ({ hex: `${index}`, lat: 51.5, lon: -1.25, seen_pos: index })),
  );
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < tries; count += 1) {
    const before = process.cpuUsage();
    JSON.stringify((JSON.parse(text) as object[]).map((item) => ({ ...item })));
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/**
 * Measures the CPU time (user and system, ms) of this process while `work` runs. Nothing else may run in this process
 * meanwhile.
 * @param enoughMs further tries are skipped after one of at most this time, or if the first ones are hopelessly slow
 * @returns the least time of the tries. If it is above `enoughMs` and the machine is slower than usual at the moment,
 * the time is divided by the factor by which a peer, measured now, is slower.
 */
export async function leastCpuMs(work: () => unknown, enoughMs: number, tries = 6): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (
    let count = 0;
    count < tries && least > enoughMs && (count === 0 || least < enoughMs * 10 || least < 1_000);
    count += 1
  ) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least > enoughMs ? least / Math.max(1, peerMs(tries) / USUAL_PEER_MS) : least;
}
