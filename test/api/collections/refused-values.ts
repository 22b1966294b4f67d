/** Values that a field of a collection refuses, for the tests of each of them. Rows are rows of the page alone. */

/** Source texts of JSON values that are no amount of XOF. */
export const amountSources = [
  ['0', '0.0', '0e5', '-0', '-1', '-1000', '-1e3', '1e400', '-1e400', '1e-400', '1e99999'],
  ['10.5', '1000.01', '1e-1', '1000.0000000001', '9007199254740992', '9007199254740993'],
  ['1234567890123456', '1e16', '1e22', '0.1e1000000000000', '99999999999999999999'],
  [`1${'0'.repeat(40)}`, `0.${'0'.repeat(300)}1`],
  ['"1000"', '"1e3"', '"NaN"', '""', 'null', 'true', '[1000]', '{"value":1000}'],
].flat()

/** The same for EUR, which has two decimals. */
export const euroSources = ['12.345', '0.001', '1e-3', '90071992547409.93']

export const currencies: readonly unknown[] = [
  ['ABC', 'xof', 'XO', 'XOFF', '', ' XOF', '952', 'XOF\u0000', '__proto__'],
  [952, null, ['XOF'], { code: 'XOF' }, true],
].flat()

export const providers: readonly unknown[] = [
  ['mtn', 'MTN-BENIN', 'mtn-benin ', 'orange-ci', '', 'AUTO', 'uba-benin', 'toString'],
  ['\u0000', 'a'.repeat(2000), 1, null, ['auto'], {}],
].flat()

export const paymentMethods: readonly unknown[] = [
  ['cash', 'CARD', '', 'bank_transfer', 0, null, ['card']],
].flat()

export const phones: Readonly<Record<string, readonly unknown[]>> = {
  phone_international_required: [
    ['0197000001', '+0197000001', '00 0197000001', '97000001', '01 97 00 00 01'],
    ['229970000', '9991234567', '(0)197000001'],
  ].flat(),
  invalid_phone_number: [
    ['', ' ', '+', 'abc', '22901970000O1', '+9991234567', '+229', '229019700000', '2299700000'],
    ['22901970000011', '2290297000001', '+33612345678', '33612345678', '2250701020304'],
    ['tel:+2290197000001', '++2290197000001', '2290197000001\u0000', '229019700000\ud800'],
    ['2'.repeat(41), '+2290197000001;ext=5', '２２９０１９７０００００１'],
    [2290197000001, null, true, ['2290197000001'], { number: '2290197000001' }],
  ].flat(),
}

export const countries: readonly unknown[] = [
  ['FR', 'TG', 'ZZ', 'BEN', 'B', '', 'Bénin', '229', '__', 229, null],
].flat()

export const names: readonly unknown[] = [
  [
    '',
    ' ',
    '\u00a0\u3000',
    'a'.repeat(256),
    'A\u0000wa',
    'Awa\ud83d',
    '\udc00',
    5,
    null,
    ['Awa'],
    {},
  ],
].flat()

export const emails: readonly unknown[] = [
  ['', 'awa', 'awa@', '@example.com', 'a@b@c.com', 'awa @example.com', 'awa@ex ample.com'],
  ['a\u0000wa@example.com', 'awa@example..com', 'awa\n@example.com', `a@${'a'.repeat(250)}.bj`],
  [`a@${'a-'.repeat(12_000)}`, 5, null, {}, ['awa@example.com']],
].flat()

export const references: readonly unknown[] = [
  ['', 'a'.repeat(65), 'a b', 'é', 'a,b', 'a\u0000', 'a\n', '🙂', 'a\\b', 'a?b', 'a#b'],
  [42, null, ['a'], {}, true],
].flat()

export const descriptions: readonly unknown[] = [
  ['a'.repeat(256), 'a\u0000b', '\ud800', 5, null, ['a'], {}],
].flat()

export const metadata: readonly unknown[] = [
  [null, 'text', 5, [], ['a'], keys(21), keys(200), { order: 5 }, { order: null }],
  [{ order: true }, { order: { id: '5' } }, { order: ['a'] }, { order: 'a'.repeat(501) }],
  [{ order: 'a\u0000b' }, { order: '\udfff' }, { 'a\u0000': 'b' }, { '\ud800': 'b' }],
  [{ '': 'a' }, { Order: 'a' }, { 'order-id': 'a' }, { 'order.id': 'a' }, { 'order id': 'a' }],
  [{ é: 'a' }, { ['a'.repeat(41)]: 'b' }, { service_: 'a' }, { service_id: 'a' }],
].flat()

function keys(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`key_${at}`, 'value']))
}
