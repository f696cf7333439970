const plainNumber = /^[+-]?[\d.,\s]+(?:[eE][+-]?\d+)?$/;

/**
 * Whether a spreadsheet would run a cell: it begins with `=`, or with another sign that begins formulas and calls a
 * function or a program.
 */
export const isFormula = (cell: string): boolean =>
  cell.startsWith('=') || (/^[+\-@\t\r]/.test(cell) && !plainNumber.test(cell) && /[(|!]/.test(cell));
