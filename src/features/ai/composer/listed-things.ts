import { fieldsOf, listOf, textOf } from './answers/template.js';
import type { AnySpan, SpanType } from './spans/span.js';

const MAX_THINGS = 10;

/** The things that an answer lists, in its order. */
export function thingsOf(tool: string, value: unknown): AnySpan[] {
  const items = listOf(fieldsOf(value).items).slice(0, MAX_THINGS);
  const span = <Value>(type: SpanType, of: Value) => ({ type, value: of, from: 0, to: 0, isExact: true }) as AnySpan;
  switch (tool) {
    case 'list_vessels':
      return items.map(({ mmsi, name }) => span('vessel', { id: textOf(mmsi), name: textOf(name) || textOf(mmsi) }));
    case 'list_geofence_members':
      return items.flatMap(({ entity, name }) => {
        const [type, id = ''] = textOf(entity).split(':');
        return type === 'vessel' ? [span('vessel', { id, name: textOf(name) || id })] : [];
      });
    case 'list_movers':
    case 'list_watchlist_quotes':
    case 'list_holdings':
    case 'compare_instruments':
      return items.map(({ symbol }) => span('symbol', textOf(symbol)));
    case 'list_alerts':
      return items.map(({ id, title }) => span('alert', { id: textOf(id), name: textOf(title) }));
    default:
      return [];
  }
}
