const GAP = '  ';
/** Maximum number of columns that are shown by default. */
const MAX_COLUMNS = 8;
/** Maximum length of a cell on a terminal, and the length to which longer texts are shortened first (characters). */
const MAX_CELL = 60;
const MIN_CELL = 24;

/**
 * Returns a table with a header; columns are as wide as their longest cell. Control characters in cells are shown as
 * spaces.
 */
export function tableOf(header: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => cell.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] as number))
          .join(GAP)
          .trimEnd()}\n`,
    )
    .join('');
}

export interface TableOptions {
  /** Width of the terminal (characters): columns that do not fit are left out. Undefined: all columns are shown. */
  width?: number;
  /** Dotted names of the columns, the most important one first; at most 8 with values are shown. Default: all. */
  preferred?: readonly string[];
  /** Dotted names of the columns to show, in this order and at any width; an object is all columns of its members. */
  chosen?: readonly string[];
}

/**
 * Returns a table of objects. Nested members become columns with dotted names, and lists of plain values are joined by
 * `;`. `hidden` lists the columns with values that are not shown.
 * @throws UnknownColumn
 */
export function itemTable(
  items: readonly unknown[],
  { width, preferred, chosen }: TableOptions = {},
): { text: string; hidden: string[] } {
  const rows = items.map(
    (item) =>
      new Map([...cellsOf('', item)].map(([name, cell]) => [name, width === undefined ? cell : shortTime(cell)])),
  );
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const of = (columns: readonly string[], widths?: ReadonlyMap<string, number>) =>
    tableOf(
      columns,
      rows.map((row) => columns.map((name) => cut(row.get(name) ?? '', widths?.get(name)))),
    );
  if (chosen !== undefined) {
    const columns = chosen.map((column) => names.filter((name) => name === column || name.startsWith(`${column}.`)));
    const unknown = chosen[columns.findIndex((found) => found.length === 0)];
    if (unknown !== undefined) throw new UnknownColumn(unknown, names);
    return { text: of(columns.flat()), hidden: [] };
  }
  const filled = names.filter((name) => rows.some((row) => (row.get(name) ?? '') !== ''));
  if (width === undefined && preferred === undefined) return { text: of(names), hidden: [] };
  const wanted =
    preferred === undefined ? filled : preferred.filter((name) => filled.includes(name)).slice(0, MAX_COLUMNS);
  const widths =
    width === undefined
      ? undefined
      : fitted(
          wanted.map((name) => [name, rows.map((row) => row.get(name) ?? '')]),
          width,
        );
  const shown = widths === undefined ? wanted : filled.filter((name) => widths.has(name));
  return { text: of(shown, widths), hidden: filled.filter((name) => !shown.includes(name)) };
}

/** A column that no item has. */
export class UnknownColumn extends Error {
  constructor(
    readonly column: string,
    readonly columns: readonly string[],
  ) {
    super(`There is no column ${column}.`);
  }
}

/**
 * Chooses the columns that fit, in order, and their widths. Long texts are shortened to make room for further columns,
 * and get the room that is left.
 */
function fitted(columns: ReadonlyArray<readonly [string, readonly string[]]>, width: number): Map<string, number> {
  const widths = new Map<string, number>();
  let left = width + GAP.length;
  for (const [name, cells] of columns) {
    // Only words are shortened; half of an id or a time is useless.
    const lengths = cells.map((cell) => Math.min(cell.length, / /.test(cell) ? MIN_CELL : MAX_CELL));
    const least = Math.max(name.length, ...lengths);
    if (least + GAP.length > left && widths.size > 0) continue;
    widths.set(name, least);
    left -= least + GAP.length;
  }
  for (const [name, cells] of columns) {
    const least = widths.get(name);
    if (least === undefined) continue;
    const longest = Math.min(Math.max(...cells.map(({ length }) => length)), MAX_CELL);
    const given = Math.max(0, Math.min(longest - least, left));
    widths.set(name, least + given);
    left -= given;
  }
  return widths;
}

function* cellsOf(name: string, value: unknown): Generator<[name: string, cell: string]> {
  if (Array.isArray(value))
    yield [name, value.every((one) => typeof one !== 'object') ? value.join(';') : JSON.stringify(value)];
  else if (typeof value === 'object' && value !== null) {
    for (const [member, inner] of Object.entries(value))
      yield* cellsOf(name === '' ? member : `${name}.${member}`, inner);
  } else yield [name || 'value', value === null || value === undefined ? '' : String(value)];
}

/** Returns a time without milliseconds, and other texts unchanged. */
const shortTime = (cell: string) => cell.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z$/, '$1Z');

const cut = (cell: string, width = Number.POSITIVE_INFINITY) =>
  cell.length > width ? `${cell.slice(0, Math.max(1, width - 1))}…` : cell;
