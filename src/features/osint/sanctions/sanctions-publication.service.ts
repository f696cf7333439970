import { Service } from 'typedi';
import type { StixObject } from '../stix/stix-object.js';
import type { StixSelection } from '../stix/stix-selection.js';
import { SanctionsRepository } from './sanctions.repository.js';
import { SanctionsLists, SIMULATED_LIST } from './sanctions-lists.service.js';
import type { ListedEntity } from './sanctions-snapshot.js';
import { simulatedEntry, sourceOf, stixSanctioned } from './sanctions-stix.js';

const simulated = { title: 'Watchfloor simulator', isSimulated: true };

/** Publishes entries of sanctions lists as STIX objects. */
@Service()
export class SanctionsPublication {
  constructor(
    private readonly lists: SanctionsLists,
    private readonly repository: SanctionsRepository,
  ) {}

  /** Returns the objects of listed entries, in their order, without entries whose list was removed since. */
  async of(entities: readonly ListedEntity[]): Promise<StixObject[]> {
    const stored = await this.repository.published(
      entities.map(({ id, list }) => ({ id, list: list.name })).filter(({ list }) => list !== SIMULATED_LIST),
    );
    const byKey = new Map(stored.map((entry) => [`${entry.list} ${entry.id}`, entry]));
    return entities.flatMap((entity) => {
      if (entity.list.name === SIMULATED_LIST) return this.simulatedObject(entity);
      const entry = byKey.get(`${entity.list.name} ${entity.id}`);
      return entry === undefined ? [] : stixSanctioned(entry, sourceOf(entry.list));
    });
  }

  /** Returns the objects of the simulated list, which is empty unless it is in use. */
  async simulated(): Promise<StixObject[]> {
    const { entities } = await this.lists.current();
    return entities.filter(({ list }) => list.name === SIMULATED_LIST).map((entity) => this.simulatedObject(entity));
  }

  /** Lists the objects of stored entries by the time of their last change. */
  async changed(selection: StixSelection): Promise<Array<{ id: string; time: Date; object: StixObject }>> {
    const entries = await this.repository.changed(selection);
    return entries.map((entry) => ({
      id: entry.stixId,
      time: entry.changedAt,
      object: stixSanctioned(entry, sourceOf(entry.list)),
    }));
  }

  private simulatedObject({ list: _, ...entity }: ListedEntity): StixObject {
    return stixSanctioned(simulatedEntry(entity), simulated);
  }
}
