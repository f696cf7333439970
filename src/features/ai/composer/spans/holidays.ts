import { type Calendar, dayOf } from './calendar.js';

/**
 * Returns the number of words in the name of a holiday (one to three), and its days this year and next year; undefined
 * for other words.
 * @param phrase returns the next `count` words
 */
export function holidayAt(
  phrase: (count: number) => string,
  { present: { year } }: Calendar,
): { words: number; days: number[] } | undefined {
  const years = [year, year + 1];
  const fixed = (words: number, month: number, date: number) => ({
    words,
    days: years.map((each) => dayOf(each, month, date)),
  });
  for (const words of [3, 2, 1]) {
    const text = phrase(words).replace(/ day$/, '');
    const length = phrase(words).endsWith(' day') || words === text.split(' ').length ? words : 0;
    if (length === 0) continue;
    if (text === 'christmas') return fixed(words, 11, 25);
    if (text === 'christmas eve') return fixed(words, 11, 24);
    if (text === 'boxing') return fixed(words, 11, 26);
    if (text === 'new year' || text === 'new years') return fixed(words, 0, 1);
    if (text === 'new years eve' || text === 'new year eve') return fixed(words, 11, 31);
    if (text === 'independence') return fixed(words, 6, 4);
    // The fourth Thursday of November.
    if (text === 'thanksgiving')
      return {
        words,
        days: years.map((each) => dayOf(each, 10, 22 + ((11 - new Date(Date.UTC(each, 10, 1)).getUTCDay()) % 7))),
      };
  }
  return undefined;
}
