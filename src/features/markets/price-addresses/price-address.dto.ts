import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, day, integer, nullable, number, optional, text, timestamp } from '../../../api/rules.js';
import { currencyCode, knownCurrency } from '../fx/currency-rule.js';
import { MAX_PRICE, MIN_PRICE } from '../own/own-instrument.js';
import { addressTexts, addressUrl, exampleUrl, jsonPath } from '../own/price-address.dto.js';
import { MAX_FAILURES, type PriceReading, type ReadingStatus, readingStatuses } from '../own/price-address.js';
import type { FetchedPrice } from './fetch-price.js';

const price = () => number(MIN_PRICE, MAX_PRICE);

@Dto('A price address to try.')
export class PricePreviewRequestDto {
  @Field(addressTexts.url, addressUrl(), { example: exampleUrl })
  url!: string;

  @Field(addressTexts.pricePath, jsonPath(), { example: '$.nav.value' })
  pricePath!: string;

  @Field(addressTexts.timePath, optional(nullable(jsonPath())), { example: '$.nav.date' })
  timePath?: string | null;

  @Field(addressTexts.currencyPath, optional(nullable(jsonPath())), { example: '$.nav.currency' })
  currencyPath?: string | null;

  @Field('The currency of the instrument (ISO 4217).', knownCurrency(), { example: 'EUR' })
  currency!: string;
}

@Dto('The price that would be stored.')
export class PricePreviewDto {
  @Field('The URL that returned the response, after redirects.', text(1, 4_000), { example: exampleUrl })
  url!: string;

  @Field('The price of one unit.', price(), { example: 104.27 })
  price!: number;

  @Field('The day for which it would be stored (UTC).', day(), { example: '2026-11-20' })
  day!: string;

  @Field('Time of the price (UTC); null if the response states none, or a day alone.', nullable(timestamp()), {
    example: null,
  })
  time!: string | null;

  @Field('The currency of the price: that of the request.', currencyCode(), { example: 'EUR' })
  currency!: string;

  @Field(
    '`response`: the response states the same currency; `request`: it was not checked.',
    choice(['response', 'request']),
    {
      example: 'response',
    },
  )
  currencySource!: 'response' | 'request';

  static from({ currency: stated, ...found }: FetchedPrice, currency: string): PricePreviewDto {
    return answerOf(PricePreviewDto, { ...found, currency, currencySource: stated === null ? 'request' : 'response' });
  }
}

@Dto('The readings of the price address of an own instrument.')
export class OwnPriceReadingDto {
  @Field(
    `State: \`pending\`: not read yet; \`failing\`: the last reading failed; \`stopped\`: ${MAX_FAILURES} readings in a ` +
      'row failed. Set `priceAddress` again to resume.',
    choice(readingStatuses),
    { example: 'ok' },
  )
  status!: ReadingStatus;

  @Field('Time from which it is read next (UTC); null if readings have stopped.', nullable(timestamp()))
  nextReadAt!: string | null;

  @Field('Time of the last reading (UTC); null before the first.', nullable(timestamp()))
  readAt!: string | null;

  @Field('Time of the last reading that gave a price (UTC); null before the first.', nullable(timestamp()))
  succeededAt!: string | null;

  @Field('The last price that was read; null before the first.', nullable(price()), { example: 104.27 })
  price!: number | null;

  @Field('The day of that price; null before the first.', nullable(day()), { example: '2026-11-20' })
  day!: string | null;

  @Field('Number of failures in a row.', integer(0, MAX_FAILURES), { example: 0 })
  failureCount!: number;

  @Field('Code of the last failure; null after a success.', nullable(text(1, 40)), { example: null })
  failure!: string | null;

  @Field('The last failure as a sentence; null after a success.', nullable(text(1, 500)), { example: null })
  failureDetail!: string | null;

  static from({ failures: failureCount, ...reading }: PriceReading, status: ReadingStatus): OwnPriceReadingDto {
    return answerOf(OwnPriceReadingDto, { ...reading, status, failureCount });
  }
}
