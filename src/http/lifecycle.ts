import { Service } from 'typedi';

/** Knows whether the process accepts requests: from its start until the shutdown begins. */
@Service()
export class Lifecycle {
  readonly startedAt = performance.now();
  draining = false;

  get uptimeSeconds(): number {
    return Math.floor((performance.now() - this.startedAt) / 1000);
  }
}
