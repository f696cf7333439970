import { make } from './page-dom.js';
import { explain } from './records.js';

/** Shows the result of an action. */
export function tell(place, text, isError = false) {
  place.textContent = text;
  place.classList.toggle('error', isError);
}

/**
 * Handles the submission of a form. Its last element with the role `status` shows the result, or the error.
 * @param act receives the fields and returns the text of the result
 */
export function onSubmit(form, act) {
  const state = [...form.querySelectorAll('[role=status]')].at(-1);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('[type=submit]');
    button.disabled = true;
    tell(state, '');
    try {
      tell(state, (await act(form.elements)) ?? '');
    } catch (error) {
      tell(state, explain(error), true);
    }
    button.disabled = false;
  });
}

/** Returns a button that asks for a second click before it acts. */
export function confirmedButton(text, question, act) {
  const button = make('button', { type: 'button' }, text);
  let isAsked = false;
  const reset = () => {
    isAsked = false;
    button.textContent = text;
    button.classList.remove('danger');
  };
  button.addEventListener('blur', reset);
  button.addEventListener('click', async () => {
    if (!isAsked) {
      isAsked = true;
      button.textContent = question;
      return button.classList.add('danger');
    }
    button.disabled = true;
    await act();
    button.disabled = false;
    reset();
  });
  return button;
}

/** Returns a secret that is shown once, with a button that copies it. */
export function secretOf(text, secret) {
  const copy = make('button', { type: 'button' }, 'Copy');
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(secret);
    copy.textContent = 'Copied';
  });
  return [make('p', {}, text), make('div', { class: 'buttons' }, make('code', {}, secret), copy)];
}

/** Returns a row of a list: a name, a line of details below it, and a button. */
export const rowOf = (name, line, ...buttons) =>
  make(
    'li',
    {},
    make('div', {}, ...[name].flat(), make('span', { class: 'quiet' }, line)),
    make('div', { class: 'buttons' }, ...buttons),
  );
