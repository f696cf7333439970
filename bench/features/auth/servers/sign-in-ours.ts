// Our server with a public address, under which apps and passkeys know it, and one provider of sign-ins.
import 'reflect-metadata';
import { startOwnServer } from '../../../support/own-server.js';
import { announce } from '../../../support/server-process.js';

const { port } = await startOwnServer({
  SVC_BASE_URL: process.env.BENCH_ISSUER ?? '',
  SVC_APP_REGISTRATION_LIMIT: '100000',
  SVC_OUTBOUND_ALLOW: '127.0.0.1',
  SVC_OIDC_ISSUER: process.env.BENCH_PROVIDER ?? '',
  SVC_OIDC_CLIENT_ID: process.env.BENCH_CLIENT_ID ?? '',
  SVC_OIDC_CLIENT_SECRET: process.env.BENCH_CLIENT_SECRET ?? '',
  SVC_OIDC_SIGN_UP: 'open',
});
announce({ port, tokens: [] });
