import { OrderField, pageOf } from '../../http/page.js';
import { Dto, Field } from '../../openapi/field.js';
import { choice, flag, nullable, text, timestamp, uuid } from '../../openapi/rules.js';
import type { Order } from '../../order.js';
import type { Session } from './session.js';

@Dto('A sign-in that can still be refreshed.')
export class SessionDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f' })
  id!: string;

  @Field('The device as it named itself (`User-Agent`); null when it did not.', nullable(text(1, 300)), { example: 'Mozilla/5.0 (X11; Linux x86_64)' })
  device!: string | null;

  @Field('What kind of address it signed in from; the address itself is not kept with the session.', choice(['loopback', 'private', 'public']), {
    example: 'public',
  })
  network!: string;

  @Field('When it signed in (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  createdAt!: string;

  @Field('When it was last refreshed (UTC).', timestamp(), { example: '2026-11-20T23:30:00.000Z' })
  lastUsedAt!: string;

  @Field('When it ends unless it is refreshed before (UTC).', timestamp(), { example: '2026-12-04T23:30:00.000Z' })
  expiresAt!: string;

  @Field('True for the session of this request.', flag(), { example: true })
  current!: boolean;

  static from(session: Session, currentSessionId: string): SessionDto {
    return Object.assign(new SessionDto(), {
      id: session.id,
      device: session.userAgent || null,
      network: session.addressClass,
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

export const SessionPageDto = pageOf(SessionDto, 'SessionPageDto', 'Sessions, the last used first. There are never more than one page.');
