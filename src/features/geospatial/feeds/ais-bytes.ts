import type { FeedRun, FeedSource } from '../../../upstream/feed-source.js';
import type { ByteSink } from '../../../upstream/transport/byte-source.js';
import { AisReader } from '../ais/ais-reader.js';
import { CountingSink } from '../counting-sink.js';
import { countedSince, lostOf } from '../ingest/push-result.js';
import type { GeoSourceParts } from '../source-parts.js';
import { type ByteFeed, feedOfBytes } from './byte-feed.js';
import { replayTimes } from './replay-times.js';

/** Creates a feed that reads vessels from bytes: NMEA 0183, or JSON of AIS-catcher. */
export const aisFeed = (feed: ByteFeed, parts: Pick<GeoSourceParts, 'clock' | 'sink'>): FeedSource =>
  feedOfBytes(feed, (run) => aisSink(run, feed, parts));

function aisSink(
  run: FeedRun,
  { provider, isRecording }: ByteFeed,
  { clock, sink }: Pick<GeoSourceParts, 'clock' | 'sink'>,
): ByteSink {
  const now = () => clock.now();
  const counting = new CountingSink(sink, run.intake);
  const reader = new AisReader({
    provider,
    now,
    take: (report) => void counting.takeVessel(report),
    ...(isRecording ? { timeOf: replayTimes(now) } : {}),
  });
  let [reports, faults] = [0, 0];
  let before = { ...reader.counts.faults };
  const tell = (messages: number) => {
    const { counts } = reader;
    // A message without vessel data also shows that the feed is alive.
    if (messages > 0) run.accepted(counts.reports - reports);
    reports = counts.reports;
    // Other sentences are not faults, and after an invalid tag block the sentence of the line is still read.
    const { other_sentence, tag_block, ...lost } = counts.faults;
    const bad = Object.values(lost).reduce((sum, count) => sum + count, 0);
    if (bad > faults) run.skipped('bad_answer', bad - faults);
    faults = bad;
    for (const { reason, count } of lostOf(countedSince(before, counts.faults))) run.intake?.reject(reason, count);
    before = { ...counts.faults };
  };
  return { write: (chunk) => tell(reader.write(chunk)), flush: () => tell(reader.end()) };
}
