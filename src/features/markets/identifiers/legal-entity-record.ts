import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { flag, nullable, text, timestamp } from '../../../api/rules.js';
import type { LegalEntity } from '../legal-entity.js';

@Dto('A company in the register of legal entity identifiers.')
export class LegalEntityDto {
  @Field('Legal entity identifier (ISO 17442).', text(20, 20), { example: 'HWUPKR0MPOU8FGXBT394' })
  lei!: string;

  @Field('Legal name of the company.', text(1, 200), { example: 'Apple Inc.' })
  name!: string;

  @Field('Country of its legal address (ISO 3166-1); null if the register states none.', nullable(text(2, 2)), {
    example: 'US',
  })
  country!: string | null;

  @Field('Country or region whose law applies (ISO 3166); null if the register states none.', nullable(text(2, 6)), {
    example: 'US-CA',
  })
  jurisdiction!: string | null;

  @Field('Whether it exists and operates; null if the register does not say.', nullable(flag()), { example: true })
  isActive!: boolean | null;

  @Field('Whether its registration was renewed in time; null if the register does not say.', nullable(flag()), {
    example: true,
  })
  isCurrent!: boolean | null;

  @Field('Time of the last change of its record (UTC); null if unknown.', nullable(timestamp()), {
    example: '2026-03-02T14:31:00.000Z',
  })
  updatedAt!: string | null;

  static from({ updatedAt, ...entity }: LegalEntity): LegalEntityDto {
    return answerOf(LegalEntityDto, { ...entity, updatedAt: updatedAt?.toISOString() ?? null });
  }
}
