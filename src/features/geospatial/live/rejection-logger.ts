import type { Log } from '../../../log.js';
import { layers } from '../layer.js';
import type { LiveState, Refusals } from './live-state.js';

/** Logs the reports rejected by live state since the last call. Late reports alone are not logged: of two receivers one is always later. */
export class RejectionLogger {
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
