import { Service } from 'typedi';
import type { Observation, RuleSource } from '../../alerts/alerts.api.js';
import type { FullArticle } from './article-view.js';
import { ArticlesRepository } from './articles.repository.js';
import { NewArticles } from './new-articles.js';

const PAGE = 1_000;

/**
 * Passes public articles to the rules with `news_match` conditions. Articles of accounts' own feeds are left out: an
 * observation is evaluated for the rules of all accounts, so others would see them.
 */
@Service()
export class NewsRuleSource implements RuleSource {
  constructor(
    private readonly news: NewArticles,
    private readonly articles: ArticlesRepository,
  ) {}

  async check(): Promise<[]> {
    return [];
  }

  start(_needs: unknown, observe: (observation: Observation) => void): () => void {
    return this.news.listen((articles) => {
      for (const article of articles) if (article.ownerId === null) observe(observationOf(article));
    });
  }

  async stored({ from, to }: { from: number; to: number }, limit: number): Promise<Observation[]> {
    const found: Observation[] = [];
    for (let after: FullArticle | undefined; found.length < limit; ) {
      const page = await this.articles.published(
        new Date(from),
        new Date(to),
        Math.min(PAGE, limit - found.length),
        after,
      );
      found.push(...page.map(observationOf));
      if (page.length < PAGE) break;
      after = page.at(-1);
    }
    return found;
  }
}

function observationOf({
  id,
  owner,
  title,
  summary,
  text,
  publishedAt,
  provider,
}: Pick<FullArticle, 'id' | 'owner' | 'title' | 'summary' | 'text' | 'publishedAt' | 'provider'>): Observation {
  const words = [title, summary, text].filter((part) => part !== null).join('\n');
  return { kind: 'article', articleId: id, ownerKey: owner, text: words, provider, at: publishedAt.getTime() };
}
