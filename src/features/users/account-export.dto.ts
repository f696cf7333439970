import type { AccountData } from '../../accounts/account-data.js';
import { UserDto } from '../../accounts/user.dto.js';
import { Dto, Field, fieldsOf } from '../../api/field.js';
import { object, objects, timestamp } from '../../api/rules.js';
import { ChunkedJsonWriter } from '../../http/chunked-json.js';
import type { AccountExport } from './account-export.service.js';
import { PreferencesDto } from './preferences.dto.js';

/** The account; `describeSections` adds a field for each section of account data. */
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
}

/** Writes an export as the JSON text of an `AccountExportDto`, in pieces. */
export async function* writtenExport({ exportedAt, account, pages }: AccountExport): AsyncGenerator<Buffer> {
  const head = {
    exportedAt: exportedAt.toISOString(),
    user: UserDto.from(account),
    preferences: PreferencesDto.from(account),
  };
  let before = JSON.stringify(head).slice(0, -1);
  let present: string | undefined;
  let isFirst = true;
  for await (const { section, items } of pages) {
    if (section !== present) {
      before += `${present === undefined ? '' : ']'},${JSON.stringify(section)}:[`;
      [present, isFirst] = [section, true];
    }
    if (items.length === 0) continue;
    const text = new ChunkedJsonWriter();
    text.add(isFirst ? before : `${before},`);
    await text.addJson(items);
    yield text.done();
    [before, isFirst] = ['', false];
  }
  yield Buffer.from(`${before}${present === undefined ? '' : ']'}}`);
}

/**
 * Declares the sections as fields of the export. It is called once per container; sections that are already declared
 * are kept.
 */
export function describeSections(sources: readonly AccountData[]): void {
  const declared = new Set(fieldsOf(AccountExportDto).map(({ name }) => name));
  for (const { section, description, item, maxItems } of sources) {
    if (declared.has(section)) continue;
    const items = objects(item, maxItems);
    Field(description, items)(AccountExportDto.prototype, section);
  }
}
