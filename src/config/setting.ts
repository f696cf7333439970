export type SettingValue = number | string;

/** Where the value of a setting comes from. */
export type SettingSource = 'default' | 'environment' | 'operator';

/** The values that a setting accepts. */
export type SettingRange = { min: number; max: number } | { choices: readonly string[] };

export interface SettingOptions<T extends SettingValue> {
  /** As in the API: `rateLimit`. */
  name: string;
  /** The variable that configures it: `SVC_RATE_LIMIT`. */
  variable: string;
  meaning: string;
  /** The values that operators may set. */
  range: SettingRange;
  /** The value of the variable, or the default. */
  configured: T;
  /** Whether the variable is set. */
  isConfigured: boolean;
}

/** A variable that operators may override while the service runs. Read `value` at each use, since it changes. */
export class Setting<T extends SettingValue = SettingValue> {
  private override: T | undefined;
  private readonly followers: Array<(value: T) => void> = [];

  constructor(readonly options: SettingOptions<T>) {}

  get name(): string {
    return this.options.name;
  }

  get value(): T {
    return this.override ?? this.options.configured;
  }

  get source(): SettingSource {
    if (this.override !== undefined) return 'operator';
    return this.options.isConfigured ? 'environment' : 'default';
  }

  accepts(value: unknown): value is T {
    const { range } = this.options;
    if ('choices' in range) return range.choices.includes(value as string);
    return Number.isInteger(value) && (value as number) >= range.min && (value as number) <= range.max;
  }

  /** @param value undefined, or a value that this version does not accept: the configured value applies */
  replace(value: unknown): void {
    const before = this.value;
    this.override = this.accepts(value) ? value : undefined;
    if (this.value !== before) for (const apply of this.followers) apply(this.value);
  }

  /** @param apply called after each change of the value */
  follow(apply: (value: T) => void): void {
    this.followers.push(apply);
  }
}
