import { Service } from 'typedi';

/** Whether this process wants requests: true from the start until it is told to stop. */
@Service()
export class Lifecycle {
  readonly startedAt = performance.now();
  draining = false;

  get uptimeSeconds(): number {
    return Math.floor((performance.now() - this.startedAt) / 1000);
  }
}
