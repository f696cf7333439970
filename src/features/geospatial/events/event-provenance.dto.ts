import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { flag, list, object } from '../../../openapi/rules.js';
import type { SourceRecord } from '../data-origin.js';
import { SourceRecordDto } from '../source-record.dto.js';

@Dto('The provenance of an event, and the records that it was derived from.')
export class EventProvenanceDto extends ProvenanceDto {
  @Field('Whether the event is simulated or derived from simulated reports; then it did not happen.', flag(), { example: false })
  simulated!: boolean;

  @Field(
    'The records that this service derived the event from, with their providers; empty for events published by a source.',
    list(
      object(() => SourceRecordDto),
      20,
    ),
    { example: [] },
  )
  derivedFrom!: SourceRecord[];
}
