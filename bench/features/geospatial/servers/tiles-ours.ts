// Our server with a number of vessels in its live state.
import 'reflect-metadata';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { startOwnServer } from '../../../support/own-server.js';
import { announce } from '../../../support/server-process.js';
import { fillVessels } from './fill-vessels.js';

const count = Number(process.env.BENCH_OBJECTS);
const { services, port, signIn } = await startOwnServer({ SVC_GEO_OBJECT_LIMIT: String(count) });
fillVessels(services.get(LiveState), count, Date.now());
announce({ port, tokens: [await signIn()] });
