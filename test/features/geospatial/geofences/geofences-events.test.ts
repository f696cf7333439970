import test from 'ava';
import {
  geofenceDwelled,
  geofenceEntered,
  geofenceExited,
} from '../../../../src/features/geospatial/geofences/geofences.events.js';

const stay = {
  geofenceId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  geofenceName: 'Maasvlakte',
  entity: 'vessel:219024336',
  enteredAt: '2026-11-20T23:15:00.000Z',
  occurredAt: '2026-11-20T23:15:30.000Z',
  staySeconds: 30,
  position: null,
  provider: 'ais',
};

for (const [reason, title] of [
  ['crossed', 'Vessel 219024336 left Maasvlakte after 30 s'],
  ['fence_moved', 'Vessel 219024336 left Maasvlakte after 30 s'],
  ['lost', 'Vessel 219024336 was in Maasvlakte for 30 s until it stopped reporting'],
  ['fence_changed', 'Vessel 219024336 was in Maasvlakte for 30 s until the geofence was changed'],
  ['fence_ended', 'Vessel 219024336 was in Maasvlakte for 30 s until the geofence ended'],
  [
    'entity_lost',
    'Vessel 219024336 was in Maasvlakte for 30 s until the object that the geofence follows stopped reporting',
  ],
] as const) {
  test(`the title of an exit with the reason ${reason} names how the stay ended`, (t) => {
    t.is(geofenceExited.titleOf({ ...stay, reason }), title);
  });
}

test('the titles of transitions name the vessel or aircraft when its name is known, with its number', (t) => {
  const emma = { ...stay, entityName: 'EMMA', reason: 'crossed' } as const;
  t.is(geofenceEntered.titleOf(emma), 'EMMA (vessel 219024336) entered Maasvlakte');
  t.is(geofenceExited.titleOf(emma), 'EMMA (vessel 219024336) left Maasvlakte after 30 s');
  t.is(geofenceDwelled.titleOf(emma), 'EMMA (vessel 219024336) has been in Maasvlakte for 30 s');
  t.is(geofenceEntered.titleOf({ ...emma, entityName: null }), 'Vessel 219024336 entered Maasvlakte');
});
