import 'reflect-metadata';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { Config } from './config/config.js';
import { ConfigurationError } from './config/environment.js';
import { createLog, type Log } from './log.js';
import type { PrintFirstOperator, RunningService } from './service.js';

/** Printed for people, beside the log. */
function welcome(service: RunningService, config: Config): void {
  if (service.url) process.stderr.write(`Watchfloor listens on ${service.url}${config.docs.enabled ? `, its documentation at ${service.url}/docs` : ''}\n`);
  if (service.firstOperator)
    process.stderr.write(`The password of the first operator (${service.firstOperator.email}) is in ${service.firstOperator.file} until the first sign-in.\n`);
}

const printFirstOperator: PrintFirstOperator = ({ email, password }, file) => {
  process.stderr.write(
    `\nThe first operator account was created:\n  e-mail    ${email}\n  password  ${password}\nUntil the first sign-in it is also in ${file}.\n\n`,
  );
};

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = new Config(process.env);
  const log = createLog(config.service);
  for (const { name, meant } of config.unknownNames)
    log.warn({ name }, `Unknown setting ${name}.${meant === undefined ? ' See .env.example for the settings.' : ` Did you mean ${meant}?`}`);
  // Before anything is started: a signal that comes meanwhile stops what is started by then.
  const stop = stopper(log);
  process.on('SIGTERM', () => stop.ask('SIGTERM', 0));
  process.on('SIGINT', () => stop.ask('SIGINT', 0));
  // State after an unforeseen error is unknown: finish what runs, and let the supervisor start anew.
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'An error that nothing foresaw.');
    stop.ask('uncaught exception', 1);
  });
  // Loaded only now: a wrong configuration is refused at once, and the compiled form of what is loaded is kept for the next start.
  module.enableCompileCache();
  const { startService } = await import('./service.js');
  const service = await startService(config, log, printFirstOperator);
  welcome(service, config);
  log.info({ url: service.url, roles: config.service.roles }, 'started');
  stop.started(service);
}

/** Signals that follow within this time (ms) are the same request: Ctrl-C reaches the whole process group, and npm forwards it once more. */
const SAME_SIGNAL_MS = 1_000;

/** Stops the service once, as soon as it is asked to and has been started; asked again later, the process ends at once. */
function stopper(log: Log) {
  let running: RunningService | undefined;
  let asked: { status: number; at: number } | undefined;
  const stopIfBoth = () => {
    if (running === undefined || asked === undefined) return;
    const { status } = asked;
    running
      .stop()
      .catch((error) => log.error({ err: error }, 'The stop did not go well.'))
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
    error instanceof ConfigurationError ? `${error.message}\n` : `Watchfloor could not start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
