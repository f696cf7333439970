import { type Account, preferencesOf, type Weekday, weekdays } from '../../accounts/account.js';
import { Dto, Field } from '../../api/field.js';
import { choice, integer, list, nullable, object, optional, text, timeOfDay, timeZone, uuid } from '../../api/rules.js';

const locale = () => text(2, 35, /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, 'a BCP 47 language tag such as en-GB');
const currency = () => text(3, 3, /^[A-Z]{3}$/, 'an ISO 4217 code such as EUR');
const units = ['metric', 'imperial', 'nautical'] as const;
const themes = ['system', 'light', 'dark'] as const;

@Dto('Local times of day between which nothing is pushed. May pass midnight.')
export class QuietHoursDto {
  @Field('Start, in the time zone of the account.', timeOfDay(), { example: '22:00' })
  start!: string;

  @Field('End, in the time zone of the account.', timeOfDay(), { example: '07:00' })
  end!: string;

  @Field('The days on which the hours start; every day by default.', optional(list(choice(weekdays), 7, 1)), {
    example: ['saturday', 'sunday'],
  })
  days?: Weekday[];
}

@Dto('Display preferences of an account.')
export class PreferencesDto {
  @Field('Id of the account.', uuid(), { example: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e' })
  id!: string;

  @Field('Language and region (BCP 47).', locale(), { example: 'en-GB' })
  locale!: string;

  @Field('IANA time zone of local times.', timeZone(), { example: 'Europe/London' })
  timeZone!: string;

  @Field('Display currency (ISO 4217).', currency(), { example: 'GBP' })
  baseCurrency!: string;

  @Field('Display units of distances and speeds; the API always uses the units in its field names.', choice(units), {
    example: 'nautical',
  })
  units!: string;

  @Field('Color theme of pages and images.', choice(themes), { example: 'system' })
  theme!: string;

  @Field('Hours without push notifications; null without such hours.', nullable(object(() => QuietHoursDto)))
  quietHours!: QuietHoursDto | null;

  @Field('Id of the watchlist that is shown first; null without one.', nullable(uuid()), { example: null })
  defaultWatchlistId!: string | null;

  @Field('Increases by one with every change; part of the ETag.', integer(1, 2_147_483_647), {
    example: 2,
  })
  version!: number;

  static from(account: Account): PreferencesDto {
    const { locale, timeZone, baseCurrency, units, theme, quietHours, defaultWatchlistId } = preferencesOf(account);
    return Object.assign(new PreferencesDto(), {
      id: account.id,
      locale,
      timeZone,
      baseCurrency,
      units,
      theme,
      quietHours,
      defaultWatchlistId,
      version: account.version,
    });
  }
}

@Dto('Changes to preferences (RFC 7396); omitted fields are unchanged, null restores the default.')
export class PreferenceChangesDto {
  @Field('Language and region (BCP 47); null for the default, en.', optional(nullable(locale())), { example: 'en-GB' })
  locale?: string | null;

  @Field('IANA time zone; null for the default, UTC.', optional(nullable(timeZone())), { example: 'Europe/London' })
  timeZone?: string | null;

  @Field('Currency (ISO 4217); null for the default, USD.', optional(nullable(currency())), { example: 'GBP' })
  baseCurrency?: string | null;

  @Field('Units; null for the default, metric.', optional(nullable(choice(units))), { example: 'nautical' })
  units?: string | null;

  @Field('Color theme; null for the default, `system`.', optional(nullable(choice(themes))), { example: 'system' })
  theme?: string | null;

  @Field('Hours without push notifications; null without such hours.', optional(nullable(object(() => QuietHoursDto))))
  quietHours?: QuietHoursDto | null;

  @Field('Id of your watchlist that is shown first; null without one.', optional(nullable(uuid())), { example: null })
  defaultWatchlistId?: string | null;
}
