import { confirmedButton, rowOf, tell } from './forms.js';
import { make } from './page-dom.js';
import { explain } from './records.js';

const at = (id) => document.getElementById(id);
const [list, button, state] = [at('browser-list'), at('add-browser'), at('new-browser')];

/** Where this browser keeps the id of its contact, so that it becomes no second one. */
const OWN_CONTACT = 'push-contact';

const isSupported = 'serviceWorker' in navigator && 'PushManager' in window;

/** Returns a name for this browser, such as "Firefox on Linux". */
function browserName() {
  const agent = navigator.userAgent;
  const found = (names) => Object.keys(names).find((name) => names[name].test(agent)) ?? '';
  const browser = found({ Edge: /Edg\//, Opera: /OPR\//, Firefox: /Firefox\//, Chrome: /Chrom/, Safari: /Safari\// });
  const system = found({ Android: /Android/, iOS: /iPhone|iPad/, Windows: /Windows/, macOS: /Mac OS/, Linux: /Linux/ });
  return [browser || 'Browser', system].filter(Boolean).join(' on ');
}

const browsersOf = async (session) =>
  (await session.get('/alerts/contacts?limit=200')).items.filter(({ channel }) => channel === 'webPush');

async function listBrowsers(session) {
  const act = (work) => async () => {
    try {
      tell(state, (await work()) ?? '');
    } catch (error) {
      tell(state, explain(error), true);
    }
    await listBrowsers(session);
  };
  const rows = (await browsersOf(session)).map(({ id, name, address, disabledReason }) => {
    const test = make('button', { type: 'button' }, 'Test');
    test.addEventListener(
      'click',
      act(async () => {
        await session.post(`/alerts/contacts/${id}/test`);
        return 'A test message is on its way.';
      }),
    );
    const remove = act(() => session.remove(`/alerts/contacts/${id}`));
    return rowOf(
      [
        make('b', {}, name),
        make(
          'span',
          { class: 'tag', 'data-severity': disabledReason ? 'warning' : 'ok' },
          disabledReason ? 'Off' : 'On',
        ),
      ],
      disabledReason ?? address,
      test,
      confirmedButton('Remove', 'Remove this browser?', remove),
    );
  });
  list.replaceChildren(...rows);
}

/** Subscribes this browser, and stores the subscription as its contact for alert policies. */
async function addBrowser(session) {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('This browser does not permit notifications of this site. Permit them in its settings.');
  const { publicKey } = await session.get('/alerts/web-push-key');
  const registration = await navigator.serviceWorker.register('/push-worker.js', { scope: '/account' });
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  const delivery = { channel: 'webPush', endpoint, p256dh: keys.p256dh, auth: keys.auth };
  const own = (await browsersOf(session)).find(({ id }) => id === localStorage.getItem(OWN_CONTACT));
  if (own === undefined) {
    const { id } = await session.post('/alerts/contacts', { name: browserName(), delivery });
    localStorage.setItem(OWN_CONTACT, id);
  } else await session.patch(`/alerts/contacts/${own.id}`, { delivery });
  return 'This browser is a contact now. Name it in a step of an alert policy.';
}

/** Shows the browsers that receive push messages, and lets the account add this one. */
export async function showBrowsers(session) {
  button.disabled = !isSupported;
  if (!isSupported) tell(state, 'This browser receives no push messages here: they need https, and a recent browser.');
  button.onclick = async () => {
    button.disabled = true;
    try {
      tell(state, await addBrowser(session));
    } catch (error) {
      tell(state, explain(error), true);
    }
    button.disabled = false;
    await listBrowsers(session);
  };
  await listBrowsers(session);
}
