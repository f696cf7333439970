import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, integer, nullable, object, objects, text } from '../../../api/rules.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { LegalEntityDto } from '../../markets/identifiers/legal-entity-record.js';
import { chainEnds, MAX_OWNERS, type Ownership } from '../../markets/legal-entity.js';

/** Maximum number of listed subsidiaries. */
const MAX_SUBSIDIARIES = 100;

@Dto('The owners of a company, and its subsidiaries.')
export class EntityOwnersDto {
  @Field(
    'The company.',
    object(() => LegalEntityDto),
  )
  entity!: LegalEntityDto;

  @Field(
    'The companies that consolidate it in their accounts, the direct owner first, up to the top.',
    objects(LegalEntityDto, MAX_OWNERS),
  )
  owners!: LegalEntityDto[];

  @Field(
    'Reason why the chain ends. `exception`: the last company gives a reason for naming no owner; ' +
      '`not_reported`: it reports nothing; `cycle`: its owner is in the chain already; `limit`: the chain has more ' +
      'than 10 owners.',
    choice(chainEnds),
    { example: 'exception' },
  )
  chainEnd!: Ownership['chainEnd'];

  @Field(
    'The reason for naming no owner, as the register codes it, such as `NATURAL_PERSONS`; null for other ends.',
    nullable(text(2, 60)),
    { example: 'NATURAL_PERSONS' },
  )
  exception!: string | null;

  @Field(
    'The owner at the top, as the company itself reports it; null if it reports none.',
    nullable(object(() => LegalEntityDto)),
  )
  ultimateOwner!: LegalEntityDto | null;

  @Field('Companies that it owns directly, the first 100.', objects(LegalEntityDto, MAX_SUBSIDIARIES))
  subsidiaries!: LegalEntityDto[];

  @Field('Number of companies that it owns directly.', integer(0, 1_000_000), { example: 2 })
  subsidiaryCount!: number;

  @Field(
    'The register.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from(found: Ownership): EntityOwnersDto {
    const { entity, owners, chainEnd, exception, ultimate, subsidiaries, provider, fetchedAt, stale } = found;
    const top = owners.at(-1)?.lei;
    const differs = ultimate !== null && chainEnd !== 'limit' && ultimate.lei !== top;
    const warnings = differs ? ['The reported ultimate owner is not the last one of the chain of direct owners.'] : [];
    const provenance = { provider, asOf: entity.updatedAt, fetchedAt, delaySeconds: 0, stale, warnings };
    return answerOf(EntityOwnersDto, {
      entity: LegalEntityDto.from(entity),
      owners: owners.map(LegalEntityDto.from),
      chainEnd,
      exception,
      ultimateOwner: ultimate && LegalEntityDto.from(ultimate),
      subsidiaries: subsidiaries.entities.map(LegalEntityDto.from),
      subsidiaryCount: subsidiaries.total,
      provenance: ProvenanceDto.from(provenance),
    });
  }
}
