import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import { shipTypeOf } from '../ais/ship-type.js';
import type { SimulatedVessel } from '../simulated-vessels.js';
import { COUNTED, FlowRepository } from './flow.repository.js';
import { FlowLines } from './flow-lines.service.js';
import { estimatedDeadweight } from './passage.js';
import { PassageDays } from './passage-days.js';

/** Days before the start for which simulated vessels have passages: a year and its baseline. */
const PAST_DAYS = 430;
const ROWS_PER_WRITE = 500;

/** Stores the passages of simulated vessels across built-in lines in hours that were not counted. */
@Service()
export class FlowPast {
  constructor(
    private readonly lines: FlowLines,
    private readonly repository: FlowRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async add(vessels: readonly SimulatedVessel[], signal: AbortSignal): Promise<void> {
    const to = this.clock.now();
    const from = Math.floor(to / DAY_MS) * DAY_MS - PAST_DAYS * DAY_MS;
    const days = await this.repository.read(true, [COUNTED], dayOf(from), dayOf(to + DAY_MS));
    const counted = new Set(
      days.flatMap(({ day, hours }) =>
        Array.from({ length: 24 }, (_, hour) => ((hours >> hour) & 1 ? Date.parse(day) / HOUR_MS + hour : -1)),
      ),
    );
    const collected = new PassageDays();
    for (let at = from; at < to; at += HOUR_MS) if (!counted.has(at / HOUR_MS)) collected.hear(COUNTED, at);
    const { crossings } = this.lines;
    const slices = new YieldTimer();
    for (const vessel of vessels) {
      if (slices.isOver) await slices.next(signal);
      const { mmsi: key, typeCode: shipTypeCode } = vessel;
      const passing = {
        key,
        shipType: shipTypeOf(shipTypeCode),
        deadweight: estimatedDeadweight({ ...vessel, shipTypeCode }),
      };
      for (const { id, direction, at } of vessel.passages(from, to, crossings))
        if (!counted.has(Math.floor(at / HOUR_MS))) collected.pass(id, at, { ...passing, isForward: direction === 1 });
    }
    const rows = collected.take();
    signal.throwIfAborted();
    await this.database.transaction(async () => {
      for (let at = 0; at < rows.length; at += ROWS_PER_WRITE)
        await this.repository.add(true, rows.slice(at, at + ROWS_PER_WRITE));
    });
  }
}
