import { confirmedButton, rowOf, tell } from './forms.js';
import { make, timeAgo } from './page-dom.js';

const at = (id) => document.getElementById(id);

const programs = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/watchfloor/i, 'Watchfloor command line'],
];
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
const find = (list, text) => list.find(([pattern]) => pattern.test(text))?.[1];

/** Returns the device of a session in words, such as `Firefox on Linux`. */
function deviceOf(userAgent) {
  if (userAgent === null) return 'Unknown device';
  const [program, system] = [find(programs, userAgent), find(systems, userAgent)];
  if (program === undefined) return userAgent.slice(0, 60);
  return system === undefined ? program : `${program} on ${system}`;
}

const methods = { passkey: ' · by passkey', provider: ' · by provider ', app: ' · an app that you allowed' };
const networks = { loopback: 'this machine', private: 'a private network', public: 'the internet' };

/** Lists the sessions of the account, the present one first. */
export async function showSessions(session) {
  const { items } = await session.get('/auth/sessions');
  const end = (id) => async () => {
    await session.remove(`/auth/sessions/${id}`).catch((error) => tell(at('sessions-state'), error.message, true));
    await showSessions(session);
  };
  const sorted = items.sort((one, other) => Number(other.current) - Number(one.current));
  at('sessions').replaceChildren(
    ...sorted.map(({ id, device, network, method, provider, app, lastUsedAt, createdAt, current }) => {
      const name = [
        make('b', {}, app ?? deviceOf(device)),
        current ? make('span', { class: 'tag', 'data-severity': 'ok' }, 'This one') : '',
      ];
      const line = `From ${networks[network]} · used ${timeAgo(lastUsedAt)} · since ${new Date(createdAt).toLocaleDateString('en-GB', { dateStyle: 'medium' })}${methods[method] ?? ''}${provider ?? ''}`;
      return rowOf(name, line, ...(current ? [] : [confirmedButton('End', 'End this session?', end(id))]));
    }),
  );
  const others = items.filter(({ current }) => !current);
  const button = at('end-others');
  button.hidden = others.length === 0;
  button.onclick = async () => {
    button.disabled = true;
    try {
      for (const { id } of others) await session.remove(`/auth/sessions/${id}`);
      tell(at('sessions-state'), `${others.length} ${others.length === 1 ? 'session has' : 'sessions have'} ended.`);
    } catch (error) {
      tell(at('sessions-state'), error.message, true);
    }
    button.disabled = false;
    await showSessions(session);
  };
}
