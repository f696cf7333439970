function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Inserts a sign-in form before an element of the page.
 * @returns a function that shows the state of the session and optionally an error
 */
export function signInForm(session, before) {
  const email = make('input', { name: 'email', type: 'email', autocomplete: 'username', required: '' });
  const password = make('input', {
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
    required: '',
  });
  const code = make('input', { name: 'code', autocomplete: 'one-time-code', maxlength: '40', required: '' });
  const first = make(
    'span',
    { class: 'fields' },
    make('label', {}, 'E-mail ', email),
    make('label', {}, 'Password ', password),
  );
  const second = make('span', { class: 'fields' }, make('label', {}, 'Code or recovery code ', code));
  /** Challenge of a sign-in that waits for the code of a second factor. */
  let challenge;
  const button = make('button', { type: 'submit', class: 'btn' }, 'Sign in');
  const other = make('button', { type: 'button', class: 'btn' }, 'Use another account');
  const status = make('span', { role: 'status' });
  const form = make(
    'form',
    { id: 'sign-in', class: 'wrapper', 'aria-label': 'Sign in' },
    first,
    second,
    status,
    button,
    other,
  );
  const show = (error) => {
    const { user } = session;
    button.disabled = false;
    first.hidden = email.disabled = password.disabled = user !== undefined || challenge !== undefined;
    second.hidden = other.hidden = code.disabled = user !== undefined || challenge === undefined;
    button.textContent = user === undefined ? 'Sign in' : 'Sign out';
    status.textContent = error?.message ?? (user === undefined ? '' : `Signed in as ${user.email}`);
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      if (session.user !== undefined) await session.signOut();
      else if (challenge !== undefined) await session.verify(challenge, code.value);
      else await session.signIn(email.value, password.value);
      challenge = undefined;
      form.reset();
      show();
    } catch (error) {
      if (error.code === 'mfa_required' || error.code === 'invalid_challenge') challenge = error.challenge;
      show(error.code === 'mfa_required' ? undefined : error);
      if (error.code === 'mfa_required') code.focus();
    }
    button.disabled = false;
  });
  other.addEventListener('click', () => {
    challenge = undefined;
    form.reset();
    show();
    email.focus();
  });
  show();
  if (session.isRestorable) {
    // Fields that disappear later would move the operation at which the page was opened.
    first.hidden = true;
    button.disabled = true;
    status.textContent = 'Signing in …';
  }
  before.before(form);
  return show;
}
