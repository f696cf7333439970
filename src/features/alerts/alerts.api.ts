export { type LeafProblem, type ProvidedLeaf, type RuleSource, RuleSources } from './sources/rule-sources.js';
