const neutralized = /^'+[=+\-@\t\r\n]/;

/** Returns a cell of the service's own format without the apostrophe that was put before a formula sign. */
export const withoutApostrophe = (cell: string): string => (neutralized.test(cell) ? cell.slice(1) : cell);

/**
 * Adds an apostrophe to a text that already begins with apostrophes and a formula sign, so that reading removes the
 * added one. The CSV writer itself adds one to texts that begin with a formula sign.
 */
export const withApostrophe = (text: string): string => (neutralized.test(text) ? `'${text}` : text);
