import { Service } from 'typedi';
import { Runner } from '../../../coordination/runner.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { dayOf } from '../../../time/utc-day.js';
import { layers } from '../layer.js';
import { type ReceptionDay, ReceptionRepository, SERVICE } from './reception.repository.js';
import { addCount, COUNTED_BLOCK, type DayCounts, placeOf, RANGE_BLOCK } from './reception-cells.js';
import { type HourOfFeed, ReceptionCounter } from './reception-counter.js';

const WRITE_MS = 5 * MINUTE_MS;
/** Time after the start (ms) of the first write, so that a new service soon has a coverage. */
const FIRST_WRITE_MS = 15 * SECOND_MS;
/** Maximum number of hours of feeds that wait while the database is unavailable; the oldest are dropped beyond it. */
const MAX_WAITING = 200;

type Row = Omit<ReceptionDay, 'counts'> & { counts: DayCounts };

/** Stores the receptions that this process counts, soon after the start, every five minutes and at the end. */
@Service()
export class ReceptionWriterRunner extends Runner {
  readonly roles = ['api', 'ingest'] as const;
  readonly stage = 'readers';
  private stops: Array<() => void> = [];
  private waiting: HourOfFeed[] = [];
  private writing?: Promise<void>;

  constructor(
    private readonly counter: ReceptionCounter,
    private readonly repository: ReceptionRepository,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    this.stops = [
      this.timers.after(FIRST_WRITE_MS, () => void this.settle()),
      this.timers.every(WRITE_MS, () => void this.settle()),
    ];
  }

  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop();
    await this.settle();
  }

  /** Resolves when all counts are stored, or storing them has failed. */
  async settle(): Promise<void> {
    await this.writing;
    this.writing = this.write().finally(() => {
      this.writing = undefined;
    });
    await this.writing;
  }

  private async write(): Promise<void> {
    this.waiting.push(...this.counter.take());
    if (this.waiting.length > MAX_WAITING) this.waiting.splice(0, this.waiting.length - MAX_WAITING);
    try {
      await this.repository.add([...rowsOf(this.waiting), ...this.countedNow()]);
      this.waiting = [];
    } catch (error) {
      const fields = { component: 'reception', err: error, waiting: this.waiting.length };
      this.log.warn(fields, 'Storing the reception of feeds failed.');
    }
    if (this.counter.dropped > 0)
      this.log.warn({ component: 'reception', dropped: this.counter.dropped }, 'Reception has too many cells.');
    this.counter.dropped = 0;
  }

  /** Marks the current hour as counted, so that an hour without reports differs from one without this service. */
  private countedNow(): Row[] {
    const hour = Math.floor(this.clock.now() / HOUR_MS);
    return layers.map((layer) => {
      const counts: DayCounts = new Map();
      addCount(counts, 0, hour % 24, 1);
      return { feed: SERVICE, provider: SERVICE, layer, block: COUNTED_BLOCK, day: dayOf(hour * HOUR_MS), counts };
    });
  }
}

/** Returns the rows to which the counts of hours belong. */
function rowsOf(hours: readonly HourOfFeed[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { feed, provider, layer, hour, cells, distances } of hours) {
    const day = dayOf(hour * HOUR_MS);
    const add = (block: number, cell: number, reports: number) => {
      const key = `${feed} ${layer} ${block} ${day}`;
      let row = rows.get(key);
      if (row === undefined) {
        row = { feed, provider, layer, block, day, counts: new Map() };
        rows.set(key, row);
      }
      addCount(row.counts, cell, hour % 24, reports);
    };
    for (const [cell, reports] of cells) {
      const { block, within } = placeOf(cell);
      add(block, within, reports);
    }
    for (const [step, reports] of distances) add(RANGE_BLOCK, step, reports);
  }
  return [...rows.values()];
}
