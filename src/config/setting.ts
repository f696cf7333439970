export type SettingValue = number | string;

/** Source of the value of a setting. */
export type SettingSource = 'default' | 'environment' | 'operator';

/** The values that a setting accepts. */
export type SettingRange = { min: number; max: number } | { choices: readonly string[] };

export interface SettingOptions<T extends SettingValue> {
  /** Name in the API, such as `rateLimit`. */
  name: string;
  /** Name of the variable, such as `SVC_RATE_LIMIT`. */
  variable: string;
  meaning: string;
  /** Values that operators may set. */
  range: SettingRange;
  /** Value of the variable, or the default. */
  configured: T;
  /** True: the variable is set. */
  isConfigured: boolean;
}

/** A variable that operators may override while the service runs. Read `value` at each use, because it can change. */
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

  /**
   * Replaces the override. @param value undefined, or a value that this version does not accept, restores the
   * configured value
   */
  replace(value: unknown): void {
    const before = this.value;
    this.override = this.accepts(value) ? value : undefined;
    if (this.value !== before) for (const apply of this.followers) apply(this.value);
  }

  /** Registers a listener. @param apply called after each change of the value */
  follow(apply: (value: T) => void): void {
    this.followers.push(apply);
  }
}
