import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';

/** The message of a measured server once it listens on 127.0.0.1. */
export interface Announcement {
  port: number;
  /** Access tokens of as many accounts; empty where no account signs in. */
  tokens: string[];
}

/** A server in a process of its own, which tells its own CPU time. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    readonly tokens: readonly string[],
  ) {}

  /** @param module the file that calls `announce`; its standard output goes to `log` */
  static async start(module: URL, env: Record<string, string> = {}, log = '/dev/null'): Promise<ServerProcess> {
    const child = fork(module, {
      env: { ...process.env, ...env },
      execArgv: process.execArgv,
      stdio: ['ignore', openSync(log, 'a'), 'inherit', 'ipc'],
    });
    const [first] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Announcement | number];
    if (typeof first === 'number' || first === null) throw new Error(`${module.pathname} ended before it listened`);
    return new ServerProcess(child, first.port, first.tokens);
  }

  /** User and system time since its start (µs), reported by the process itself. */
  async cpuMicros(): Promise<number> {
    this.child.send('usage');
    const [{ user, system }] = (await once(this.child, 'message')) as [NodeJS.CpuUsage];
    return user + system;
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.disconnect();
    await exited;
  }
}

/** Called within a server process when it listens. Ends the process when the bench is over. */
export function announce(announcement: Announcement): void {
  process.on('message', () => process.send?.(process.cpuUsage()));
  process.once('disconnect', () => process.exit(0));
  process.send?.(announcement);
}
