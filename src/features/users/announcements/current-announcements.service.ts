import { Service } from 'typedi';
import type { Announcement } from '../../../announcements/announcement.js';
import { AnnouncementRepository } from '../../../announcements/announcement.repository.js';
import { Clock } from '../../../time/clock.js';

/** The announcements that accounts see. */
@Service()
export class CurrentAnnouncements {
  constructor(
    private readonly repository: AnnouncementRepository,
    private readonly clock: Clock,
  ) {}

  /** The latest first. */
  list(): Promise<Announcement[]> {
    return this.repository.current(new Date(this.clock.now()));
  }
}
