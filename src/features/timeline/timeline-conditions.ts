/** The conditions of the timeline as a caller sends them; all hold together. */
export interface TimelineConditions {
  from?: string;
  to?: string;
  type?: string[];
  symbol?: string[];
  entity?: string[];
  severity?: number[];
  minSeverity?: number;
  bbox?: number[];
  q?: string;
}
