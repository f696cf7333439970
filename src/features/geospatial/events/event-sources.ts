import type { SourceMaker } from '../source-parts.js';
import { eonetSource } from './eonet-source.js';
import { gdacsSource } from './gdacs-source.js';
import { gdeltSource } from './gdelt-source.js';
import { usgsSource } from './usgs-source.js';

/** Who reads the lines of `SVC_EVENT_SOURCES`; made-up events are the simulator's. */
export const eventSourceMakers: readonly SourceMaker[] = [usgsSource, eonetSource, gdacsSource, gdeltSource];
