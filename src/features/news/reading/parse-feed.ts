import { type AtomFeed, type JsonFeed, parseFeed as parseAny, type RdfFeed, type RssFeed } from 'feedsmith';
import { escapedHtml } from '../../../text/plain-text.js';
import type { FeedDocument, FeedItem } from './feed-document.js';
import { FeedRefused } from './feed-refusal.js';
import { markupOnly } from './title-markup.js';

/** Elements of extensions that several formats share. */
type Extensions = Partial<Pick<RssFeed.Item<string>, 'dc' | 'dcterms' | 'georss' | 'geo' | 'xml'>>;

const periods: Readonly<Record<string, number>> = {
  hourly: 3_600,
  daily: 86_400,
  weekly: 604_800,
  monthly: 2_592_000,
  yearly: 31_536_000,
};
/** Matches the root element of a feed. */
const roots = /<(?:[a-z\d]+:)?(?:rss|feed|rdf)[\s>/]/i;
const htmlStart = /^(?:\s|<\?[^>]*>|<!--[\s\S]{0,2000}?-->)*<(?:!doctype\s+html|html|head|body)[\s>]/i;
/** The root element is searched for in this number of characters. */
const START = 5_000;

/** Parses a document as RSS, Atom, RDF or JSON Feed. @throws FeedRefused `empty`, `html`, `not_a_feed`, `malformed` */
export function parseFeed(text: string): FeedDocument {
  const start = text.slice(0, START);
  if (start.trim() === '') throw new FeedRefused('empty');
  if (htmlStart.test(start)) throw new FeedRefused('html');
  try {
    const parsed = parseAny(text);
    if (parsed.format === 'rss') return ofRss(parsed.feed);
    if (parsed.format === 'atom') return ofAtom(parsed.feed);
    if (parsed.format === 'rdf') return ofRdf(parsed.feed);
    return ofJson(parsed.feed);
  } catch {
    // Any error of the parser means an invalid document. Its message is dropped, since it may quote the document.
    throw new FeedRefused(roots.test(start) || start.includes('jsonfeed.org') ? 'malformed' : 'not_a_feed');
  }
}

function ofRss(feed: RssFeed.Feed<string>): FeedDocument {
  const ttl = feed.ttl !== undefined && feed.ttl > 0 ? feed.ttl * 60 : null;
  return {
    format: 'rss',
    title: titleHtml(feed.title),
    link: feed.link ?? null,
    base: feed.xml?.base ?? null,
    language: feed.language ?? feed.dc?.languages?.[0] ?? null,
    ttlSeconds: ttl ?? updateSeconds(feed.sy),
    items: (feed.items ?? []).map((item) => {
      const { guid, source } = item;
      const permalink = guid?.isPermaLink === false ? [] : [guid?.value];
      return {
        ...shared(item),
        id: guid?.value ?? null,
        links: present([
          item.link,
          ...(item.atom?.links ?? []).filter(isAlternate).map(({ href }) => href),
          ...permalink,
        ]),
        title: titleHtml(item.title ?? item.media?.title?.value),
        description: item.description ?? item.media?.description?.value ?? null,
        content: item.content?.encoded ?? null,
        author: item.authors?.[0]?.name ?? item.dc?.creators?.[0] ?? null,
        dates: present([item.pubDate, ...datesOf(item), item.atom?.published, item.atom?.updated]),
        source: source?.title === undefined ? null : { name: source.title, url: source.url ?? null },
      };
    }),
  };
}

function ofAtom(feed: AtomFeed.Feed<string>): FeedDocument {
  return {
    format: 'atom',
    title: atomHtml(feed.title),
    link: feed.links?.find(isAlternate)?.href ?? null,
    base: feed.xml?.base ?? null,
    language: feed.xml?.lang ?? null,
    ttlSeconds: updateSeconds(feed.sy),
    items: (feed.entries ?? []).map((entry) => {
      const { source } = entry;
      return {
        ...shared(entry),
        id: entry.id ?? null,
        links: present([...(entry.links ?? []).filter(isAlternate).map(({ href }) => href), entry.content?.src]),
        title: atomHtml(entry.title) ?? entry.media?.title?.value ?? null,
        description: atomHtml(entry.summary) ?? entry.media?.description?.value ?? null,
        content: atomHtml(entry.content),
        author: entry.authors?.[0]?.name ?? feed.authors?.[0]?.name ?? entry.dc?.creators?.[0] ?? null,
        dates: present([entry.published, entry.updated, ...datesOf(entry)]),
        source:
          source?.title?.value === undefined
            ? null
            : { name: source.title.value, url: source.links?.find(isAlternate)?.href ?? null },
      };
    }),
  };
}

