import { EventType } from '../../events/event-type.js';
import { Dto, Field } from '../../openapi/field.js';
import { choice, nullable, text, uuid } from '../../openapi/rules.js';
import { addressClasses } from './session.js';

const userAgent = () => nullable(text(1, 256));
const sessionId = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

@Dto('The account signed in from a device it was not seen on before.')
export class SessionNewDeviceDto {
  @Field('The session that began; `DELETE /auth/sessions/{id}` ends it.', uuid(), { example: sessionId })
  sessionId!: string;

  @Field('What the device says of itself (`User-Agent`); null when it says nothing.', userAgent(), { example: browser })
  userAgent!: string | null;

  @Field('Where its address is: on the same machine, in a private network, or in public. The address itself is not kept.', choice(addressClasses), {
    example: 'public',
  })
  addressClass!: string;
}

export const sessionNewDevice = new EventType({
  type: 'session.new_device',
  description: 'Your account signed in from a device it was not seen on before, or not for 180 days. Its first device is no news.',
  data: SessionNewDeviceDto,
  subject: 'session:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f',
  audience: 'owner',
  tag: 'auth',
  severities: [2],
  facets: (data) => ({ keys: [`session:${data.sessionId}`] }),
});

@Dto('A refresh token was used twice, and its session has ended.')
export class SessionReuseDetectedDto {
  @Field('The session that ended.', uuid(), { example: sessionId })
  sessionId!: string;

  @Field('What the device that began the session said of itself (`User-Agent`); null when it said nothing.', userAgent(), { example: browser })
  userAgent!: string | null;
}

export const sessionReuseDetected = new EventType({
  type: 'session.reuse_detected',
  description: 'A refresh token of yours was used a second time: somebody may have copied it. The whole session has ended; sign in again.',
  data: SessionReuseDetectedDto,
  subject: 'session:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f',
  audience: 'owner',
  tag: 'auth',
  severities: [4],
  facets: (data) => ({ keys: [`session:${data.sessionId}`] }),
});
