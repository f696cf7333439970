/** A token of an expression. `end` is the offset after it. */
export interface Token {
  type: 'number' | 'symbol' | 'name' | 'string' | 'mark' | 'end' | 'unknown';
  text: string;
  offset: number;
  end: number;
}

const space = /\s*/y;
const afterSymbol = '(?![A-Za-z0-9_.])';
/**
 * Patterns of the tokens, in the order in which they are tried. Symbols come first, because they may contain minus
 * signs: `BTC-USD.CC` and `A-B.US` are single symbols. A symbol that starts with a digit has a letter or the point
 * after its digits (`1INCH-USD.CC`, `0700.HK`), so that `2-BTC-USD.CC` is a difference.
 */
const forms: ReadonlyArray<readonly [Token['type'], RegExp]> = [
  ['symbol', new RegExp(`[A-Za-z][A-Za-z0-9_&-]{0,23}\\.[A-Za-z]{1,8}${afterSymbol}`, 'y')],
  [
    'symbol',
    new RegExp(
      `(?=[A-Za-z0-9_&-]{1,24}\\.)\\d{1,24}(?:[A-Za-z][A-Za-z0-9_&-]{0,22})?\\.[A-Za-z]{1,8}${afterSymbol}`,
      'y',
    ),
  ],
  ['number', /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![A-Za-z0-9_.])/y],
  ['name', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['string', /"[^"\n]*"|'[^'\n]*'/y],
  ['mark', /[-+*/^(),]/y],
];

/**
 * Returns the token at an offset, after white space. Never throws: invalid text gives a token of the type `unknown`.
 */
export function tokenAt(text: string, offset: number): Token {
  space.lastIndex = offset;
  space.test(text);
  const start = space.lastIndex;
  if (start >= text.length) return { type: 'end', text: '', offset: start, end: start };
  for (const [type, form] of forms) {
    form.lastIndex = start;
    if (form.test(text)) return { type, text: text.slice(start, form.lastIndex), offset: start, end: form.lastIndex };
  }
  return { type: 'unknown', text: '', offset: start, end: start + 1 };
}
