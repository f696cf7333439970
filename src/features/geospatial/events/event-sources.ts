import type { SourceMaker } from '../source-parts.js';
import { eonetSource } from './eonet-source.js';
import { gdacsSource } from './gdacs-source.js';
import { gdeltSource } from './gdelt-source.js';
import { usgsSource } from './usgs-source.js';

/** Makers of the sources in `SVC_EVENT_SOURCES`, except the simulator. */
export const eventSourceMakers: readonly SourceMaker[] = [usgsSource, eonetSource, gdacsSource, gdeltSource];
