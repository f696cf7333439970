// Our server with its simulator, whose coins trade at any hour. The limits on streams are lifted.
import 'reflect-metadata';
import { StreamWatch } from '../../../../src/http/stream/stream-watch.js';
import { startOwnServer } from '../../../support/own-server.js';
import { announce } from '../../../support/server-process.js';

const { services, port, signIn } = await startOwnServer({
  SVC_CONCURRENCY: '10000',
  SVC_STREAMS_PER_ACCOUNT: '10000',
});
services.get(StreamWatch).start();
announce({ port, tokens: [await signIn()] });
