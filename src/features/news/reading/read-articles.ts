import { createHash } from 'node:crypto';
import { HOUR_MS } from '../../../time/durations.js';
import { MAX_AUTHOR, MAX_SUMMARY, MAX_TEXT, MAX_TITLE, MAX_URL, type ParsedArticle } from '../article.js';
import type { SourceTier } from '../news.schema.js';
import { feedDate } from './feed-date.js';
import type { FeedDocument, FeedItem } from './feed-document.js';
import type { ItemRefusal } from './feed-refusal.js';
import { cut, plainText } from './plain-text.js';

/** Maximum number of items read from a feed; further ones are rejected as `too_many`. */
export const MAX_ITEMS = 2_000;
/** Tolerance for publishers' clocks (ms); a date further ahead is an error. */
const MAX_AHEAD_MS = HOUR_MS;
/** Maximum length of an external id; a longer id is replaced by its digest. */
const MAX_ID = 500;
/** Maximum length (characters) of a summary that is cut from an article's text. */
const EXCERPT = 400;

/** The settings of a feed that apply to its articles. */
export interface FeedOrigin {
  url: string;
  /** Name of the publication; null: the title of the feed. */
  name: string | null;
  language: string | null;
  country: string | null;
  /** Owner of the publication; null: the host of the site. */
  owner: string | null;
  tier: SourceTier;
}

export interface ReadOptions {
  /** Current time (ms since 1970). */
  now: number;
  /** Maximum age of articles (ms); older ones are rejected. */
  maxAgeMs: number;
}

export interface ReadArticles {
  articles: ParsedArticle[];
  refused: Partial<Record<ItemRefusal, number>>;
}

/**
 * Returns the articles of a feed, in its order. Items without a title, with a date in the future, too old or repeated
 * are rejected and counted. Items without a readable date count as published now: articles are stored once, so this is
 * the time of the first reading.
 */
export function readArticles(document: FeedDocument, origin: FeedOrigin, { now, maxAgeMs }: ReadOptions): ReadArticles {
  const articles = new Map<string, ParsedArticle>();
  const refused: ReadArticles['refused'] = {};
  const refuse = (reason: ItemRefusal, count = 1) => {
    refused[reason] = (refused[reason] ?? 0) + count;
  };
  const feed = new FeedContext(document, origin);
  for (const [index, item] of document.items.slice(0, MAX_ITEMS).entries()) {
    const given = item.dates.map(feedDate).find((one) => one !== undefined);
    // Undated items are a millisecond apart, so that lists by time keep the order of the feed.
    const date = given ?? new Date(now - index);
    if (date.getTime() > now + MAX_AHEAD_MS) refuse('future');
    else if (date.getTime() < now - maxAgeMs) refuse('old');
    else {
      const article = feed.article(item, new Date(Math.min(date.getTime(), now)), given !== undefined);
      if (article === undefined) refuse('no_title');
      else if (articles.has(article.externalId)) refuse('repeated');
      else articles.set(article.externalId, article);
    }
  }
  if (document.items.length > MAX_ITEMS) refuse('too_many', document.items.length - MAX_ITEMS);
  return { articles: [...articles.values()], refused };
}

class FeedContext {
  private readonly base: string;
  private readonly name: string;
  private readonly owner: string;
  private readonly language: string | null;

  constructor(
    document: FeedDocument,
    private readonly origin: FeedOrigin,
  ) {
    const site = webAddress(document.link, resolved(document.base, origin.url));
    // Relative links in RSS are relative to the site.
    this.base = resolved(document.base, document.format === 'atom' || site === null ? origin.url : site);
    this.name = origin.name ?? (cut(plainText(document.title ?? ''), 200) || hostOf(origin.url));
    this.owner = origin.owner ?? hostOf(site ?? origin.url);
    this.language = origin.language ?? languageOf(document.language);
  }

  /** Returns the article of an item. @returns undefined for an item without a title and without a text */
  article(item: FeedItem, publishedAt: Date, isDated: boolean): ParsedArticle | undefined {
    const whole = plainText(item.content ?? item.description ?? '');
    const described = plainText(item.description ?? '');
    const title = cut(plainText(item.title ?? '') || cut(described || whole, 120), MAX_TITLE);
    if (title === '') return undefined;
    const base = resolved(item.base, this.base);
    const url = item.links.map((link) => webAddress(link, base)).find((one) => one !== null) ?? null;
    const summary = described === '' || described === whole ? cut(whole, EXCERPT) : cut(described, MAX_SUMMARY);
    return {
      externalId: idOf(item.id ?? url ?? (isDated ? `${title} ${publishedAt.toISOString()}` : title)),
      url,
      title,
      summary: summary === '' || summary === title ? null : summary,
      text: whole.length > summary.length ? cut(whole, MAX_TEXT) : null,
      author: cut(plainText(item.author ?? ''), MAX_AUTHOR) || null,
      publishedAt,
      isDated,
      declaredLanguage: languageOf(item.language) ?? this.language,
      ...this.publication(item),
      tier: this.origin.tier,
      sourceCountry: this.origin.country,
      sourceSymbols: [],
      position: item.position,
      providerSentiment: null,
    };
  }

  /**
   * Returns the publication of an item: its own source if the feed collects items of others, otherwise the publication
   * of the feed.
   */
  private publication({ source }: FeedItem): { sourceName: string; owner: string } {
    const site = webAddress(source?.url ?? null, this.base);
    const name = cut(plainText(source?.name ?? ''), 200);
    if (site === null || name === '' || hostOf(site) === hostOf(this.origin.url))
      return { sourceName: this.name, owner: this.owner };
    return { sourceName: name, owner: hostOf(site) };
  }
}

/** Returns the ISO 639 code of a language tag: `en` for `en-GB`. @returns null for a text that is not a language tag */
export const languageOf = (tag: string | null): string | null =>
  /^\s*([a-z]{2,3})(?:[-_].*)?\s*$/is.exec(tag ?? '')?.[1]?.toLowerCase() ?? null;

/** Returns an absolute http or https URL without credentials; null for any other link. */
export function webAddress(link: string | null, base: string): string | null {
  if (link === null || link.length > MAX_URL || !URL.canParse(link.trim(), base)) return null;
  const { protocol, username, password, href } = new URL(link.trim(), base);
  return /^https?:$/.test(protocol) && username === '' && password === '' && href.length <= MAX_URL ? href : null;
}

const resolved = (link: string | null, base: string): string => webAddress(link, base) ?? base;

/** Returns the host of an address, without `www.`. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

function idOf(given: string): string {
  const id = plainId(given);
  return id.length > MAX_ID || id === '' ? createHash('sha256').update(given).digest('hex') : id;
}

const plainId = (text: string): string => text.toWellFormed().replaceAll('\u0000', '').trim();
