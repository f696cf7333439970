import { Dto, Field } from '../../../api/field.js';
import { choice, flag, list, nullable, text, timestamp, uuid } from '../../../api/rules.js';
import { OrderField, pageOf } from '../../../http/page.js';
import type { Order } from '../../../time/sort-order.js';
import type { Session } from './session.js';

const methods = ['password', 'passkey', 'provider', 'app'];

@Dto('An active session.')
export class SessionDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f' })
  id!: string;

  @Field('`User-Agent` of the device; null when not sent.', nullable(text(1, 300)), {
    example: 'Mozilla/5.0 (X11; Linux x86_64)',
  })
  device!: string | null;

  @Field(
    'Kind of address of the sign-in; the address itself is not stored.',
    choice(['loopback', 'private', 'public']),
    {
      example: 'public',
    },
  )
  network!: string;

  @Field('Method of the sign-in; `app`: an app with consent of the account.', choice(methods), {
    example: 'provider',
    schema: { 'x-extensible': true },
  })
  method!: string;

  @Field('Id of the provider in `GET /auth/oidc`; null for other methods.', nullable(text(1, 32)), {
    example: 'keycloak',
  })
  provider!: string | null;

  @Field('Name of the app, as it calls itself; null for other methods.', nullable(text(1, 100)), {
    example: 'Research assistant',
  })
  app!: string | null;

  @Field('Scopes to which the app is limited; null for other methods.', nullable(list(text(1, 60), 100)), {
    example: ['markets:read'],
  })
  scopes!: readonly string[] | null;

  @Field('Time of the sign-in (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  createdAt!: string;

  @Field('Time of the last refresh (UTC).', timestamp(), { example: '2026-11-20T23:30:00.000Z' })
  lastUsedAt!: string;

  @Field('Expiry without a further refresh (UTC).', timestamp(), { example: '2026-12-04T23:30:00.000Z' })
  expiresAt!: string;

  @Field('True for the session of this request.', flag(), { example: true })
  current!: boolean;

  static from(session: Session, currentSessionId: string): SessionDto {
    const [method = 'password', name = null] = (session.method ?? 'password').split(/:(.*)/s);
    return Object.assign(new SessionDto(), {
      id: session.id,
      device: session.userAgent || null,
      network: session.addressClass,
      method,
      provider: method === 'provider' ? name : null,
      app: method === 'app' ? name : null,
      scopes: session.scopes ?? null,
      createdAt: new Date(session.createdAt).toISOString(),
      lastUsedAt: new Date(session.lastUsedAt).toISOString(),
      expiresAt: new Date(session.expiresAt).toISOString(),
      current: session.id === currentSessionId,
    });
  }
}

@Dto('In which order.')
export class SessionsQuery {
  @OrderField('by last use', 'desc')
  order: Order = 'desc';
}

export const SessionPageDto = pageOf(
  SessionDto,
  'SessionPageDto',
  'Active sessions, the last used first, on one page.',
);
