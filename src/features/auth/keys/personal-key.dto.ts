import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  integer,
  label,
  list,
  nullable,
  optional,
  type Rule,
  text,
  timestamp,
  uuid,
} from '../../../api/rules.js';
import { scopes as allScopes } from '../../../api/scopes.js';
import { pageOf } from '../../../http/page.js';
import { CreatedAt, UpdatedAt, Version } from '../../../resources/resource-dto.js';
import { ACCESS_TOKEN_SECONDS } from '../tokens/access-token.js';
import type { PersonalKey } from './personal-key.js';

const id = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f';
const exampleKey = 'wfk_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17';
const exampleScopes = ['markets:read', 'users:read'].filter((scope) => allScopes.includes(scope));
/** Maximum number of scopes in a request: more than exist, so that new scopes fit. */
const MAX_SCOPES = 100;
const name = () => label(1, 100);
/** A scope; marked extensible in the OpenAPI description, because new groups of the API add scopes. */
const scope = (): Rule => ({ ...choice(allScopes), schema: { ...choice(allScopes).schema, 'x-extensible': true } });
const scopes = () => list(scope(), MAX_SCOPES, 1);
const addressRanges = () =>
  list(text(2, 43, /^[0-9A-Fa-f:.]+(?:\/[1-9][0-9]{0,2})?$/, 'an address or a CIDR range such as 10.1.0.0/16'), 20);
const keyText = () => text(40, 40, /^wfk_[0-9A-Za-z]{36}$/);

const scopesText =
  'Permissions of the key: `<group>:read` or `<group>:write`; `write` does not include `read`. Each ' +
  'operation names the scope that it needs.';
const rangesText = 'IP addresses and CIDR ranges from which the key and its tokens may be used; empty for any.';
const expiryText = 'When the key expires and is deleted (UTC); null for never.';

@Dto('A new personal key.')
export class NewPersonalKeyDto {
  @Field('Purpose of the key.', name(), { example: 'Nightly report' })
  name!: string;

  @Field(scopesText, scopes(), { example: exampleScopes })
  scopes!: string[];

  @Field(rangesText, optional(addressRanges()), { default: [], example: ['203.0.113.0/24'] })
  addressRanges: string[] = [];

  @Field(`${expiryText} Must be in the future.`, optional(nullable(timestamp())), { example: null })
  expiresAt?: string | null;
}

@Dto('Changes to a personal key (RFC 7396). Omitted fields are unchanged.')
export class PersonalKeyChangesDto {
  @Field('Purpose of the key.', optional(name()), { example: 'Nightly report' })
  name?: string;

  @Field(scopesText, optional(scopes()), { example: exampleScopes })
  scopes?: string[];

  @Field(`${rangesText} Null: every address.`, optional(nullable(addressRanges())), { example: ['203.0.113.0/24'] })
  addressRanges?: string[] | null;

  @Field(`${expiryText} Must be in the future.`, optional(nullable(timestamp())), { example: null })
  expiresAt?: string | null;
}

@Dto('A personal key: the credential of a program that acts for you. The key itself is shown only when it is created.')
export class PersonalKeyDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: id })
  id!: string;

  @Field('Purpose of the key.', name(), { example: 'Nightly report' })
  name!: string;

  @Field('The first 8 characters of the key, to recognize it.', text(8, 8, /^wfk_[0-9A-Za-z]{4}$/), {
    example: exampleKey.slice(0, 8),
  })
  hint!: string;

  @Field(scopesText, scopes(), { example: exampleScopes })
  scopes!: string[];

  @Field(rangesText, addressRanges(), { example: [] })
  addressRanges!: string[];

  @Field(expiryText, nullable(timestamp()), { example: null })
  expiresAt!: string | null;

  @Field(
    'When the key or one of its tokens was last used (UTC), correct to a minute; null for never.',
    nullable(timestamp()),
    { example: null },
  )
  lastUsedAt!: string | null;

  @CreatedAt() createdAt!: string;

  @UpdatedAt() updatedAt!: string;

  @Version() version!: number;

  static from(key: PersonalKey): PersonalKeyDto {
    return Object.assign(new PersonalKeyDto(), fieldsOf(key));
  }
}

function fieldsOf({
  id,
  name,
  hint,
  scopes,
  addressRanges,
  expiresAt,
  lastUsedAt,
  createdAt,
  updatedAt,
  version,
}: PersonalKey) {
  const times = {
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
  return { id, name, hint, scopes, addressRanges, ...times, version };
}

@Dto('A created personal key, with the key itself: store it now, it cannot be read again.')
export class CreatedPersonalKeyDto extends PersonalKeyDto {
  @Field(
    'The key: `wfk_`, 30 random characters, and 6 characters of their CRC-32 in base 62. Exchange it at `POST ' +
      '/auth/token`.',
    keyText(),
    {
      example: exampleKey,
    },
  )
  key!: string;

  static fromCreated(created: PersonalKey, key: string): CreatedPersonalKeyDto {
    return Object.assign(new CreatedPersonalKeyDto(), { ...fieldsOf(created), key });
  }
}

export const PersonalKeyPageDto = pageOf(
  PersonalKeyDto,
  'PersonalKeyPageDto',
  'A page of personal keys, oldest first.',
);

@Dto('A personal key to exchange.')
export class KeyExchangeDto {
  // Any text is accepted, so that one that cannot be a key gets the same response as a wrong key.
  @Field('The personal key, `wfk_…`.', text(1, 16_384), { example: exampleKey })
  key!: string;
}

@Dto('An access token of a personal key. There is no refresh cookie: exchange the key again.')
export class KeyTokenDto {
  @Field(
    'Access token (a JWT), for `Authorization: Bearer …`.',
    text(1, 2000, /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/),
    {
      example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTlhYTNjMSJ9.c2lnbmF0dXJl',
    },
  )
  accessToken!: string;

  @Field('Always `Bearer`.', choice(['Bearer']), { example: 'Bearer' })
  tokenType!: string;

  @Field('Lifetime of the access token in seconds.', integer(1, 3600), { example: 900 })
  expiresIn!: number;

  @Field('The scopes of the key. Changes of the key apply to its tokens within a second.', scopes(), {
    example: exampleScopes,
  })
  scopes!: string[];

  static from(accessToken: string, scopes: readonly string[]): KeyTokenDto {
    return Object.assign(new KeyTokenDto(), {
      accessToken,
      tokenType: 'Bearer',
      expiresIn: ACCESS_TOKEN_SECONDS,
      scopes: [...scopes],
    });
  }
}
