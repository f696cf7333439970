import { Service } from 'typedi';
import type { Role } from '../../../config/service-config.js';
import { Log } from '../../../log.js';
import { Runner, type Stage } from '../../../runner.js';
import { Timers } from '../../../timers.js';
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
    private readonly picture: LiveState,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    const teller = new RejectionLogger(this.picture, this.log);
    this.ends = [this.timers.every(EVERY_MS, () => void this.picture.expire()), this.timers.every(LOG_INTERVAL_MS, () => teller.tell())];
  }

  async stop(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
  }
}

/** Logs the reports rejected by live state since the last call. Late reports alone are not logged: of two receivers one is always later. */
class RejectionLogger {
  private told: LiveState['refusals'];

  constructor(
    private readonly picture: LiveState,
    private readonly log: Log,
  ) {
    this.told = copyOf(picture.refusals);
  }

  tell(): void {
    for (const layer of layers) {
      const since = difference(this.picture.refusals[layer], this.told[layer]);
      const { late: _, ...telling } = since;
      if (Object.values(telling).every((count) => count === 0)) continue;
      const fields = { component: 'feeds', layer, ...since };
      if (since.full > 0) this.log.warn(fields, 'The live picture is full: see SVC_GEO_OBJECT_LIMIT. What is new is left out.');
      else this.log.info(fields, 'Reports were left out. Where they are outdated or of the future, a clock is wrong.');
    }
    this.told = copyOf(this.picture.refusals);
  }
}

const copyOf = ({ vessels, aircraft }: LiveState['refusals']): LiveState['refusals'] => ({ vessels: { ...vessels }, aircraft: { ...aircraft } });

const difference = (now: Refusals, before: Refusals): Refusals => ({
  late: now.late - before.late,
  future: now.future - before.future,
  outdated: now.outdated - before.outdated,
  full: now.full - before.full,
  impossible: now.impossible - before.impossible,
});
