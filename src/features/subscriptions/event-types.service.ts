import { Service } from 'typedi';
import { EventCatalog } from '../../events/event-catalog.js';
import { standaloneEnvelope } from '../../events/event-envelope.js';

export interface DescribedEventType {
  type: string;
  description: string;
  visibility: 'public' | 'owner';
  /** Possible severities, ascending. */
  severities: number[];
  /** JSON Schema 2020-12 of the whole CloudEvents envelope. */
  schema: Record<string, unknown>;
  /** An example of the whole envelope. */
  example: Record<string, unknown>;
}

/** Lists the types of events that accounts can see. */
@Service()
export class EventTypesService {
  private described?: DescribedEventType[];

  constructor(private readonly catalogue: EventCatalog) {}

  /** Returns the types in the order of their names. */
  list(): DescribedEventType[] {
    this.described ??= this.catalogue.visible().map((type) => ({
      type: type.type,
      description: type.description,
      visibility: type.audience === 'public' ? 'public' : 'owner',
      severities: [...type.severities],
      ...standaloneEnvelope(type),
    }));
    return this.described;
  }
}
