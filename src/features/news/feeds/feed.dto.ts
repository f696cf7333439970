import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, line, nullable, object, optional, text, timestamp, uuid } from '../../../api/rules.js';
import { OldestFirstQuery, pageOf } from '../../../http/page.js';
import type { SourceTier } from '../article.js';
import { feedStatuses, statusOf } from './feed.js';
import { failureCodes, failureMeaning } from './feed-failure.js';
import type { FeedPollingState, ShownFeed } from './feeds.service.js';

const url = () => text(1, 2_000);
const name = () => text(1, 200);
const language = () => text(2, 3, /^[a-z]{2,3}$/, 'a language code of ISO 639 such as en');
const country = () => text(2, 2, /^[A-Z]{2}$/, 'a country code of ISO 3166-1 such as GB');
const tier = () => integer(1, 4);
const tierText =
  'Tier of the publication by its editing: 1 news agencies and official bodies, 2 major media, 3 specialist ' +
  'and other media, 4 everything else.';
const example = 'https://news.example.org/rss.xml';

@Dto('The feeds to list.')
export class NewsFeedsQuery extends OldestFirstQuery {
  @Field('Only built-in feeds, or only your own; both by default.', optional(flag()), { example: false })
  builtIn?: boolean;
}

@Dto('A news feed to add.')
export class NewNewsFeedDto {
  @Field(
    'Address of the feed (RSS, Atom, RDF or JSON Feed): a public host, http or https, without credentials.',
    url(),
    { example },
  )
  url!: string;

  @Field('Its name; the host of the URL by default.', optional(line(1, 200)), { example: 'Harbor News' })
  name?: string;

  @Field('Language of its articles (ISO 639); null or omitted: as the feed says.', optional(nullable(language())), {
    example: 'en',
  })
  language?: string | null;

  @Field('Country of the publication (ISO 3166-1 alpha-2); null if unknown.', optional(nullable(country())), {
    example: 'GB',
  })
  country?: string | null;

  @Field(tierText, optional(tier()), { default: 3, example: 3 })
  tier: SourceTier = 3;

  @Field('Whether it is fetched.', optional(flag()), { default: true, example: true })
  enabled: boolean = true;
}

@Dto('Changes to a news feed (RFC 7396). Omitted fields are unchanged.')
export class NewsFeedChangesDto {
  @Field('Address of the feed. A new one is fetched at once, also after 410 Gone.', optional(url()), { example })
  url?: string;

  @Field('The name of the feed.', optional(line(1, 200)), { example: 'Harbor News' })
  name?: string;

  @Field('Language of its articles (ISO 639); null: as the feed says.', optional(nullable(language())), {
    example: 'en',
  })
  language?: string | null;

  @Field('Country of the publication (ISO 3166-1 alpha-2); null if unknown.', optional(nullable(country())), {
    example: 'GB',
  })
  country?: string | null;

  @Field(tierText, optional(tier()), { example: 3 })
  tier?: SourceTier;

  @Field('Whether it is fetched.', optional(flag()), { example: true })
  enabled?: boolean;
}

@Dto('Why the last fetch of a feed failed.')
export class NewsFeedFailureDto {
  @Field('Code of the failure.', choice(failureCodes), { example: 'not_found' })
  code!: string;

  @Field('Meaning of the code.', text(1, 300), { example: 'The server has no document at this URL (404).' })
  detail!: string;
}

