import { type Box, WORLD } from '../box.js';
import { CountingSink } from '../counting-sink.js';
import type { SourceMaker } from '../source-parts.js';
import { readAisstreamFrame, subscriptionOf } from './aisstream-frame.js';

/**
 * A connection that is silent for this long (ms) is replaced: the server sometimes stops sending on an open connection.
 */
const STALL_MS = 120_000;

/**
 * Creates the source of aisstream.io for the world or a box: `aisstream`, `aisstream:west,south,east,north`, and
 * `wss://…` for compatible servers. The source reconnects and reports its status itself. Three connections are allowed
 * per account and address; clients that reconnect too fast are banned.
 */
export const aisstreamSource: SourceMaker = (line, { config, upstreams, clock, sink }) => {
  const isAddress = /^wss?:\/\//.test(line);
  if (!isAddress && line !== 'aisstream' && !line.startsWith('aisstream:')) return undefined;
  const box = isAddress || line === 'aisstream' ? WORLD : boxOf(line.slice('aisstream:'.length));
  const key = config.vendors.aisstream.apiKey;
  if (key === undefined) throw new Error('needs a key of aisstream.io in SVC_AISSTREAM_API_KEY');
  const url = isAddress ? line : config.vendors.aisstream.baseUrl;
  if (!URL.canParse(url)) throw new Error('is not an address');
  const [feed, provider] = ['ais.aisstream', 'aisstream'];
  const upstream = upstreams.open({ feed, provider, baseUrl: url });
  return {
    feed,
    provider,
    stallMs: Number.POSITIVE_INFINITY,
    run: ({ signal, accepted, intake }) =>
      new Promise((resolve) => {
        const counting = new CountingSink(sink, intake);
        if (signal.aborted) return resolve();
        const socket = upstream.socket({
          url,
          stallMs: STALL_MS,
          textInBytes: true,
          onOpen: (send) => send(subscriptionOf(key, box)),
          onMessage: (text) => {
            const report = readAisstreamFrame(text, clock.now());
            if (report === undefined) return 0;
            counting.takeVessel(report);
            accepted(1);
            return 1;
          },
        });
        const end = () => {
          socket.close();
          resolve();
        };
        signal.addEventListener('abort', end, { once: true });
      }),
  };
};

/** Parses `west,south,east,north`. @throws Error with a message for the operator */
function boxOf(text: string): Box {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west, south, east, north] = numbers as [number, number, number, number];
  const isBox =
    numbers.length === 4 &&
    [west, east].every((lon) => lon >= -180 && lon <= 180) &&
    south >= -90 &&
    north <= 90 &&
    south < north;
  if (!isBox || west === east) throw new Error('must be written as aisstream:west,south,east,north, in degrees');
  return { west, south, east, north };
}
