import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { Clock } from '../../../time/clock.js';
import { SessionStore } from './session-store.js';

/** Deletes expired sessions. Idempotent. */
@Service()
export class SweepSessionsJob implements Job {
  readonly name = 'auth.sweep-sessions';
  readonly everySeconds = 600;

  constructor(
    private readonly store: SessionStore,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    this.store.sweep(this.clock.now());
  }
}
