import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Knowledge and faults of a provider of tests. */
export interface ProviderSetup {
  clients: ReadonlyArray<{ client_id: string; client_secret?: string } & Record<string, unknown>>;
  /** Subject that everyone signs in as. */
  user: string;
  claims: Record<string, unknown>;
  /** Fault of the ID tokens; see `oidc-provider-process.ts`. */
  forgery?: string | null;
  /** Members of the metadata that differ. */
  metadata?: Record<string, unknown> | null;
  clockOffsetSeconds?: number | null;
}

/** A running OpenID Connect provider. */
export interface RunningProvider {
  issuer: string;
  change(changes: Partial<ProviderSetup> & { newKey?: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** Starts a provider in a process of its own. */
export async function startProvider(): Promise<RunningProvider> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'oidc-provider-process.js'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const [port] = await once(child, 'message');
  return {
    issuer: `http://127.0.0.1:${port}`,
    change: async (changes) => {
      child.send(changes);
      await once(child, 'message');
    },
    close: async () => {
      child.disconnect();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** The client of the service at a provider, for the address of its pages. */
export const clientOf = (url: string, id: string, more: Record<string, unknown> = {}) => ({
  client_id: 'watchfloor',
  client_secret: 'a secret of the client, for tests only',
  redirect_uris: [`${url}/sign-in/${id}`],
  post_logout_redirect_uris: [`${url}/`],
  grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_post',
  ...more,
});

/** A browser with cookies of a provider, without scripts. */
export class ProviderVisitor {
  private readonly cookies = new Map<string, string>();

  /** Opens an address and follows redirects and forms. @returns the first address outside the provider */
  async visit(address: string): Promise<string> {
    const { origin } = new URL(address);
    let url = address;
    let form: URLSearchParams | undefined;
    for (let step = 0; step < 20; step += 1) {
      if (new URL(url).origin !== origin || new URL(url).pathname.startsWith('/sign-in/')) return url;
      const response = await fetch(url, {
        method: form === undefined ? 'GET' : 'POST',
        body: form,
        redirect: 'manual',
        headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        this.cookies.set(name, value);
      }
      form = undefined;
      const location = response.headers.get('location');
      if (location !== null) {
        url = new URL(location, url).href;
        continue;
      }
      const page = await response.text();
      const hidden = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']): [string, string] => [name, value],
      );
      const action = /action="([^"]+)"/.exec(page)?.[1];
      if (action === undefined || !page.includes('xsrf')) return `${url}#${response.status} ${page.slice(0, 2000)}`;
      url = new URL(action, url).href;
      form = new URLSearchParams(hidden);
    }
    throw new Error(`The provider redirects without end, last to ${url}.`);
  }

  /** Signs in at a provider. @returns the query with which it sends the browser back */
  async signIn(authorizationUrl: string): Promise<string> {
    const back = await this.visit(authorizationUrl);
    if (!/^\/sign-in\//.test(new URL(back).pathname)) throw new Error(`The provider did not send back: ${back}`);
    return new URL(back).search.slice(1);
  }
}
