import { AnnouncementDto } from '../../../announcements/announcement.dto.js';
import { Dto, Field } from '../../../api/field.js';
import { objects } from '../../../api/rules.js';
import { AlwaysComplete } from '../../../http/always-complete.js';

@Dto('The current announcements, the latest first.')
export class CurrentAnnouncementsDto {
  @Field('The announcements.', objects(AnnouncementDto, 100))
  items!: AnnouncementDto[];

  @AlwaysComplete()
  nextCursor: string | null = null;
}
