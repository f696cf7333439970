import { Service } from 'typedi';
import type { Announcement } from '../../../announcements/announcement.js';
import { AnnouncementRepository } from '../../../announcements/announcement.repository.js';
import { Clock } from '../../../time/clock.js';

/** Returns the announcements that all accounts see now. */
@Service()
export class CurrentAnnouncements {
  constructor(
    private readonly repository: AnnouncementRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns the announcements whose period includes the present, latest first. */
  list(): Promise<Announcement[]> {
    return this.repository.current(new Date(this.clock.now()));
  }
}
