// Lets other features register the series that they measure, so that these have prices.
export {
  MeasuredMarkets,
  type MeasuredRange,
  type MeasuredReading,
  type MeasuredSeries,
  type MeasuredSource,
} from './measured/measured-markets.service.js';
