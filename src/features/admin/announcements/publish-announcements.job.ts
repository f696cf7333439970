import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { AnnouncementAdministration } from './announcement-administration.service.js';

/**
 * Appends the events of announcements whose period has begun. Idempotent: announcements are marked as published in the
 * same transaction.
 */
@Service()
export class PublishAnnouncementsJob implements Job {
  readonly name = 'admin.publish-announcements';
  readonly everySeconds = 60;

  constructor(private readonly announcements: AnnouncementAdministration) {}

  async run(): Promise<void> {
    await this.announcements.publish();
  }
}
