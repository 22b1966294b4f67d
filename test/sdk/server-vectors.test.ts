import assert from 'node:assert/strict'
import { requestBody } from '#activities/webhooks/send.ts'
import { standardHeaders } from '#activities/webhooks/standard-headers.ts'
import { sealPayload } from '#db/seal.ts'
import { currencyCodes, decimalsOf, isCurrencyCode } from '#domain/money/currency.ts'
import { money, parseAmount, toNumber } from '#domain/money/money.ts'
import { standardSecret } from '#domain/webhooks/standard-secret.ts'
import { amountVectors, webhookVectors } from './vectors.ts'

describe('what libraries are tried against is what the service makes', () => {
  for (const vector of webhookVectors.sealed) {
    it(`sealed: ${vector.name}`, () => {
      const { event, data, secret, iv } = vector
      const sealed = sealPayload({ event, data, secret, iv: Buffer.from(iv, 'hex') })
      const { payload, service_signature: signature } = vector
      assert.deepEqual(sealed, { payload, signature })
      assert.equal(requestBody(payload).toString('utf8'), vector.body)
    })
  }

  for (const vector of webhookVectors.sealed) {
    it(`by Standard Webhooks: ${vector.name}`, () => {
      const headers = standardHeaders({
        eventId: vector.id,
        sentAt: new Date(vector.timestamp * 1000),
        body: Buffer.from(vector.body),
        secrets: [vector.secret],
      })
      assert.deepEqual(headers, {
        'webhook-id': vector.id,
        'webhook-timestamp': String(vector.timestamp),
        'webhook-signature': vector.standard_signature,
      })
      assert.equal(standardSecret(vector.secret), vector.standard_secret)
    })
  }

  it('amounts: the decimals of every currency', () => {
    const ours = Object.fromEntries(currencyCodes.map((code) => [code, decimalsOf(code)]))
    assert.deepEqual(amountVectors.decimals, ours)
  })

  it('amounts: what is exact, and what is refused', () => {
    for (const { currency, minor, json } of amountVectors.exact) {
      assert.ok(isCurrencyCode(currency))
      const amount = money(BigInt(minor), currency)
      assert.equal(JSON.stringify(toNumber(amount)), json)
      assert.deepEqual(parseAmount(json, currency), { ok: true, value: amount })
    }
    for (const { currency, json } of amountVectors.refused) {
      assert.ok(isCurrencyCode(currency))
      assert.equal(parseAmount(json, currency).ok, false, json)
    }
  })
})
