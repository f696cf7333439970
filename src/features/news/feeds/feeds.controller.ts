import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { fileHeaders } from '../../../http/file-name.js';
import type { Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import {
  NewNewsFeedDto,
  NewsFeedChangesDto,
  NewsFeedDto,
  NewsFeedPageDto,
  NewsFeedPollingDto,
  NewsFeedsQuery,
} from './feed.dto.js';
import { NewsFeedPreviewDto, NewsFeedPreviewRequestDto } from './feed-preview.dto.js';
import { FeedPreviewService } from './feed-preview.service.js';
import { FeedsService } from './feeds.service.js';
import { NewsFeedImportDto, NewsFeedImportRequestDto } from './opml.dto.js';
import { OpmlService } from './opml.service.js';

const opmlType = 'text/x-opml';
const example =
  '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n  <head>\n    <title>News feeds</title>\n  ' +
  '</head>\n  <body>\n' +
  '    <outline type="rss" text="Harbor News" xmlUrl="https://news.example.org/rss.xml"/>\n  </body>\n</opml>\n';

@Service()
@Authorized()
@JsonController('/news/feeds')
export class NewsFeedsController {
  constructor(
    private readonly feeds: FeedsService,
    private readonly previews: FeedPreviewService,
    private readonly opml: OpmlService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List news feeds',
    description:
      'Returns your feeds and, where the operator has switched them on, the built-in ones (`builtIn: ' +
      'true`), which are older. Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: NewsFeedPageDto,
  })
  async listNewsFeeds(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order, builtIn }: NewsFeedsQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`news-feeds:${accountId}:${order}:${builtIn}`, limit, cursor);
    const found = await this.feeds.list(accountId, page.fetch, page.after?.[0] as string | undefined, order, builtIn);
    return page.answer(found, ({ id }) => [id], NewsFeedDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Add a news feed',
    description:
      'Adds a feed. It is fetched within seconds, and then every 5 minutes to 24 hours, by how often it ' +
      'changes. Its articles are visible to you alone. Try a URL with `POST /news/feeds/preview` first.',
    returns: NewsFeedDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached', 'unprocessable'],
  })
  async createNewsFeed(@CurrentCaller() { accountId }: Caller, @Body() input: NewNewsFeedDto): Promise<Reply> {
    const created = await this.feeds.create(accountId, input);
    return Reply.created(NewsFeedDto.from(created), `/api/v1/news/feeds/${created.id}`);
  }

  @Post('/preview')
  @Endpoint({
    summary: 'Preview a news feed',
    description:
      'Fetches and reads the feed once and returns what would be stored of it. Nothing is stored. A URL ' +
      'without a feed returns 422 with the reason.',
    returns: NewsFeedPreviewDto,
    errors: ['unprocessable', 'overloaded', 'unavailable'],
  })
  async previewNewsFeed(
    @Body() { url }: NewsFeedPreviewRequestDto,
    @CurrentRequester() requester: Requester,
  ): Promise<NewsFeedPreviewDto> {
    return NewsFeedPreviewDto.from(await this.previews.preview(url, requester));
  }

  @Get('/opml')
  @Endpoint({
    summary: 'Export your news feeds',
    description: 'Returns your own feeds as an OPML 2.0 document, which other feed readers import.',
    alternatives: { [opmlType]: { description: 'The document.', example } },
    headers: { ETag: 'Version of the document, for `If-None-Match`.', 'Content-Disposition': 'The name of the file.' },
  })
  async exportNewsFeeds(@CurrentCaller() { accountId }: Caller): Promise<Reply> {
    return new Reply(await this.opml.export(accountId), { type: opmlType, headers: fileHeaders('news-feeds.opml') });
  }

  @Post('/opml')
  @Endpoint({
    summary: 'Import news feeds',
    description:
      'Adds the feeds of an OPML document, as other feed readers export it: its first 1,000. Feeds that you ' +
      'have and invalid URLs are skipped; folders are ignored.',
    returns: NewsFeedImportDto,
    errors: ['quota_reached', 'unprocessable', 'overloaded'],
  })
  async importNewsFeeds(
    @CurrentCaller() { accountId }: Caller,
    @Body() { document }: NewsFeedImportRequestDto,
    @CurrentRequester() requester: Requester,
  ): Promise<NewsFeedImportDto> {
    return NewsFeedImportDto.from(await this.opml.import(accountId, document, requester));
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a news feed',
    description: 'Returns one of your feeds, or a built-in one.',
    returns: NewsFeedDto,
  })
  async getNewsFeed(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<NewsFeedDto> {
    return NewsFeedDto.from(await this.feeds.get(accountId, id));
  }

  @Get('/:id/polling')
  @Endpoint({
    summary: 'Get the polling state of a news feed',
    description: 'Returns the last and next fetches of the feed.',
    returns: NewsFeedPollingDto,
  })
  async getNewsFeedPolling(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
  ): Promise<NewsFeedPollingDto> {
    return NewsFeedPollingDto.from(await this.feeds.polling(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update a news feed',
    description:
      'Updates the fields you send. Stored articles keep the name, language, country and tier that they were ' +
      'stored with.',
    returns: NewsFeedDto,
    ifMatch: true,
    errors: ['unprocessable'],
  })
  async updateNewsFeed(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: NewsFeedChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<NewsFeedDto> {
    return NewsFeedDto.from(await this.feeds.change(accountId, id, changes, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete a news feed',
    description: 'Deletes the feed and its articles permanently.',
    ifMatch: true,
  })
  async deleteNewsFeed(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.feeds.remove(accountId, id, ifMatch);
  }
}
