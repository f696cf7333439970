import type { FeedSource } from '../../../upstream/feed-source.js';
import { fileSource, readFileLine } from '../../../upstream/transport/file-source.js';
import { httpSource } from '../../../upstream/transport/http-source.js';
import { stdinSource } from '../../../upstream/transport/stdin-source.js';
import { tcpSource } from '../../../upstream/transport/tcp-source.js';
import { udpSource } from '../../../upstream/transport/udp-source.js';
import { version } from '../../../version.js';
import { recordedTimeOf } from '../ais/recorded-time.js';
import { RECORDING } from '../data-origin.js';
import type { GeoSourceParts, SourceMaker } from '../source-parts.js';
import { adsbFeed } from './adsb-bytes.js';
import { aisFeed, type ByteFeed } from './ais-bytes.js';
import { recordedAnswerTime } from './recorded-answer-time.js';

type Domain = 'ais' | 'adsb';

/** `tcp://`, `udp://`, `file:`, `stdin` and `http(s)://`: lines of NMEA 0183, or the JSON of AIS-catcher. */
export const aisByteSource: SourceMaker = (line, parts) => {
  const bytes = bytesOf(line, parts, 'ais');
  return bytes && aisFeed(bytes, parts);
};

/** The same: BaseStation lines or aircraft.json. */
export const adsbByteSource: SourceMaker = (line, parts): FeedSource | undefined => {
  const bytes = bytesOf(line, parts, 'adsb');
  return bytes && adsbFeed(bytes, parts);
};

/** @throws Error with a sentence for the operator */
function bytesOf(line: string, { clock, timers }: GeoSourceParts, domain: Domain): ByteFeed | undefined {
  const scheme = line === 'stdin' ? 'stdin' : (/^(tcp|udp|file|https?):/.exec(line)?.[1] ?? '');
  const named = (kind: string) => ({ feed: `${domain}.${kind}`, provider: kind === 'file' ? RECORDING : domain, isRecording: kind === 'file' });
  switch (scheme) {
    case 'tcp':
      return { ...named('tcp'), bytes: tcpSource(line, timers) };
    case 'udp':
      return { ...named('udp'), bytes: udpSource(line) };
    case 'stdin':
      return { ...named('stdin'), bytes: stdinSource() };
    case 'file':
      return { ...named('file'), bytes: fileSource(readFileLine(line), { clock, timers, timeOf: domain === 'ais' ? timeOfSentence : recordedAnswerTime }) };
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
