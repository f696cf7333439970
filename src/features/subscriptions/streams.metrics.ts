import { Service } from 'typedi';
import { MetricSource, type Metrics } from '../../metrics/metrics.js';
import { LiveStreams } from './live-streams.js';

/** Metrics of the delay with which events reach the open streams of this process. */
@Service()
export class StreamMetrics extends MetricSource {
  constructor(private readonly streams: LiveStreams) {
    super();
  }

  register(metrics: Metrics): void {
    metrics.durations(
      'watchfloor_stream_event_delay_seconds',
      'Time from the append of an event to its being written to open streams, once for each event that they get.',
      'channel',
      () => [['events', this.streams.delays]],
    );
  }
}
