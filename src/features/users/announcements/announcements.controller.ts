import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { AnnouncementDto } from '../../../announcements/announcement.dto.js';
import { Endpoint } from '../../../api/endpoint.js';
import { CurrentAnnouncementsDto } from './announcements.dto.js';
import { CurrentAnnouncements } from './current-announcements.service.js';

@Service()
@Authorized()
@JsonController('/users/me/announcements')
export class CurrentAnnouncementsController {
  constructor(private readonly announcements: CurrentAnnouncements) {}

  @Get('')
  @Endpoint({
    summary: 'List current announcements',
    description:
      'Returns notices of the operators that are shown now, the latest first. The event ' +
      '`announcement.published` reports new ones.',
    returns: CurrentAnnouncementsDto,
  })
  async listCurrentAnnouncements(): Promise<CurrentAnnouncementsDto> {
    return Object.assign(new CurrentAnnouncementsDto(), {
      items: (await this.announcements.list()).map(AnnouncementDto.from),
    });
  }
}
