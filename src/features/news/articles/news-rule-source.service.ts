import { Service } from 'typedi';
import type { Observation, RuleSource } from '../../alerts/alerts.api.js';
import { NewArticles } from './new-articles.js';

/**
 * Passes public articles to the rules with `news_match` conditions. Articles of accounts' own feeds are left out: the observations of rules belong to no
 * account, so that they would reach the rules of others.
 */
@Service()
export class NewsRuleSource implements RuleSource {
  constructor(private readonly news: NewArticles) {}

  async check(): Promise<[]> {
    return [];
  }

  start(_needs: unknown, observe: (observation: Observation) => void): () => void {
    return this.news.listen((articles) => {
      for (const { id, ownerId, owner, title, summary, text, publishedAt } of articles) {
        if (ownerId !== null) continue;
        const words = [title, summary, text].filter((part) => part !== null).join('\n');
        observe({ kind: 'article', articleId: id, ownerKey: owner, text: words, at: publishedAt.getTime() });
      }
    });
  }
}
