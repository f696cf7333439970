import test from 'ava';
import { findPlaces } from '../../src/gazetteer/find-places.js';
import { gazetteer } from '../../src/gazetteer/gazetteer.js';

const places = (text: string) =>
  findPlaces(text).places.map(({ place }) =>
    [place.name, place.state ?? place.country].filter((part) => part !== null).join('/'),
  );
const countries = (text: string) => findPlaces(text).countries.map(({ country }) => country);

test('cities, ports, straits, canals and seas are found, the longest name first', (t) => {
  t.deepEqual(places('Tanker held near Bandar Abbas after leaving the Strait of Hormuz'), [
    'Bandar Abbas/IR',
    'Strait of Hormuz',
  ]);
  t.deepEqual(places('Drought slows the Panama Canal; Red Sea ships turn to the Cape of Good Hope'), [
    'Panama Canal/PA',
    'Red Sea',
    'Cape of Good Hope/ZA',
  ]);
  t.deepEqual(places('Patrols in the South China Sea'), ['South China Sea']);
  t.deepEqual(places('Explosion in Kiev, Взрыв в Киеве'), ['Kyiv/UA', 'Kyiv/UA']);
});

test('a country has no position, by its name or by an adjective', (t) => {
  t.deepEqual(findPlaces('Iranian forces and French troops').places, []);
  t.deepEqual(countries('Iranian forces and French troops in the U.S.'), ['IR', 'FR', 'US']);
  t.deepEqual(
    findPlaces('Iranian forces leave Iraq').countries.map(({ isName }) => isName),
    [false, true],
  );
});

test('of several places with one name the largest is meant, unless the text names the country or state', (t) => {
  t.deepEqual(places('Strike closes Paris airports'), ['Paris/FR']);
  t.deepEqual(places('Tornado hits Birmingham, Alabama'), ['Birmingham/AL', 'Alabama/AL']);
  t.deepEqual(places('Fire in Birmingham'), ['Birmingham/GB']);
  t.deepEqual(places('Storm damages homes in Springfield, IL'), ['Springfield/IL']);
  t.deepEqual(places('Springfield schools close'), [], 'no Springfield is much larger than the others');
});

test('ordinary words and names of people are not places', (t) => {
  const texts = [
    'Reading is good for you',
    'Mobile phone sales fall',
    'Nice work by Michael Jordan',
    'Chad Smith and Paris Hilton meet',
    'Batman returns',
    'It gives us hope',
  ];
  for (const text of texts) t.deepEqual([places(text), countries(text)], [[], []], text);
  t.deepEqual(places('Fire in Mobile, Alabama'), ['Mobile/AL', 'Alabama/AL']);
  t.deepEqual(places('A factory in Reading, England'), ['Reading/GB']);
});

test('Georgia is the country or the state, by what else a text names', (t) => {
  t.deepEqual(
    [
      places('Protests in Georgia: thousands march in Tbilisi'),
      countries('Protests in Georgia: thousands march in Tbilisi'),
    ],
    [['Tbilisi/GE'], ['GE']],
  );
  t.deepEqual(places('Georgia count goes on, Atlanta officials tell U.S. media'), ['Georgia/GA', 'Atlanta/GA']);
});

test('mentions have the positions of the text and a confidence', (t) => {
  const text = 'Ölpreis: Tanker vor Fujairah brennt';
  const [mention] = findPlaces(text).places;
  t.is(text.slice(mention?.start, mention?.end), 'Fujairah');
  t.true(mention !== undefined && mention.confidence >= 0.5 && mention.confidence <= 1);
});

test('every place of the gazetteer has a valid position and country', (t) => {
  const { countryNames, states } = gazetteer();
  t.true(countryNames.size > 200);
  t.is(states.size, 50);
  t.deepEqual(places('Snow in Buffalo, New York'), ['Buffalo/NY', 'New York City/NY']);
  for (const name of ['London', 'Rotterdam', 'Singapore', 'Lagos', 'Suez'])
    t.is(findPlaces(`A port in ${name}`).places.length, 1, name);
});
