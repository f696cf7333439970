import { DAY_MS, MINUTE_MS } from './durations.js';

interface OffsetPeriod {
  /** Start of the period (ms). */
  from: number;
  /** Local time minus UTC (ms). */
  offset: number;
}

const zones = new Map<string, TimeZone>();
/** Maximum numbers of zones and of years of a zone in memory; more than the data of the service has. */
const MAX_ZONES = 1_000;
const MAX_YEARS = 200;

/**
 * Local time of an IANA zone. Changes of the offset are looked up in the runtime's zone data once for each calendar
 * year and cached, because the lookup is slow.
 */
export class TimeZone {
  private readonly years = new Map<number, OffsetPeriod[]>();
  /** The format is created at its first use, because creation is slow. */
  private format?: Intl.DateTimeFormat;

  private constructor(readonly name: string) {}

  static of(name: string): TimeZone {
    const known = zones.get(name);
    if (known !== undefined) return known;
    if (zones.size >= MAX_ZONES) zones.clear();
    const zone = new TimeZone(name);
    zones.set(name, zone);
    return zone;
  }

  /** Returns true for the IANA name of a zone. */
  static exists(name: string): boolean {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name });
      return true;
    } catch {
      return false;
    }
  }

  /** Returns local time minus UTC (ms) at an instant. */
  offsetAt(instant: number): number {
    const periods = this.periodsOf(new Date(instant).getUTCFullYear());
    let found = periods[0] as OffsetPeriod;
    for (const period of periods) if (period.from <= instant) found = period;
    return found.offset;
  }

  /**
   * Returns the instant (ms) of a local time. For a local time that a clock change skips or repeats, either offset may
   * be used; no market opens or closes at such a time.
   * @param day days since 1970
   * @param minutes after midnight; negative on the previous day
   */
  instantOf(day: number, minutes = 0): number {
    const local = day * DAY_MS + minutes * MINUTE_MS;
    return local - this.offsetAt(local - this.offsetAt(local));
  }

  /** Returns the local day of an instant, as days since 1970. */
  dayOf(instant: number): number {
    return Math.floor((instant + this.offsetAt(instant)) / DAY_MS);
  }

  private periodsOf(year: number): OffsetPeriod[] {
    const known = this.years.get(year);
    if (known !== undefined) return known;
    const months = Array.from({ length: 13 }, (_, month) => new Date(0).setUTCFullYear(year, month, 1));
    const periods: OffsetPeriod[] = [{ from: months[0] as number, offset: this.ask(months[0] as number) }];
    for (const end of months.slice(1)) {
      const last = periods.at(-1) as OffsetPeriod;
      const offset = this.ask(end);
      if (offset !== last.offset)
        periods.push({ from: this.changeBetween(Math.max(last.from, end - 31 * DAY_MS), end, last.offset), offset });
    }
    if (this.years.size >= MAX_YEARS) this.years.clear();
    this.years.set(year, periods);
    return periods;
  }

  /** Returns the time (ms) at which the offset changes from `before`, to the minute. */
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
