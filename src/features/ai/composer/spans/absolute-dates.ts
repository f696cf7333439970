import type { AbsoluteDate } from './day-mention.js';

/** Finds dates such as `3 November`, `Nov 3, 2026` and `2026-11-03` in a text. */
export type FindDates = (text: string, now: Date) => AbsoluteDate[];

let loading: Promise<FindDates> | undefined;

/**
 * Loads the parser of dates at the first question. The parser is strict, because otherwise `sun inc` would be a Sunday,
 * and it expects the day before the month.
 */
export function absoluteDates(): Promise<FindDates> {
  loading ??= import('chrono-node/en').then(({ Chrono, configuration }) => {
    const chrono = new Chrono(configuration.createConfiguration(true, true));
    return (text, now) =>
      chrono.parse(text, now).flatMap(({ index: at, text: whole, start, end }) => {
        const clock =
          /^(?:at\s+)?\d{1,2}(?::\d\d|\s?[ap]m|(?::\d\d)\s?[ap]m)\s+(?:on\s+)?/i.exec(whole)?.[0].length ?? 0;
        const [index, found] = [at + clock, whole.slice(clock)];
        if (!start.isCertain('day') || !start.isCertain('month') || !/\d/.test(found)) return [];
        // The time of day and the end of a range are read separately.
        const date =
          /^(?:on\s+)?(.*?)(?=\s+(?:at\b|to\b|-|–|until\b)|\s+\d{1,2}:\d\d|,?\s+\d{1,2}(?::\d\d)?\s?[ap]m|$)/i.exec(
            found,
          )?.[1] ?? found;
        const offset = found.indexOf(date);
        const year = start.isCertain('year') ? (start.get('year') as number) : undefined;
        const first = {
          start: index + offset,
          end: index + offset + date.length,
          year,
          month: (start.get('month') as number) - 1,
          date: start.get('day') as number,
        };
        const second =
          end === null || end === undefined ? null : /^.*?(?:\bto\b|\band\b|\buntil\b|-|–)\s*/i.exec(found);
        if (second === null || !end?.isCertain('day')) return [first];
        const from = index + second[0].length;
        return [
          first,
          {
            start: from,
            end: index + found.length,
            year,
            month: (end.get('month') as number) - 1,
            date: end.get('day') as number,
          },
        ];
      });
  });
  return loading;
}
