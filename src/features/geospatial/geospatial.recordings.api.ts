import { Service } from 'typedi';
import { RecordingReplay, type ReplayCounts } from './feeds/recording-replay.js';
import type { Layer } from './layer.js';

/** Replays recordings for other features. */
@Service()
export class GeospatialRecordingsApi {
  constructor(private readonly recordings: RecordingReplay) {}

  /** Replays a recording as if its reports were received now; the provider of its data is `recording`. */
  replay(layer: Layer, bytes: Buffer, signal: AbortSignal): Promise<ReplayCounts> {
    return this.recordings.replay(layer, bytes, signal);
  }
}
