import assert from 'node:assert/strict'
import fc from 'fast-check'
import { canonicalText } from '#http/canonical.ts'
import { numberSource, parseJsonBody } from '#http/json.ts'
import { ServiceError } from '#domain/errors/errors.ts'

/** `ok`, or the code of the refusal. */
function outcome(text: string): string {
  try {
    parseJsonBody(text)
    return 'ok'
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
const long = 'x'.repeat(30_000)
const cpuMicrosMax = 300_000

const accepted = [
  '{}',
  ' \t\r\n{ } \n',
  '{"a":1}',
  '{"a":-0}',
  '{"a":0.5}',
  '{"a":1E+2}',
  '{"a":1e-2}',
  '{"a":1e400}',
  '{"a":9007199254740993}',
  '{"a":true,"b":false,"c":null}',
  '{"a":""}',
  '{"":1}',
  '{"a":[]}',
  '{"a":[1,"2",{"a":3}]}',
  '{"a":{"a":{"a":1}}}',
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
  '{"\\u0000":1}',
  '{"a":"\\"}{,:"}',
  '{"a":"\\\\"}',
  '{"a\\"b":1,"a":2}',
  '{"a":"[[[[[[[[[["}',
  '{"a":":::"}',
  '{"é":"é"}',
  '{"a":"\u2028"}',
  '{"__proto__":1}',
  '{"constructor":1,"toString":2}',
  '{"1":1,"0":2}',
  nested(8),
  `{"a":"${long}"}`,
  '{"a":[[1],[1]]}',
  '{"a":[{"b":1},{"b":1}]}',
]
const malformed = [
  '',
  ' ',
  '{',
  '}',
  '{]',
  '[}',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '{,}',
  '{"a" 1}',
  "{'a':1}",
  '{a:1}',
  '{"a":1}}',
  '{"a":1}{"b":2}',
  '{"a":1} x',
  '{"a":01}',
  '{"a":+1}',
  '{"a":.5}',
  '{"a":1.}',
  '{"a":1e}',
  '{"a":0x10}',
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":-}',
  '{"a":--1}',
  '{"a":1_000}',
  '{"a":True}',
  '{"a":undefined}',
  '{"a":nul}',
  '{"a":"}',
  '{"a":"\\x41"}',
  '{"a":"\\u12"}',
  '{"a":"\t"}',
  '{"a":"\n"}',
  '{"a":"\0"}',
  '{"a":[1,]}',
  '{"a":[,1]}',
  '{"a":1,"b"}',
  '{"a":/**/1}',
  '// c\n{}',
  '{"a":1;"b":2}',
  'abc',
  '\u00a0{}',
  '"',
  '{"a":1n}',
]
const doubled = [
  '{"a":1,"a":1}',
  '{"a":1,"b":2,"a":3}',
  '{"a":1,"\\u0061":2}',
  '{"a":{"b":1,"b":2}}',
  '{"a":[{"b":1,"b":2}]}',
  '{"a":{"x":1},"a":{"x":1}}',
  '{"a":{},"a":1}',
  '{"__proto__":1,"__proto__":2}',
  '{"":1,"":2}',
  '{"0":1,"0":2}',
  '{"a":[1,2],"a":{"b":1}}',
]
const notObjects = [
  '[]',
  '[{}]',
  '1',
  '-1.5',
  '"a"',
  '"{}"',
  'true',
  'null',
  ' [1,2] ',
  '["a",{"b":1}]',
]
const tooDeep = [
  nested(9),
  `{"a":${'['.repeat(8)}${']'.repeat(8)}}`,
  `{"a":${'['.repeat(30_000)}`,
  '['.repeat(32_768),
  '{"a":'.repeat(6000),
]

describe('JSON body', () => {
  it('takes every JSON object', () => {
    for (const text of accepted) assert.equal(outcome(text), 'ok', text.slice(0, 80))
  })

  it('refuses all that is not JSON', () => {
    for (const text of malformed) assert.equal(outcome(text), 'invalid_json', text)
  })

  it('refuses a key given twice, however it is written, at every depth', () => {
    for (const text of doubled) assert.equal(outcome(text), 'invalid_json', text)
  })

  it('refuses what is not an object, and more than 8 levels', () => {
    for (const text of notObjects) assert.equal(outcome(text), 'invalid_body', text)
    for (const text of tooDeep) assert.equal(outcome(text), 'invalid_json', text.slice(0, 80))
  })

  it('reads any object as JSON.parse does, and refuses it with one member doubled', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 })
    fc.assert(
      fc.property(object, fc.nat(), (value, pick) => {
        const text = JSON.stringify(value)
        assert.deepEqual(parseJsonBody(text), JSON.parse(text))
        const keys = Object.keys(value)
        const key = JSON.stringify(keys[pick % keys.length])
        assert.equal(outcome(`${text.slice(0, -1)},${key}:1}`), 'invalid_json')
      }),
    )
  })

  it('keeps the source text of each number with the object that holds it', () => {
    const body = parseJsonBody(
      '{"a":1000.0,"b":{"a":9007199254740993,"c":"1"},"d":[1e3,-0],"__proto__":1.50}',
    )
    assert.equal(numberSource(body, 'a'), '1000.0')
    assert.equal(numberSource(body, '__proto__'), '1.50')
    assert.equal(numberSource(body['b'] as object, 'a'), '9007199254740993')
    assert.equal(numberSource(body['b'] as object, 'c'), undefined)
    assert.equal(numberSource(body['d'] as object, '0'), '1e3')
    assert.equal(numberSource(body['d'] as object, '1'), '-0')
    assert.equal(numberSource({}, 'a'), undefined)
  })

  it('never touches a prototype', () => {
    const body = parseJsonBody(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    )
    assert.equal(Reflect.get({}, 'polluted'), undefined)
    assert.equal(Object.getPrototypeOf(body), Object.prototype)
    assert.deepEqual(Object.keys(body), ['__proto__', 'constructor'])
  })

  it('takes linear time on hostile text of 32 KB', () => {
    const hostile = [
      '{"a":'.repeat(6500),
      `{"a":"${'\\'.repeat(32_000)}`,
      '['.repeat(32_000),
      '{"":0,'.repeat(5000),
      `{${Array.from({ length: 3600 }, (_, at) => `"${at}":1`).join(',')}}`,
      `{"a":1${'0'.repeat(32_000)}}`,
      `{"a":1e${'9'.repeat(32_000)}}`,
      ':'.repeat(32_000),
      '"'.repeat(32_001),
    ]
    for (const text of hostile) {
      // Processor time: what else runs on the machine is no fault of the reader.
      const before = process.cpuUsage()
      outcome(text)
      const { user, system } = process.cpuUsage(before)
      assert.ok(user + system < cpuMicrosMax, text.slice(0, 20))
    }
  })
})

