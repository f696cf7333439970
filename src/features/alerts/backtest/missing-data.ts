/** Data that a backtest lacked, so that its result may differ from the alerts that would really have fired. */
export interface MissingData {
  /** JSON Pointer of the leaf in the condition. */
  pointer: string;
  detail: string;
}
