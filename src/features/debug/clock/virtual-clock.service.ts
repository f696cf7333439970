import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { MAX_OFFSET_MS, VirtualTime } from '../../../debugging/virtual-time.js';
import { SECOND_MS } from '../../../time/durations.js';

export interface ClockReading {
  now: Date;
  machineTime: Date;
  offsetMs: number;
}

export interface ClockChange {
  /** New time of the clock; null: the time of the machine; undefined: the current time of the clock. */
  at?: string | null;
  /** Seconds to add to the new time. */
  advanceSeconds?: number;
}

/** Moves the clock of this process. */
@Service()
export class VirtualClockService {
  constructor(private readonly time: VirtualTime) {}

  read(): ClockReading {
    const { machineNow, offsetMs } = this.time;
    return { now: new Date(machineNow + offsetMs), machineTime: new Date(machineNow), offsetMs };
  }

  /** Moves the clock. @throws Problem `invalid_request` for a time too far from the machine's time */
  change({ at, advanceSeconds = 0 }: ClockChange): ClockReading {
    const { machineNow, offsetMs } = this.time;
    const base = at === undefined ? offsetMs : at === null ? 0 : Date.parse(at) - machineNow;
    const moved = base + advanceSeconds * SECOND_MS;
    if (Math.abs(moved) > MAX_OFFSET_MS)
      throw new Problem('invalid_request', {
        detail: 'Some fields are not valid; see errors.',
        errors: [
          {
            pointer: at === undefined ? '/advanceSeconds' : '/at',
            detail: 'must stay within 3650 days of the time of the machine',
          },
        ],
      });
    this.time.move(moved);
    return this.read();
  }
}
