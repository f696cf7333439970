import { Dto, Field } from '../../../api/field.js';
import { text } from '../../../api/rules.js';
import { tokenShape } from './unsubscribe-token.js';

@Dto('The e-mails to stop.')
export class UnsubscribeQuery {
  @Field(
    'The token from the link of an e-mail. It turns off the e-mails of one subscription, and does nothing else.',
    text(43, 43, tokenShape, 'what the link of a mail names'),
    {
      example: 'AZgKbl88fBqbUjqPZNLpAQABAgMEBQYHCAkKCwwNDg8',
    },
  )
  token!: string;
}
