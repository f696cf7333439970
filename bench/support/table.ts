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

/**
 * Prints a header and returns a function that prints a row below it at once, for benches whose rows take minutes, so
 * that an interrupted run keeps its figures. Columns are as wide as their headers.
 */
export function growingTable(header: readonly string[]): (row: readonly (string | number)[]) => void {
  const widths = header.map(({ length }) => length);
  const print = (row: readonly (string | number)[]) =>
    console.log(
      row
        .map((cell, column) =>
          column === 0 ? String(cell).padEnd(widths[0] ?? 0) : String(cell).padStart(widths[column] ?? 0),
        )
        .join('  '),
    );
  print(header);
  print(widths.map((width) => '-'.repeat(width)));
  return print;
}
