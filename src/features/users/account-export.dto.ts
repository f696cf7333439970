import type { AccountData } from '../../accounts/account-data.js';
import { UserDto } from '../../accounts/user.dto.js';
import { Dto, Field, fieldsOf } from '../../openapi/field.js';
import { list, object, timestamp } from '../../openapi/rules.js';
import type { AccountExport } from './account-export.service.js';
import { PreferencesDto } from './preferences.dto.js';

/** The account itself; `describeSections` adds a field for each section of account data. */
@Dto('All stored data of an account.')
export class AccountExportDto {
  @Field('Time of the export (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  exportedAt!: string;

  @Field(
    'The account.',
    object(() => UserDto),
  )
  user!: UserDto;

  @Field(
    'Preferences of the account.',
    object(() => PreferencesDto),
  )
  preferences!: PreferencesDto;

  static from({ exportedAt, account, sections }: AccountExport): AccountExportDto {
    const user = UserDto.from(account);
    const preferences = PreferencesDto.from(account);
    return Object.assign(new AccountExportDto(), { exportedAt: exportedAt.toISOString(), user, preferences, ...sections });
  }
}

/** Declares the sections as fields of the export. Called once per container; a section that is declared already is kept. */
export function describeSections(sources: readonly AccountData[]): void {
  const declared = new Set(fieldsOf(AccountExportDto).map(({ name }) => name));
  for (const { section, description, item, maxItems } of sources) {
    if (declared.has(section)) continue;
    const items = list(
      object(() => item),
      maxItems,
    );
    Field(description, items)(AccountExportDto.prototype, section);
  }
}
