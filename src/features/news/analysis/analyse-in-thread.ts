import { threadFunction } from '../../../threads/thread-call.js';
import type { NewArticle, ParsedArticle } from '../article.js';
import { analyseArticle } from './analyse-article.js';

/** Runs in a thread. */
export const analyseInThread = (articles: readonly ParsedArticle[]): NewArticle[] => articles.map((article) => ({ ...article, ...analyseArticle(article) }));

export const analyseCall = threadFunction<typeof analyseInThread>(new URL('./analyse-in-thread.js', import.meta.url), 'analyseInThread');
