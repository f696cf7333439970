import type { FeedSource } from '../../../upstream/feed-source.js';
import type { FeedRegistry } from '../../../upstream/feed-status.js';
import { type Upstream, type UpstreamOptions, Upstreams } from '../../../upstream/upstreams.js';

/** Gives every source a feed's name that no other has: a second `ais.tcp` is `ais.tcp.2`. */
export class FeedNames {
  private readonly given = new Set<string>();

  constructor(private readonly feeds: FeedRegistry) {}

  /** Gives the source a unique name; a source that calls an upstream keeps the name of the upstream. */
  give(source: FeedSource): FeedSource {
    const { feed, provider, stallMs, endsForGood } = source;
    if (this.feeds.has(feed)) return source;
    const name = this.free(feed, (taken) => this.given.has(taken));
    this.given.add(name);
    return name === feed ? source : { feed: name, provider, stallMs, endsForGood, run: (run) => source.run(run) };
  }

  /** The same way out, where a second vendor of a name gets a number too. */
  over(upstreams: Upstreams): Upstreams {
    return new NamedUpstreams(upstreams, (feed) => this.free(feed, (name) => this.feeds.has(name)));
  }

  private free(feed: string, isTaken: (name: string) => boolean): string {
    let name = feed;
    for (let number = 2; isTaken(name); number += 1) name = `${feed}.${number}`;
    return name;
  }
}

class NamedUpstreams extends Upstreams {
  constructor(
    private readonly upstreams: Upstreams,
    private readonly free: (feed: string) => string,
  ) {
    super();
  }

  open(options: UpstreamOptions): Upstream {
    return this.upstreams.open({ ...options, feed: this.free(options.feed) });
  }

  close(): Promise<void> {
    return this.upstreams.close();
  }
}
