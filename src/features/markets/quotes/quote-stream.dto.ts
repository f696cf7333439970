import { Dto, Field } from '../../../openapi/field.js';
import { list, text } from '../../../openapi/rules.js';

@Dto('Which quotes are followed.')
export class QuoteStreamQuery {
  @Field('Symbols, classes mixed; repeated ones count once.', list(text(1, 50), 50, 1), { example: ['AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC'] })
  symbol!: string[];
}
