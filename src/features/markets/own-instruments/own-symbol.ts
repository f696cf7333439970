import type { PathParameterDescription } from '../../../api/endpoint.js';
import { type Rule, text } from '../../../api/rules.js';
import { ownSymbolShape } from '../own/own-instrument.js';

/** The rule for the symbols of own instruments in requests, case-insensitive. */
export const ownSymbolRule: Rule = text(5, 28, ownSymbolShape, 'a symbol such as HOUSE.OWN');

/** The path parameter `{symbol}` of operations on own instruments. */
export const ownSymbolParameter: PathParameterDescription = {
  description: 'The symbol of your instrument: `<code>.OWN`, case-insensitive.',
  rule: ownSymbolRule,
  example: 'HOUSE.OWN',
};
