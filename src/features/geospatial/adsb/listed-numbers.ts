/** Parses numbers such as `48.1,11.6,250`; NaN for a part that is not a plain decimal. */
export const listedNumbers = (text: string): number[] =>
  text.split(',').map((part) => (/^ *-?\d+(?:\.\d+)? *$/.test(part) ? Number(part) : Number.NaN));
