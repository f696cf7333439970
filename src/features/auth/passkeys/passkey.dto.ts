import { Dto, Field } from '../../../api/field.js';
import { flag, json, line, list, nullable, object, optional, text, timestamp, uuid } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { CreatedAt, UpdatedAt, Version } from '../../../resources/resource-dto.js';
import type { Passkey } from '../credentials/passkey.repository.js';
import { flowTokenForm } from '../flows/flow-token.js';
import type { StartedCeremony } from './passkey-sign-in.service.js';

const flowExample = 'q3lT0nXcV9mYw2Hk7sB1dFzJr6PgE8uA4iOoLtKxZ5M';
const token = () => text(43, 43, flowTokenForm);
const name = () => line(1, 100);

@Dto('A passkey of the account.')
export class PasskeyDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f' })
  id!: string;

  @Field('Name of the passkey, chosen by its owner.', name(), { example: 'Phone' })
  name!: string;

  @Field('True: copied between the devices of a password manager; false: stays on one device.', flag(), {
    example: true,
  })
  isSynced!: boolean;

  @Field('Connections of the authenticator, such as `internal`, `hybrid`, `usb` or `nfc`.', list(text(1, 20), 10), {
    example: ['internal', 'hybrid'],
  })
  transports!: string[];

  @Field('When it last signed in (UTC); null before its first sign-in.', nullable(timestamp()), { example: null })
  lastUsedAt!: string | null;

  @CreatedAt() createdAt!: string;

  @UpdatedAt() updatedAt!: string;

  @Version() version!: number;

  static from({ id, name, isSynced, transports, lastUsedAt, createdAt, updatedAt, version }: Passkey): PasskeyDto {
    return Object.assign(new PasskeyDto(), {
      id,
      name,
      isSynced,
      transports,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      version,
    });
  }
}

export const PasskeyPageDto = pageOf(PasskeyDto, 'PasskeyPageDto', 'Passkeys, the oldest first, on one page.');

@Dto('The password that confirms a new passkey.')
export class PasskeyConfirmation {
  @Field('The password; it may be omitted within ten minutes after the sign-in.', optional(text(1, 128)), {
    example: 'correct horse battery staple',
  })
  password?: string;
}

@Dto('A challenge for an authenticator.')
export class PasskeyChallengeDto {
  @Field('Secret token of this challenge. The response is accepted only with it, once.', token(), {
    example: flowExample,
  })
  flowToken!: string;

  @Field(
    'Options for `navigator.credentials` as JSON (Web Authentication Level 3, `parseCreationOptionsFromJSON` and ' +
      '`parseRequestOptionsFromJSON`).',
    json(),
    { example: { challenge: 'x9lT0nXcV9mYw2Hk7sB1dA', rpId: 'watchfloor.example.org', userVerification: 'required' } },
  )
  options!: object;

  @Field('When the challenge expires (UTC).', timestamp(), { example: '2026-11-20T23:20:00.000Z' })
  expiresAt!: string;

  static from({ flowToken, options, expiresAt }: StartedCeremony): PasskeyChallengeDto {
    return Object.assign(new PasskeyChallengeDto(), { flowToken, options, expiresAt: expiresAt.toISOString() });
  }
}

@Dto('The credential as `PublicKeyCredential.toJSON()` returns it.')
export class PublicKeyCredentialJson {
  @Field('Id of the credential in base64url.', text(1, 2000, /^[A-Za-z0-9_-]+$/), { example: 'dGVzdCBjcmVkZW50aWFs' })
  id!: string;

  @Field('Id of the credential in base64url, the same as `id`.', text(1, 2000, /^[A-Za-z0-9_-]+$/), {
    example: 'dGVzdCBjcmVkZW50aWFs',
  })
  rawId!: string;

  @Field('Always `public-key`.', text(1, 20), { example: 'public-key' })
  type!: string;

  @Field('The response of the authenticator, with its parts in base64url.', json(), {
    example: {
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
      authenticatorData: 'SZYN5YgOjGh0NBcP',
      signature: 'MEUC',
    },
  })
  response!: object;

  @Field('Outputs of WebAuthn extensions; not used.', optional(json()), { example: {} })
  clientExtensionResults?: object;

  @Field('`platform` or `cross-platform`; null if the browser does not report it.', optional(nullable(text(1, 20))), {
    example: 'platform',
  })
  authenticatorAttachment?: string | null;
}

@Dto('A new passkey: the response of the authenticator.')
export class NewPasskey {
  @Field('The `flowToken` of the challenge.', token(), { example: flowExample })
  flowToken!: string;

  @Field('Name of the passkey, by which you recognize it.', name(), { example: 'Phone' })
  name!: string;

  @Field(
    'Response of the authenticator with the new credential.',
    object(() => PublicKeyCredentialJson),
  )
  credential!: PublicKeyCredentialJson;
}

@Dto('Changes to a passkey (RFC 7396). Omitted fields are unchanged.')
export class PasskeyChanges {
  @Field('Name of the passkey.', optional(name()), { example: 'Old phone' })
  name?: string;
}

@Dto('A sign-in with a passkey.')
export class PasskeySignInStart {
  @Field(
    'The `challenge` of the problem `mfa_required`, if the passkey is the second factor. Omit it to sign in with the ' +
      'passkey alone.',
    optional(token()),
    { omitFromExample: true, example: flowExample },
  )
  challenge?: string;
}

@Dto('The response of the authenticator to a challenge for signing in.')
export class PasskeyAssertion {
  @Field('The `flowToken` of the challenge.', token(), { example: flowExample })
  flowToken!: string;

  @Field(
    'Response of the authenticator, with the signed challenge.',
    object(() => PublicKeyCredentialJson),
  )
  credential!: PublicKeyCredentialJson;
}
