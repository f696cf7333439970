import { analyzeArticle } from '../../src/features/news/analysis/analyze-article.js';
import type { ParsedArticle } from '../../src/features/news/article.js';
import { ArticleIntake } from '../../src/features/news/intake/article-intake.service.js';
import type { TestClient } from './test-client.js';
import type { TestService } from './test-service.js';

type Owner = TestClient & { accountId: string };

/** Creates an article in a news feed of the account, in a cluster with another article. */
export const ownArticle = async (
  owner: Owner,
  { services, clock }: TestService,
  title = 'Ferry runs aground off the northern coast',
): Promise<{ articleId: string; clusterId: string }> => {
  const article = (name: string) => {
    const parsed: ParsedArticle = {
      externalId: name,
      url: null,
      title,
      summary: null,
      text: null,
      author: null,
      declaredLanguage: 'en',
      publishedAt: new Date(clock.now()),
      sourceName: name,
      owner: name,
      tier: 3,
      sourceCountry: null,
      sourceSymbols: [],
      position: null,
      providerSentiment: null,
    };
    return { ...parsed, ...analyzeArticle(parsed) };
  };
  const source = { provider: 'rss', feedId: null, ownerId: owner.accountId };
  const [first] = await services.get(ArticleIntake).store(source, [article('one.example'), article('two.example')]);
  const articleId = first?.id ?? '';
  return { articleId, clusterId: (await owner.get(`/news/${articleId}`)).json.clusterId };
};
