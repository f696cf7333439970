import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Service } from 'typedi';

/** Interval at which the event loop is sampled, and length of the period for which percentiles are computed (ms). */
const RESOLUTION_MS = 20;
const STRETCH_MS = 1_000;

/** Measures the delay of this process's event loop; the values stay 0 until `start` is called. */
@Service()
export class EventLoopWatch {
  /** 99th percentile of the delay in the last complete period (ms). */
  delayP99Ms = 0;
  delayP50Ms = 0;
  private stop?: () => void;

  start(): void {
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    histogram.enable();
    const timer = setInterval(() => {
      // The histogram is in nanoseconds and includes the sampling interval.
      this.delayP99Ms = Math.max(0, histogram.percentile(99) / 1e6 - RESOLUTION_MS);
      this.delayP50Ms = Math.max(0, histogram.percentile(50) / 1e6 - RESOLUTION_MS);
      histogram.reset();
    }, STRETCH_MS);
    timer.unref();
    this.stop = () => {
      clearInterval(timer);
      histogram.disable();
    };
  }

  close(): void {
    this.stop?.();
    this.stop = undefined;
  }
}
