import type { Timers } from '../../../time/timers.js';
import type { SourceParts } from '../../../upstream/source-parts.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream, UpstreamRequest, Upstreams } from '../../../upstream/upstreams.js';
import { companyVendors } from '../markets.vendors.js';
import { pauseOf } from '../unavailable.js';
import { refusal, type SecSettings } from './sec-calls.js';

/** Maximum size of a document (bytes); reports of the largest bond funds have some 25 MB. */
const MAX_DOCUMENT_BYTES = 48_000_000;
const TIMEOUT_MS = 20_000;
const CALLS_PER_SECOND = 4;
/** Calls that wait for their turn at most, longest pause for one (ms), and pauses. */
const MAX_WAITING = 40;
const MAX_PAUSE_MS = 2_000;
const MAX_PAUSES = 5;

const opened = new WeakMap<Upstreams, SecDocuments>();

/** Reads documents of EDGAR one after the other, so that one large document at a time is in memory. */
export class SecDocuments {
  private readonly documents: Upstream;
  private readonly timers: Timers;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  private constructor({ upstreams, timers }: SourceParts, { vendors, userAgent }: SecSettings) {
    this.timers = timers;
    this.documents = upstreams.open({
      provider: 'sec',
      headers: { 'user-agent': userAgent },
      timeoutMs: TIMEOUT_MS,
      feed: companyVendors.secdocs.feed,
      baseUrl: vendors.secdocs.baseUrl,
      maxBytes: MAX_DOCUMENT_BYTES,
      budgets: [{ calls: CALLS_PER_SECOND, windowSeconds: 1 }],
    });
  }

  /** Returns the documents of a process; all sources of the SEC share its calls. */
  static of(parts: SourceParts, settings: SecSettings): SecDocuments {
    const found = opened.get(parts.upstreams) ?? new SecDocuments(parts, settings);
    opened.set(parts.upstreams, found);
    return found;
  }

  /** Makes a call after those before, and again after a short pause if the calls of this second are used up. */
  get<Answer>(request: UpstreamRequest<Answer>): Promise<Answer> {
    return this.inTurn(() => this.documents.get({ refusal, ...request }));
  }

  /** Reads a document, and does work on it before the next one is read. */
  read<Answer>(path: string, work: (bytes: Buffer) => Answer | Promise<Answer>): Promise<Answer> {
    const request = { path, as: 'bytes', refusal, parse: (body: unknown) => body as Buffer } as const;
    return this.inTurn(() => this.documents.get(request), work);
  }

  private inTurn<Found>(call: () => Promise<Found>): Promise<Found>;
  private inTurn<Found, Answer>(
    call: () => Promise<Found>,
    work: (found: Found) => Answer | Promise<Answer>,
  ): Promise<Answer>;
  private async inTurn<Found>(call: () => Promise<Found>, work?: (found: Found) => unknown): Promise<unknown> {
    if (this.waiting >= MAX_WAITING) throw new UpstreamError('budget_spent', MAX_PAUSE_MS);
    this.waiting += 1;
    const turn = this.last.then(async () => {
      const found = await this.repeated(call);
      return work === undefined ? found : work(found);
    });
    this.last = turn.catch(() => {});
    return turn.finally(() => {
      this.waiting -= 1;
    });
  }

  private async repeated<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    for (let pauses = 0; ; pauses += 1) {
      try {
        return await call();
      } catch (error) {
        const pauseMs = pauseOf(error);
        if (pauseMs === undefined || pauseMs > MAX_PAUSE_MS || pauses === MAX_PAUSES) throw error;
        await new Promise<void>((resolve) => void this.timers.after(pauseMs, resolve));
      }
    }
  }
}
