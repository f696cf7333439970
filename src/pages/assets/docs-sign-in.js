function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Puts a form to sign in before an element of the page.
 * @returns shows the state of the session, and optionally an error
 */
export function signInForm(session, before) {
  const email = make('input', { name: 'email', type: 'email', autocomplete: 'username', required: '' });
  const password = make('input', { name: 'password', type: 'password', autocomplete: 'current-password', required: '' });
  const fields = make('span', { class: 'fields' }, make('label', {}, 'E-mail ', email), make('label', {}, 'Password ', password));
  const button = make('button', { type: 'submit', class: 'btn' }, 'Sign in');
  const status = make('span', { role: 'status' });
  const form = make('form', { id: 'sign-in', class: 'wrapper', 'aria-label': 'Sign in' }, fields, status, button);
  const show = (error) => {
    const { user } = session;
    fields.hidden = user !== undefined;
    email.disabled = password.disabled = user !== undefined;
    button.textContent = user === undefined ? 'Sign in' : 'Sign out';
    status.textContent = error?.message ?? (user === undefined ? '' : `Signed in as ${user.email}`);
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      await (session.user === undefined ? session.signIn(email.value, password.value) : session.signOut());
      form.reset();
    } catch (error) {
      show(error);
    }
    button.disabled = false;
  });
  show();
  before.before(form);
  return show;
}
