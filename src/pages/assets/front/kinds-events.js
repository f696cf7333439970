import { entityLink, linkTo } from './entry-links.js';
import { mapLink, placePicture } from './kinds-map.js';
import { newsItems } from './kinds-markets.js';
import { make, timeAgo } from './page-dom.js';
import { badgeOf, factOf, numberText, percentText, plainTitle, timeText, wordsOf } from './records.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Fields of the data of events that the entry shows in another form, or not at all. */
const hidden = new Set(['title', 'severity', 'simulated', 'entity', 'entityName', 'url', 'lat', 'lon']);
const isPlain = (value) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '' && !uuid.test(value);

const outside = (url, text) => make('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, text);

/** Returns the position of an event; undefined if it has no position. */
function placeOf({ place, position, lat, lon, alert }) {
  const found = position ?? place ?? alert?.place ?? { lat, lon };
  return typeof found?.lat === 'number' && typeof found.lon === 'number' ? found : undefined;
}

/** Returns the image that shows what an event is about: a chart, a track, or the map around its place. */
function pictureOfEvent({ title, subject = '', data }) {
  const [kind, id] = [subject.slice(0, subject.indexOf(':')), subject.slice(subject.indexOf(':') + 1)];
  const symbol = data.symbol ?? (kind === 'symbol' ? id : undefined);
  if (symbol !== undefined) {
    const from = new Date(Date.now() - 93 * 86_400_000).toISOString().slice(0, 10);
    return [
      { path: `/markets/candles/${encodeURIComponent(symbol)}.svg`, query: { from }, alt: `Price chart of ${symbol}` },
    ];
  }
  const place = placeOf(data);
  if (place !== undefined) return [placePicture(place, `Map around the place of the event: ${title}`)];
  return [];
}

/** Returns links to the records that an event is about. */
function aboutOf({ subject = '', data }) {
  const named = new Map();
  const add = (entity, text) => entity && !named.has(entity) && named.set(entity, entityLink(entity, text));
  add(data.entity, data.entityName ?? undefined);
  for (const entity of [...(data.entities ?? []), ...(data.alert?.entities ?? [])]) add(entity);
  for (const symbol of [data.symbol, ...(data.symbols ?? []), ...(data.alert?.symbols ?? [])])
    add(symbol && `symbol:${symbol}`);
  if (data.alert !== undefined) named.set('alert', linkTo('alert', data.alert.id, 'the alert'));
  if (/^(news_cluster|article|geo_event|portfolio|feed):/.test(subject) && !named.has(subject))
    add(
      subject,
      { news_cluster: 'the story', article: 'the article', geo_event: 'the event at its place' }[
        subject.split(':')[0]
      ] ?? subject,
    );
  return [...named.values()].filter((one) => typeof one !== 'string').slice(0, 12);
}

async function event(session, id, { signal }) {
  const path = `/timeline/${id}`;
  const [found, context] = await Promise.all([
    session.get(path, signal),
    session.get(`${path}/context`, signal).catch(() => undefined),
  ]);
  const { type, severity, time, data, title } = found;
  const place = placeOf(data);
  const own = Object.entries(data).filter(([name, value]) => !hidden.has(name) && isPlain(value));
  const nearby = context?.nearby.items ?? [];
  return {
    title: title ?? type,
    subtitle: [`${timeText(time)} · ${type}`],
    pictures: pictureOfEvent(found),
    facts: {
      Severity: `${severity} of 5`,
      About: aboutOf(found),
      Place: data.place?.name,
      ...Object.fromEntries(own.map(([name, value]) => factOf(name, value))),
    },
    actions: place === undefined ? [] : [mapLink(place)],
    sections: [
      {
        title: 'Prices at that time',
        items: (context?.prices.items ?? [])
          .slice(0, 5)
          .map(({ symbol, changePercent }) => [
            linkTo('symbol', symbol, symbol),
            ' ',
            make('span', { class: 'quiet' }, changePercent === null ? '' : percentText(changePercent)),
          ]),
      },
      {
        title: 'Nearby',
        items: nearby
          .slice(0, 5)
          .map((one) => [
            entityLink(one.entity, plainTitle(one.title)),
            ' ',
            make('span', { class: 'quiet' }, `${numberText(Math.round(one.distanceMeters / 100) / 10)} km away`),
            ' ',
            badgeOf(one),
          ]),
      },
    ],
    json: { path, value: found },
  };
}

async function article(session, id, { signal }) {
  const path = `/news/${id}`;
  const found = await session.get(path, signal);
  const [place] = found.places;
  return {
    title: found.title,
    subtitle: `${found.sourceName} · ${timeText(found.publishedAt)}`,
    text: found.summary === null ? undefined : plainTitle(found.summary.replace('(Simulated.)', '').trim()),
    pictures: place === undefined ? [] : [placePicture(place, `Map around ${place.name}`, 5)],
    facts: {
      Source: found.url === null ? found.sourceName : outside(found.url, `${found.sourceName}: read the article`),
      Owner: found.owner,
      Author: found.author,
      Language: found.language,
      Tone: found.tone === null ? null : `${found.tone} (from −1, negative, to 1, positive)`,
      Instruments: found.symbols.map((symbol) => linkTo('symbol', symbol, symbol)),
      Entities: found.entities.filter((one) => !one.startsWith('symbol:')).map((entity) => entityLink(entity)),
      Places: found.places.map(({ name }) => name).join(', '),
      Story: found.clusterId === null ? null : linkTo('story', found.clusterId, 'All articles of this story'),
    },
    actions: place === undefined ? [] : [mapLink(place, 6)],
    json: { path, value: found },
  };
}

async function story(session, id, { signal }) {
  const path = `/news/clusters/${id}`;
  const found = await session.get(path, signal);
  const reprints = found.reprintCount === 0 ? '' : `, and ${found.reprintCount} reprint it`;
  return {
    title: found.title,
    subtitle: `${found.articleCount} articles · latest ${timeAgo(found.lastSeenAt)}`,
    pictures: found.place === null ? [] : [placePicture(found.place, `Map around ${found.place.name}`, 5)],
    facts: {
      Publishers: `${found.independentOwnerCount} report it independently${reprints}`,
      Corroboration: `${Math.round(100 * found.corroboration)} of 100`,
      Place: found.place?.name,
      Instruments: found.symbols.map((symbol) => linkTo('symbol', symbol, symbol)),
      'First seen': timeText(found.firstSeenAt),
    },
    actions: found.place === null ? [] : [mapLink(found.place, 6)],
    sections: [{ title: 'Articles', items: newsItems(found.articles) }],
    json: { path, value: found },
  };
}

async function feed(session, name, { signal }) {
  const { items } = await session.get('/health/feeds', signal);
  const found = items.find((one) => one.feed === name);
  if (found === undefined) throw new Error(`There is no feed ${name}.`);
  return {
    title: `Feed ${name}`,
    facts: {
      Status: wordsOf(found.status),
      Provider: found.provider,
      'Last success':
        found.lastSuccessAt === null ? 'Never' : `${timeText(found.lastSuccessAt)} (${timeAgo(found.lastSuccessAt)})`,
      'Records since the start': found.records.toLocaleString('en'),
      'Failures since the last success': String(found.consecutiveFailures),
      'Remaining calls': found.quota?.remaining === undefined ? null : String(found.quota.remaining),
    },
    sections: [
      {
        title: 'Failures since the start',
        items: (found.failures ?? []).map(({ kind, count }) => `${wordsOf(kind)}: ${count}`),
      },
    ],
    json: { path: '/health/feeds', value: found },
  };
}

/** Loads any record of the API by its path, without actions on it. */
async function record(session, path, { signal }) {
  if (!/^\/[\w.,:~%/-]+$/.test(path) || path.includes('..')) throw new Error('This link names no record.');
  const found = await session.get(path, signal);
  const facts = Object.entries(found).filter(([name, value]) => name !== 'id' && name !== 'version' && isPlain(value));
  const isChart = path.startsWith('/graphs/charts/');
  return {
    title: found.name ?? found.title ?? found.summary ?? path,
    pictures: isChart ? [{ path: `${path}/image.svg`, alt: `Chart ${found.name ?? ''}` }] : [],
    facts: Object.fromEntries(facts.map(([name, value]) => factOf(name, value))),
    sections: [
      {
        title: 'Instruments',
        items: (found.symbols ?? []).map((symbol) => linkTo('symbol', symbol, symbol)),
      },
    ],
    json: { path, value: found },
  };
}

export const eventKinds = { event, article, story, feed, record };
