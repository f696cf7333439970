import { EventType } from '../events/event-type.js';
import { AnnouncementDto } from './announcement.dto.js';
import type { AnnouncementSeverity } from './announcement.js';

const severities: Record<AnnouncementSeverity, number> = { info: 1, warning: 3, critical: 4 };

export const announcementPublished = new EventType({
  type: 'announcement.published',
  description:
    'An announcement of an operator is shown from now on. Later changes of it have no event. Visible to every account.',
  data: AnnouncementDto,
  subject: 'announcement:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f',
  audience: 'public',
  tag: 'users',
  severities: [1, 3, 4],
  title: ({ text }) => `Announcement: ${text}`,
  facets: ({ id, severity }) => ({
    keys: [`announcement:${id}`],
    severity: severities[severity as AnnouncementSeverity],
  }),
});
