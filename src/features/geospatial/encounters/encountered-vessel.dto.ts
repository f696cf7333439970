import { Dto, Field } from '../../../api/field.js';
import { nullable, text } from '../../../api/rules.js';
import type { Encounter } from './encounter.js';

@Dto('A vessel of an encounter.')
export class EncounteredVesselDto {
  @Field('The MMSI, nine digits.', text(9, 9, /^\d{9}$/, 'nine digits'), { example: '311000432' })
  mmsi!: string;

  @Field('The name that it reported when the encounter was detected; null if unknown.', nullable(text(1, 100)), {
    example: 'GULF PEARL',
  })
  name!: string | null;
}

/** Returns the two vessels of an encounter. */
export function vesselsOf({ entities, details }: Pick<Encounter, 'entities' | 'details'>): EncounteredVesselDto[] {
  return entities.map((entity, index) => {
    const name = index === 0 ? details.firstName : details.secondName;
    return { mmsi: entity.slice('vessel:'.length), name: typeof name === 'string' ? name : null };
  });
}