@Dto('A news feed: one of yours, or a built-in one.')
export class NewsFeedDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d90' })
  id!: string;

  @Field(
    'Whether the feed is part of the service. Built-in feeds cannot be changed, and every account sees their ' +
      'articles; articles of your own feeds are visible to you alone.',
    flag(),
    {
      example: false,
    },
  )
  builtIn!: boolean;

  @Field('Address of the feed, in its normal form.', url(), { example })
  url!: string;

  @Field(
    'Where the feed has moved to permanently, as its server says; this address is fetched instead. Null: it ' +
      'has not moved.',
    nullable(url()),
    {
      example: null,
    },
  )
  movedTo!: string | null;

  @Field('Its name, shown as the source of its articles.', name(), { example: 'Harbor News' })
  name!: string;

  @Field('Language of its articles (ISO 639); null: as the feed says.', nullable(language()), { example: 'en' })
  language!: string | null;

  @Field('Country of the publication (ISO 3166-1 alpha-2); null if unknown.', nullable(country()), { example: 'GB' })
  country!: string | null;

  @Field(
    'The organization that owns the publication; of your own feeds the host of the URL. Reports of one owner ' +
      'do not corroborate each other.',
    text(1, 300),
    {
      example: 'news.example.org',
    },
  )
  owner!: string;

  @Field(tierText, tier(), { example: 3 })
  tier!: number;

  @Field('Whether it is fetched.', flag(), { example: true })
  enabled!: boolean;

  @Field(
    '`pending`: not fetched yet; `ok`; `failing`: the last fetch failed and is repeated at growing intervals; ' +
      '`gone`: the server returned 410, so it is not fetched until you change its URL; `paused`: `enabled` is ' +
      'false.',
    choice(feedStatuses),
    {
      example: 'ok',
    },
  )
  status!: string;

  @Field('Why the last fetch failed; null if it succeeded.', nullable(object(() => NewsFeedFailureDto)), {
    example: null,
  })
  failure!: NewsFeedFailureDto | null;

  @Field('When it was added (UTC).', timestamp())
  createdAt!: string;

  @Field('When it was last changed by you, or its status changed (UTC).', timestamp())
  updatedAt!: string;

  @Field('Increases by one with every change, also of its status; part of the ETag.', integer(1, 2_147_483_647), {
    example: 1,
  })
  version!: number;

  static from(feed: ShownFeed): NewsFeedDto {
    const {
      id,
      builtIn,
      url,
      movedTo,
      name,
      language,
      country,
      publisher,
      tier,
      enabled,
      failure,
      createdAt,
      updatedAt,
      version,
    } = feed;
    const failed = failure === null ? null : { code: failure, detail: failureMeaning(failure) };
    const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
    const shown = {
      id,
      builtIn,
      url,
      movedTo,
      name,
      language,
      country,
      owner: publisher,
      tier,
      enabled,
      status: statusOf(feed),
      failure: failed,
    };
    return Object.assign(new NewsFeedDto(), { ...shown, ...times, version });
  }
}

export const NewsFeedPageDto = pageOf(
  NewsFeedDto,
  'NewsFeedPageDto',
  'A page of news feeds, oldest first; built-in feeds are older than those of accounts.',
);

@Dto('The polling state of a feed.')
export class NewsFeedPollingDto {
  @Field('When it was last fetched (UTC); null: not yet.', nullable(timestamp()), {
    example: '2026-11-20T23:15:00.000Z',
  })
  fetchedAt!: string | null;

  @Field('When a fetch last succeeded, also with 304 Not Modified (UTC); null: not yet.', nullable(timestamp()), {
    example: '2026-11-20T23:15:00.000Z',
  })
  succeededAt!: string | null;

  @Field('When a fetch last brought a new article (UTC); null: not yet.', nullable(timestamp()), {
    example: '2026-11-20T22:45:00.000Z',
  })
  changedAt!: string | null;

  @Field('When it is fetched next (UTC); null while it is not fetched.', nullable(timestamp()), {
    example: '2026-11-20T23:30:00.000Z',
  })
  nextFetchAt!: string | null;

  @Field(
    'Interval between two fetches (s): between 300 and 86,400, by how often the feed changes and what its ' +
      'publisher asks for.',
    integer(300, 86_400),
    {
      example: 900,
    },
  )
  intervalSeconds!: number;

  @Field('Failed fetches in a row.', integer(0, 1_000_000), { example: 0 })
  consecutiveFailures!: number;

  @Field('Articles of this feed that are stored.', integer(0, 9_007_199_254_740_991), { example: 42 })
  articleCount!: number;

  static from({ feed, articles }: FeedPollingState): NewsFeedPollingDto {
    const { fetchedAt, succeededAt, changedAt, nextFetchAt, intervalSeconds, failures } = feed;
    const isFetched = feed.enabled && !feed.gone;
    const iso = (time: Date | null) => time?.toISOString() ?? null;
    const times = {
      fetchedAt: iso(fetchedAt),
      succeededAt: iso(succeededAt),
      changedAt: iso(changedAt),
      nextFetchAt: isFetched ? iso(nextFetchAt) : null,
    };
    return Object.assign(new NewsFeedPollingDto(), {
      ...times,
      intervalSeconds,
      consecutiveFailures: failures,
      articleCount: articles,
    });
  }
}
