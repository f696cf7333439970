import 'reflect-metadata';
import { existsSync } from 'node:fs';
import module from 'node:module';
import type { Config } from '../config/config.js';
import { ConfigurationError } from '../config/environment.js';
import { readConfig } from '../config/read-config.js';
import { createLog, type Log } from '../logging/log.js';
import type { RunningService } from './start-service.js';

const print = (text: string): void => void process.stderr.write(text);

/** Prints the address of the service and notices for people, in addition to the log. */
function welcome({ url, notices }: RunningService, config: Config): void {
  const pages = config.docs.enabled ? `, its documentation at ${url}/docs` : '';
  if (url)
    print(`Watchfloor listens on ${url}${config.service.roles.includes('api') ? pages : ' for probes and metrics'}\n`);
  for (const notice of notices) print(`${notice}\n`);
}

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = await readConfig(process.env);
  const log = createLog(config.service);
  for (const { name, meant } of config.unknownNames)
    log.warn(
      { name },
      `Unknown setting ${name}.${meant === undefined ? ' See .env.example for the settings.' : ` Did you mean ${meant}?`}`,
    );
  // The handlers are registered before the start, so that a signal during the start also stops the service.
  const stop = stopper(log);
  process.on('SIGTERM', () => stop.ask('SIGTERM', 0));
  process.on('SIGINT', () => stop.ask('SIGINT', 0));
  // The state after an unexpected error is unknown: finish running work, and let the supervisor restart the process.
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'Unexpected error.');
    stop.ask('uncaught exception', 1);
  });
  // The service is loaded only now, so that an invalid configuration is reported at once, and after the compile cache
  // is enabled, so that the next start is faster.
  module.enableCompileCache();
  const { startService } = await import('./start-service.js');
  const service = await startService(config, log, print);
  welcome(service, config);
  log.info({ url: service.url, roles: config.service.roles }, 'started');
  stop.started(service);
}

/**
 * Signals within this time (ms) of the first count as the same request: Ctrl-C reaches the whole process group, and npm
 * forwards it once more.
 */
const SAME_SIGNAL_MS = 1_000;

/** Stops the service once, as soon as it has started; a later second signal ends the process at once. */
function stopper(log: Log) {
  let running: RunningService | undefined;
  let asked: { status: number; at: number } | undefined;
  const stopIfBoth = () => {
    if (running === undefined || asked === undefined) return;
    const { status } = asked;
    running
      .stop()
      .catch((error) => log.error({ err: error }, 'Shutdown failed.'))
      .then(() => {
        log.info({}, 'stopped');
        return log.close();
      })
      .finally(() => process.exit(status));
  };
  return {
    ask(reason: string, status: number) {
      if (asked !== undefined) {
        if (performance.now() - asked.at < SAME_SIGNAL_MS) return;
        process.exit(status || 1);
      }
      asked = { status, at: performance.now() };
      log.info({ reason }, 'stopping');
      stopIfBoth();
    },
    started(service: RunningService) {
      running = service;
      stopIfBoth();
    },
  };
}

main().catch((error) => {
  process.stderr.write(
    error instanceof ConfigurationError
      ? `${error.message}\n`
      : `Watchfloor could not start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
