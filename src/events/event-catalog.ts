import type { EventType } from './event-type.js';

/** Pattern by which subscriptions and filters select event types: `*`, `alert.*` or `alert.firing`. */
export const patternShape = /^(?:\*|[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*(?:\.\*)?)$/;

/** All types of events, by name. */
export class EventCatalog {
  private readonly byName = new Map<string, EventType>();

  /** @throws Error when two types have one name */
  constructor(types: readonly EventType[]) {
    for (const type of [...types].sort((a, b) => (a.type < b.type ? -1 : 1))) {
      if (this.byName.has(type.type)) throw new Error(`Two event types are named ${type.type}.`);
      this.byName.set(type.type, type);
    }
  }

  get(name: string): EventType | undefined {
    return this.byName.get(name);
  }

  /** Returns all types, sorted by name. */
  list(): EventType[] {
    return [...this.byName.values()];
  }

  /** Returns the types that accounts can see, sorted by name. */
  visible(): EventType[] {
    return this.list().filter(({ audience }) => audience !== 'service');
  }

  /** Returns the names of the visible types that match a pattern, sorted. */
  matching(pattern: string): string[] {
    const names = this.visible().map(({ type }) => type);
    if (pattern === '*') return names;
    if (pattern.endsWith('.*')) return names.filter((name) => name.startsWith(pattern.slice(0, -1)));
    return names.filter((name) => name === pattern);
  }
}
