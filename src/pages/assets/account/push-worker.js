// The service worker of the account page: it shows the push messages of alert policies.

self.addEventListener('push', (event) => {
  const { title, body, alertId, url } = event.data.json();
  const shown = { body, tag: alertId ?? 'test', data: { url }, icon: '/favicon.ico' };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { pathname, search, hash } = new URL(event.notification.data.url, location.origin);
  event.waitUntil(self.clients.openWindow(pathname + search + hash));
});
