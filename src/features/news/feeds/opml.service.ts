import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { asName } from '../../../api/rules.js';
import type { Requester } from '../../../http/requester.js';
import { escapedXml } from '../../../text/plain-text.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { threadFunction } from '../../../threads/thread-call.js';
import { type FeedInput, FeedsService } from './feeds.service.js';
import type { OpmlImport, SkippedOutline } from './opml-import.js';
import type { readOpmlInThread } from './read-opml-in-thread.js';

const readOpmlCall = threadFunction<typeof readOpmlInThread>(
  new URL('./read-opml-in-thread.js', import.meta.url),
  'readOpmlInThread',
);
/** Maximum number of URLs checked at once: each check may wait for a name server. */
const CHECKED_AT_ONCE = 20;
/** Limit of the query, above the number of feeds that an account can have. */
const MAX_EXPORTED = 10_000;

/** Reads and writes lists of feeds as OPML 2.0 (http://opml.org/spec2.opml). */
@Service()
export class OpmlService {
  constructor(
    private readonly feeds: FeedsService,
    private readonly heavy: HeavyWork,
  ) {}

  /**
   * Adds the feeds of a list that the account does not have.
   * @throws Problem `unprocessable` for a text that is not OPML, `quota_reached` when the account can have no further
   * feed, `overloaded`
   */
  async import(accountId: string, document: string, requester: Requester): Promise<OpmlImport> {
    const outlines = await this.heavy.run(requester, (inThread) => inThread(readOpmlCall, document));
    if (outlines === undefined)
      throw new Problem('unprocessable', {
        detail: 'The document is not OPML. Export your feeds from the other program as OPML.',
      });
    const known = await this.feeds.urls(accountId);
    const skipped: SkippedOutline[] = [];
    const inputs: FeedInput[] = [];
    for (let at = 0; at < outlines.length; at += CHECKED_AT_ONCE) {
      const some = outlines.slice(at, at + CHECKED_AT_ONCE);
      const urls = await Promise.all(some.map(({ url }) => this.feeds.checked(url).catch(refusedOnly)));
      for (const [index, { url: given, name, language }] of some.entries()) {
        const url = urls[index];
        if (url === undefined) skipped.push({ url: given.slice(0, 2_000), reason: 'invalid_url' });
        else if (known.has(url)) skipped.push({ url, reason: 'already_added' });
        else {
          known.add(url);
          inputs.push({ url, name: name === null ? undefined : asName(name), language, tier: 3, enabled: true });
        }
      }
    }
    const added = await this.feeds.createAll(accountId, inputs);
    const beyond = inputs.slice(added.length).map(({ url }): SkippedOutline => ({ url, reason: 'quota' }));
    return { added, skipped: [...skipped, ...beyond] };
  }

  /** Returns the account's feeds as an OPML document. */
  async export(accountId: string): Promise<string> {
    const feeds = await this.feeds.list(accountId, MAX_EXPORTED, undefined, 'asc', false);
    const outlines = feeds.map(({ name, url, language }) => {
      const attributes = { type: 'rss', text: name, title: name, xmlUrl: url, ...(language !== null && { language }) };
      return `    <outline ${Object.entries(attributes)
        .map(([key, value]) => `${key}="${escapedXml(value)}"`)
        .join(' ')}/>\n`;
    });
    return `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n  <head>\n    <title>News feeds</title>\n  </head>\n  <body>\n${outlines.join('')}  </body>\n</opml>\n`;
  }
}

function refusedOnly(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
  return undefined;
}
