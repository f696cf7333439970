import { version } from '../../../config/version.js';
import type { FeedSource } from '../../../upstream/feed-source.js';
import { fileSource, readFileLine } from '../../../upstream/transport/file-source.js';
import { readHostPort } from '../../../upstream/transport/host-port.js';
import { httpSource } from '../../../upstream/transport/http-source.js';
import { stdinSource } from '../../../upstream/transport/stdin-source.js';
import { connectedTo, tcpSource } from '../../../upstream/transport/tcp-source.js';
import { udpSource } from '../../../upstream/transport/udp-source.js';
import { recordedTimeOf } from '../ais/recorded-time.js';
import { RECORDING } from '../data-origin.js';
import type { GeoSourceParts, SourceMaker } from '../source-parts.js';
import { adsbFeed, beastFeed } from './adsb-bytes.js';
import { aisFeed } from './ais-bytes.js';
import type { ByteFeed } from './byte-feed.js';

type Domain = 'ais' | 'adsb';

/**
 * Creates a source of vessels from `tcp://`, `udp://`, `file:`, `stdin` or `http(s)://`: lines of NMEA 0183, or JSON of
 * AIS-catcher.
 */
export const aisByteSource: SourceMaker = (line, parts) => {
  const bytes = bytesOf(line, parts, 'ais');
  return bytes && aisFeed(bytes, parts);
};

/**
 * Creates a source of aircraft from `tcp://`, `udp://`, `file:`, `stdin` or `http(s)://`: BaseStation lines or
 * aircraft.json.
 */
export const adsbByteSource: SourceMaker = (line, parts): FeedSource | undefined => {
  const bytes = bytesOf(line, parts, 'adsb');
  return bytes && adsbFeed(bytes, parts);
};

/**
 * Creates a source of aircraft from `beast://host:port`: a connection to the Beast output of dump1090, readsb or a
 * receiver (port 30005).
 */
export const beastSource: SourceMaker = (line, parts): FeedSource | undefined => {
  if (!line.startsWith('beast:')) return undefined;
  const { host, port } = readHostPort(line, 'beast');
  if (host === '' || port === 0) throw new Error('must be written as beast://host:port');
  const bytes = connectedTo({ host, port, timers: parts.timers });
  return beastFeed({ feed: 'adsb.beast', provider: 'adsb', bytes, isRecording: false }, parts);
};

/**
 * Creates the byte feed of a source; undefined if its scheme is not supported here.
 * @throws Error with a message for the operator
 */
function bytesOf(line: string, { clock, timers }: GeoSourceParts, domain: Domain): ByteFeed | undefined {
  const scheme = line === 'stdin' ? 'stdin' : (/^(tcp|udp|file|https?):/.exec(line)?.[1] ?? '');
  const named = (kind: string) => ({
    feed: `${domain}.${kind}`,
    provider: kind === 'file' ? RECORDING : domain,
    isRecording: kind === 'file',
  });
  switch (scheme) {
    case 'tcp':
      return { ...named('tcp'), bytes: tcpSource(line, timers) };
    case 'udp':
      return { ...named('udp'), bytes: udpSource(line) };
    case 'stdin':
      return { ...named('stdin'), bytes: stdinSource() };
    case 'file':
      return {
        ...named('file'),
        bytes: fileSource(readFileLine(line), {
          clock,
          timers,
          timeOf: domain === 'ais' ? timeOfSentence : recordedAnswerTime,
        }),
      };
    case 'http':
    case 'https':
      if (!URL.canParse(line)) throw new Error('must be a URL');
      return { ...named('http'), bytes: httpSource(line, { clock, timers, userAgent: `Watchfloor/${version}` }) };
    default:
      return undefined;
  }
}

function timeOfSentence(line: Buffer): number | undefined {
  const at = recordedTimeOf(line);
  return Number.isNaN(at) ? undefined : at;
}

/**
 * Matches a BaseStation line, `MSG,3,1,1,4CA2D6,1,2008/11/28,14:53:50.594,…`. Its time is the receiver's local time, so
 * only differences are used.
 */
const baseStation =
  /^(?:MSG|SEL|ID|AIR|STA|CLK),(?:[^,]*,){5}(\d{4})\/(\d\d)\/(\d\d),(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?,/;
/** Matches the time of aircraft.json and the v2 APIs, `"now":1652902803.4`, in seconds or milliseconds. */
const answer = /"now"\s*:\s*(\d{9,13}(?:\.\d{1,9})?)/;
/** Number of bytes searched at the start of a line, or at the end of a response. */
const LOOK_BYTES = 256;

/** Returns the time at which a line of a recording of aircraft was recorded (ms); undefined if the line has no time. */
function recordedAnswerTime(line: Buffer): number | undefined {
  const head = line.toString('latin1', 0, LOOK_BYTES);
  const parts = baseStation.exec(head);
  if (parts !== null) {
    const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return Date.UTC(year, month - 1, day, hour, minute, second, Number((parts[7] ?? '0').padEnd(3, '0')));
  }
  const found = answer.exec(head) ?? answer.exec(line.toString('latin1', Math.max(0, line.length - LOOK_BYTES)));
  if (found === null) return undefined;
  const now = Number(found[1]);
  return now >= 100_000_000_000 ? now : now * 1000;
}
