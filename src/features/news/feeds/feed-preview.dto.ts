import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, integer, nullable, objects, text, timestamp } from '../../../api/rules.js';
import type { NewArticle } from '../article.js';
import { itemRefusals } from '../reading/feed-refusal.js';
import type { FeedPreview } from './feed-preview.service.js';

/** Maximum number of articles in a preview. */
const MAX_SHOWN = 20;
const url = () => text(1, 2_048);

@Dto('A feed to try.')
export class NewsFeedPreviewRequestDto {
  @Field('Address of the feed: a public host, http or https, without credentials.', text(1, 2_000), {
    example: 'https://news.example.org/rss.xml',
  })
  url!: string;
}

@Dto('An article of a previewed feed.')
export class NewsFeedPreviewArticleDto {
  @Field('Its title, as plain text.', text(1, 500), { example: 'Port closed after storm' })
  title!: string;

  @Field('Its address; null if the feed gives no address.', nullable(url()), {
    example: 'https://news.example.org/2026/port-closed',
  })
  url!: string | null;

  @Field(
    'The beginning of its text or its summary, as plain text; null if the feed gives no text.',
    nullable(text(0, 2_000)),
    {
      example: 'The port is closed until Friday.',
    },
  )
  summary!: string | null;

  @Field('Its author; null if the feed names no author.', nullable(text(0, 200)), { example: null })
  author!: string | null;

  @Field('When it was published (UTC).', timestamp())
  publishedAt!: string;

  @Field('Its language (ISO 639); null if unknown.', nullable(text(2, 3)), { example: 'en' })
  language!: string | null;

  static from(newArticle: NewArticle): NewsFeedPreviewArticleDto {
    return answerOf(NewsFeedPreviewArticleDto, newArticle);
  }
}

@Dto('Items of a feed that were skipped, by reason.')
export class RejectedItemsDto {
  @Field(
    '`no_title`: neither title nor text; `future`: more than an hour ahead; `old`: older than news are kept; ' +
      '`repeated`: its id occurs twice; `too_many`: after the 2,000th.',
    choice(itemRefusals),
    { example: 'old' },
  )
  reason!: string;

  @Field('Number of items.', integer(1, 10_000_000), { example: 2 })
  count!: number;
}

@Dto('The current content of a feed. It is not stored.')
export class NewsFeedPreviewDto {
  @Field('The address that responded, after redirects.', url(), { example: 'https://news.example.org/rss.xml' })
  url!: string;

  @Field('Format of the document.', choice(['rss', 'atom', 'rdf', 'json']), { example: 'rss' })
  format!: string;

  @Field('Title of the feed, as plain text; null for a feed without a title.', nullable(text(0, 200)), {
    example: 'Harbor News',
  })
  title!: string | null;

  @Field('Address of its site; null if the feed gives no address.', nullable(url()), {
    example: 'https://news.example.org/',
  })
  siteUrl!: string | null;

  @Field('Language it declares (ISO 639); null if it declares none.', nullable(text(2, 3)), { example: 'en' })
  language!: string | null;

  @Field(
    'Time that the publisher asks to wait between two fetches, in seconds; null if the feed does not say.',
    nullable(integer(0, 1_000_000_000)),
    { example: 1_800 },
  )
  ttlSeconds!: number | null;

  @Field('Number of items in the document.', integer(0, 10_000_000), { example: 30 })
  itemCount!: number;

  @Field('The first 20 articles, in the order of the feed.', objects(NewsFeedPreviewArticleDto, MAX_SHOWN))
  articles!: NewsFeedPreviewArticleDto[];

  @Field('Items that were skipped, by reason.', objects(RejectedItemsDto, itemRefusals.length))
  rejected!: RejectedItemsDto[];

  static from({
    url,
    format,
    title,
    siteUrl,
    language,
    ttlSeconds,
    items,
    articles,
    refused,
  }: FeedPreview): NewsFeedPreviewDto {
    const shown = articles.slice(0, MAX_SHOWN).map(NewsFeedPreviewArticleDto.from);
    const counts = Object.entries(refused).map(([reason, count]) =>
      Object.assign(new RejectedItemsDto(), { reason, count }),
    );
    return Object.assign(new NewsFeedPreviewDto(), {
      url,
      format,
      title,
      siteUrl,
      language,
      ttlSeconds,
      itemCount: items,
      articles: shown,
      rejected: counts,
    });
  }
}
