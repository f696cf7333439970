import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { flag, list, object } from '../../../openapi/rules.js';
import type { SourceRecord } from '../data-origin.js';
import { SourceRecordDto } from '../source-record.dto.js';

@Dto('The provenance of an event, and what it was derived from.')
export class EventProvenanceDto extends ProvenanceDto {
  @Field('True for a simulated event, and for one that was derived from simulated reports: nothing of it has happened.', flag(), { example: false })
  simulated!: boolean;

  @Field(
    'The records that this service derived the event from, with their providers; empty for what a source published itself.',
    list(
      object(() => SourceRecordDto),
      20,
    ),
    { example: [] },
  )
  derivedFrom!: SourceRecord[];
}
