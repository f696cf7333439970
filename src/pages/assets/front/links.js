const at = (id) => document.getElementById(id);
const [form, signIn] = [at('reset'), at('sign-in')];

/**
 * Returns the token in the fragment of the page's URL, from the link of an e-mail: `#reset=<token>`. Browsers do not
 * send the fragment to the server.
 */
function resetToken() {
  return /^#reset=([\w-]{36,43})$/.exec(location.hash)?.[1];
}

function forget() {
  history.replaceState(null, '', location.pathname);
}

function showReset() {
  form.hidden = resetToken() === undefined;
  if (!form.hidden) form.elements.password.focus();
}

/** Shows the form for a new password when the page was opened by the link of an e-mail, and sends such links. */
export function runLinks(session) {
  window.addEventListener('hashchange', showReset);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const complaint = form.querySelector('.error');
    complaint.textContent = '';
    try {
      await session.setPassword(resetToken(), form.elements.password.value);
      form.reset();
      forget();
      // All sessions have ended, including that of this page.
      if (session.user !== undefined) return location.reload();
      showReset();
      at('notice').textContent = 'The password is set. Sign in with it.';
    } catch (error) {
      complaint.textContent = error.errors[0]?.detail ?? error.message;
    }
  });
  at('forgot')?.addEventListener('click', async () => {
    const { email } = signIn.elements;
    if (!email.reportValidity()) return;
    try {
      await session.requestPasswordReset(email.value);
      at('notice').textContent = 'If the address has an account, a mail with a link to a new password is on its way.';
    } catch (error) {
      at('sign-in-error').textContent = error.message;
    }
  });
  showReset();
}
