import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { AnnouncementAdministration } from './announcement-administration.service.js';
import {
  AdminAnnouncementDto,
  AdminAnnouncementPageDto,
  AnnouncementChangesDto,
  NewAnnouncementDto,
} from './announcement-changes.dto.js';

@Service()
@Authorized('operator')
@JsonController('/admin/announcements')
export class AnnouncementsController {
  constructor(
    private readonly announcements: AnnouncementAdministration,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List announcements',
    description: 'Lists all announcements, also those whose period has ended or not begun.',
    returns: AdminAnnouncementPageDto,
  })
  async listAnnouncements(@QueryParams() { limit, cursor, order }: OldestFirstQuery): Promise<Page<object>> {
    const page = this.cursors.page(`announcements:${order}`, limit, cursor);
    const found = await this.announcements.list(page.fetch, order, page.after?.[0] as string | undefined);
    return page.answer(found, ({ id }) => [id], AdminAnnouncementDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create an announcement',
    description:
      'Creates an announcement that every account sees in its period: in `GET /users/me/announcements`, on ' +
      'the front page, and as the event `announcement.published` when the period begins. At most 100 are ' +
      'stored.',
    returns: AdminAnnouncementDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createAnnouncement(
    @CurrentCaller() operator: Caller,
    @Body() created: NewAnnouncementDto,
    @Origin() origin: RequestOrigin,
  ): Promise<Reply> {
    const announcement = await this.announcements.create(operator, created, origin);
    return Reply.created(AdminAnnouncementDto.from(announcement), `/api/v1/admin/announcements/${announcement.id}`);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get an announcement',
    description: 'Returns one announcement.',
    returns: AdminAnnouncementDto,
    errors: ['not_found'],
  })
  async getAnnouncement(@Param('id') id: string): Promise<AdminAnnouncementDto> {
    return AdminAnnouncementDto.from(await this.announcements.get(id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update an announcement',
    description:
      'Updates the fields you send; accounts see the change with their next read. The event of an ' +
      'announcement is published only once.',
    returns: AdminAnnouncementDto,
    ifMatch: true,
    errors: ['not_found'],
  })
  async updateAnnouncement(
    @CurrentCaller() operator: Caller,
    @Param('id') id: string,
    @Body() changes: AnnouncementChangesDto,
    @Origin() origin: RequestOrigin,
    @IfMatch() ifMatch?: string,
  ): Promise<AdminAnnouncementDto> {
    return AdminAnnouncementDto.from(await this.announcements.change(operator, id, changes, origin, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete an announcement',
    description: 'Removes the announcement for every account. Its event stays in the event log.',
    ifMatch: true,
    errors: ['not_found'],
  })
  async deleteAnnouncement(
    @CurrentCaller() operator: Caller,
    @Param('id') id: string,
    @Origin() origin: RequestOrigin,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.announcements.remove(operator, id, origin, ifMatch);
  }
}
