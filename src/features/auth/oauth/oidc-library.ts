import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Middleware } from 'koa';
import type { RecordContent } from './oauth.repository.js';

/** The part of a request that oidc-provider adds to its Koa context. */
export interface OidcContext {
  route: string;
  params?: { grant_type?: string };
  entities: {
    AccessToken?: { accountId: string; grantId: string; scope?: string };
    RefreshToken?: { scope?: string };
    Client?: { clientId: string; clientName: string };
  };
  result?: { consent?: { grantId: string } };
}

export type OAuthContext = Context & { oidc: OidcContext };

/** A request of an app that waits for consent. */
export interface Interaction {
  uid: string;
  params: { client_id: string; redirect_uri: string; scope?: string; resource?: string | string[] };
}

interface Grant {
  addResourceScope(resource: string, scope: string): void;
  rejectResourceScope(resource: string, scope: string): void;
  save(): Promise<string>;
}

interface RegisteredApp {
  clientId: string;
  clientName: string;
  metadata(): Record<string, unknown>;
}

/** The part of a provider that is used here; oidc-provider has no types. */
export interface OidcProvider {
  readonly middleware: readonly Middleware[];
  readonly Grant: {
    new (fields: { accountId: string; clientId: string; jti: string }): Grant;
    find(id: string): Promise<object | undefined>;
  };
  readonly Client: {
    new (metadata: object): RegisteredApp;
    find(id: string): Promise<RegisteredApp | undefined>;
    adapter: { upsert(id: string, metadata: object): Promise<void> };
  };
  interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<Interaction>;
  interactionResult(req: IncomingMessage, res: ServerResponse, result: object): Promise<string>;
  on(event: 'server_error', listener: (ctx: Context, error: Error) => void): void;
}

/** An error of the protocol, which is sent as `error` and `error_description`. */
export interface OAuthError extends Error {
  statusCode: number;
  error_description?: string;
}

type ErrorClass = new (description?: string) => OAuthError;

export interface OidcLibrary {
  Provider: { new (issuer: string, configuration: object): OidcProvider; readonly ctx: OAuthContext | undefined };
  errors: Record<'InvalidGrant' | 'InvalidTarget' | 'InvalidClientMetadata', ErrorClass>;
  interactionPolicy: {
    Prompt: new (prompt: { name: string; requestable: boolean }, ...checks: object[]) => object;
    Check: new (reason: string, description: string, check: (ctx: OAuthContext) => boolean) => object;
  };
}

/** Stores one kind of records of the library. */
export interface OidcAdapter {
  upsert(id: string, content: RecordContent, seconds: number): Promise<void>;
  find(id: string): Promise<object | undefined>;
  findByUid(uid: string): Promise<undefined>;
  findByUserCode(code: string): Promise<undefined>;
  consume(id: string): Promise<void>;
  destroy(id: string): Promise<void>;
  revokeByGrantId(grantId: string): Promise<void>;
}

let loaded: Promise<OidcLibrary> | undefined;

/** Loads oidc-provider at the first use. */
export function loadOidcLibrary(): Promise<OidcLibrary> {
  // The name is not a literal, so that the compiler does not look for its types.
  const name: string = 'oidc-provider';
  loaded ??= import(name) as Promise<OidcLibrary>;
  return loaded;
}
