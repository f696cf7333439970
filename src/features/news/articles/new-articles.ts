import { Service } from 'typedi';
import type { ArticleSource, NewArticle } from '../article.js';

/** An article that was stored for the first time. */
export interface PublishedArticle extends Omit<NewArticle, 'tokens' | 'minhash' | 'storyTerms'>, ArticleSource {
  id: string;
  fetchedAt: Date;
}

/** Receives new articles. It must return quickly and not throw. */
export type NewArticlesListener = (articles: readonly PublishedArticle[]) => void;

/** Notifies listeners in this process of articles that it has stored. */
@Service()
export class NewArticles {
  private readonly listeners = new Set<NewArticlesListener>();

  /** Adds a listener. @returns a function that removes the listener */
  listen(listener: NewArticlesListener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** Calls all listeners. Called when the transaction that stored the articles has committed. */
  notify(articles: readonly PublishedArticle[]): void {
    if (articles.length > 0) for (const listener of [...this.listeners]) listener(articles);
  }
}
