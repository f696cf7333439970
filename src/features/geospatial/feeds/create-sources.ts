import { ConfigurationError } from '../../../config/environment.js';
import type { FeedSource } from '../../../upstream/feed-source.js';
import type { FeedRegistry } from '../../../upstream/feed-status.js';
import { type Upstream, type UpstreamOptions, Upstreams } from '../../../upstream/upstreams.js';
import { aircraftJsonSource } from '../adsb/aircraft-json-source.js';
import { circleSource } from '../adsb/circle-source.js';
import { openskySource } from '../adsb/opensky-source.js';
import { aisstreamSource } from '../ais/aisstream-source.js';
import { eventSourceMakers } from '../events/event-sources.js';
import { ReceptionTap } from '../reception/reception-tap.js';
import { aircraftSource, eventSource, shipSource } from '../simulator/sources.js';
import type { GeoSourceParts, SourceMaker } from '../source-parts.js';
import { tableSource } from '../tables/table-sources.js';
import { portwatchSource } from '../transits/portwatch-source.js';
import { adsbByteSource, aisByteSource, beastSource } from './byte-sources.js';

interface Kind {
  variable: string;
  lines: readonly string[];
  makers: readonly SourceMaker[];
}

/**
 * Creates the configured sources, each with a unique feed name.
 * @throws ConfigurationError that names every unknown or duplicate source by its position, since its text may contain a
 * key
 */
export function createSources(parts: GeoSourceParts): FeedSource[] {
  const { config } = parts;
  const kinds: Kind[] = [
    { variable: 'SVC_AIS_SOURCES', lines: config.aisSources, makers: [shipSource, aisstreamSource, aisByteSource] },
    {
      variable: 'SVC_ADSB_SOURCES',
      lines: config.adsbSources,
      makers: [aircraftSource, circleSource, openskySource, aircraftJsonSource, beastSource, adsbByteSource],
    },
    { variable: 'SVC_EVENT_SOURCES', lines: config.eventSources, makers: [eventSource, ...eventSourceMakers] },
    { variable: 'SVC_TRANSIT_SOURCES', lines: config.transitSources, makers: [portwatchSource] },
    { variable: 'SVC_AIRCRAFT_TABLES', lines: config.aircraftTables, makers: [tableSource('aircraft')] },
    { variable: 'SVC_AIRPORT_TABLES', lines: config.airportTables, makers: [tableSource('airports')] },
    { variable: 'SVC_ROUTE_TABLES', lines: config.routeTables, makers: [tableSource('routes')] },
  ];
  return sourcesOf(kinds, parts);
}

/** Creates the sources of several settings. @throws ConfigurationError */
export function sourcesOf(kinds: readonly Kind[], parts: GeoSourceParts): FeedSource[] {
  const names = new FeedNames(parts.feeds);
  const named = { ...parts, upstreams: names.over(parts.upstreams) };
  const problems: string[] = [];
  const sources: FeedSource[] = [];
  for (const kind of kinds) {
    for (const { source, tap } of made(kind, named, problems)) {
      const given = names.give(source);
      tap.feed = given.feed;
      sources.push(given);
    }
  }
  if (kinds.filter(({ lines }) => lines.includes('stdin')).length > 1)
    problems.push('SVC_ADSB_SOURCES cannot read stdin when SVC_AIS_SOURCES does');
  if (problems.length > 0) throw new ConfigurationError(problems);
  return sources;
}

/** A source, and the counter of its reports, which needs the name that the source gets. */
interface MadeSource {
  source: FeedSource;
  tap: ReceptionTap;
}

function made({ variable, lines, makers }: Kind, parts: GeoSourceParts, problems: string[]): MadeSource[] {
  if (lines.includes('none')) {
    if (lines.length > 1) problems.push(`${variable} must not name other sources beside none`);
    return [];
  }
  return lines.flatMap((line, place) => {
    const refuse = (rule: string) => {
      problems.push(`${variable}, source ${place + 1}: ${rule}`);
      return [];
    };
    if (lines.indexOf(line) < place) return refuse('is listed twice');
    try {
      const tap = new ReceptionTap(parts.sink, parts.reception);
      for (const maker of makers) {
        const receiver = () => parts.config.receivers.get(tap.feed);
        const source = maker(line, { ...parts, sink: tap, receiver });
        if (source !== undefined) return [{ source, tap }];
      }
    } catch (error) {
      return refuse(error instanceof Error ? error.message : 'cannot be used');
    }
    return refuse('is not a known source');
  });
}

/** Gives every source a unique feed name: a second `ais.tcp` becomes `ais.tcp.2`. */
class FeedNames {
  private readonly given = new Set<string>();

  constructor(private readonly feeds: FeedRegistry) {}

  /** Gives the source a unique name; a source that calls an upstream keeps the name of the upstream. */
  give(source: FeedSource): FeedSource {
    const { feed, provider, stallMs, endsForGood } = source;
    if (this.feeds.has(feed)) return source;
    const name = this.free(feed, (taken) => this.given.has(taken));
    this.given.add(name);
    return name === feed ? source : { feed: name, provider, stallMs, endsForGood, run: (run) => source.run(run) };
  }

  /** Returns upstreams that add a number to the name of a feed if another vendor already has the name. */
  over(upstreams: Upstreams): Upstreams {
    return new NamedUpstreams(upstreams, (feed) => this.free(feed, (name) => this.feeds.has(name)));
  }

  private free(feed: string, isTaken: (name: string) => boolean): string {
    let name = feed;
    for (let number = 2; isTaken(name); number += 1) name = `${feed}.${number}`;
    return name;
  }
}

class NamedUpstreams extends Upstreams {
  constructor(
    private readonly upstreams: Upstreams,
    private readonly free: (feed: string) => string,
  ) {
    super();
  }

  open(options: UpstreamOptions): Upstream {
    return this.upstreams.open({ ...options, feed: this.free(options.feed) });
  }

  close(): Promise<void> {
    return this.upstreams.close();
  }
}
