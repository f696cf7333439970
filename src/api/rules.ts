// biome-ignore lint/complexity/noBannedTypes: a DTO class is any constructor
export type DtoClass = Function;

/** A JSON Schema 2020-12 fragment. */
export type Schema = Record<string, unknown>;

/**
 * The values that one field accepts: the JSON Schema and the check together, so that they agree
 * (test/openapi/agreement.test.ts compares them on mutated values).
 */
export interface Rule {
  /** Name of the rule for class-validator, such as `text` or `integer`. */
  name: string;
  schema: Schema;
  /**
   * Returns true when the (already parsed) value is allowed. Never called with `undefined`, nor with `null` for a
   * nullable rule.
   */
  check: (value: unknown) => boolean;
  /** End of the sentence "must be …" in error messages. */
  says: string;
  /** Returns the value that is kept for an allowed one. Default: the same value. */
  kept?: (value: unknown) => unknown;
  /** The field may be absent. */
  optional?: boolean;
  /** The field may be null. */
  nullable?: boolean;
  /**
   * The value (or each item, when `items` is set) is an object of this DTO class. A function, because the class may be
   * declared later.
   */
  nested?: () => DtoClass;
  /** The value is an object of one of several DTO classes, selected by a property. */
  union?: UnionRule;
  /** The value is a list with this many items. */
  items?: { max: number; min: number };
}

/** The DTO classes of an object, and the property that selects one of them. */
export interface UnionRule {
  /** Name of the property whose value selects the class. */
  property: string;
  members: Readonly<Record<string, () => DtoClass>>;
  /** Class of an object without that property; undefined when the property is required. */
  otherwise?: () => DtoClass;
  /** Advice about a common mistake, for error messages. */
  hint?: string;
}

/** Returns true for text that PostgreSQL and UTF-8 can store: no NUL, no lone surrogate. */
const storable = (value: string) => !value.includes('\0') && value.isWellFormed();

/** Returns the length in Unicode code points, as JSON Schema counts it. */
function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

function withinLength(value: string, min: number, max: number): boolean {
  if (value.length < min || value.length > max * 2) return false;
  if (value.length <= max && min <= 1) return true; // code points never outnumber UTF-16 units
  const length = codePoints(value);
  return length >= min && length <= max;
}

/** Matches any text without NUL, which PostgreSQL cannot store. */
export const ANY_TEXT = /^[^\u0000]*$/u;

/** Text of `min` to `max` code points. A `pattern` must contain its own anchors. */
export function text(min: number, max: number, pattern?: RegExp, says?: string): Rule {
  const expression = pattern ?? ANY_TEXT;
  return {
    name: 'text',
    schema: { type: 'string', ...(min > 0 ? { minLength: min } : {}), maxLength: max, pattern: expression.source },
    check: (value) =>
      typeof value === 'string' &&
      withinLength(value, min, max) &&
      storable(value) &&
      (pattern === undefined || pattern.test(value)),
    says:
      says ??
      `${min > 0 ? `text of ${min} to ${max} characters` : `text of at most ${max} characters`}${pattern === undefined ? '' : ` that matches ${pattern.source}`}`,
  };
}

const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/u;

/**
 * Text of `min` to `max` code points on one line, such as a name or a title: without line breaks, tabs and other
 * control characters.
 */
export const line = (min: number, max: number): Rule =>
  named(text(min, max, ONE_LINE, `text of ${min} to ${max} characters on one line, without control characters`));

/**
 * A name or title of `min` to `max` code points, for fields that have always accepted control characters: they are
 * kept as spaces, because names are written into mails, logs and reports.
 */
export const label = (min: number, max: number): Rule => named(text(min, max));

/** Matches control characters, and marks that show the text behind them in another order. */
const disordering = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Returns a name or title with a space for control characters, line breaks and overrides of the direction, none at its
 * ends; other texts are unchanged. A text of nothing else is a space.
 */
export function asName(text: string): string {
  const shown = text.replace(disordering, ' ');
  return shown === text ? text : shown.trim() || ' ';
}

/** Adds to a rule of a text that it is kept on one line, without control characters and overrides of the direction. */
export const named = (rule: Rule): Rule => ({ ...rule, kept: (value) => asName(value as string) });

