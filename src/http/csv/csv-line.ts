/** Matches text that spreadsheets would run as a formula. */
const formula = /^[=+\-@\t\r\n]/;
const plainNumber = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const quotable = /[",\r\n]/;

/**
 * Returns a value as a cell of RFC 4180. Null is empty, a list of texts or numbers is joined by `;`, and an object or
 * any other list is JSON. A text that a spreadsheet would run as a formula gets an apostrophe before it; plain numbers
 * such as `-1.5` do not.
 */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = textOf(value);
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return quotable.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const isFlat = Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
  return isFlat ? value.map((item) => item ?? '').join(';') : JSON.stringify(value);
}

/** Returns a row of cells with its line end. */
export const lineOf = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}\r\n`;
