import test from 'ava';
import { isImoNumber, isMaritimeIdentity } from '../../src/extraction/check-numbers.js';
import { extractEntities } from '../../src/extraction/extract-entities.js';
import { keccak256 } from '../../src/extraction/keccak256.js';
import { ethereumChecksum, isBase58Address, isBech32Address } from '../../src/extraction/wallet-address.js';

const keysIn = (text: string) => extractEntities(text).map(({ key }) => key);

for (const [text, keys] of [
  [
    'The tanker Eastern Falcon (IMO 9008354, MMSI: 352367010) left.',
    ['vessel:eastern_falcon', 'imo:9008354', 'vessel:352367010'],
  ],
  ['IMO 9008355 has a wrong check digit; MMSI 152367010 is no ship.', []],
  [
    'ICAO24 4CA2D6, flight BAW123, D-AIMA and RA-82045',
    ['aircraft:4ca2d6', 'callsign:BAW123', 'registration:D-AIMA', 'registration:RA-82045'],
  ],
  ['Mail bob[@]example.net or ann[@]mail.example[.]org.', ['email:bob@example.net', 'email:ann@mail.example.org']],
  ['Mail d.velkashin@example.net from evil-site[.]com.', ['email:d.velkashin@example.net', 'domain:evil-site.com']],
  [
    'From 192.168.1.77 and 2001:db8::ff00:42:8329, not 300.1.1.1, with version 1.2.3.4',
    ['ip:192.168.1.77', 'ip:2001:db8::ff00:42:8329'],
  ],
  ['cve-2021-44228 and CVE-2024-3400', ['cve:CVE-2021-44228', 'cve:CVE-2024-3400']],
  ['read README.md, main.py and setup.sh at the end.In time', []],
  [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa, not 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    ['wallet:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ],
  [
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t, not TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u',
    ['wallet:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ],
  [
    'ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea, not ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfeb',
    ['wallet:ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea'],
  ],
  [
    'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9 and MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9',
    ['wallet:LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9', 'wallet:MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9'],
  ],
  ['Written in ASP.NET, VB.NET and Json.NET on .NET 8', []],
  [
    'See slashdot.net, SOURCEFORGE.NET, asp.net and ASP[.]NET',
    ['domain:slashdot.net', 'domain:sourceforge.net', 'domain:asp.net', 'domain:asp.net'],
  ],
  ['The aircraft N12345 (tail number N7) left', ['registration:N12345', 'registration:N7']],
  ['An N95 mask on the N12, N12345 of them, a plane n400 or aircraft N012', []],
  [
    'President Nadia Ferrel of the Ministry of Defence met Karl van der Berg.',
    ['person:nadia_ferrel', 'organization:ministry_of_defence'],
  ],
  ['The Bank of England acted, said Aurelio Montevane.', ['organization:bank_of_england', 'person:aurelio_montevane']],
] as const)
  test(`extraction from “${text}”`, (t) => t.deepEqual(keysIn(text), [...keys]));

test('offsets are UTF-16 units, and each passage is the text between them', (t) => {
  const text = '🚢 Łódź: the tanker Eastern Falcon, IMO 9008354 👍 d@example.org';
  const found = extractEntities(text);
  t.deepEqual(
    found.map(({ start, end }) => text.slice(start, end)),
    ['Eastern Falcon', '9008354', 'd@example.org'],
  );
  t.deepEqual(
    found.map(({ text: passage }) => passage),
    ['Eastern Falcon', '9008354', 'd@example.org'],
  );
});

test('no two passages overlap', (t) => {
  const text =
    'Ministry of Defence Ltd said d@mod.gov.uk of Bank of Ltd IMO 9008354 http://192.168.1.77/a.example.com MV Bank of Example Ltd';
  const found = extractEntities(text);
  t.true(found.length > 4);
  t.true(found.slice(1).every(({ start }, index) => start >= (found[index]?.end ?? 0)));
});

test('check digits of IMO numbers and the digits of maritime identities are checked', (t) => {
  t.deepEqual(['9008354', '9339301', '1000000'].map(isImoNumber), [true, true, false]);
  t.deepEqual(['352367010', '111232511', '800000000', '12345678'].map(isMaritimeIdentity), [true, false, false, false]);
});

test('Keccak-256 gives the published digests', (t) => {
  t.is(keccak256(''), 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
  t.is(keccak256('abc'), '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45');
  t.is(keccak256('a'.repeat(136)), keccak256(`${'a'.repeat(135)}a`));
  t.not(keccak256('a'.repeat(136)), keccak256('a'.repeat(137)));
});

test('wallet addresses are validated by the checksums of their specifications', (t) => {
  // Example addresses of EIP-55.
  for (const address of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])
    t.is(ethereumChecksum(address), 'right');
  t.is(ethereumChecksum('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAEd'), 'wrong');
  t.is(ethereumChecksum('0x2f389ce8bd8ff92de3402ffce4691d17fc4f6535'), 'absent');
  // Example addresses of BIP 173 and BIP 350.
  for (const address of [
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
  ])
    t.true(isBech32Address(address), address);
  for (const address of [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'bc1QW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ])
    t.false(isBech32Address(address), address);
  t.deepEqual(
    [
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
      '1111111111111111111114oLvT3',
    ].map(isBase58Address),
    [true, true, false, false],
  );
});