// The grammar of RFC 5321 mailboxes without quoted strings and address literals, as mail systems accept it in practice.
const mailbox =
  /^(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

/** An e-mail address with a dotted domain, at most 254 characters. */
export function email(): Rule {
  return {
    ...text(3, 254, mailbox, 'an e-mail address'),
    name: 'email',
    schema: { type: 'string', format: 'email', minLength: 3, maxLength: 254, pattern: mailbox.source },
  };
}

/** Source of an expression for a UUID of versions 1 to 8 in lower case. */
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
export const uuidPattern = new RegExp(`^${UUID}$`);
export const uuidV7Pattern = new RegExp(`^${UUID.replace('[1-8]', '7')}$`);

/** A UUID in lower case (ids are UUIDv7). */
export function uuid(): Rule {
  const check = (value: unknown) => typeof value === 'string' && uuidPattern.test(value);
  return {
    name: 'uuid',
    schema: { type: 'string', format: 'uuid', maxLength: 36, pattern: uuidPattern.source },
    check,
    says: 'a UUID in lower case',
  };
}

// `(?!0000)`: there is no year 0, and PostgreSQL rejects it.
const instantPattern =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const isRealDay = (value: string) =>
  Number(value.slice(8, 10)) <=
  new Date(Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)), 0)).getUTCDate();

/** Returns true when the time is in the years 1 to 9999 also in UTC: its offset may move it out of them. */
const hasYear = (time: Date) => time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9_999;

/** Time of day, such as `09:30`. */
export const timeOfDay = (): Rule => text(5, 5, /^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as 09:30');

/** Text in the form of the name of a time zone; `TimeZone.exists` says whether there is such a zone. */
export const timeZone = (): Rule =>
  text(1, 50, /^[A-Za-z0-9_+-]+(?:\/[A-Za-z0-9_+-]+)*$/, 'an IANA time zone such as Europe/Berlin');

/** An instant in RFC 3339; responses always use UTC with milliseconds. */
export function timestamp(): Rule {
  const check = (value: unknown) =>
    typeof value === 'string' &&
    value.length <= 35 &&
    instantPattern.test(value) &&
    isRealDay(value) &&
    hasYear(new Date(value));
  return {
    name: 'timestamp',
    schema: { type: 'string', format: 'date-time', maxLength: 35, pattern: instantPattern.source },
    check,
    says: 'an RFC 3339 time such as 2026-11-20T23:15:00Z',
  };
}

const dayPattern = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** A calendar day, `YYYY-MM-DD`. */
export function day(): Rule {
  const check = (value: unknown) => typeof value === 'string' && dayPattern.test(value) && isRealDay(value);
  return {
    name: 'day',
    schema: { type: 'string', format: 'date', maxLength: 10, pattern: dayPattern.source },
    check,
    says: 'a day such as 2026-11-20',
  };
}

/** Patterns that rules put next to a format; each only repeats the format. */
export const formatPatterns: Readonly<Record<string, string>> = {
  email: mailbox.source,
  uuid: uuidPattern.source,
  'date-time': instantPattern.source,
  date: dayPattern.source,
};

const dayOrInstant = `${dayPattern.source.slice(0, -1)}(?:${instantPattern.source.slice(instantPattern.source.indexOf('T'), -1)})?$`;

/** A day (`2026-11-20`) or an instant (RFC 3339). */
export function timeOrDay(): Rule {
  const [date, instant] = [day(), timestamp()];
  return {
    name: 'timeOrDay',
    schema: { type: 'string', maxLength: 35, pattern: dayOrInstant },
    check: (value) => date.check(value) || instant.check(value),
    says: 'a day such as 2026-11-20 or an RFC 3339 time such as 2026-11-20T23:15:00Z',
  };
}

/** A whole number from `min` to `max`, both inclusive. */
export function integer(min: number, max: number): Rule {
  const format = max <= 2_147_483_647 && min >= -2_147_483_648 ? 'int32' : 'int64';
  const check = (value: unknown) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
  return {
    name: 'integer',
    schema: { type: 'integer', format, minimum: min, maximum: max },
    check,
    says: `a whole number from ${min} to ${max}`,
  };
}

/** A finite number from `min` to `max`, both inclusive; without bounds every finite number. */
export function number(min?: number, max?: number): Rule {
  const check = (value: unknown) =>
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (min === undefined || value >= min) &&
    (max === undefined || value <= max);
  const bounds = { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) };
  const says = min === undefined && max === undefined ? 'a number' : `a number from ${min ?? '-∞'} to ${max ?? '∞'}`;
  return { name: 'number', schema: { type: 'number', format: 'double', ...bounds }, check, says };
}

