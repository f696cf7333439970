import { Dto, Field } from '../../../api/field.js';
import { integer, nullable, optional, text, timeOfDay } from '../../../api/rules.js';
import { DEFAULT_INTERVAL_HOURS, MAX_INTERVAL_HOURS, MIN_INTERVAL_HOURS } from './price-address.js';

const interval = () => integer(MIN_INTERVAL_HOURS, MAX_INTERVAL_HOURS);

/** Rules and texts of fields that previews have too. */
export const addressUrl = () => text(1, 2_000);
export const jsonPath = () => text(1, 300);
export const addressTexts = {
  url: 'The address: a public host, http or https, without user name and password. It returns JSON of up to 256 KB.',
  pricePath: 'Path of the price in the response: a JSONPath to one value (RFC 9535), such as `$.data[0].close`.',
  timePath:
    'Path of the time of the price: a time with an offset, a day, or seconds or milliseconds since 1970. Null: a price ' +
    'is of the day (UTC) on which it is read.',
  currencyPath:
    'Path of the currency, which must be that of the instrument (ISO 4217); null: the currency is not checked.',
  intervalHours: 'Hours between two readings. Each day has one price, the last that was read for it.',
  timeOfDay: 'Time of day (UTC) from which it is read, for an interval of whole days; null: no fixed time.',
};
export const exampleUrl = 'https://prices.example.org/funds/ACME.json';

@Dto('A price address to set.')
export class NewPriceAddressDto {
  @Field(addressTexts.url, addressUrl(), { example: exampleUrl })
  url!: string;

  @Field(addressTexts.pricePath, jsonPath(), { example: '$.nav.value' })
  pricePath!: string;

  @Field(addressTexts.timePath, optional(nullable(jsonPath())), { example: '$.nav.date' })
  timePath?: string | null;

  @Field(addressTexts.currencyPath, optional(nullable(jsonPath())), { example: '$.nav.currency' })
  currencyPath?: string | null;

  @Field(`${addressTexts.intervalHours} Default: ${DEFAULT_INTERVAL_HOURS}.`, optional(interval()), { example: 24 })
  intervalHours?: number;

  @Field(addressTexts.timeOfDay, optional(nullable(timeOfDay())), { example: '18:30' })
  timeOfDay?: string | null;
}

@Dto('An address from which the prices of an own instrument are read.')
export class PriceAddressDto {
  @Field(addressTexts.url, addressUrl(), { example: exampleUrl })
  url!: string;

  @Field(addressTexts.pricePath, jsonPath(), { example: '$.nav.value' })
  pricePath!: string;

  @Field(addressTexts.timePath, nullable(jsonPath()), { example: '$.nav.date' })
  timePath!: string | null;

  @Field(addressTexts.currencyPath, nullable(jsonPath()), { example: '$.nav.currency' })
  currencyPath!: string | null;

  @Field(addressTexts.intervalHours, interval(), { example: 24 })
  intervalHours!: number;

  @Field(addressTexts.timeOfDay, nullable(timeOfDay()), { example: '18:30' })
  timeOfDay!: string | null;
}
