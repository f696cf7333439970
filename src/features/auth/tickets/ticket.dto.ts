import { Dto, Field } from '../../../api/field.js';
import { text, timestamp } from '../../../api/rules.js';
import { TICKET_EXAMPLE, ticketRule } from '../../../http/ticket-parameter.js';

@Dto('The path to create a ticket for.')
export class TicketRequestDto {
  @Field(
    'The path of a stream or an image, as it will be sent: percent-encoded, without a query.',
    text(
      9,
      2000,
      /^\/api\/v1\/[^?#\s]+$/,
      'a path below /api/v1/ without a query, such as /api/v1/markets/quotes/stream',
    ),
    { example: '/api/v1/markets/quotes/stream' },
  )
  path!: string;
}

@Dto('A ticket: access to the GETs of one path, for callers that cannot send a header.')
export class TicketDto {
  @Field('The ticket, for the query parameter `ticket`.', ticketRule(), { example: TICKET_EXAMPLE })
  ticket!: string;

  @Field('When it expires (UTC): with the access token that it was requested with.', timestamp(), {
    example: '2026-11-20T23:30:00.000Z',
  })
  expiresAt!: string;

  static from({ ticket, expiresAt }: { ticket: string; expiresAt: number }): TicketDto {
    return Object.assign(new TicketDto(), { ticket, expiresAt: new Date(expiresAt).toISOString() });
  }
}
