import type { NewArticle, ParsedArticle } from '../article.js';
import { analyseArticle } from './analyse-article.js';

/** Runs in a thread. */
export const analyseInThread = (articles: readonly ParsedArticle[]): NewArticle[] => articles.map((article) => ({ ...article, ...analyseArticle(article) }));
