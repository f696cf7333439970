const GAP = '  ';
/** Maximum length of a cell on a terminal (characters). */
const MAX_CELL = 40;

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

/**
 * Returns a table of objects. Nested members become columns with dotted names, and lists of plain values are joined by
 * `;`.
 * @param width of the terminal (characters): empty columns, and columns that do not fit, are left out; undefined shows
 * everything
 */
export function itemTable(items: readonly unknown[], width?: number): { text: string; hidden: string[] } {
  const rows = items.map((item) => new Map(cellsOf('', item)));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  if (width === undefined)
    return {
      text: tableOf(
        names,
        rows.map((row) => names.map((name) => row.get(name) ?? '')),
      ),
      hidden: [],
    };
  const [shown, hidden, left] = [[] as string[], [] as string[], { width }];
  for (const name of names) {
    const cells = rows.map((row) => row.get(name) ?? '');
    if (cells.every((cell) => cell === '')) continue;
    left.width -=
      Math.min(Math.max(name.length, ...cells.map((cell) => cell.length)), MAX_CELL) +
      (shown.length > 0 ? GAP.length : 0);
    if (left.width >= 0 || shown.length === 0) shown.push(name);
    else hidden.push(name);
  }
  return {
    text: tableOf(
      shown,
      rows.map((row) => shown.map((name) => cut(row.get(name) ?? ''))),
    ),
    hidden,
  };
}

function* cellsOf(name: string, value: unknown): Generator<[name: string, cell: string]> {
  if (Array.isArray(value))
    yield [name, value.every((one) => typeof one !== 'object') ? value.join(';') : JSON.stringify(value)];
  else if (typeof value === 'object' && value !== null) {
    for (const [member, inner] of Object.entries(value))
      yield* cellsOf(name === '' ? member : `${name}.${member}`, inner);
  } else yield [name || 'value', value === null || value === undefined ? '' : String(value)];
}

const cut = (cell: string) => (cell.length > MAX_CELL ? `${cell.slice(0, MAX_CELL - 1)}…` : cell);
