import { createHash } from 'node:crypto';
import type { ArticleAnalysis, ParsedArticle } from '../article.js';

/** Finds in an article's text what it is about. Pure, and run in a thread: its cost is linear in the length of the text. */
export function analyseArticle(article: ParsedArticle): ArticleAnalysis {
  const words =
    article.title
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const titleKey = words.join(' ');
  const { position, sourceCountry } = article;
  return {
    canonicalUrl: article.url,
    language: article.declaredLanguage,
    tone: article.providerSentiment,
    symbols: [...article.sourceSymbols],
    entities: article.sourceSymbols.map((symbol) => `symbol:${symbol}`),
    places: position === null ? [] : [{ name: article.title, country: null, ...position, confidence: 1 }],
    countries: sourceCountry === null ? [] : [sourceCountry],
    titleKey,
    tokens: [...new Set(words)],
    minhash: [],
    bands: [createHash('sha256').update(titleKey).digest().readInt32BE(0)],
  };
}
