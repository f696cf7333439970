import { Dto, Field } from '../../../api/field.js';
import { text } from '../../../api/rules.js';

@Dto('The public key of this service for push messages.')
export class WebPushKeyDto {
  @Field(
    'Key for `applicationServerKey` of the browser: a point of P-256, uncompressed, as base64url (RFC 8292).',
    text(87, 87, /^[A-Za-z0-9_-]{87}$/),
    { example: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8' },
  )
  publicKey!: string;
}
