import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, type FeatureDescription } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import {
  feature,
  featureCollection,
  geoJson,
  geoJsonType,
  pointGeometry,
  WantsGeoJson,
} from '../../../http/geojson.js';
import type { Page } from '../../../http/page.js';
import type { Reply } from '../../../http/reply.js';
import { timeWindow } from '../../../http/time-window.js';
import { ArticleDto, ArticlePageDto, FullArticleDto } from './article.dto.js';
import { ArticlesQuery } from './article-filter.dto.js';
import type { ArticleView } from './article-view.js';
import { ArticlesService } from './articles.service.js';
import { readFilter } from './read-filter.js';

const articleFeatures: FeatureDescription = {
  dto: ArticleDto,
  without: ['id'],
  geometry: ['Point'],
  nullGeometry: 'for an article without a place',
  id: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e9b1',
};

@Service()
@Authorized()
@JsonController('/news')
export class ArticlesController {
  constructor(
    private readonly articles: ArticlesService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List articles',
    description: 'Lists public articles and those of the feeds that you added, latest publication first by default.',
    returns: ArticlePageDto,
    lane: 'searches',
    alternatives: {
      [geoJsonType]: {
        description:
          'A FeatureCollection with `nextCursor`. A point is the most certain place of an article; the ' +
          'geometry of an article without places is null.',
        geoJson: { features: [articleFeatures], collection: ArticlePageDto },
      },
    },
  })
  async listArticles(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() query: ArticlesQuery,
    @WantsGeoJson() wantsGeoJson: boolean,
  ): Promise<Page<object> | Reply> {
    const { limit, cursor, ...request } = query;
    const page = this.cursors.page(`news:${accountId}:${JSON.stringify(request)}`, limit, cursor);
    const after = page.after && { publishedAt: new Date(page.after[0] as number), id: page.after[1] as string };
    const { from, to, clustered, order, ...conditions } = request;
    const filter = { ...readFilter(conditions), ...timeWindow({ from, to }), clustered, order };
    const found = await this.articles.list(accountId, filter, page.fetch, after);
    const answer = page.answer(found, ({ publishedAt, id }) => [publishedAt.getTime(), id], ArticleDto.from);
    if (!wantsGeoJson) return answer;
    return geoJson(await featureCollection(found.slice(0, limit), articleFeature, { nextCursor: answer.nextCursor }));
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get an article',
    description: 'Returns one article with its text, public or of a feed that you added.',
    returns: FullArticleDto,
  })
  async getArticle(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<FullArticleDto> {
    return FullArticleDto.from(await this.articles.get(accountId, id));
  }
}

function articleFeature(article: ArticleView): string {
  const { id, ...properties } = ArticleDto.from(article);
  const [place] = article.places;
  return feature(id, place === undefined ? 'null' : pointGeometry(place.lat, place.lon), JSON.stringify(properties));
}
