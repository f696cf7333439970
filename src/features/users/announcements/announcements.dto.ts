import { AnnouncementDto } from '../../../announcements/announcement.dto.js';
import { Dto, Field } from '../../../api/field.js';
import { objects } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';

@Dto('The current announcements, the latest first.')
export class CurrentAnnouncementsDto {
  @Field('The announcements.', objects(AnnouncementDto, 100))
  items!: AnnouncementDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;
}
