import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { RefreshVulnerabilities } from './refresh-vulnerabilities.service.js';

/**
 * Refreshes the catalogs of vulnerabilities. Idempotent: entries are merged by their id, and progress commits with what
 * was read.
 */
@Service()
export class RefreshVulnerabilitiesJob implements Job {
  readonly name = 'osint.refresh-vulnerabilities';
  readonly everySeconds = 600;

  constructor(private readonly vulnerabilities: RefreshVulnerabilities) {}

  run(signal: AbortSignal): Promise<void> {
    return this.vulnerabilities.refresh(signal);
  }
}