function ofRdf(feed: RdfFeed.Feed<string>): FeedDocument {
  return {
    format: 'rdf',
    title: titleHtml(feed.title),
    link: feed.link ?? null,
    base: feed.xml?.base ?? null,
    language: feed.dc?.languages?.[0] ?? feed.xml?.lang ?? null,
    ttlSeconds: updateSeconds(feed.sy),
    items: (feed.items ?? []).map((item) => ({
      ...shared(item),
      id: item.rdf?.about ?? null,
      links: present([item.link, item.rdf?.about]),
      title: titleHtml(item.title),
      description: item.description ?? null,
      content: item.content?.encoded ?? null,
      author: item.dc?.creators?.[0] ?? null,
      dates: present(datesOf(item)),
      source: null,
    })),
  };
}

function ofJson(feed: JsonFeed.Feed<string>): FeedDocument {
  return {
    format: 'json',
    title: feed.title ?? null,
    link: feed.home_page_url ?? null,
    base: null,
    language: feed.language ?? null,
    ttlSeconds: null,
    items: (feed.items ?? []).map((item) => ({
      id: item.id === undefined ? null : String(item.id),
      links: present([item.url, item.external_url, item.id]),
      base: null,
      title: item.title ?? null,
      description: item.summary ?? null,
      content: item.content_html ?? (item.content_text === undefined ? null : escapedHtml(item.content_text)),
      author: item.authors?.[0]?.name ?? feed.authors?.[0]?.name ?? null,
      dates: present([item.date_published, item.date_modified]),
      language: item.language ?? null,
      position: null,
      source: null,
    })),
  };
}

const shared = (item: Extensions): Pick<FeedItem, 'base' | 'language' | 'position'> => ({
  base: item.xml?.base ?? null,
  language: item.dc?.languages?.[0] ?? item.xml?.lang ?? null,
  position: positionOf(item),
});

function positionOf({ georss, geo }: Extensions): FeedItem['position'] {
  const [lat, lon] = georss?.point === undefined ? [geo?.lat, geo?.long] : [georss.point.lat, georss.point.lng];
  const isPlace = lat !== undefined && lon !== undefined && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return isPlace ? { lat, lon } : null;
}

const datesOf = ({ dc, dcterms }: Extensions) => [
  ...(dc?.dates ?? []),
  dcterms?.issued?.[0],
  dcterms?.modified?.[0],
  dcterms?.created?.[0],
];

/** Selects links to the article; other relations are links to comments, media or the feed. */
const isAlternate = ({ rel, type }: Pick<AtomFeed.Link<string>, 'rel' | 'type'>): boolean =>
  (rel === undefined || rel === 'alternate') && (type === undefined || /html|^text\/|^$/.test(type));

function updateSeconds(sy: { updatePeriod?: string; updateFrequency?: number } | undefined): number | null {
  const seconds = periods[sy?.updatePeriod?.trim().toLowerCase() ?? ''];
  return seconds === undefined ? null : Math.round(seconds / Math.max(1, sy?.updateFrequency ?? 1));
}

const present = (texts: ReadonlyArray<string | undefined>): string[] =>
  texts.filter((text) => typeof text === 'string' && text.trim() !== '') as string[];

/** Returns a text of Atom as HTML: text is escaped. A construct without a type is text (RFC 4287 §3.1.1). */
const atomHtml = (text: { value?: string; type?: string } | undefined): string | null =>
  text?.value === undefined ? null : isAtomText(text.type) ? escapedHtml(text.value) : text.value;

const isAtomText = (type = 'text'): boolean => ['', 'text', 'text/plain'].includes(type.trim().toLowerCase());

/** Returns a title of RSS or RDF as HTML; the formats do not say whether it is text or HTML. */
const titleHtml = (title: string | undefined): string | null => (title === undefined ? null : markupOnly(title));
