import assert from 'node:assert/strict'
import fc from 'fast-check'
import { mtnReasons } from '#activities/operators/mtn/messages.ts'
import { moovStatuses } from '#activities/operators/moov/verdicts.ts'
import { soapAnswer, soapRequest } from '#activities/operators/moov/soap.ts'
import { moovToken } from '#activities/operators/moov/token.ts'
import { plainText } from '#activities/operators/plain-text.ts'
import { failureCodes } from '#domain/errors/failure-codes.ts'

describe('texts for operators', () => {
  it('keep plain letters alone: accents fall off, other signs become spaces', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['Robe d’été (n° 12) #1', 'Robe d ete n 12 1'],
      ['Œuvre à 12,50 €', 'OEuvre a 12 50 EUR'],
      ['Ɖɔ nu mì : wɛ', 'Do nu mi we'],
      ['  a\u0000\n<b>&c;  ', 'a b c'],
      ['🎉🎉', 'Paiement'],
      ['', 'Paiement'],
    ]
    for (const [text, plain] of cases) assert.equal(plainText(text, 160), plain)
  })

  it('are never empty, never too long, and never hold a sign that a firewall stops', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        assert.match(plainText(text, 160), /^[A-Za-z0-9.-](?:[A-Za-z0-9 .-]{0,158}[A-Za-z0-9.-])?$/)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('what operators’ codes mean', () => {
  it('is one of our own reasons for every one of them', () => {
    const ours = new Set(Object.keys(failureCodes))
    for (const [code, { collection, payout }] of Object.entries(mtnReasons)) {
      assert.ok(ours.has(collection) && ours.has(payout), code)
    }
    for (const [code, verdict] of Object.entries(moovStatuses)) {
      if (verdict.is !== 'refused') continue
      assert.ok(ours.has(verdict.collection) && ours.has(verdict.payout), code)
    }
  })
})

const answerOf = (inner: string, operation = 'PushResponse') =>
  `<?xml version="1.0"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>` +
  `<ns2:${operation} xmlns:ns2="http://tlc.com.ph/">${inner}</ns2:${operation}></soap:Body></soap:Envelope>`

describe('Moov’s XML', () => {
  it('is read whatever its operations call their result', () => {
    for (const name of ['return', 'response', 'result']) {
      const text = answerOf(
        `<${name}><status> 0 </status><referenceid>72024</referenceid></${name}>`,
      )
      assert.deepEqual(soapAnswer('Push', text), {
        status: '0',
        reference: '72024',
        transactionId: null,
      })
    }
  })

  const disbelieved: Readonly<Record<string, string>> = {
    nothing: '',
    'no XML': 'Request Rejected',
    'a page': '<html><body>status 0</body></html>',
    'broken XML': answerOf('<return><status>0</return>'),
    'a fault': answerOf('').replace(
      /<ns2.*ns2:PushResponse>/,
      '<soap:Fault><faultcode>0</faultcode></soap:Fault>',
    ),
    'a fault with an answer beside it': answerOf('<return><status>0</status></return>').replace(
      '</soap:Body>',
      '<soap:Fault><faultcode>0</faultcode></soap:Fault></soap:Body>',
    ),
    'the answer of another operation': answerOf(
      '<return><status>0</status></return>',
      'CashResponse',
    ),
    'two results': answerOf(
      '<return><status>0</status></return><result><status>0</status></result>',
    ),
    'a result given twice': answerOf(
      '<return><status>0</status></return><return><status>10</status></return>',
    ),
    'two statuses': answerOf('<return><status>0</status><status>10</status></return>'),
    'no status': answerOf('<return><description>SUCCESS</description></return>'),
    'a status that is no number': answerOf('<return><status>0 OK</status></return>'),
    'an empty status': answerOf('<return><status/></return>'),
    'a name of what all objects have': answerOf('<__proto__><status>0</status></__proto__>'),
    'another such name': answerOf(
      '<return><status>0</status><constructor>1</constructor></return>',
    ),
    'deeper than any answer': answerOf(`${'<a>'.repeat(200)}0${'</a>'.repeat(200)}`),
    'a document type': `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${answerOf('<return><status>0</status></return>')}`,
  }
  for (const [what, text] of Object.entries(disbelieved)) {
    it(`is not believed when it is ${what}`, () => {
      assert.equal(soapAnswer('Push', text), undefined)
    })
  }

  it('takes no order out of a text: what is written in it stays text', () => {
    const request = soapRequest('Push', { message: '</message><amount>1</amount>&' })
    assert.doesNotMatch(request, /<amount>/)
    assert.match(request, /&lt;\/message&gt;/)
  })

  it('carries the token that Moov computes as well', () => {
    const account = {
      provider: 'moov-benin',
      url: '',
      username: 'user',
      password: 'secret',
      encryptionKey: 'tlc12345tlc12345tlc12345tlc12345',
      phoneForm: 'international',
    } as const
    // openssl enc -aes-256-cbc -K <hex of the key> -iv 0 of "0:user:secret".
    assert.equal(moovToken(account), 'S+j2a/zYIoSZaoL9P6pYjg==')
  })
})
