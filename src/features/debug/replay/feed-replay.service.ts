import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { ReplayCounts } from '../../geospatial/feeds/recording-replay.js';
import { GeospatialRecordingsApi } from '../../geospatial/geospatial.recordings.api.js';

const layers = { ais: 'vessels', adsb: 'aircraft' } as const;

/** Processes recordings as if a feed had received them. */
@Service()
export class FeedReplay {
  constructor(private readonly recordings: GeospatialRecordingsApi) {}

  /**
   * Replays a recording.
   * @param feed `ais`, `adsb`, or one of their feeds such as `ais.tcp`
   * @throws Problem `not_found`
   */
  replay(feed: string, bytes: Buffer, signal: AbortSignal): Promise<ReplayCounts> {
    const [kind = ''] = feed.split('.', 1);
    if (!Object.hasOwn(layers, kind))
      throw new Problem('not_found', { detail: 'Only feeds of AIS (`ais.…`) and ADS-B (`adsb.…`) read recordings.' });
    return this.recordings.replay(layers[kind as keyof typeof layers], bytes, signal);
  }
}
