import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { RefreshVulnerabilities } from './refresh-vulnerabilities.service.js';

/**
 * Refreshes the catalogs of vulnerabilities. Running it twice is safe: entries are merged by id, and the progress is
 * committed together with the entries.
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
