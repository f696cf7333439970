import { Dto, Field } from '../api/field.js';
import { choice, nullable, text, timestamp, uuid } from '../api/rules.js';
import { type Announcement, announcementSeverities } from './announcement.js';

export const announcementText = () => text(1, 1_000);
export const announcementDescriptions = {
  text: 'The notice, as plain text.',
  severity: 'Importance of the announcement.',
  from: 'Time from which it is shown (UTC).',
  to: 'Time until which it is shown (UTC); null for no end.',
};

@Dto('A notice of an operator to all accounts.')
export class AnnouncementDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f' })
  id!: string;

  @Field(announcementDescriptions.text, announcementText(), {
    example: 'Maintenance on Sunday from 06:00 to 07:00 UTC.',
  })
  text!: string;

  @Field(announcementDescriptions.severity, choice(announcementSeverities), { example: 'warning' })
  severity!: string;

  @Field(announcementDescriptions.from, timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  from!: string;

  @Field(announcementDescriptions.to, nullable(timestamp()), { example: '2030-01-01T00:00:00.000Z' })
  to!: string | null;

  static from({ id, text: shown, severity, startsAt, endsAt }: Announcement): AnnouncementDto {
    const period = { from: startsAt.toISOString(), to: endsAt?.toISOString() ?? null };
    return Object.assign(new AnnouncementDto(), { id, text: shown, severity, ...period });
  }
}
