import {
  AnnouncementDto,
  announcementDescriptions,
  announcementText,
} from '../../../announcements/announcement.dto.js';
import type { Announcement, AnnouncementSeverity } from '../../../announcements/announcement.js';
import { announcementSeverities } from '../../../announcements/announcement.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, nullable, optional, timestamp } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Version } from '../../../resources/resource-dto.js';

const text = 'Maintenance on Sunday from 06:00 to 07:00 UTC.';

@Dto('A notice to all accounts.')
export class NewAnnouncementDto {
  @Field(announcementDescriptions.text, announcementText(), { example: text })
  text!: string;

  @Field(`${announcementDescriptions.severity} Default: \`info\`.`, optional(choice(announcementSeverities)), {
    example: 'warning',
  })
  severity?: AnnouncementSeverity;

  @Field(`${announcementDescriptions.from} Default: now.`, optional(timestamp()), {
    omitFromExample: true,
    example: '2026-11-20T23:15:00.000Z',
  })
  from?: string;

  @Field(`${announcementDescriptions.to} Default: null.`, optional(nullable(timestamp())), {
    example: '2030-01-01T00:00:00.000Z',
  })
  to?: string | null;
}

@Dto('Changes of an announcement; omitted fields are unchanged.')
export class AnnouncementChangesDto {
  @Field(announcementDescriptions.text, optional(announcementText()), { example: text })
  text?: string;

  @Field(announcementDescriptions.severity, optional(choice(announcementSeverities)), { example: 'critical' })
  severity?: AnnouncementSeverity;

  @Field(announcementDescriptions.from, optional(timestamp()), {
    omitFromExample: true,
    example: '2026-11-20T23:15:00.000Z',
  })
  from?: string;

  @Field(announcementDescriptions.to, optional(nullable(timestamp())), { example: '2030-01-01T00:00:00.000Z' })
  to?: string | null;
}

@Dto('An announcement, as shown to operators.')
export class AdminAnnouncementDto extends AnnouncementDto {
  @Field('Time of the event `announcement.published` (UTC); null before.', nullable(timestamp()), {
    example: '2026-11-20T23:15:00.000Z',
  })
  publishedAt!: string | null;

  @Version() version!: number;

  @Field('Time of creation (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  createdAt!: string;

  @Field('Time of the last change (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  updatedAt!: string;

  static override from(announcement: Announcement): AdminAnnouncementDto {
    const { publishedAt, version, createdAt, updatedAt } = announcement;
    const times = {
      publishedAt: publishedAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
    return Object.assign(new AdminAnnouncementDto(), AnnouncementDto.from(announcement), { version, ...times });
  }
}

export const AdminAnnouncementPageDto = pageOf(
  AdminAnnouncementDto,
  'AdminAnnouncementPageDto',
  'A page of announcements.',
);
