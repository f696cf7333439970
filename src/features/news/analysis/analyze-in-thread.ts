import type { NewArticle, ParsedArticle } from '../article.js';
import { analyzeArticle } from './analyze-article.js';

/** Analyzes articles. Runs in a thread. */
export const analyzeInThread = (articles: readonly ParsedArticle[]): NewArticle[] =>
  articles.map((article) => ({ ...article, ...analyzeArticle(article) }));
