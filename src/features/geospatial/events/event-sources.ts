import type { SourceMaker } from '../source-parts.js';
import { eonetSource } from './eonet-source.js';
import { gdacsSource } from './gdacs-source.js';
import { gdeltSource } from './gdelt-source.js';
import { usgsSource } from './usgs-source.js';

/** The sources of `SVC_EVENT_SOURCES`. The simulator has its own. */
export const eventSourceMakers: readonly SourceMaker[] = [usgsSource, eonetSource, gdacsSource, gdeltSource];
