import { UpstreamError } from '../../../upstream/upstream-error.js';

/** The provider knows the symbol but has no bars from so long ago. To the routing it is as if the bars did not exist: the next provider is asked. */
export class OutOfReach extends UpstreamError {
  /** @param earliest from when on it has bars of the interval */
  constructor(readonly earliest: Date) {
    super('not_found', undefined, { detail: `The upstream has bars from ${earliest.toISOString()} on.` });
  }
}
