import type { SeriesContent, SeriesDescription } from '../economic-series.js';

/** A source of economic series. */
export abstract class SeriesSource {
  /** The first part of the ids of its series, and its name in `provenance`. */
  abstract readonly name: string;
  /** Returns series that fit a text, the best first. @throws UpstreamError */
  abstract search(text: string, limit: number): Promise<readonly SeriesDescription[]>;
  /**
   * Returns a series.
   * @param code the part of its id after the name of the source
   * @throws UpstreamError `not_found`
   */
  abstract read(code: string): Promise<SeriesContent>;
}

/** The configured sources of economic series. */
export class SeriesSources {
  constructor(readonly all: readonly SeriesSource[]) {}
}
