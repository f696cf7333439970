import test from 'ava';
import { encryptPush, MAX_PUSH_BYTES } from '../../../../src/features/alerts/web-push/encrypt-push.js';
import { decrypted, subscribed } from '../../../support/push-service.js';

// RFC 8291, appendix A.
const receiver = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const secrets = {
  salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
  privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
};
const message =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
  'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';

test('the example of RFC 8291 is encrypted to the bytes that it states', (t) => {
  const body = encryptPush('When I grow up, I want to be a watermelon', receiver, secrets);
  t.is(body.toString('base64url'), message);
});

test('each message has a salt and a key of its own, and a browser decrypts it, up to the largest', (t) => {
  const subscription = subscribed('https://push.example/1');
  const texts = ['', 'Zürich 🚢', 'x'.repeat(MAX_PUSH_BYTES)];
  const bodies = texts.map((text) => encryptPush(text, subscription.delivery));
  t.deepEqual(
    bodies.map((body) => decrypted(body, subscription)),
    texts,
  );
  t.is(bodies[2]?.length, 4_096);
  t.is(new Set(bodies.map((body) => body.toString('base64url', 0, 86))).size, 3);
});

test('another browser, or a changed byte, cannot be decrypted', (t) => {
  const subscription = subscribed('https://push.example/1');
  const body = encryptPush('secret', subscription.delivery);
  t.throws(() => decrypted(body, { ...subscribed('https://push.example/2') }));
  body[90] = (body[90] as number) ^ 1;
  t.throws(() => decrypted(body, subscription));
});
