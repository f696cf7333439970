import { ConfigurationError } from '../../../config/environment.js';
import type { FeedSource } from '../../../upstream/feed-source.js';
import { aircraftJsonSource } from '../adsb/aircraft-json-source.js';
import { circleSource } from '../adsb/circle-source.js';
import { openskySource } from '../adsb/opensky-source.js';
import { aisstreamSource } from '../ais/aisstream-source.js';
import { eventSourceMakers } from '../events/event-sources.js';
import { aircraftSource, eventSource, shipSource } from '../simulator/sources.js';
import type { GeoSourceParts, SourceMaker } from '../source-parts.js';
import { adsbByteSource, aisByteSource } from './byte-sources.js';
import { FeedNames } from './feed-names.js';

interface Kind {
  variable: string;
  lines: readonly string[];
  makers: readonly SourceMaker[];
}

/**
 * The configured sources, each with a unique feed name.
 * @throws ConfigurationError naming every unknown or duplicate line by its position, since a line can contain a key
 */
export function createSources(parts: GeoSourceParts): FeedSource[] {
  const { config } = parts;
  const kinds: Kind[] = [
    { variable: 'SVC_AIS_SOURCES', lines: config.aisSources, makers: [shipSource, aisstreamSource, aisByteSource] },
    { variable: 'SVC_ADSB_SOURCES', lines: config.adsbSources, makers: [aircraftSource, circleSource, openskySource, aircraftJsonSource, adsbByteSource] },
    { variable: 'SVC_EVENT_SOURCES', lines: config.eventSources, makers: [eventSource, ...eventSourceMakers] },
  ];
  return sourcesOf(kinds, parts);
}

/** @throws ConfigurationError */
export function sourcesOf(kinds: readonly Kind[], parts: GeoSourceParts): FeedSource[] {
  const names = new FeedNames(parts.feeds);
  const named = { ...parts, upstreams: names.over(parts.upstreams) };
  const problems: string[] = [];
  const sources: FeedSource[] = [];
  for (const kind of kinds) for (const source of made(kind, named, problems)) sources.push(names.give(source));
  if (kinds.filter(({ lines }) => lines.includes('stdin')).length > 1) problems.push('SVC_ADSB_SOURCES cannot read stdin when SVC_AIS_SOURCES does');
  if (problems.length > 0) throw new ConfigurationError(problems);
  return sources;
}

function made({ variable, lines, makers }: Kind, parts: GeoSourceParts, problems: string[]): FeedSource[] {
  if (lines.includes('none')) {
    if (lines.length > 1) problems.push(`${variable} must not name other sources beside none`);
    return [];
  }
  return lines.flatMap((line, place) => {
    const refuse = (rule: string) => {
      problems.push(`${variable}, source ${place + 1}: ${rule}`);
      return [];
    };
    if (lines.indexOf(line) < place) return refuse('is there twice');
    try {
      for (const maker of makers) {
        const source = maker(line, parts);
        if (source !== undefined) return [source];
      }
    } catch (error) {
      return refuse(error instanceof Error ? error.message : 'cannot be used');
    }
    return refuse('is no source that is known here');
  });
}
