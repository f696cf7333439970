import type { EventType } from './event-type.js';

/** `*`, `alert.*` or `alert.firing`: what subscriptions and filters name event types by. */
export const patternShape = /^(?:\*|[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*(?:\.\*)?)$/;

/** Every type of event this service knows. */
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

  /** By name. */
  list(): EventType[] {
    return [...this.byName.values()];
  }

  /** Lists the event types that an account can see, by name. */
  visible(): EventType[] {
    return this.list().filter(({ audience }) => audience !== 'service');
  }

  /** Names of the visible types that match a pattern, in order. */
  matching(pattern: string): string[] {
    const names = this.visible().map(({ type }) => type);
    if (pattern === '*') return names;
    if (pattern.endsWith('.*')) return names.filter((name) => name.startsWith(pattern.slice(0, -1)));
    return names.filter((name) => name === pattern);
  }
}
