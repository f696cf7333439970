import { Service } from 'typedi';
import { MetricSource, type Metrics } from '../../../metrics/metrics.js';
import { StorageService } from './storage.service.js';

/** Metrics of the age of the last backup, and of free disk space. */
@Service()
export class StorageMetrics extends MetricSource {
  constructor(private readonly storage: StorageService) {
    super();
  }

  register(metrics: Metrics): void {
    metrics.gauge(
      'watchfloor_backup_age_seconds',
      'Age of the last backup by `watchfloor backup`; -1 when none was made.',
      async () => [{ value: (await this.storage.backupAgeSeconds()) ?? -1 }],
    );
    metrics.gauge(
      'watchfloor_database_disk_free_bytes',
      'Free bytes on the disk of the private database; absent with your own PostgreSQL.',
      async () => {
        const value = await this.storage.freeBytes();
        return value === undefined ? [] : [{ value }];
      },
    );
  }
}
