/** `48.1,11.6,250` as numbers; NaN for what is no plain decimal. */
export const listedNumbers = (text: string): number[] =>
  text.split(',').map((part) => (/^ *-?\d+(?:\.\d+)? *$/.test(part) ? Number(part) : Number.NaN));
