/**
 * Prints rows below a header, each column as wide as its widest cell. The first column is aligned left, the others
 * right.
 */
export function printTable(header: readonly string[], rows: ReadonlyArray<readonly (string | number)[]>): void {
  const width = (column: number) => Math.max(...[header, ...rows].map((row) => String(row[column]).length));
  const line = (row: readonly (string | number)[]) =>
    row
      .map((cell, column) => (column === 0 ? String(cell).padEnd(width(column)) : String(cell).padStart(width(column))))
      .join('  ');
  console.log(line(header));
  console.log(header.map((_, column) => '-'.repeat(width(column))).join('  '));
  for (const row of rows) console.log(line(row));
}
