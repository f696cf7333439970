import { join, resolve } from 'node:path';
import { Environment } from './environment.js';
import type { Setting } from './setting.js';

export const roles = ['api', 'worker', 'ingest'] as const;
export type Role = (typeof roles)[number];

const logLevels = ['trace', 'debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number] | 'silent';

/** Settings of this process: environment, roles, data directory and log. */
export class ServiceConfig {
  readonly environment: 'development' | 'production' | 'test';
  readonly roles: readonly Role[];
  /** Absolute path of the data directory. */
  readonly dataDir: string;
  /** Format of the log: `text` for people, or `json` with one object a line; `auto` is `text` on a terminal. */
  readonly logFormat: 'auto' | 'json' | 'text';

  /** Minimum level of log lines. */
  readonly logLevelSetting: Setting<LogLevel>;
  private readonly readOnlySetting: Setting<'off' | 'on'>;

  constructor(env: Environment) {
    const usual = env.platform('NODE_ENV') === 'production' ? 'production' : 'development';
    this.environment = env.oneOf('SVC_ENV', ['development', 'production', 'test'], usual, {
      meaning:
        '`development`, `production` or `test`. Production needs its secrets set, closes registration, and ' +
        'serves neither Debug nor, unless `SVC_DOCS_ENABLED` is `true`, the docs.',
      defaultText: '`production` where `NODE_ENV` is `production`, `development` elsewhere',
    });
    const wanted = env.list('SVC_ROLES', {
      meaning:
        'What this process does: `api` answers requests, `worker` runs jobs, `ingest` reads feeds. Each ' +
        'answers probes and `/admin/metrics`.',
      defaultText: roles.join(','),
    });
    if (wanted.some((role) => !(roles as readonly string[]).includes(role)))
      env.refuse('SVC_ROLES', `must list only ${roles.join(', ')}`);
    this.roles = wanted.length === 0 ? roles : (wanted as Role[]);
    this.dataDir = resolve(
      env.text('SVC_DATA_DIR', {
        meaning: 'Directory of the private PostgreSQL and, in development, of the generated secrets.',
        defaultText: './data',
      }) ?? 'data',
    );
    this.logLevelSetting = env.choiceSetting<LogLevel>(
      'SVC_LOG_LEVEL',
      [...logLevels, 'silent'],
      'info',
      { meaning: 'Minimum log level: `trace`, `debug`, `info`, `warn`, `error` or `silent`.', setting: 'logLevel' },
      logLevels,
    );
    this.readOnlySetting = env.choiceSetting('SVC_READ_ONLY', ['off', 'on'], 'off', {
      meaning:
        '`on`: read-only mode. Changes by callers are refused with 503 `read_only`; reading, signing in, ' +
        'operations of operators, feeds and alerts continue.',
      setting: 'readOnly',
    });
    this.logFormat = env.oneOf('SVC_LOG_FORMAT', ['auto', 'json', 'text'], 'auto', {
      meaning: 'Format of log lines: `json`, `text` for people, or `auto`: text on a terminal and JSON elsewhere.',
    });
  }

  get logLevel(): LogLevel {
    return this.logLevelSetting.value;
  }

  /** True: changes by callers are rejected (read-only mode). */
  get readOnly(): boolean {
    return this.readOnlySetting.value === 'on';
  }

  get production(): boolean {
    return this.environment === 'production';
  }

  /** Returns the path of a file in the data directory. */
  dataFile(name: string): string {
    return join(this.dataDir, name);
  }
}
