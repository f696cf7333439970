/** Creates an element. Text is never parsed as HTML. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const words = { connecting: 'Connecting', live: 'Live', waiting: 'Reconnecting', failed: 'Not available' };

/** Shows the state of a panel as a word; an error becomes its explanation. */
export function showState(panel, state, error) {
  const label = panel.querySelector('.state');
  const text = error === undefined || state === 'live' ? words[state] : `${words[state]}: ${error.message}`;
  if (label.dataset.state === state && label.textContent === text) return;
  label.dataset.state = state;
  label.textContent = text;
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });

/** Returns the time since an event in words, such as `3 min. ago`. */
export function timeAgo(time) {
  const seconds = Math.min(0, Math.round((Date.parse(time) - Date.now()) / 1000));
  if (seconds > -60) return relative.format(seconds, 'second');
  if (seconds > -3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (seconds > -86_400) return relative.format(Math.round(seconds / 3600), 'hour');
  return relative.format(Math.round(seconds / 86_400), 'day');
}

/** Resolves after some seconds, or at once when the signal aborts. */
export function pause(seconds, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    signal.addEventListener('abort', end);
  });
}
