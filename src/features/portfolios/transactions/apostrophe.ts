const neutralized = /^'+[=+\-@\t\r\n]/;

/** The text of a cell of our own format: an apostrophe before a sign that begins formulas is left out again. */
export const withoutApostrophe = (cell: string): string => (neutralized.test(cell) ? cell.slice(1) : cell);

/**
 * Texts that begin with apostrophes and such a sign get one more, so that reading takes the right one away; CSV itself
 * adds it to formulas.
 */
export const withApostrophe = (text: string): string => (neutralized.test(text) ? `'${text}` : text);
