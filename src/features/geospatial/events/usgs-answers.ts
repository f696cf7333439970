import { numberOf, positionOf, readList, readRecord, requireText, textOf, timeOf } from '../../../upstream/answers.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { GeoEventReport, GeoEventType } from '../geo-event.js';
import { type ReadReports, readAll } from './read-reports.js';
import { earthquakeSeverity } from './severity.js';

/** The content of a summary feed of the USGS. */
export interface UsgsSummary extends ReadReports {
  /** Time at which the USGS generated the feed. */
  generatedAt: Date;
  /** True if the feed contains as many events as it announces, all of them in the documented format. */
  isComplete: boolean;
}

/** Types of USGS events other than earthquakes, by the pattern of their USGS type. */
const others: ReadonlyArray<readonly [RegExp, GeoEventType]> = [
  [/explosion|blast|sonic|collapse|building|experimental/i, 'manmade'],
  [/landslide|rock ?slide|avalanche/i, 'landslide'],
  [/volcan/i, 'volcano'],
];

/**
 * Reads `summary/*.geojson` of the USGS (https://earthquake.usgs.gov/earthquakes/feed/v1.0/geojson.php).
 * @throws UpstreamError `bad_answer`
 */
export function usgsSummary(body: unknown): UsgsSummary {
  const { type, metadata, features } = readRecord(body, 'The feed');
  if (type !== 'FeatureCollection') throw badAnswer('The feed is not a FeatureCollection.');
  const { generated, count } = readRecord(metadata, 'The metadata');
  const all = readList(features, 'The list of features');
  const read = readAll(all, usgsEvent);
  return {
    ...read,
    generatedAt: timeOf(generated, 'generated'),
    isComplete: read.skipped === 0 && all.length === count,
  };
}

/** Reads one event. The id of an event changes when another network becomes the preferred one; `ids` lists all ids. */
function usgsEvent(feature: unknown): GeoEventReport {
  const { id, properties, geometry } = readRecord(feature, 'A feature');
  const {
    mag,
    magType,
    place,
    time,
    updated,
    url,
    felt,
    cdi,
    mmi,
    alert,
    status,
    tsunami,
    sig,
    ids,
    type,
    title,
    net,
  } = readRecord(properties, 'The properties');
  const [lon, lat, depthKm] = readList(readRecord(geometry, 'The geometry').coordinates, 'The coordinates');
  const startedAt = timeOf(time, 'time');
  const magnitude = numberOf(mag);
  const kind = textOf(type) ?? 'earthquake';
  return {
    provider: 'usgs',
    key: requireText(id, 'id'),
    aliases: (textOf(ids) ?? '').split(',').filter((name) => name !== ''),
    type: others.find(([words]) => words.test(kind))?.[1] ?? 'earthquake',
    title: textOf(title) ?? `${kind}${place === null ? '' : ` - ${textOf(place) ?? ''}`}`,
    severity: earthquakeSeverity(magnitude, textOf(alert)),
    position: positionOf(lat, lon),
    startedAt,
    endedAt: startedAt,
    reportedAt: timeOf(updated, 'updated'),
    retracted: status === 'deleted',
    magnitude: magnitude === null ? null : { value: magnitude, unit: textOf(magType) ?? 'M' },
    depthKm: numberOf(depthKm),
    url: textOf(url),
    details: {
      kind,
      place: textOf(place),
      status: textOf(status),
      network: textOf(net),
      felt: numberOf(felt),
      communityIntensity: numberOf(cdi),
      instrumentalIntensity: numberOf(mmi),
      pagerAlert: textOf(alert),
      tsunami: tsunami === 1,
      significance: numberOf(sig),
    },
  };
}
