import { Service } from 'typedi';
import { SIMULATOR } from '../data-origin.js';
import type { RouteTable } from './route-table.js';

/** The route that a table lists for a callsign. */
export interface ListedRoute {
  callsign: string;
  /** ICAO codes of the airports in the order of the flight, at least two. */
  airports: readonly string[];
  /** The table, as in `sourceOfTable`. */
  source: string;
}

/** The routes of callsigns in the configured tables, and those that the simulator lists for its flights. */
@Service()
export class ListedRoutes {
  private tables: readonly RouteTable[] = [];

  /** Uses other tables from now on, the first one first. */
  use(tables: readonly RouteTable[]): void {
    this.tables = tables;
  }

  /**
   * Finds the route of a callsign; undefined for an unknown one. Callsigns of simulated aircraft are invented, so that
   * only the simulator knows them, and it knows no others.
   */
  find(callsign: string, provider: string): ListedRoute | undefined {
    const name = callsign.trim().toUpperCase();
    for (const table of this.tables) {
      if ((table.source === SIMULATOR) !== (provider === SIMULATOR)) continue;
      const airports = table.find(name);
      if (airports !== undefined) return { callsign: name, airports, source: table.source };
    }
    return undefined;
  }
}
