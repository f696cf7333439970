import { Service } from 'typedi';
import type { Job } from '../../jobs/job.js';
import { IdempotencyStore } from './idempotency-store.js';

/** Deletes expired idempotency keys. Idempotent, because deleted keys are not found again. */
@Service()
export class SweepIdempotencyKeysJob implements Job {
  readonly name = 'http.sweep-idempotency-keys';
  readonly everySeconds = 600;

  constructor(private readonly store: IdempotencyStore) {}

  async run(): Promise<void> {
    await this.store.sweep();
  }
}
