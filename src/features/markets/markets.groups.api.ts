// Lets other features register the groups of symbols that they store.
export { SymbolGroups } from './market-calendar/symbol-groups.js';
