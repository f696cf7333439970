export type { Observation } from './engine/observation.js';
export { type LeafProblem, type ProvidedLeaf, type RuleSource, RuleSources } from './sources/rule-sources.js';
