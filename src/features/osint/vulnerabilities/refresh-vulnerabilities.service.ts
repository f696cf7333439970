import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { ListRepository } from '../lists/list.repository.js';
import { VulnerabilityRepository } from './vulnerability.repository.js';
import { type CatalogueSource, type ChangesSource, VulnerabilitySources } from './vulnerability-sources.js';

/** Minimum time between two fetches of a catalog (ms). */
const CATALOGUE_PERIOD_MS = HOUR_MS;
/** Number of days whose changes the first run reads; NVD allows a range of at most 120 days. */
const FIRST_DAYS = 30;
const MAX_WINDOW_MS = 119 * DAY_MS;
const SAMPLE = 'vulnerabilities.sample';

/** The progress of reading changes, which is stored with the list. */
interface Progress {
  from: string;
  to: string;
  startIndex: number;
}

/** Fetches the configured catalogs of vulnerabilities. */
@Service()
export class RefreshVulnerabilities {
  constructor(
    private readonly sources: VulnerabilitySources,
    private readonly repository: VulnerabilityRepository,
    private readonly lists: ListRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Refreshes all catalogs. A catalog that fails does not affect the others. */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.removeSample();
    for (const source of this.sources.catalogues)
      await this.attempt(source.name, () => this.refreshCatalogue(source, signal));
    for (const source of this.sources.changes) await this.attempt(source.name, () => this.readChanges(source, signal));
  }

  private async attempt(list: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const failure = error instanceof UpstreamError ? error.code : 'internal_error';
      this.log.warn(
        { component: 'vulnerabilities', list, failure },
        'Refreshing a catalog of vulnerabilities failed; retrying in ten minutes.',
      );
    }
  }

  private async refreshCatalogue(source: CatalogueSource, signal: AbortSignal): Promise<void> {
    const { name, provider } = source;
    const now = new Date(this.clock.now());
    const known = await this.lists.find(name);
    if (known !== undefined && now.getTime() - known.checkedAt.getTime() < CATALOGUE_PERIOD_MS) return;
    const loaded = await source.load(known?.validators ?? {}, signal);
    if (loaded === undefined) return this.lists.checked(name, now);
    const { catalogue, validators } = loaded;
    await this.database.transaction(async () => {
      await this.repository.unmarkBeside(
        catalogue.reports.map(({ id }) => id),
        now,
      );
      await this.repository.merge(catalogue.reports, provider, now);
      await this.lists.replaced({
        name,
        validators,
        records: catalogue.reports.length,
        asOf: catalogue.releasedAt,
        fetchedAt: now,
        checkedAt: now,
      });
    });
  }

  /** Reads a limited number of pages and continues where the last run ended, since the vendor limits calls. */
  private async readChanges(source: ChangesSource, signal: AbortSignal): Promise<void> {
    const { name, provider, pagesPerRun } = source;
    const known = await this.lists.find(name);
    const begun = progressOf(known?.validators);
    let progress = begun ?? this.nextWindow(known?.asOf ?? null);
    let records = begun === undefined ? 0 : (known?.records ?? 0);
    for (let page = 0; page < pagesPerRun && !signal.aborted; page += 1) {
      const { from, to, startIndex } = progress;
      const { reports, totalResults, entries } = await source.page(new Date(from), new Date(to), startIndex, signal);
      const isDone = entries === 0 || startIndex + entries >= totalResults;
      const now = new Date(this.clock.now());
      records += reports.length;
      progress = { from, to, startIndex: startIndex + entries };
      const state = isDone
        ? { asOf: new Date(to), validators: {} }
        : { asOf: known?.asOf ?? null, validators: writtenProgress(progress) };
      await this.database.transaction(async () => {
        await this.repository.merge(distinct(reports), provider, now);
        await this.lists.replaced({ name, records, fetchedAt: now, checkedAt: now, ...state });
      });
      if (isDone) return;
    }
  }

  private nextWindow(asOf: Date | null): Progress {
    const now = this.clock.now();
    const from = asOf?.getTime() ?? now - FIRST_DAYS * DAY_MS;
    return {
      from: new Date(from).toISOString(),
      to: new Date(Math.min(now, from + MAX_WINDOW_MS)).toISOString(),
      startIndex: 0,
    };
  }

  /** Removes the built-in sample if other catalogs are configured. */
  private async removeSample(): Promise<void> {
    if (this.sources.catalogues.some(({ name }) => name === SAMPLE) || (await this.lists.find(SAMPLE)) === undefined)
      return;
    await this.database.transaction(async () => {
      await this.repository.removeOf('kev-sample');
      await this.lists.remove(SAMPLE);
    });
  }
}

const distinct = <Item extends { id: string }>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

/** Converts the progress to the form of validators, in whose column it is stored. */
const writtenProgress = ({ from, to, startIndex }: Progress) => ({
  from: { etag: from },
  to: { etag: to },
  startIndex: { etag: String(startIndex) },
});

function progressOf(validators: Record<string, { etag?: string }> | undefined): Progress | undefined {
  const [from, to, startIndex] = ['from', 'to', 'startIndex'].map((name) => validators?.[name]?.etag);
  return from === undefined || to === undefined || startIndex === undefined
    ? undefined
    : { from, to, startIndex: Number(startIndex) };
}
