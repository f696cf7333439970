import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, line, nullable, objects, optional, text, timestamp, uuid } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import type { OidcProvider } from '../auth.config.js';
import type { Identity } from '../credentials/identity.repository.js';
import { flowTokenForm } from '../flows/flow-token.js';
import type { DeviceAuthorization, StartedFlow } from './oidc.service.js';

const flowExample = 'q3lT0nXcV9mYw2Hk7sB1dFzJr6PgE8uA4iOoLtKxZ5M';
const expiryExample = '2026-11-20T23:25:00.000Z';
const providerId = () => text(1, 32, /^[a-z][a-z0-9-]{0,31}$/);
const flow = () => text(43, 43, flowTokenForm);
const uri = () => text(1, 8000);

/** The description of the path parameter with the id of a provider. */
export const providerParam = {
  description: 'Id of a provider of `GET /auth/oidc`.',
  rule: providerId(),
  example: 'keycloak',
};

@Dto('An OpenID Connect provider with which people sign in.')
export class SignInProviderDto {
  @Field('Id of the provider, as used in paths.', providerId(), { example: 'keycloak' })
  id!: string;

  @Field('Name of the provider, to show on buttons.', line(1, 60), { example: 'Keycloak' })
  name!: string;

  @Field('True: the first sign-in creates an account; false: only linked accounts sign in.', flag(), { example: true })
  createsAccounts!: boolean;

  static from({ id, name, createsAccounts }: OidcProvider): SignInProviderDto {
    return Object.assign(new SignInProviderDto(), { id, name, createsAccounts });
  }
}

@Dto('Providers with which people sign in, and who may use a password.')
export class SignInProviderListDto {
  @Field('OpenID Connect providers, in the order of the settings.', objects(SignInProviderDto, 20))
  items!: SignInProviderDto[];

  @Field('Always null: the list is complete.', nullable(text(1, 512)), { example: null })
  nextCursor!: null;

  @Field(
    'Accounts that may sign in with a password: `all`, `operators` or `none`.',
    choice(['all', 'operators', 'none']),
    { example: 'all' },
  )
  passwordSignIn!: string;
}

@Dto('A sign-in at a provider. Open `authorizationUrl` in the browser.')
export class ProviderSignInDto {
  @Field('Address at the provider, to be opened in the browser.', uri(), {
    example: 'https://sso.example.org/authorize?client_id=watchfloor',
  })
  authorizationUrl!: string;

  @Field(
    'Secret token of this sign-in. Keep it in this browser: the response of the provider is accepted only with it, ' +
      'once.',
    flow(),
    { example: flowExample },
  )
  flowToken!: string;

  @Field('When the sign-in must be completed (UTC).', timestamp(), { example: expiryExample })
  expiresAt!: string;

  static from({ expiresAt, ...started }: StartedFlow): ProviderSignInDto {
    return Object.assign(new ProviderSignInDto(), { ...started, expiresAt: expiresAt.toISOString() });
  }
}

@Dto('The response of a provider to a sign-in.')
export class ProviderCallback {
  @Field('The `flowToken` with which the sign-in was started.', flow(), { example: flowExample })
  flowToken!: string;

  @Field(
    'Query of the address to which the provider sent the browser back, without `?`: `code`, `state` and others.',
    text(1, 8000, /^[^\s#\u0000]+$/, 'a query without white space'),
    { example: 'code=Sx1b&state=q3lT0nXc' },
  )
  callbackQuery!: string;
}

@Dto('A sign-in on a device without a browser.')
export class DeviceAuthorizationDto {
  @Field('Secret token of this sign-in, for `POST /auth/oidc/{provider}/device/token`.', flow(), {
    example: flowExample,
  })
  flowToken!: string;

  @Field('Code to enter at the provider.', text(1, 100), { example: 'WDJB-MJHT' })
  userCode!: string;

  @Field('Address at the provider, to be opened on any device.', uri(), { example: 'https://sso.example.org/device' })
  verificationUri!: string;

  @Field('The address with the code in it; null if the provider does not send it.', nullable(uri()), {
    example: 'https://sso.example.org/device?user_code=WDJB-MJHT',
  })
  verificationUriComplete!: string | null;

  @Field('Time to wait between two requests, in seconds.', integer(1, 60), { example: 5 })
  intervalSeconds!: number;

  @Field('When the code expires (UTC).', timestamp(), { example: expiryExample })
  expiresAt!: string;

  static from({ expiresAt, ...started }: DeviceAuthorization): DeviceAuthorizationDto {
    return Object.assign(new DeviceAuthorizationDto(), { ...started, expiresAt: expiresAt.toISOString() });
  }
}

@Dto('The sign-in that waits for its device.')
export class DeviceTokenRequest {
  @Field('The `flowToken` of the started sign-in.', flow(), { example: flowExample })
  flowToken!: string;
}

@Dto('The address for signing out at a provider.')
export class ProviderSignOutDto {
  @Field(
    'Address at which the browser signs out at the provider; null if the provider has no such address.',
    nullable(uri()),
    {
      example: 'https://sso.example.org/logout?client_id=watchfloor',
    },
  )
  url!: string | null;
}

@Dto('The provider to link.')
export class IdentityLinkStart {
  @Field('Id of a provider of `GET /auth/oidc`.', providerId(), { example: 'keycloak' })
  provider!: string;

  @Field('The password; it may be omitted within ten minutes after the sign-in.', optional(text(1, 128)), {
    example: 'correct horse battery staple',
  })
  password?: string;
}

@Dto('The response of the provider whose identity is linked.')
export class IdentityLinkCallback extends ProviderCallback {
  @Field('Id of the provider with which the linking was started.', providerId(), { example: 'keycloak' })
  provider!: string;
}

@Dto('An identity at a provider that signs in to the account.')
export class IdentityDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f' })
  id!: string;

  @Field('Id of the provider.', providerId(), { example: 'keycloak' })
  provider!: string;

  @Field('Issuer of the identity. Issuer and subject identify it.', uri(), { example: 'https://sso.example.org' })
  issuer!: string;

  @Field('Subject at the issuer.', text(1, 255), { example: '248289761001' })
  subject!: string;

  @Field(
    'E-mail address or user name at the provider, for display; null if the provider sent neither.',
    nullable(text(1, 254)),
    {
      example: 'ada@example.org',
    },
  )
  label!: string | null;

  @Field('When it was linked (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  createdAt!: string;

  @Field('When it last signed in (UTC); null before its first sign-in.', nullable(timestamp()), { example: null })
  lastUsedAt!: string | null;

  static from({ id, provider, issuer, subject, label, createdAt, lastUsedAt }: Identity): IdentityDto {
    return Object.assign(new IdentityDto(), {
      id,
      provider,
      issuer,
      subject,
      label,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    });
  }
}

export const IdentityPageDto = pageOf(IdentityDto, 'IdentityPageDto', 'Identities, the oldest first, on one page.');
