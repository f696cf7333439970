import { closestName } from './closest-name.js';
import { Setting, type SettingValue } from './setting.js';

/** A variable, for the list of the configuration. */
export interface Variable {
  name: string;
  /** Default value, in words if it depends on other settings, as in `on in development`. */
  defaultText: string;
  meaning: string;
  /** True: the value is never shown, not even its length. */
  secret: boolean;
}

/** The meaning and the default of a `SVC_*` variable. */
export interface VariableOptions {
  meaning: string;
  defaultText?: string;
  secret?: boolean;
  /** True: white space around the value is part of it. */
  exact?: boolean;
}

/** A variable that operators may override while the service runs. */
export interface SettingVariableOptions extends VariableOptions {
  /** Name of the setting in the API. */
  setting: string;
}

/** A variable with an unknown name. */
export interface UnknownName {
  name: string;
  /** The most similar known name; undefined if none is similar. */
  meant?: string;
}

/** The configuration is invalid: each problem names a variable and the rule that it breaks, never its value. */
export class ConfigurationError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

/**
 * Reads `SVC_*` variables. Collects all violations instead of stopping at the first, and records the variables read, so
 * that the documentation and warnings about unknown variables follow from the code.
 */
export class Environment {
  readonly problems: string[] = [];
  readonly variables: Variable[] = [];
  /** Settings that operators may override while the service runs. */
  readonly settings: Setting[] = [];

  constructor(private readonly values: Readonly<Record<string, string | undefined>>) {}

  text(name: string, options: VariableOptions): string | undefined {
    // Features may share a variable, such as the key of a vendor that serves both.
    if (!this.variables.some((variable) => variable.name === name))
      this.variables.push({
        name,
        defaultText: options.defaultText ?? '',
        meaning: options.meaning,
        secret: options.secret ?? false,
      });
    const value = options.exact ? this.values[name] : this.values[name]?.trim();
    return value === '' ? undefined : value;
  }

  integer(name: string, fallback: number, min: number, max: number, options: VariableOptions): number {
    const value = this.text(name, { defaultText: String(fallback), ...options });
    if (value === undefined) return fallback;
    if (/^-?\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    this.refuse(name, `must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  oneOf<T extends string>(name: string, values: readonly T[], fallback: T, options: VariableOptions): T {
    const value = this.text(name, { defaultText: fallback, ...options });
    if (value === undefined) return fallback;
    if ((values as readonly string[]).includes(value)) return value as T;
    this.refuse(name, `must be one of ${values.join(', ')}`);
    return fallback;
  }

  integerSetting(
    name: string,
    fallback: number,
    min: number,
    max: number,
    options: SettingVariableOptions,
  ): Setting<number> {
    return this.setting(name, this.integer(name, fallback, min, max, options), { min, max }, options);
  }

  /**
   * Reads a variable with a fixed set of values that operators may override.
   * @param choices that operators may set. Default: all values of the variable
   */
  choiceSetting<T extends string>(
    name: string,
    values: readonly T[],
    fallback: T,
    options: SettingVariableOptions,
    choices = values,
  ): Setting<T> {
    return this.setting(name, this.oneOf(name, values, fallback, options), { choices }, options);
  }

  private setting<T extends SettingValue>(
    variable: string,
    configured: T,
    range: Setting['options']['range'],
    { setting: name, meaning }: SettingVariableOptions,
  ): Setting<T> {
    const isConfigured = (this.values[variable] ?? '').trim() !== '';
    const made = new Setting<T>({ name, variable, meaning, range, configured, isConfigured });
    this.settings.push(made as unknown as Setting);
    return made;
  }

  /** Reads a variable that other programs define, so it is not listed among the settings. */
  platform(name: 'NODE_ENV'): string | undefined {
    return this.values[name];
  }

  /** Reads a list separated by commas; empty items are ignored. */
  list(name: string, options: VariableOptions): string[] {
    const value = this.text(name, options);
    return (value ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  url(name: string, protocols: string[], options: VariableOptions): string | undefined {
    const value = this.text(name, options);
    if (value === undefined) return undefined;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    this.refuse(name, `must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    return undefined;
  }

  refuse(name: string, rule: string): void {
    this.problems.push(`${name} ${rule}`);
  }

  /** Returns `SVC_*` names that are set but unknown, usually misspelled, each with the most similar known name. */
  unknown(): UnknownName[] {
    const known = this.variables.map((variable) => variable.name);
    return Object.keys(this.values)
      .filter((name) => name.startsWith('SVC_') && !known.includes(name))
      .map((name) => ({ name, meant: closestName(name, known) }));
  }
}
