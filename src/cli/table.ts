const GAP = '  ';

/** Lines of a table with a header, its columns as wide as their longest cell. Control characters of cells are shown as spaces. */
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
