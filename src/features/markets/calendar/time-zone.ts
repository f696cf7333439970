import { DAY_MS, MINUTE_MS } from '../../../durations.js';
import { type DayNumber } from '../civil-day.js';

interface Stretch {
  /** From this instant on (ms). */
  from: number;
  /** Local time less UTC (ms). */
  offset: number;
}

const zones = new Map<string, TimeZone>();

/**
 * The local time of an IANA zone. Its changes are found once a year by the runtime's zone data and then remembered, since asking that data
 * for every instant is slow.
 */
export class TimeZone {
  private readonly years = new Map<number, Stretch[]>();
  /** Made when it is first needed: it takes its time. */
  private format?: Intl.DateTimeFormat;

  private constructor(readonly name: string) {}

  static of(name: string): TimeZone {
    const known = zones.get(name) ?? new TimeZone(name);
    zones.set(name, known);
    return known;
  }

  /** Local time less UTC (ms) at an instant. */
  offsetAt(instant: number): number {
    const stretches = this.stretchesOf(new Date(instant).getUTCFullYear());
    let found = stretches[0] as Stretch;
    for (const stretch of stretches) if (stretch.from <= instant) found = stretch;
    return found.offset;
  }

  /**
   * The instant (ms) of a local time. One that the clocks skip or repeat is taken by the offset before or after the change: nothing opens or
   * closes then.
   * @param minutes after midnight; below 0 is the day before
   */
  instantOf(day: DayNumber, minutes: number): number {
    const local = day * DAY_MS + minutes * MINUTE_MS;
    return local - this.offsetAt(local - this.offsetAt(local));
  }

  /** The local day of an instant. */
  dayOf(instant: number): DayNumber {
    return Math.floor((instant + this.offsetAt(instant)) / DAY_MS);
  }

  private stretchesOf(year: number): Stretch[] {
    const known = this.years.get(year);
    if (known !== undefined) return known;
    const months = Array.from({ length: 13 }, (_, month) => new Date(0).setUTCFullYear(year, month, 1));
    const stretches: Stretch[] = [{ from: months[0] as number, offset: this.ask(months[0] as number) }];
    for (const end of months.slice(1)) {
      const last = stretches.at(-1) as Stretch;
      const offset = this.ask(end);
      if (offset !== last.offset) stretches.push({ from: this.changeBetween(Math.max(last.from, end - 31 * DAY_MS), end, last.offset), offset });
    }
    this.years.set(year, stretches);
    return stretches;
  }

  /** When the offset is another than `before`, to the minute. */
  private changeBetween(from: number, to: number, before: number): number {
    let low = from / MINUTE_MS;
    let high = to / MINUTE_MS;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.ask(middle * MINUTE_MS) === before) low = middle;
      else high = middle;
    }
    return high * MINUTE_MS;
  }

  private ask(instant: number): number {
    this.format ??= new Intl.DateTimeFormat('en-US', { timeZone: this.name, timeZoneName: 'longOffset' });
    const text = this.format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes, seconds] = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(text) ?? [];
    const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS + Number(seconds ?? 0) * 1000;
    return sign === '-' ? -size : size;
  }
}
