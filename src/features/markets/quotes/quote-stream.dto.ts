import { Dto, Field } from '../../../api/field.js';
import { list, text } from '../../../api/rules.js';

@Dto('The quotes to follow.')
export class QuoteStreamQuery {
  @Field('1 to 50 symbols of any asset class, case-insensitive; duplicates count once.', list(text(1, 50), 50, 1), {
    example: ['AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC'],
  })
  symbol!: string[];
}
