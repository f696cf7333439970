import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../../../bin/watchfloor.js', import.meta.url));

/** The service, started as with `npm start`, on a free port. */
export class ServiceProcess {
  private constructor(
    readonly url: string,
    /** Time from the start until the first 200 of `/health/ready` (ms). */
    readonly readyAfter: number,
    readonly stop: () => Promise<void>,
    readonly pid: number,
    /**
     * Addresses of the inspectors that `--inspect` in NODE_OPTIONS opens: one in the launcher, which replaces itself
     * with the service, one in the service, and one in each program that the service runs at its start.
     */
    readonly inspectors: readonly string[],
  ) {}

  static async start(dataDir: string, env: Record<string, string> = {}): Promise<ServiceProcess> {
    const started = performance.now();
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', launcher, 'serve'], {
      env: { ...process.env, SVC_PORT: '0', SVC_DRAIN_SECONDS: '0', SVC_DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const exited = once(child, 'exit');
    const stop = async () => {
      child.kill('SIGTERM');
      await exited;
    };
    let printed = '';
    const url = await new Promise<string>((resolve, reject) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        const found = /listens on (http:[^\s,]+)/.exec(printed)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error(`The service did not start:\n${printed}`)));
    });
    while ((await fetch(`${url}/api/v1/health/ready`)).status !== 200) await wait(2);
    return new ServiceProcess(
      url,
      performance.now() - started,
      stop,
      child.pid as number,
      [...printed.matchAll(/Debugger listening on (ws:\S+)/g)].map(([, address]) => address as string),
    );
  }
}
