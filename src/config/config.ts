import { AuthConfig } from './auth-config.js';
import { DataSecretConfig } from './data-secret-config.js';
import { DocsConfig } from './docs-config.js';
import { ConfigurationError, Environment, type UnknownName, type Variable } from './environment.js';
import { HttpConfig } from './http-config.js';
import { LimitsConfig } from './limits-config.js';
import { MailConfig } from './mail-config.js';
import { OutboundConfig } from './outbound-config.js';
import { ServiceConfig } from './service-config.js';
import type { Setting } from './setting.js';
import { shownValue } from './shown-value.js';
import { StorageConfig } from './storage-config.js';
import { TracingConfig } from './tracing-config.js';

/**
 * The settings class of a feature, whose constructor reads the feature's variables. `<tag>.config.ts` files export
 * them.
 */
export type SettingsClass<T extends object = object> = new (env: Environment) => T;

/** The whole configuration, with an injectable class for each area. */
export class Config {
  readonly service: ServiceConfig;
  readonly http: HttpConfig;
  readonly docs: DocsConfig;
  readonly storage: StorageConfig;
  readonly auth: AuthConfig;
  readonly dataSecret: DataSecretConfig;
  readonly limits: LimitsConfig;
  readonly outbound: OutboundConfig;
  readonly mail: MailConfig;
  readonly tracing: TracingConfig;
  /** The settings of each feature, by their class. */
  readonly features: ReadonlyMap<SettingsClass, object>;
  /** All variables that were read, in order; `.env.example` lists them. */
  readonly variables: readonly Variable[];
  /** The settings, with secrets and credentials in URLs hidden; null where the default applies. */
  readonly shown: ReadonlyArray<{ name: string; value: string | null }>;
  /** Settings that operators may override while the service runs. */
  readonly settings: readonly Setting[];
  /** Names of `SVC_*` variables that are set but unknown. */
  readonly unknownNames: readonly UnknownName[];

  /**
   * @param features settings classes of the features; `readConfig` finds them
   * @throws ConfigurationError that names every invalid variable, but never a value
   */
  constructor(values: Readonly<Record<string, string | undefined>>, features: readonly SettingsClass[] = []) {
    const env = new Environment(values);
    this.service = new ServiceConfig(env);
    this.http = new HttpConfig(env, this.service);
    this.docs = new DocsConfig(env, this.service);
    this.storage = new StorageConfig(env);
    this.auth = new AuthConfig(env, this.service);
    this.dataSecret = new DataSecretConfig(env, this.service);
    this.limits = new LimitsConfig(env, this.service);
    this.outbound = new OutboundConfig(env, this.service);
    this.mail = new MailConfig(env, this.service, this.http);
    this.tracing = new TracingConfig(env);
    this.features = new Map(features.map((type) => [type, new type(env)]));
    this.variables = env.variables;
    this.settings = env.settings;
    this.unknownNames = env.unknown();
    this.shown = env.variables.map(({ name, secret }) => ({ name, value: shownValue(values[name], secret) }));
    if (env.problems.length > 0) throw new ConfigurationError(env.problems);
  }

  /** Returns the settings of a feature. @throws when they were not read */
  of<T extends object>(type: SettingsClass<T>): T {
    const settings = this.features.get(type);
    if (settings === undefined) throw new Error(`The settings ${type.name} were not read.`);
    return settings as T;
  }
}