describe('canonical text of a body', () => {
  const canonical = (text: string) => canonicalText(parseJsonBody(text))

  it('is one for all spellings of the same values', () => {
    const spellings = [
      '{"amount":1000,"m":{"a":"é","b":[1,null]}}',
      ' { "m" : { "b" : [ 1.0 , null ] , "a" : "\\u00e9" } , "amount" : 1e3 } ',
      '{"amount":1000.000,"m":{"b":[10e-1,null],"a":"é"}}',
      '{"amount":0.1E4,"m":{"a":"é","b":[1E0,null]}}',
    ]
    assert.equal(new Set(spellings.map(canonical)).size, 1)
  })

  it('differs for values that differ, however near', () => {
    const near = [
      '{"a":1}',
      '{"a":"1"}',
      '{"a":-1}',
      '{"a":1.0000000000000000001}',
      '{"a":[1]}',
      '{"a":{"0":1}}',
      '{"a":null}',
      '{"a":true}',
      '{"b":1}',
      '{}',
      '{"a":""}',
      '{"a":"a"}',
      '{"a":9007199254740993}',
      '{"a":9007199254740992}',
      '{"a":1e400}',
      '{"a":1e401}',
      '{"a":1e-400}',
      '{"a":0}',
      '{"a":[]}',
      '{"a":{}}',
      '{"a":"\\ud800"}',
      '{"a":"\ufffd"}',
    ]
    assert.equal(new Set(near.map(canonical)).size, near.length)
  })

  it('numbers are equal in it exactly when they are equal', () => {
    const decimal = fc.record({ digits: fc.bigInt({ min: -9999n, max: 9999n }), zeros: fc.nat(5) })
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const text = ({ digits, zeros }: typeof a) => canonical(`{"a":${digits}e${zeros}}`)
        const isSame = a.digits * 10n ** BigInt(a.zeros) === b.digits * 10n ** BigInt(b.zeros)
        assert.equal(text(a) === text(b), isSame)
        assert.equal(
          text({ digits: a.digits * 100n, zeros: 0 }),
          text({ digits: a.digits, zeros: 2 }),
        )
      }),
    )
  })
})
