import { Service } from 'typedi';
import { Runner } from '../../../coordination/runner.js';
import { Log } from '../../../logging/log.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { LiveState } from '../live/live-state.js';
import { AircraftTable } from './aircraft-table.js';
import { sourceOfTable, tableName } from './reference-table.js';
import { ReferenceTableRepository } from './reference-table.repository.js';

/** Keeps the tables of the configured sources in memory: it loads them at the start and when they have changed. */
@Service()
export class ReferenceTablesRunner extends Runner {
  readonly roles = ['api', 'ingest'] as const;
  readonly stage = 'state';
  private aircraft: Loaded<AircraftTable> = new Map();
  private stop_?: () => void;
  private loading?: Promise<void>;

  constructor(
    private readonly repository: ReferenceTableRepository,
    private readonly live: LiveState,
    private readonly config: GeospatialConfig,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    await this.load();
    this.stop_ = this.timers.every(MINUTE_MS, () => void this.load());
  }

  async stop(): Promise<void> {
    this.stop_?.();
    await this.loading;
  }

  /** Loads the tables that have changed. A failure is logged, and the next call tries again. */
  load(): Promise<void> {
    this.loading ??= this.loadChanged()
      .catch((error: unknown) => this.log.warn({ component: 'tables', err: error }, 'Loading reference tables failed.'))
      .finally(() => {
        this.loading = undefined;
      });
    return this.loading;
  }

  private async loadChanged(): Promise<void> {
    const names = this.config.aircraftTables.map((line) => tableName('aircraft', line));
    const revisions = new Map((await this.repository.revisions('aircraft')).map((one) => [one.name, one.revision]));
    const loaded: Loaded<AircraftTable> = new Map();
    let isChanged = false;
    for (const name of names) {
      const revision = revisions.get(name);
      const known = this.aircraft.get(name);
      if (revision === undefined) continue;
      if (known?.revision === revision) loaded.set(name, known);
      else {
        const content = await this.repository.content(name);
        if (content === undefined) continue;
        loaded.set(name, { revision, table: new AircraftTable(content, sourceOfTable(name)) });
        isChanged = true;
      }
    }
    this.aircraft = loaded;
    if (!isChanged) return;
    const tables = [...loaded.values()].map(({ table }) => table);
    this.live.identifyBy((key) => {
      for (const table of tables) {
        const found = table.find(key);
        if (found !== undefined) return found;
      }
      return undefined;
    });
  }
}

type Loaded<Table> = Map<string, { revision: number; table: Table }>;
