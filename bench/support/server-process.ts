import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';

/** The first message of a measured server, sent when it listens on 127.0.0.1. */
export interface Announcement {
  port: number;
  /** One access token for each account; empty if the server has no accounts. */
  tokens: string[];
}

/** A server in its own process, which reports its own CPU time. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    readonly tokens: readonly string[],
  ) {}

  /**
   * Starts a server process.
   * @param module the file that calls `announce`
   * @param log file to which its standard output is written
   */
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

  /** Returns the user and system time since the start of the server (µs). */
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

/**
 * Runs in a server process when it listens: reports its port, and answers requests for its CPU time. Ends the process
 * when the bench is over.
 */
export function announce(announcement: Announcement): void {
  process.on('message', () => process.send?.(process.cpuUsage()));
  process.once('disconnect', () => process.exit(0));
  process.send?.(announcement);
}
