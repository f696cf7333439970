import { Service } from 'typedi';
import { Runner } from '../../../coordination/runner.js';
import { Log } from '../../../logging/log.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { SIMULATOR } from '../data-origin.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { LiveState } from '../live/live-state.js';
import type { Airport } from '../reference/airport-list.js';
import { sourceOfTable, type TableKind, tableName } from '../reference-table.js';
import { AircraftIdentities } from './aircraft-identities.js';
import { AircraftTable } from './aircraft-table.js';
import { Airports, airportsOf } from './airports.service.js';
import { ListedRoutes } from './listed-routes.service.js';
import { ReferenceTableRepository } from './reference-table.repository.js';
import { RouteTable } from './route-table.js';

/** Keeps the tables of the configured sources in memory: it loads them at the start and when they have changed. */
@Service()
export class ReferenceTablesRunner extends Runner {
  readonly roles = ['api', 'ingest'] as const;
  readonly stage = 'state';
  private readonly aircraft: Loaded<AircraftTable> = new Map();
  private readonly airports: Loaded<readonly Airport[]> = new Map();
  private readonly routes: Loaded<RouteTable> = new Map();
  private readonly identities: AircraftIdentities;
  private cancelTimer?: () => void;
  private loading?: Promise<void>;

  constructor(
    private readonly repository: ReferenceTableRepository,
    live: LiveState,
    private readonly airportTable: Airports,
    private readonly listedRoutes: ListedRoutes,
    private readonly config: GeospatialConfig,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
    this.identities = new AircraftIdentities(live);
    live.completeBy(this.identities);
  }

  async start(): Promise<void> {
    await this.load();
    this.cancelTimer = this.timers.every(MINUTE_MS, () => void this.load());
  }

  async stop(): Promise<void> {
    this.cancelTimer?.();
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
    await this.loadKind(
      'aircraft',
      this.aircraft,
      (content, source) => new AircraftTable(content, source),
      (tables) =>
        this.identities.use((key) => {
          for (const table of tables) {
            const found = table.find(key);
            if (found !== undefined) return found;
          }
          return undefined;
        }),
    );
    await this.loadKind('airports', this.airports, airportsOf, (tables) => this.airportTable.use(tables));
    await this.loadKind(
      'routes',
      this.routes,
      (content, source) => new RouteTable(content, source),
      (tables) => this.listedRoutes.use(tables),
    );
  }

  /** Returns the configured tables of a kind. The simulator lists its routes without being configured for it. */
  private linesOf(kind: TableKind): readonly string[] {
    const { aircraftTables, airportTables, routeTables, adsbSources } = this.config;
    if (kind === 'aircraft') return aircraftTables;
    if (kind === 'airports') return airportTables;
    return adsbSources.includes(SIMULATOR) ? [...routeTables, SIMULATOR] : routeTables;
  }

  /** Loads the changed tables of a kind, and uses all of them in the order of the setting if any has changed. */
  private async loadKind<Table>(
    kind: TableKind,
    loaded: Loaded<Table>,
    read: (content: Uint8Array, source: string) => Table,
    use: (tables: Table[]) => void,
  ): Promise<void> {
    const revisions = new Map((await this.repository.revisions(kind)).map(({ name, revision }) => [name, revision]));
    const names = this.linesOf(kind)
      .map((line) => tableName(kind, line))
      .filter((name) => revisions.has(name));
    let isChanged = false;
    for (const name of names) {
      const revision = revisions.get(name) as number;
      const content = loaded.get(name)?.revision === revision ? undefined : await this.repository.content(name);
      if (content === undefined) continue;
      loaded.set(name, { revision, table: read(content, sourceOfTable(name)) });
      isChanged = true;
    }
    if (isChanged) use(names.map((name) => loaded.get(name)?.table).filter((table) => table !== undefined));
  }
}

type Loaded<Table> = Map<string, { revision: number; table: Table }>;
