import type { FeedRun, FeedSource } from '../../../upstream/feed-source.js';
import type { ByteSink, ByteSource } from '../../../upstream/transport/byte-source.js';

/** A feed's name, its provider and the source of its bytes. */
export interface ByteFeed {
  feed: string;
  provider: string;
  bytes: ByteSource;
  /** True for a recording, whose times are shifted to now. */
  isRecording: boolean;
}

/** Creates a feed whose bytes go to a sink. @param openSink called where the bytes restart */
export const feedOfBytes = ({ feed, provider, bytes }: ByteFeed, openSink: (run: FeedRun) => ByteSink): FeedSource => ({
  feed,
  provider,
  stallMs: bytes.stallMs,
  endsForGood: bytes.endsForGood,
  run: (run) => bytes.read(run.signal, () => openSink(run)),
});
