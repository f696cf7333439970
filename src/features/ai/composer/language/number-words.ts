import type { Token } from '../../../../language/token.js';

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const UNITS: ReadonlyMap<string, number> = new Map([
  ...SMALL.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, index): [string, number] => [word, (index + 2) * 10]),
]);
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };

/**
 * Returns the number in words that begins at a token, such as `eight hundred and fifty`; undefined without one. `a
 * hundred` is a number, `a` alone is not.
 */
export function numberWordsAt(tokens: readonly Token[], from: number): { value: number; to: number } | undefined {
  const wordAt = (at: number) => tokens[at]?.word ?? '';
  const article = ['a', 'an'].includes(wordAt(from)) && /^(?:hundred|thousand|million|billion)$/.test(wordAt(from + 1));
  const digits = /^\d{1,3}$/.test(wordAt(from)) && /^(?:hundred|thousand)$/.test(wordAt(from + 1));
  let [total, current, seen] = [0, 0, false];
  let at = from;
  for (; at < tokens.length; at += 1) {
    const word = wordAt(at);
    const unit = at === from && digits ? Number(word) : at === from && article ? 1 : UNITS.get(word);
    if (unit !== undefined) {
      // `three four` are two separate numbers.
      if (current % 100 !== 0 && !(current % 10 === 0 && unit < 10)) break;
      current += unit;
    } else if (word === 'hundred') current = (current === 0 ? 1 : current) * 100;
    else if (word in SCALES) {
      total += (current === 0 ? 1 : current) * (SCALES[word] as number);
      current = 0;
    } else if (!(word === 'and' && seen && UNITS.has(wordAt(at + 1)) && (current % 100 === 0 || total > 0))) break;
    seen = true;
  }
  return seen && at > from ? { value: total + current, to: at } : undefined;
}
