import { Service } from 'typedi';
import type { Role } from '../../../config/service-config.js';
import { Runner, type Stage } from '../../../coordination/runner.js';
import { Log } from '../../../logging/log.js';
import { Timers } from '../../../time/timers.js';
import { layers } from '../layer.js';
import { LiveState, type Refusals } from './live-state.js';

const EVERY_MS = 5_000;
/** Interval of log lines about rejected reports (ms). */
const LOG_INTERVAL_MS = 600_000;

/** Removes expired objects, and logs rejected reports. */
@Service()
export class ExpiryRunner extends Runner {
  readonly roles: readonly Role[] = ['api', 'worker', 'ingest'];
  readonly stage: Stage = 'state';
  private ends: Array<() => void> = [];

  constructor(
    private readonly live: LiveState,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    const rejections = new RejectionLogger(this.live, this.log);
    this.ends = [
      this.timers.every(EVERY_MS, () => void this.live.expire()),
      this.timers.every(LOG_INTERVAL_MS, () => rejections.writeLines()),
    ];
  }

  async stop(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
  }
}

/**
 * Logs the reports that live state rejected since the last call. Late reports alone are not logged, since one of two
 * receivers is always later.
 */
class RejectionLogger {
  private logged: LiveState['refusals'];

  constructor(
    private readonly live: LiveState,
    private readonly log: Log,
  ) {
    this.logged = copyOf(live.refusals);
  }

  /** Logs the number of reports rejected since the last call, by reason. */
  writeLines(): void {
    for (const layer of layers) {
      const since = difference(this.live.refusals[layer], this.logged[layer]);
      const { late: _, ...counts } = since;
      if (Object.values(counts).every((count) => count === 0)) continue;
      const fields = { component: 'feeds', layer, ...since };
      if (since.full > 0)
        this.log.warn(fields, 'New objects rejected: the live state is full. See SVC_GEO_OBJECT_LIMIT.');
      else this.log.info(fields, 'Reports rejected. If they are outdated or in the future, a clock is wrong.');
    }
    this.logged = copyOf(this.live.refusals);
  }
}

const copyOf = ({ vessels, aircraft }: LiveState['refusals']): LiveState['refusals'] => ({
  vessels: { ...vessels },
  aircraft: { ...aircraft },
});

const difference = (now: Refusals, before: Refusals): Refusals => ({
  late: now.late - before.late,
  future: now.future - before.future,
  outdated: now.outdated - before.outdated,
  full: now.full - before.full,
  impossible: now.impossible - before.impossible,
});
