import { DAY_MS } from '../../../durations.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import { type Box, splitBox } from '../box.js';
import type { VesselReport } from '../observation.js';
import { aisstreamMessage } from './aisstream-message.js';
import { isJson, type Json, stringOf } from './json-values.js';
import { textOf } from './values.js';
import { reportOf } from './vessel-report.js';

/** How long a time may lie back, or ahead, to be believed (ms). */
const MAX_AGE_MS = DAY_MS;
const MAX_AHEAD_MS = 60_000;

/** The first frame: it must be there within three seconds. Corners are latitude before longitude; a box across the antimeridian is two. */
export function subscriptionOf(key: string, box: Box): string {
  const boxes = splitBox(box).map(({ west, south, east, north }) => [
    [south, west],
    [north, east],
  ]);
  return JSON.stringify({ APIKey: key, BoundingBoxes: boxes });
}

/**
 * What a frame of aisstream.io reports. Undefined for one that reports nothing: the confirmation, a kind that is not decoded.
 * @throws UpstreamError: what the service refuses, `bad_answer` for what is no frame of it
 */
export function readAisstreamFrame(text: string, now: number): VesselReport | undefined {
  const frame = parse(text);
  if (frame.error !== undefined) throw refusalOf(stringOf(frame.error, 200));
  const kind = frame.MessageType;
  if (kind === 'SubscriptionConfirmation') return undefined;
  const body = isJson(frame.Message) && typeof kind === 'string' && Object.hasOwn(frame.Message, kind) ? frame.Message[kind] : undefined;
  if (typeof kind !== 'string' || !isJson(body)) throw badAnswer('The frame has no message.');
  const message = aisstreamMessage(kind, body);
  if (message === undefined) throw badAnswer('A message is not what its type says.');
  if (message === null) return undefined;
  const meta = isJson(frame.MetaData) ? frame.MetaData : {};
  const report = reportOf(message, 'aisstream', observedAtOf(stringOf(meta.time_utc, 60), now), now);
  // The service remembers names, and adds them to what comes without.
  if (report !== undefined && report.name === undefined) report.name = textOf(stringOf(meta.ShipName, 34)) ?? undefined;
  return report;
}

function parse(text: string): Json {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    throw badAnswer('The frame is no JSON.');
  }
  if (!isJson(frame)) throw badAnswer('The frame is no object.');
  return frame;
}

function refusalOf(error: string): UpstreamError {
  if (/key/i.test(error)) return new UpstreamError('unauthorized');
  if (/concurrent|limit|too many/i.test(error)) return new UpstreamError('rate_limited');
  return badAnswer('aisstream.io refuses the subscription.');
}

/** `2025-05-15 09:27:38.342017448 +0000 UTC`, as Go writes times; NaN for any other text and for an impossible time. */
function observedAtOf(text: string, now: number): number {
  const [, day, time, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,9}))? \+0000 UTC/.exec(text) ?? [];
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  return ms <= now + MAX_AHEAD_MS && now - ms <= MAX_AGE_MS ? ms : Number.NaN;
}
