import test from 'ava';
import { DERIVED_FROM_SIMULATED, simulatedNotice } from '../../src/simulation/simulated-notice.js';

test('an image has a notice if some or all of its data are simulated', (t) => {
  t.is(simulatedNotice(['simulator']), 'Simulated data');
  t.is(simulatedNotice(['simulator', 'eodhd']), 'Partly simulated data');
  t.is(simulatedNotice(['eodhd'], ['The quote is old.']), undefined);
  t.is(simulatedNotice([]), undefined);
});

test('data that were derived from simulated data count as simulated, and only with their warning', (t) => {
  const warnings = ['A vessel was received in half of the hours.', DERIVED_FROM_SIMULATED];
  t.is(simulatedNotice(['detector'], warnings), 'Simulated data');
  t.is(simulatedNotice(['detector', 'eodhd'], warnings), 'Partly simulated data');
  t.is(simulatedNotice(['detector'], []), undefined);
});
