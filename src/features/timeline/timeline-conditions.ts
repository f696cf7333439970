/** The conditions of the timeline as a caller sends them; an event must meet all of them. */
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
