import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import { ReceptionRepository, SERVICE } from '../reception/reception.repository.js';
import { CELL_DEGREES, COUNTED_BLOCK, cellAt, eachCount, placeOf } from '../reception/reception-cells.js';
import { RECEPTION_DAYS } from '../reception/reception-retention.service.js';
import type { Flow } from './flow.js';

/** Time before a range that shows the usual reception, and the minimum fraction of its hours with a report. */
const USUAL_MS = 7 * DAY_MS;
const MIN_USUAL = 0.9;
/** Receptions are stored every five minutes. */
const STORED_AFTER_MS = 6 * MINUTE_MS;

/** Knows when no source received vessels near a line. */
@Service()
export class LineSilence {
  constructor(
    private readonly repository: ReceptionRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the hours (since 1970) of a range (ms) in which this service ran and no source received a vessel in the
   * cells of a line. Lines whose cells had a report in less than 0.9 of the hours of the week before have no such hour:
   * there, silence can be that of the traffic. Hours before the retention of receptions are left out.
   */
  async hoursOf({ corners }: Flow, from: number, to: number): Promise<Set<number>> {
    const now = this.clock.now();
    const end = Math.min(to, Math.floor((now - STORED_AFTER_MS) / HOUR_MS) * HOUR_MS) / HOUR_MS;
    const start = Math.ceil(Math.max(from, now - (RECEPTION_DAYS * DAY_MS - USUAL_MS)) / HOUR_MS);
    const silent = new Set<number>();
    if (start >= end) return silent;
    const { counted, heard } = await this.receptions(corners, start - USUAL_MS / HOUR_MS, end);
    const usual = [...counted].filter((hour) => hour < start);
    const heardBefore = usual.filter((hour) => heard.has(hour)).length;
    if (heardBefore === 0 || heardBefore < MIN_USUAL * usual.length) return silent;
    for (const hour of counted) if (hour >= start && hour < end && !heard.has(hour)) silent.add(hour);
    return silent;
  }

  /** Returns the hours (since 1970) in which this service ran, and in which it had a report in the cells of a line. */
  private async receptions(corners: Flow['corners'], from: number, to: number) {
    const cells = [...cellsAlong(corners)].map(placeOf);
    const within = new Set(cells.map(keyOf));
    const blocks = [...new Set(cells.map(({ block }) => block)), COUNTED_BLOCK];
    const days = [dayOf(from * HOUR_MS), dayOf(to * HOUR_MS - 1)] as const;
    const [counted, heard] = [new Set<number>(), new Set<number>()];
    for (const { feed, block, day, counts } of await this.repository.read('vessels', blocks, ...days)) {
      const midnight = Date.parse(day) / HOUR_MS;
      eachCount(counts, (cell, hourOfDay) => {
        const hour = midnight + hourOfDay;
        if (hour < from || hour >= to) return;
        counted.add(hour);
        if (feed !== SERVICE && within.has(keyOf({ block, within: cell }))) heard.add(hour);
      });
    }
    return { counted, heard };
  }
}

/** Returns a number for each cell of each block; a block has less than 10,000 cells. */
const keyOf = ({ block, within }: { block: number; within: number }): number => block * 10_000 + within;

/** Returns the cells through which a line of corners (longitude, latitude) goes. */
function cellsAlong(corners: Flow['corners']): Set<number> {
  const cells = new Set<number>();
  for (const [index, [lon, lat]] of corners.entries()) {
    const [lastLon, lastLat] = corners[Math.max(0, index - 1)] ?? [lon, lat];
    const across = ((lon - lastLon + 540) % 360) - 180;
    const steps = Math.max(1, Math.ceil((2 * Math.max(Math.abs(across), Math.abs(lat - lastLat))) / CELL_DEGREES));
    for (let step = 0; step <= steps; step += 1) {
      const turned = ((lastLon + (across * step) / steps + 540) % 360) - 180;
      cells.add(cellAt(lastLat + ((lat - lastLat) * step) / steps, turned));
    }
  }
  return cells;
}
