import { Dto, Field } from '../../api/field.js';
import { choice, integer, nullable, text, uuid } from '../../api/rules.js';
import { EventType } from '../../events/event-type.js';
import { addressClasses } from './sessions/session.js';

const userAgent = () => nullable(text(1, 256));
const sessionId = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

@Dto('A sign-in from a new device.')
export class SessionNewDeviceDto {
  @Field('Id of the new session; `DELETE /auth/sessions/{id}` ends it.', uuid(), { example: sessionId })
  sessionId!: string;

  @Field('`User-Agent` of the device; null when not sent.', userAgent(), { example: browser })
  userAgent!: string | null;

  @Field(
    'Kind of its address: the same machine, a private network, or public. The address itself is not stored.',
    choice(addressClasses),
    {
      example: 'public',
    },
  )
  addressClass!: string;
}

export const sessionNewDevice = new EventType({
  type: 'session.new_device',
  description:
    'Your account signed in from a device that is new or was not used for 180 days. The first device of an ' +
    'account is not reported.',
  data: SessionNewDeviceDto,
  subject: 'session:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f',
  audience: 'owner',
  tag: 'auth',
  severities: [2],
  title: () => 'Your account signed in from a new device',
  facets: (data) => ({ keys: [`session:${data.sessionId}`] }),
});

@Dto('A refresh token was reused, and its session ended.')
export class SessionReuseDetectedDto {
  @Field('Id of the ended session.', uuid(), { example: sessionId })
  sessionId!: string;

  @Field('`User-Agent` of the device that started the session; null when not sent.', userAgent(), { example: browser })
  userAgent!: string | null;
}

export const sessionReuseDetected = new EventType({
  type: 'session.reuse_detected',
  description:
    'One of your refresh tokens was used a second time and may have been stolen. Its session ended; sign in again.',
  data: SessionReuseDetectedDto,
  subject: 'session:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f',
  audience: 'owner',
  tag: 'auth',
  severities: [4],
  title: () => 'A refresh token was used twice; its session ended',
  facets: (data) => ({ keys: [`session:${data.sessionId}`] }),
});

@Dto('A recovery code was used.')
export class RecoveryCodeUsedDto {
  @Field('Number of recovery codes that are left.', integer(0, 10), { example: 9 })
  remainingCodeCount!: number;

  @Field('`User-Agent` of the device that used it; null when not sent.', userAgent(), { example: browser })
  userAgent!: string | null;
}

export const recoveryCodeUsed = new EventType({
  type: 'account.recovery_code_used',
  description: 'A recovery code of your account was used in place of a code of the authenticator app.',
  data: RecoveryCodeUsedDto,
  subject: 'account:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e',
  audience: 'owner',
  tag: 'auth',
  severities: [3],
  title: (data) => `A recovery code of your account was used; ${data.remainingCodeCount} left`,
});
