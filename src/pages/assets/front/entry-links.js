import { make } from './page-dom.js';

/** Kinds of entities, each with the kind of entry that shows it. */
const ofEntities = {
  symbol: 'symbol',
  vessel: 'vessel',
  aircraft: 'aircraft',
  geo_event: 'place-event',
  news_cluster: 'story',
  article: 'article',
  portfolio: 'portfolio',
  feed: 'feed',
  webhook_endpoint: 'endpoint',
};

/** Kinds of entries by the path of their record, which ends with its id. */
const ofPaths = {
  '/markets/instruments': 'symbol',
  '/geospatial/vessels': 'vessel',
  '/geospatial/aircraft': 'aircraft',
  '/geospatial/events': 'place-event',
  '/timeline': 'event',
  '/news': 'article',
  '/news/clusters': 'story',
  '/alerts': 'alert',
  '/alerts/rules': 'rule',
  '/portfolios': 'portfolio',
};

/** Returns the fragment of the page's URL that opens an entry: `#vessel=219024336`. */
export const hashOf = (kind, id) => `#${kind}=${encodeURIComponent(id)}`;

/** Returns the kind and the id in a fragment; undefined if it names no entry. */
export function read(hash) {
  const [, kind, id] = /^#([a-z-]+)=(.+)$/.exec(hash) ?? [];
  try {
    return kind === undefined || kind === 'reset' ? undefined : { kind, id: decodeURIComponent(id) };
  } catch {
    return undefined;
  }
}

/** Returns a link that opens an entry. */
export const linkTo = (kind, id, ...text) => make('a', { href: hashOf(kind, id) }, ...text);

/** Returns a link to an entity such as `vessel:219024336`, or only its words if no entry shows it. */
export function entityLink(entity, words) {
  const at = entity.indexOf(':');
  const [kind, id] = [entity.slice(0, at), entity.slice(at + 1)];
  const text = words ?? (kind === 'symbol' ? id : `${kind.replaceAll('_', ' ')} ${id}`);
  return Object.hasOwn(ofEntities, kind) ? linkTo(ofEntities[kind], id, text) : text;
}

/** Returns the fragment that opens a record by its path: as an entry of its kind, or as any record of the API. */
export function hashOfPath(href) {
  const path = href.replace(/^\/api\/v1/, '');
  const end = path.lastIndexOf('/');
  const kind = ofPaths[path.slice(0, end)];
  return kind === undefined ? hashOf('record', path) : hashOf(kind, decodeURIComponent(path.slice(end + 1)));
}