/** A boolean: true or false. */
export function flag(): Rule {
  return {
    name: 'flag',
    schema: { type: 'boolean' },
    check: (value) => typeof value === 'boolean',
    says: 'true or false',
  };
}

/** One of a fixed set of words. */
export function choice(values: readonly string[]): Rule {
  const check = (value: unknown) => typeof value === 'string' && values.includes(value);
  return { name: 'choice', schema: { type: 'string', enum: [...values] }, check, says: `one of ${values.join(', ')}` };
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A JSON object with any members, such as a redacted configuration. Only where this service does not define its fields.
 */
export function json(maxProperties = 1000): Rule {
  const check = (value: unknown) => isObject(value) && Object.keys(value as object).length <= maxProperties;
  return {
    name: 'json',
    schema: { type: 'object', maxProperties, additionalProperties: true },
    check,
    says: 'an object',
  };
}

/** An object of a DTO class. A function returns the class, because it may be declared later. */
export function object(nested: () => DtoClass): Rule {
  return { name: 'object', schema: {}, check: isObject, says: 'an object', nested };
}

/** An object of one of several DTO classes, selected by its `property`: each class allows only its own name there. */
export function union(
  property: string,
  members: UnionRule['members'],
  more: Pick<UnionRule, 'otherwise' | 'hint'> = {},
): Rule {
  return { name: 'union', schema: {}, check: isObject, says: 'an object', union: { property, members, ...more } };
}

/** Returns all DTO classes that a value of the rule, or an item of it, can have. */
export function classesOf({ nested, union }: Rule): readonly DtoClass[] {
  if (nested) return [nested()];
  const members = Object.values(union?.members ?? {});
  return (union?.otherwise ? [union.otherwise, ...members] : members).map((member) => member());
}

/**
 * Returns the DTO class of a value of the rule, or of an item of it; undefined for a value that is not an object or
 * does not name a known class.
 */
export function classOf({ nested, union }: Rule, value: unknown): DtoClass | undefined {
  if (union === undefined) return nested?.();
  const name = isObject(value) ? (value as Record<string, unknown>)[union.property] : undefined;
  if (name === undefined && isObject(value)) return union.otherwise?.();
  return typeof name === 'string' && Object.hasOwn(union.members, name) ? union.members[name]?.() : undefined;
}

function countOf(min: number, max: number): string {
  if (min === max) return `exactly ${max}`;
  return min > 0 ? `${min} to ${max}` : `at most ${max}`;
}

/**
 * A list of at most `max` items; scalar items may be nullable. In a query the items are separated by commas:
 * `symbol=AAPL.US,EURUSD.FOREX`.
 */
export function list(item: Rule, max: number, min = 0): Rule {
  const isItem = (entry: unknown) => (entry === null && item.nullable === true) || item.check(entry);
  const check = (value: unknown) =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every(isItem);
  const items = item.nullable ? { ...item.schema, type: [item.schema.type, 'null'] } : item.schema;
  const schema = { type: 'array', ...(min > 0 ? { minItems: min } : {}), maxItems: max, items };
  const { kept: keptItem } = item;
  const kept = keptItem && {
    kept: (value: unknown) => (value as unknown[]).map((entry) => (entry === null ? null : keptItem(entry))),
  };
  const says = `a list of ${countOf(min, max)} ${item.nested || item.union ? 'objects' : `items, each ${item.says}`}`;
  return { name: 'list', schema, check, says, nested: item.nested, union: item.union, items: { max, min }, ...kept };
}

/**
 * A list of objects of a class that is already declared; for a class declared later use `list(object(() => X), max)`.
 */
export const objects = (item: DtoClass, max: number, min = 0): Rule =>
  list(
    object(() => item),
    max,
    min,
  );

/** The field may be omitted. */
export function optional(rule: Rule): Rule {
  return { ...rule, optional: true };
}

/** The field may be null. */
export function nullable(rule: Rule): Rule {
  return { ...rule, nullable: true, says: `${rule.says}, or null` };
}
