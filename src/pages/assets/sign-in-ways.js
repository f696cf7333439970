import './simplewebauthn.js';

const { startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;
/** Key of the sign-in at a provider that this tab has started. It ends with the tab. */
const FLOW = 'watchfloor.flow';

/** True if this browser and address can use passkeys, which belong to a host name, never to an IP address. */
export const hasPasskeys = () =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);

/** Opens the page of a provider, which sends the browser back to `/sign-in/{provider}`. */
export function goToProvider(provider, purpose, { flowToken, authorizationUrl }) {
  sessionStorage.setItem(FLOW, JSON.stringify({ provider, purpose, flowToken }));
  location.assign(authorizationUrl);
}

/**
 * Takes the response with which a provider sent the browser back to this page, and removes it from the address.
 * @returns undefined on other pages
 */
export function takeCallback() {
  const [, provider] = /^\/sign-in\/([a-z0-9-]+)$/.exec(location.pathname) ?? [];
  if (provider === undefined) return undefined;
  const callbackQuery = location.search.slice(1);
  const started = JSON.parse(sessionStorage.getItem(FLOW) ?? 'null');
  sessionStorage.removeItem(FLOW);
  history.replaceState(null, '', '/');
  return {
    provider,
    callbackQuery,
    purpose: started?.purpose,
    flowToken: started?.provider === provider ? started.flowToken : undefined,
  };
}

/** Asks the authenticator for a response to a challenge; its own errors are technical. */
async function asked(start, { options }) {
  try {
    return await start({ optionsJSON: options });
  } catch (error) {
    const isCanceled = error.name === 'NotAllowedError' || error.name === 'AbortError';
    if (error.name === 'InvalidStateError') throw new Error('This device already has a passkey of your account.');
    throw new Error(isCanceled ? 'The passkey was not used: canceled, or not in time.' : error.message);
  }
}

const partsOf = ({ id, rawId, type, response, clientExtensionResults, authenticatorAttachment }) => ({
  id,
  rawId,
  type,
  response,
  clientExtensionResults,
  ...(authenticatorAttachment && { authenticatorAttachment }),
});

/** Signs in with a passkey. @param challenge of a sign-in that waits for its second factor */
export async function signInWithPasskey(session, challenge) {
  const started = await session.startPasskey(challenge);
  await session.finishPasskey(started.flowToken, partsOf(await asked(startAuthentication, started)));
}

/** Adds a passkey to the account. */
export async function addPasskey(session, name, password) {
  const started = await session.post('/auth/passkeys/registration', password === '' ? {} : { password });
  const credential = partsOf(await asked(startRegistration, started));
  return session.post('/auth/passkeys/registration/verify', { flowToken: started.flowToken, name, credential });
}
