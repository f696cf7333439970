import { createRequire } from 'node:module';
import { lazy } from '../../../async/lazy.js';
import { numeralOf, positionOf, readRecord, requireText, textIn, textOf, timeOf } from '../../../upstream/answers.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { GeoEventReport, GeoEventType } from '../geo-event.js';
import { type ReadReports, readAll } from './read-reports.js';
import { alertSeverity } from './severity.js';

const parser = lazy(() => {
  const { XMLParser } = createRequire(import.meta.url)('fast-xml-parser') as typeof import('fast-xml-parser');
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseAttributeValue: false,
    parseTagValue: false,
    processEntities: false,
    isArray: (name) => name === 'item',
    // Unused element that is half of each item; skipped for speed.
    stopNodes: ['*.resources'],
  });
});

const types: Readonly<Record<string, GeoEventType>> = {
  DR: 'drought',
  EQ: 'earthquake',
  FL: 'flood',
  TC: 'storm',
  TS: 'flood',
  VO: 'volcano',
  WF: 'wildfire',
};

/**
 * Reads `xml/rss.xml` of GDACS: RSS 2.0 with elements of `http://www.gdacs.org`. `eventtype` and `eventid` identify an
 * event; each bulletin about it is an episode. A document that declares types or entities, or that is truncated, is
 * rejected. Comments may follow its end.
 * @throws UpstreamError `bad_answer`
 */
export function gdacsItems(text: unknown): ReadReports {
  if (typeof text !== 'string' || /<!(?:DOCTYPE|ENTITY)/i.test(text) || !text.slice(-500).includes('</rss>'))
    throw badAnswer('The document is not a feed.');
  const rss = readRecord(parse(text.replace(/^\uFEFF/, '')).rss, 'The feed');
  const { item } = readRecord(rss.channel, 'The channel');
  return readAll(item === undefined ? [] : (item as unknown[]), gdacsEvent, keyOf);
}

function keyOf(item: unknown): string | null {
  const [kind, id] = [textIn(item, 'eventtype'), textIn(item, 'eventid')];
  return kind === null || id === null ? null : `${kind}${id}`;
}

function gdacsEvent(value: unknown): GeoEventReport | undefined {
  const item = readRecord(value, 'An item');
  const kind = requireText(item.eventtype, 'eventtype');
  const type = Object.hasOwn(types, kind) ? types[kind] : undefined;
  if (type === undefined) return undefined;
  const level = requireText(item.alertlevel, 'alertlevel');
  const severity = alertSeverity(level);
  if (severity === undefined) throw badAnswer('An alert level is unknown.');
  const [lat, lon] = requireText(item.point, 'point').split(/\s+/).map(numeralOf);
  const startedAt = timeOf(item.fromdate, 'fromdate');
  const isOver = type === 'earthquake' || textOf(item.iscurrent) === 'false';
  const words = { title: plain(item.title), text: plain(item.description), name: plain(item.eventname) };
  return {
    provider: 'gdacs',
    key: `${kind}${requireText(item.eventid, 'eventid')}`,
    type,
    title: words.title ?? `${level} ${type}`,
    description: words.text ?? undefined,
    severity,
    position: positionOf(lat, lon),
    // The box of an earthquake is the frame of a map, not the extent of the event.
    geometry: type === 'earthquake' ? null : boxOf(item.bbox),
    startedAt,
    endedAt: isOver ? (type === 'earthquake' ? startedAt : timeOf(item.todate, 'todate')) : null,
    reportedAt: timeOf(item.datemodified ?? item.pubDate, 'pubDate'),
    magnitude: amountOf(item.severity),
    url: plain(item.link),
    details: {
      alertLevel: level.toLowerCase(),
      alertScore: numeralOf(item.alertscore),
      episode: textOf(item.episodeid),
      name: words.name,
      countries: plain(item.country),
      extent: plain(inner(item.severity)),
      population: plain(inner(item.population)),
      isTemporary: textOf(item.temporary) === 'true',
      glide: plain(item.glide),
    },
  };
}

/** Returns the polygon of a box `lonmin lonmax latmin latmax`, in that order; null for an invalid box. */
function boxOf(value: unknown): GeoEventReport['geometry'] {
  const [west, east, south, north] = (textOf(value) ?? '').split(/\s+/).map(numeralOf);
  if (west == null || east == null || south == null || north == null) return null;
  if (!(west < east && south < north) || west < -180 || east > 180 || south < -90 || north > 90) return null;
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** Reads `<gdacs:severity unit="km/h" value="92.592">`. */
function amountOf(value: unknown): GeoEventReport['magnitude'] {
  if (typeof value !== 'object' || value === null) return null;
  const { '@unit': unit, '@value': amount } = value as Record<string, unknown>;
  const read = numeralOf(amount);
  return read === null || textOf(unit) === null ? null : { value: read, unit: textOf(unit) as string };
}

/** Returns the text of an element with or without attributes. */
const inner = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['#text'] : value;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the five named entities of XML and numeric ones, once; null for an empty text. */
function plain(value: unknown): string | null {
  const text = textOf(value);
  return (
    text?.replace(
      /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return entities[name] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    ) ?? null
  );
}

function parse(text: string): Record<string, unknown> {
  try {
    return readRecord(parser().parse(text), 'The document');
  } catch (cause) {
    throw cause instanceof UpstreamError ? cause : badAnswer('The document is not XML.');
  }
}
