import { Dto, Field } from '../../api/field.js';
import { choice, text } from '../../api/rules.js';

export type ReauthReason = 'token_expired' | 'session_ended';

const details: Record<ReauthReason, string> = {
  token_expired: 'Refresh the access token at POST /api/v1/auth/refresh and open the stream again with Last-Event-ID.',
  session_ended:
    'The session, the personal key or the account has ended or changed. Sign in again, or exchange the key again.',
};

@Dto('The last event of a stream whose credentials have expired.')
export class ReauthenticationRequiredDto {
  @Field(
    'Reason for the end. `token_expired`: refresh the token and reconnect; `session_ended`: sign in again, or ' +
      'exchange the personal key again.',
    choice(Object.keys(details)),
    {
      example: 'token_expired',
    },
  )
  reason: string;

  @Field('Advice for the caller, as text for people.', text(1, 500), { example: details.token_expired })
  detail: string;

  static from(reason: ReauthReason): ReauthenticationRequiredDto {
    return Object.assign(new ReauthenticationRequiredDto(), { reason, detail: details[reason] });
  }
}
