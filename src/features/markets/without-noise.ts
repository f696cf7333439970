/** A sum or product of decimals without what binary fractions leave behind it (`0.1 + 0.2`): 14 digits of it, and whole numbers as they are. */
export const withoutNoise = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(14)));
