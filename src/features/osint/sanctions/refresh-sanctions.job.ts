import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { RefreshSanctions } from './refresh-sanctions.service.js';

/** Refreshes the sanctions lists every hour. Running it twice is safe: an unchanged list is not stored again. */
@Service()
export class RefreshSanctionsJob implements Job {
  readonly name = 'osint.refresh-sanctions';
  readonly everySeconds = 3_600;
  readonly expireSeconds = 1_800;

  constructor(private readonly sanctions: RefreshSanctions) {}

  run(signal: AbortSignal): Promise<void> {
    return this.sanctions.refresh(signal);
  }
}
