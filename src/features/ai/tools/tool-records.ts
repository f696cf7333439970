import type { RecordRule } from './tool-table.js';

/** A record that can be cited, with its content. */
export interface CitedRecord {
  citation: Citation;
  record: unknown;
}

/** A record that an answer relies on. */
export interface Citation {
  recordType: string;
  recordId: string;
  /** Path of the record. */
  href: string;
  /** Time of the record (date-time of RFC 3339, or a day); null if it has no time. */
  asOf: string | null;
}

type Fields = Record<string, unknown>;

const PREFIX = '/api/v1';

/**
 * Returns the records of a result in order, each once.
 * @param request path and query of the request that was answered
 */
export function citedRecords(
  rules: readonly RecordRule[],
  value: unknown,
  args: Readonly<Fields>,
  request: string,
): CitedRecord[] {
  if (!isFields(value)) return [];
  const found = new Map<string, CitedRecord>();
  for (const rule of rules) {
    const records = rule.list === undefined ? [value] : ((at(value, rule.list) as unknown[] | undefined) ?? []);
    for (const record of records) {
      const citation = isFields(record) ? cite(rule, record, value, args, request) : undefined;
      if (citation !== undefined) found.set(`${citation.recordType} ${citation.recordId}`, { citation, record });
    }
  }
  return [...found.values()];
}

function cite(
  { type, id, href, asOf = [] }: RecordRule,
  record: Fields,
  answer: Fields,
  args: Readonly<Fields>,
  request: string,
): Citation | undefined {
  const recordId = id === '{request}' ? request : id.startsWith('{') ? args[id.slice(1, -1)] : at(record, id);
  if (typeof recordId !== 'string' && typeof recordId !== 'number') return undefined;
  const fill = (text: string) =>
    text
      .replace('{id}', encodeURIComponent(String(recordId)))
      .replace(/^\{(\w+)\}$/, (_, name: string) => String(record[name]));
  const path = href === '{request}' ? request : fill(href);
  const time = asOf.map((field) => at(record, field) ?? at(answer, field)).find((one) => typeof one === 'string');
  return {
    recordType: fill(type),
    recordId: String(recordId),
    href: path.startsWith(PREFIX) ? path : `${PREFIX}${path}`,
    asOf: (time as string | undefined) ?? null,
  };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (isFields(inner) ? inner[name] : undefined), value);
