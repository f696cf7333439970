import type { BrokerName } from '../file/import-entry.js';
import { americanBrokers } from './american-brokers.js';
import { appBrokers } from './app-brokers.js';
import type { BrokerFormat } from './broker-format.js';
import { europeanBrokers } from './european-brokers.js';

/** The declarations of all brokers by their names. */
export const brokerFormats: Readonly<Record<BrokerName, BrokerFormat>> = {
  ...americanBrokers,
  ...europeanBrokers,
  ...appBrokers,
};
