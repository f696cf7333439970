import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { ArticleIntakeRepository } from '../intake/article-intake.repository.js';
import { NewsFeedDto } from './feed.dto.js';
import { FeedsService } from './feeds.service.js';

/**
 * Exports the news feeds of an account, and deletes their articles with the account. Articles are copies of public
 * documents and are not exported.
 */
@Service()
export class NewsFeedsData extends AccountData {
  readonly section = 'newsFeeds';
  readonly description = 'Feeds that the account added.';
  readonly item = NewsFeedDto;

  constructor(
    private readonly feeds: FeedsService,
    private readonly articles: ArticleIntakeRepository,
  ) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.feeds.list(accountId, this.maxItems, undefined, 'asc', false)).map(NewsFeedDto.from);
  }

  override removeSome(accountId: string, limit: number): Promise<number> {
    return this.articles.deleteOwned(accountId, limit);
  }
}
