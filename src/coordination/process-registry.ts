import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { asc, eq, sql } from '../database/drizzle.js';
import { processes } from '../database/schema.js';

/** A process without a heartbeat for this long (s) is listed as silent. */
const SILENT_SECONDS = 20;
/** A process without a heartbeat for this long (s) is not listed. */
const FORGET_SECONDS = 86_400;

export interface ServiceProcess {
  /** UUIDv7 of the process, created at its start. */
  id: string;
  /** Host and process id; not unique, because containers may have the same. */
  name: string;
  roles: readonly string[];
  version: string;
  isLeader: boolean;
}

export interface ListedProcess extends ServiceProcess {
  startedAt: Date;
  heartbeatAt: Date;
  /** True: no heartbeat for 20 seconds. The process was killed, is frozen, or cannot reach the database. */
  isSilent: boolean;
}

/** The processes of the service, which register themselves in the database. All times are by the database's clock. */
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

  /** Removes the rows of processes that ended long ago without a shutdown. */
  async removeForgotten(): Promise<void> {
    await this.database.orm
      .delete(processes)
      .where(sql`${processes.heartbeatAt} < now() - make_interval(secs => ${FORGET_SECONDS})`);
  }

  /** Returns the processes in the order of their start. */
  async list(): Promise<ListedProcess[]> {
    const isSilent = sql<boolean>`${processes.heartbeatAt} < now() - make_interval(secs => ${SILENT_SECONDS})`;
    const { id, name, roles, version, isLeader, startedAt, heartbeatAt } = processes;
    return this.database.orm
      .select({ id, name, roles, version, isLeader, startedAt, heartbeatAt, isSilent })
      .from(processes)
      .orderBy(asc(processes.startedAt), asc(processes.id));
  }
}
