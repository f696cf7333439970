import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream, UpstreamAnswer, UpstreamOptions, Upstreams } from '../../../upstream/upstreams.js';

/** The validators of a file, which are sent with its next request. */
export interface Validators {
  etag?: string;
  lastModified?: string;
}

export interface Download {
  bytes: Buffer;
  validators: Validators;
}

/** Result of a download: a file, `unchanged`, or the address to which the request is redirected. */
type Answer = Download | 'unchanged' | { location: string };

const NOT_MODIFIED = 304;
const REDIRECTS = [301, 302, 303, 307, 308];
const MAX_VALIDATOR_LENGTH = 500;

/**
 * Fetches files of one publisher with conditional requests. One redirect is followed, to an https address or to the
 * same host, because publishers keep large files at storage services.
 */
export class ListHost {
  private readonly upstream: Upstream;
  private readonly storage = new Map<string, Upstream>();

  constructor(
    private readonly upstreams: Upstreams,
    private readonly options: UpstreamOptions,
  ) {
    this.upstream = upstreams.open({ ...options, refusalsFail: true });
  }

  /**
   * Fetches a file.
   * @returns undefined when the file has not changed
   * @throws UpstreamError
   */
  async get(path: string, known: Validators, signal: AbortSignal): Promise<Download | undefined> {
    const first = await fetchOnce(this.upstream, path, known, signal, true);
    const answer = isElsewhere(first) ? await this.follow(first.location, path, known, signal) : first;
    if (isElsewhere(answer)) throw badAnswer('The file is redirected more than once.');
    return answer === 'unchanged' ? undefined : answer;
  }

  /**
   * Runs a load of several files and counts its outcome for the feed status, because a file may turn out to be invalid
   * after its download.
   * @param records returns the number of records read
   * @throws the error of the load
   */
  async counted<Loaded>(load: () => Promise<Loaded>, records: (loaded: Loaded) => number): Promise<Loaded> {
    try {
      const loaded = await load();
      this.upstream.conclude({ records: records(loaded) });
      return loaded;
    } catch (error) {
      this.upstream.conclude(error instanceof UpstreamError ? error : new UpstreamError('bad_answer'));
      throw error;
    }
  }

  private follow(location: string, path: string, known: Validators, signal: AbortSignal): Promise<Answer> {
    const target = URL.parse(location, `${this.options.baseUrl}${path}`);
    const isAllowed = target?.protocol === 'https:' || target?.host === new URL(this.options.baseUrl).host;
    if (target === null || !isAllowed) throw badAnswer('The file is redirected to an address that is not allowed.');
    return fetchOnce(this.storageAt(target.origin), target.pathname + target.search, known, signal);
  }

  private storageAt(origin: string): Upstream {
    const known = this.storage.get(origin);
    if (known !== undefined) return known;
    const feed = `${this.options.feed}.files${this.storage.size === 0 ? '' : `.${this.storage.size + 1}`}`;
    const opened = this.upstreams.open({
      ...this.options,
      feed,
      baseUrl: origin,
      headers: undefined,
      query: undefined,
      refusalsFail: true,
    });
    this.storage.set(origin, opened);
    return opened;
  }
}

const isElsewhere = (answer: Answer): answer is { location: string } =>
  typeof answer === 'object' && 'location' in answer;

function fetchOnce(
  upstream: Upstream,
  path: string,
  { etag, lastModified }: Validators,
  signal: AbortSignal,
  isPart = false,
): Promise<Answer> {
  const headers = {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  };
  return upstream.get<Answer>({
    path,
    headers,
    signal,
    isPart,
    as: 'bytes',
    alsoParses: [NOT_MODIFIED, ...REDIRECTS],
    parse: (body, answer) => meaningOf(body, answer),
    records: () => 0,
  });
}

function meaningOf(body: unknown, { status, headers }: UpstreamAnswer): Answer {
  if (status === NOT_MODIFIED) return 'unchanged';
  if (REDIRECTS.includes(status)) {
    if (!headers.location) throw badAnswer('The redirect has no location.');
    return { location: headers.location };
  }
  if (!Buffer.isBuffer(body)) throw badAnswer('The file is empty.');
  const kept = (value: string | undefined) =>
    value !== undefined && value !== '' && value.length <= MAX_VALIDATOR_LENGTH ? value : undefined;
  const [etag, lastModified] = [kept(headers.etag), kept(headers['last-modified'])];
  return { bytes: body, validators: { ...(etag && { etag }), ...(lastModified && { lastModified }) } };
}
