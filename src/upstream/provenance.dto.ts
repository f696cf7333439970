import { Dto, Field } from '../api/field.js';
import { flag, integer, list, nullable, text, timestamp } from '../api/rules.js';
import type { Provenance } from './provenance.js';

@Dto('Provider, time and freshness of a record.')
export class ProvenanceDto {
  @Field('Provider; `simulator` data is not real.', text(1, 50), { example: 'simulator' })
  provider!: string;

  @Field('Time at which the data was true; null when the provider does not state it.', nullable(timestamp()), {
    example: '2026-11-20T20:59:58.000Z',
  })
  asOf!: string | null;

  @Field('Time at which this service received it.', timestamp(), { example: '2026-11-20T21:00:00.000Z' })
  fetchedAt!: string;

  @Field('Delay stated by the provider in seconds; 0 is live.', integer(0, 1_000_000_000), { example: 0 })
  delaySeconds!: number;

  @Field('True when the record is older than it should be and nothing newer was available.', flag(), { example: false })
  stale!: boolean;

  @Field('Warnings as sentences, such as disagreeing sources or fallbacks.', list(text(1, 500), 50), { example: [] })
  warnings!: string[];

  static from({ provider, asOf, fetchedAt, delaySeconds, stale, warnings }: Provenance): ProvenanceDto {
    const times = { asOf: asOf?.toISOString() ?? null, fetchedAt: fetchedAt.toISOString() };
    return Object.assign(new ProvenanceDto(), { provider, ...times, delaySeconds, stale, warnings });
  }
}
