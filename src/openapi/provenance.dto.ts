import type { Provenance } from '../upstream/provenance.js';
import { Dto, Field } from './field.js';
import { flag, integer, list, nullable, text, timestamp } from './rules.js';

@Dto('Who said it, when it was true and how fresh it is.')
export class ProvenanceDto {
  @Field('The source; `simulator` is made up and never real.', text(1, 50), { example: 'simulator' })
  provider!: string;

  @Field('When it was true; null when the provider does not say.', nullable(timestamp()), { example: '2026-11-20T20:59:58.000Z' })
  asOf!: string | null;

  @Field('When this service got it.', timestamp(), { example: '2026-11-20T21:00:00.000Z' })
  fetchedAt!: string;

  @Field('How old data is when the provider gives it out, in seconds, by its own account; 0 is live.', integer(0, 1_000_000_000), { example: 0 })
  delaySeconds!: number;

  @Field('True when it is served past its freshness, as nothing newer was at hand.', flag(), { example: false })
  stale!: boolean;

  @Field('Sentences a reader should know: sources that disagree, fallbacks.', list(text(1, 500), 50), { example: [] })
  warnings!: string[];

  static from({ provider, asOf, fetchedAt, delaySeconds, stale, warnings }: Provenance): ProvenanceDto {
    const times = { asOf: asOf?.toISOString() ?? null, fetchedAt: fetchedAt.toISOString() };
    return Object.assign(new ProvenanceDto(), { provider, ...times, delaySeconds, stale, warnings });
  }
}
