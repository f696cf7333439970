const plainNumber = /^[+-]?[\d.,\s]+(?:[eE][+-]?\d+)?$/;

/**
 * Returns true if a spreadsheet would run a cell: it begins with `=`, or it begins with another sign of formulas and
 * calls a function or a program.
 */
export const isFormula = (cell: string): boolean =>
  cell.startsWith('=') || (/^[+\-@\t\r]/.test(cell) && !plainNumber.test(cell) && /[(|!]/.test(cell));
