import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { ServiceProcess } from './service-process.js';
import type { TurnReport } from './turn-watch.js';

/** A service whose turns of the event loop and whose resident memory are measured. */
export class WatchedService {
  private constructor(
    private readonly service: ServiceProcess,
    private readonly socket: Socket,
  ) {}

  /** @param directory an empty directory for the data and for the socket of the reports */
  static async start(directory: string, env: Record<string, string>): Promise<WatchedService> {
    const path = join(directory, 'turns');
    const preload = `--import=${new URL('./turn-watch.js', import.meta.url).href}`;
    const options = [process.env.NODE_OPTIONS, env.NODE_OPTIONS, preload]
      .filter((text) => text !== undefined)
      .join(' ');
    const service = await ServiceProcess.start(join(directory, 'data'), {
      ...env,
      NODE_OPTIONS: options,
      BENCH_TURNS_SOCKET: path,
    });
    try {
      const socket = connect(path).setEncoding('utf8');
      await once(socket, 'connect');
      return new WatchedService(service, socket);
    } catch (error) {
      await service.stop();
      throw error;
    }
  }

  get url(): string {
    return this.service.url;
  }

  /** Returns the turns since the last call. */
  async turns(): Promise<TurnReport> {
    this.socket.write('report\n');
    const [line] = (await once(this.socket, 'data')) as [string];
    return JSON.parse(line) as TurnReport;
  }

  /** Returns the resident memory in MB: the present one, and the highest since `forgetPeak`. */
  async resident(): Promise<{ now: number; peak: number }> {
    const status = await readFile(`/proc/${this.service.pid}/status`, 'utf8');
    const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
  }

  /** Resets the peak of the resident memory to its present value (`man 5 proc`, clear_refs). */
  forgetPeak(): Promise<void> {
    return writeFile(`/proc/${this.service.pid}/clear_refs`, '5');
  }

  async stop(): Promise<void> {
    this.socket.destroy();
    await this.service.stop();
  }
}
