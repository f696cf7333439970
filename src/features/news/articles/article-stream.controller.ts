import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { exampleOf } from '../../../api/examples.js';
import { Problem } from '../../../api/problem.js';
import { uuidV7Pattern } from '../../../api/rules.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { framedOnce } from '../../../http/stream/frame.js';
import { LastEventId } from '../../../http/stream/last-event-id.js';
import { StreamReply } from '../../../http/stream/stream-reply.js';
import { ArticleDto } from './article.dto.js';
import { ArticleStreamQuery } from './article-filter.dto.js';
import { ArticleStreamsService } from './article-streams.service.js';
import type { ArticleView } from './article-view.js';
import { readFilter } from './read-filter.js';

const toFrame = framedOnce((article: ArticleView) => ({
  id: article.id,
  event: 'article',
  data: ArticleDto.from(article),
}));

const frames = {
  description:
    '`article` carries an article as in `GET /news`. Its `id` is the id of the article, for `Last-Event-ID`.',
  events: { article: ArticleDto },
  example: `id: 01980a6e-5f3c-7c1a-9b52-3a8f64d2e9b1\nevent: article\ndata: ${JSON.stringify(exampleOf(ArticleDto))}\n\n`,
  resumes: true,
};

@Service()
@Authorized()
@JsonController('/news/stream')
export class ArticleStreamController {
  constructor(private readonly streams: ArticleStreamsService) {}

  @Get('')
  @Endpoint({
    summary: 'Stream articles',
    description:
      'Sends articles as they are stored: public ones and those of the feeds that you added. `Last-Event-ID` ' +
      'resumes after an article, with all that were stored since. An article of a story that is already ' +
      'reported is sent as well; `GET /news/clusters` lists stories.',
    alternatives: { 'text/event-stream': frames },
  })
  streamArticles(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() query: ArticleStreamQuery,
    @LastEventId() last?: string,
  ): StreamReply<ArticleView> {
    if (last !== undefined && !uuidV7Pattern.test(last))
      throw new Problem('invalid_request', {
        detail: 'Send the id of an article of this stream, or leave the header out.',
        errors: [{ pointer: 'header/Last-Event-ID', detail: 'must be a UUIDv7 in lower case' }],
      });
    return this.streams.open(accountId, readFilter(query), last).as(toFrame);
  }
}
