// Lets other features register the series that they measure, so that these have prices.
export { MeasuredMarkets } from './measured/measured-markets.service.js';
export type { MeasuredRange, MeasuredReading, MeasuredSeries, MeasuredSource } from './measured/measured-series.js';
