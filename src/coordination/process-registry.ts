import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { asc, eq, sql } from '../database/drizzle.js';
import { processes } from '../database/schema.js';

/** A process that wrote no heartbeat for this long (s) is shown as silent. */
const SILENT_SECONDS = 20;
/** A process without a heartbeat for this long (s) is no longer listed. */
const FORGET_SECONDS = 86_400;

/** One process of the service. */
export interface ServiceProcess {
  /** UUIDv7, made at its start. */
  id: string;
  /** Host and process id; those of containers may be alike. */
  name: string;
  roles: readonly string[];
  version: string;
  isLeader: boolean;
}

export interface ListedProcess extends ServiceProcess {
  startedAt: Date;
  heartbeatAt: Date;
  /** True: the process wrote no heartbeat for 20 seconds. It was killed, is frozen, or does not reach the database. */
  isSilent: boolean;
}

/** All processes of the service, as they report themselves in the database. Times are those of the database. */
@Service()
export class ProcessRegistry {
  constructor(private readonly database: Database) {}

  /** Writes the heartbeat of a process. */
  async beat(process: ServiceProcess): Promise<void> {
    const now = sql`now()`;
    await this.database.orm
      .insert(processes)
      .values({ ...process, startedAt: now, heartbeatAt: now })
      .onConflictDoUpdate({ target: processes.id, set: { isLeader: process.isLeader, heartbeatAt: now } });
  }

  async remove(id: string): Promise<void> {
    await this.database.orm.delete(processes).where(eq(processes.id, id));
  }

  /** Removes processes that ended long ago without a word. */
  async removeForgotten(): Promise<void> {
    await this.database.orm
      .delete(processes)
      .where(sql`${processes.heartbeatAt} < now() - make_interval(secs => ${FORGET_SECONDS})`);
  }

  /** In the order of their start. */
  async list(): Promise<ListedProcess[]> {
    const isSilent = sql<boolean>`${processes.heartbeatAt} < now() - make_interval(secs => ${SILENT_SECONDS})`;
    const { id, name, roles, version, isLeader, startedAt, heartbeatAt } = processes;
    return this.database.orm
      .select({ id, name, roles, version, isLeader, startedAt, heartbeatAt, isSilent })
      .from(processes)
      .orderBy(asc(processes.startedAt), asc(processes.id));
  }
}
