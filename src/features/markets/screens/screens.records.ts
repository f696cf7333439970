import { Service } from 'typedi';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { MarketsConfig } from '../markets.config.js';
import { ScreenDto } from './screen.dto.js';
import type { Screen, ScreenContent } from './screen.js';
import { ScreenRepository } from './screen.repository.js';
import { definitionOf, planOf, type ScreenInput } from './screen-plan.js';

/** Manages the saved screens of an account. Lists that a screen names are looked up when it is run. */
@Service()
export class ScreensService extends OwnedRecords<
  Screen,
  ScreenInput & { name: string },
  ScreenInput & { name?: string }
> {
  constructor(parts: OwnedParts, repository: ScreenRepository, config: MarketsConfig) {
    super(parts, {
      table: repository,
      noun: 'screen',
      limitName: 'screens',
      limit: () => config.screens,
      exported: { section: 'screens', description: 'Its saved screens.', item: ScreenDto },
      searched: { type: 'screen', title: 'Your screens', path: '/markets/screens', texts: ['name'] },
      // Another universe could read other lists of the owner, so only the owner changes a screen.
      shared: { name: 'screen', path: '/markets/screens', access: ['read'] },
    });
  }

  /** Returns the content of a new screen. @throws Problem as `planOf` */
  protected fresh(_accountId: string, { name, ...input }: ScreenInput & { name: string }): ContentOf<Screen> {
    const definition = definitionOf(input);
    planOf(definition);
    return { name, ...definition };
  }

  /** Returns the changed fields. @throws Problem as `planOf` */
  protected revised(current: Screen, { name, ...changes }: ScreenInput & { name?: string }): Partial<ScreenContent> {
    const universe = { ...current.universe, ...given(changes.universe ?? {}) };
    const definition = definitionOf({ ...current, ...given(changes), universe });
    planOf(definition);
    return { name, ...definition };
  }
}

/** Returns the properties that have a value or are null. */
const given = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
