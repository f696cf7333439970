import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import { PortTable } from '../detectors/port-table.js';
import type { SimulatedStay, SimulatedVessel } from '../simulated-vessels.js';
import { type HourlyCounts, type WaitingDay, WaitingRepository } from './waiting.repository.js';
import { SAMPLED_AFTER_MS, waitingAt } from './waiting-count.js';
import { eachPortNear } from './waiting-ports.js';
import type { WaitingType } from './waiting-ship.js';

/** Days before the start for which simulated ships are counted: a year and its baseline. */
const PAST_DAYS = 430;
const UNKNOWN = -1;

/** Numbers of each hour since the start of the past; -1 where they are unknown. */
type Counts = Record<WaitingType, Int16Array>;

/**
 * Stores how many simulated ships waited in the hours before the start that are not known. Vessels that sail past a
 * port do not show reception here, so that fewer hours are known than with live samples.
 */
@Service()
export class WaitingPast {
  constructor(
    private readonly ports: PortTable,
    private readonly repository: WaitingRepository,
    private readonly clock: Clock,
  ) {}

  async add(vessels: readonly SimulatedVessel[], signal: AbortSignal): Promise<void> {
    const to = Math.floor(this.clock.now() / HOUR_MS) * HOUR_MS;
    const oldest = Math.floor(to / DAY_MS) * DAY_MS - PAST_DAYS * DAY_MS;
    const { lastDay } = await this.repository.bounds(true);
    const from = lastDay === null ? oldest : Math.max(oldest, Date.parse(lastDay));
    const byPort = new Map<string, Counts>();
    const slices = new YieldTimer();
    for (const vessel of vessels) {
      if (slices.isOver) await slices.next(signal);
      for (const stay of vessel.stays(from, to)) this.count(vessel, stay, from, to, byPort);
    }
    const days: WaitingDay[] = [];
    for (const [locode, counts] of byPort) {
      if (slices.isOver) await slices.next(signal);
      days.push(...daysOf(locode, counts, from));
    }
    signal.throwIfAborted();
    await this.repository.add(true, days);
  }

  private count(
    { typeCode }: SimulatedVessel,
    stay: SimulatedStay,
    from: number,
    to: number,
    byPort: Map<string, Counts>,
  ): void {
    const { lat, lon, navigationStatus } = stay;
    // The first and the last hour whose sample is taken during the stay.
    const first = Math.ceil((stay.from - SAMPLED_AFTER_MS - from) / HOUR_MS);
    const end = Math.ceil((stay.to - SAMPLED_AFTER_MS - from) / HOUR_MS);
    const countsOf = (locode: string): Counts => {
      const known = byPort.get(locode);
      if (known !== undefined) return known;
      const hours = () => new Int16Array((to - from) / HOUR_MS).fill(UNKNOWN);
      const counts = { cargo: hours(), tanker: hours() };
      byPort.set(locode, counts);
      return counts;
    };
    eachPortNear(lat, lon, (locode) => {
      for (const hours of Object.values(countsOf(locode)))
        for (let at = Math.max(0, first); at < end; at += 1) hours[at] = Math.max(0, hours[at] as number);
    });
    const ship = { station: 'class_a', shipTypeCode: typeCode, navigationStatus, speedKnots: 0 } as const;
    const waiting = waitingAt(ship, lat, lon, this.ports);
    if (waiting === undefined) return;
    const hours = countsOf(waiting.locode)[waiting.type];
    for (let at = Math.max(0, first); at < end; at += 1) hours[at] = (hours[at] as number) + 1;
  }
}

/** Returns the days with a known hour. */
function daysOf(locode: string, { cargo, tanker }: Counts, from: number): WaitingDay[] {
  const days: WaitingDay[] = [];
  for (let at = 0; at < cargo.length; at += 24) {
    if (!cargo.subarray(at, at + 24).some((count) => count !== UNKNOWN)) continue;
    const hourly = (counts: Int16Array): HourlyCounts =>
      Array.from({ length: 24 }, (_, hour) => {
        const count = counts[at + hour] ?? UNKNOWN;
        return count === UNKNOWN ? null : count;
      });
    days.push({ locode, day: dayOf(from + at * HOUR_MS), cargo: hourly(cargo), tanker: hourly(tanker) });
  }
  return days;
}
