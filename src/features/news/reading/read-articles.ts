import { createHash } from 'node:crypto';
import { HOUR_MS } from '../../../time/durations.js';
import { MAX_AUTHOR, MAX_SUMMARY, MAX_TEXT, MAX_TITLE, MAX_URL, type ParsedArticle } from '../article.js';
import type { SourceTier } from '../news.schema.js';
import { feedDate } from './feed-date.js';
import type { FeedDocument, FeedItem } from './feed-document.js';
import type { ItemRefusal } from './feed-refusal.js';
import { cut, plainText } from './plain-text.js';

/** Items after these are ignored. */
export const MAX_ITEMS = 2_000;
/** Clocks of publishers may be ahead by this much; later dates are errors. */
const MAX_AHEAD_MS = HOUR_MS;
/** A longer id is replaced by its digest. */
const MAX_ID = 500;
/** The summary made of an article's text has at most this many characters. */
const EXCERPT = 400;

/** The settings of a feed that its articles take over. */
export interface FeedOrigin {
  url: string;
  /** Null: as the feed says. */
  name: string | null;
  language: string | null;
  country: string | null;
  /** Null: the host of the site. */
  owner: string | null;
  tier: SourceTier;
}

export interface ReadOptions {
  /** Now (ms). */
  now: number;
  /** Older articles are refused (ms). */
  maxAgeMs: number;
}

export interface ReadArticles {
  articles: ParsedArticle[];
  refused: Partial<Record<ItemRefusal, number>>;
}

/**
 * The articles of a feed, in its order. Items without a title, with a date in the future, and old ones are refused and
 * counted. Those without a readable date count as published now: articles are stored once, so this is the time of the
 * first reading.
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
    // A millisecond apart, so that lists by time have them in the order of the feed.
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
    // Links in RSS are relative to the site where they are relative at all.
    this.base = resolved(document.base, document.format === 'atom' || site === null ? origin.url : site);
    this.name = origin.name ?? (cut(plainText(document.title ?? ''), 200) || hostOf(origin.url));
    this.owner = origin.owner ?? hostOf(site ?? origin.url);
    this.language = origin.language ?? languageOf(document.language);
  }

  /** @returns undefined for an item without a title and without a text */
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

  /** The publication is that of the item where a feed collects items of others. */
  private publication({ source }: FeedItem): { sourceName: string; owner: string } {
    const site = webAddress(source?.url ?? null, this.base);
    const name = cut(plainText(source?.name ?? ''), 200);
    if (site === null || name === '' || hostOf(site) === hostOf(this.origin.url))
      return { sourceName: this.name, owner: this.owner };
    return { sourceName: name, owner: hostOf(site) };
  }
}

/** ISO 639 code of a language tag: `en` of `en-GB`. @returns null for a text that is not a language tag */
export const languageOf = (tag: string | null): string | null =>
  /^\s*([a-z]{2,3})(?:[-_].*)?\s*$/is.exec(tag ?? '')?.[1]?.toLowerCase() ?? null;

/** An absolute address with http or https and without credentials; null for anything else. */
export function webAddress(link: string | null, base: string): string | null {
  if (link === null || link.length > MAX_URL || !URL.canParse(link.trim(), base)) return null;
  const { protocol, username, password, href } = new URL(link.trim(), base);
  return /^https?:$/.test(protocol) && username === '' && password === '' && href.length <= MAX_URL ? href : null;
}

const resolved = (link: string | null, base: string): string => webAddress(link, base) ?? base;

/** The host of an address, without `www.`. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

function idOf(given: string): string {
  const id = plainId(given);
  return id.length > MAX_ID || id === '' ? createHash('sha256').update(given).digest('hex') : id;
}

const plainId = (text: string): string => text.toWellFormed().replaceAll('\u0000', '').trim();
