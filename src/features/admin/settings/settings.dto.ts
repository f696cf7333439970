import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, nullable, objects, optional, type Rule, text, timestamp } from '../../../api/rules.js';
import type { Setting, SettingSource, SettingValue } from '../../../config/setting.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import type { CurrentSettings, SettingChanges } from './settings-administration.service.js';

const MAX_VALUE = 1_000_000_000;
const number = integer(0, MAX_VALUE);
const word = text(1, 50);
const value: Rule = {
  name: 'settingValue',
  schema: { ...word.schema, ...number.schema, type: ['integer', 'string'] },
  check: (shown) => number.check(shown) || word.check(shown),
  says: 'a whole number or a word',
};
const bound = () => nullable(integer(0, MAX_VALUE));
const count = (min: number, max: number) => optional(nullable(integer(min, max)));
const words = (values: readonly string[]) => optional(nullable(choice(values)));

@Dto('A setting that operators can change while the service runs.')
export class OperatorSettingDto {
  @Field('Name, as in `PATCH /admin/settings`.', text(1, 100), { example: 'rateLimit' })
  name!: string;

  @Field('Meaning of the setting.', text(1, 500), { example: 'Requests an account may make in a window.' })
  description!: string;

  @Field('The variable that configures it.', text(1, 100), { example: 'SVC_RATE_LIMIT' })
  variable!: string;

  @Field('`integer`, or `choice`: one of several words.', choice(['integer', 'choice']), { example: 'integer' })
  type!: string;

  @Field('The value that applies.', value, { example: 300 })
  value!: SettingValue;

  @Field(
    '`default`: not configured. `environment`: configured at the start. `operator`: changed while the service runs.',
    choice(['default', 'environment', 'operator']),
    { example: 'operator' },
  )
  source!: SettingSource;

  @Field('The value that applies when no operator has set one.', value, { example: 600 })
  configuredValue!: SettingValue;

  @Field('Minimum of an integer; null for a choice.', bound(), { example: 1 })
  minValue!: number | null;

  @Field('Greatest value of an integer; null for a choice.', bound(), { example: 1_000_000 })
  maxValue!: number | null;

  @Field('The words of a choice that operators may set; empty for an integer.', list(text(1, 50), 50), { example: [] })
  choices!: readonly string[];

  static from({ name, value, source, options: { meaning, variable, configured, range } }: Setting): OperatorSettingDto {
    const bounds =
      'choices' in range
        ? { minValue: null, maxValue: null, choices: range.choices }
        : { minValue: range.min, maxValue: range.max, choices: [] };
    const type = 'choices' in range ? 'choice' : 'integer';
    return Object.assign(new OperatorSettingDto(), {
      name,
      description: meaning,
      variable,
      type,
      value,
      source,
      configuredValue: configured,
      ...bounds,
    });
  }
}

@Dto('The settings that apply without a restart.')
export class OperatorSettingsDto {
  @Field('`settings`.', choice(['settings']), { example: 'settings' })
  id!: string;

  @Field('Increases by one with every change; part of the ETag.', integer(1, 2_147_483_647), { example: 3 })
  version!: number;

  @Field('Time of the last change (UTC); null before the first change.', nullable(timestamp()), {
    example: '2026-11-20T23:15:00.000Z',
  })
  updatedAt!: string | null;

  @Field('The settings.', objects(OperatorSettingDto, 200))
  items!: OperatorSettingDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from({ id, version, updatedAt, items }: CurrentSettings): OperatorSettingsDto {
    return Object.assign(new OperatorSettingsDto(), {
      id,
      version,
      updatedAt: updatedAt?.toISOString() ?? null,
      items: items.map(OperatorSettingDto.from),
    });
  }
}

@Dto('New values of settings. Omitted settings stay; null restores the value of the configuration.')
export class OperatorSettingChangesDto {
  @Field(
    '`open`: anyone may register; `closed`: only operators add accounts. Null restores the configured value.',
    words(['open', 'closed']),
    {
      omitFromExample: true,
      example: 'closed',
    },
  )
  registration?: string | null;

  @Field('Requests an account may make in a window; null restores the configured value.', count(1, 1_000_000), {
    example: 600,
  })
  rateLimit?: number | null;

  @Field(
    'Length of the window in seconds. A change begins new windows. ' + 'Null restores the configured value.',
    count(1, 86_400),
    { example: 60 },
  )
  rateWindowSeconds?: number | null;

  @Field(
    'Maximum number of concurrent requests of one account; null restores the configured value.',
    count(1, 10_000),
    {
      omitFromExample: true,
      example: 20,
    },
  )
  accountConcurrencyLimit?: number | null;

  @Field(
    'Maximum number of concurrent requests of all accounts in each process; null restores the configured value.',
    count(8, 10_000),
    {
      omitFromExample: true,
      example: 1_000,
    },
  )
  processConcurrencyLimit?: number | null;

  @Field(
    'Accounts that must have a second factor. Until they set it up, they may do nothing else. ' +
      'Null restores the configured value.',
    words(['none', 'operators', 'all']),
    {
      omitFromExample: true,
      example: 'operators',
    },
  )
  mfaRequired?: string | null;

  @Field(
    'Accounts that may sign in with a password (`SVC_PASSWORD_SIGN_IN`). Null restores the configured value.',
    words(['all', 'operators', 'none']),
    {
      omitFromExample: true,
      example: 'operators',
    },
  )
  passwordSignIn?: string | null;

  @Field(
    '`on`: changes by callers are rejected with 503 `read_only`; reading, signing in and operations of operators ' +
      'continue. Null restores the configured value.',
    words(['off', 'on']),
    {
      omitFromExample: true,
      example: 'on',
    },
  )
  readOnly?: string | null;

  @Field(
    'Minimum level of log lines; null restores the configured value.',
    words(['trace', 'debug', 'info', 'warn', 'error']),
    { example: 'warn' },
  )
  logLevel?: string | null;

  @Field(
    'Model tokens that an account may use per UTC day; null restores the configured value.',
    count(0, 1_000_000_000),
    { example: 500_000 },
  )
  aiDailyTokenLimit?: number | null;

  @Field(
    'Days for which resolved alerts are kept. Older ones are deleted within about an hour. ' +
      'Null restores the configured value.',
    count(1, 3_650),
    {
      omitFromExample: true,
      example: 90,
    },
  )
  alertRetentionDays?: number | null;

  @Field(
    'Days that news articles are kept. Older ones are deleted within about an hour. ' +
      'Null restores the configured value.',
    count(1, 3_650),
    {
      omitFromExample: true,
      example: 30,
    },
  )
  newsRetentionDays?: number | null;

  @Field(
    'Days that tracks of vessels and aircraft are kept. Older points are deleted within about an hour. ' +
      'Null restores the configured value.',
    count(1, 3_650),
    {
      omitFromExample: true,
      example: 7,
    },
  )
  trackRetentionDays?: number | null;

  static valuesOf(changes: OperatorSettingChangesDto): SettingChanges {
    return Object.fromEntries(Object.entries(changes).filter(([, changed]) => changed !== undefined));
  }
}
