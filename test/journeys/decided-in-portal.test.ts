import assert from 'node:assert/strict'
import { replaceApiKey } from '#use-cases/keys/replace.ts'
import { money } from '#domain/money/money.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import { createLink, linkPaymentCall } from '#test/support/payment-links.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { freshPhone } from '#test/support/tenant.ts'
import { wordsOf } from '#test/support/payer.ts'

describe('a payment that the sandbox number 0005 keeps until it is decided in the portal', () => {
  let service: TestService
  let linkId: string
  before(async () => {
    service = await startTestService()
  })
  const merchant = given(() => createPortalMerchant(service.database))
  const reader = given(() => portalReader(service, merchant, 'collaborator'))
  before(async () => {
    await reader.post('/portail/service', { vers: merchant.test.serviceEnvId })
    const price = money(5000n, 'XOF')
    linkId = (await createLink(service.database, merchant.test, { price })).id
  })
  after(async () => {
    assert.deepEqual(service && (await checkInvariants(service.database)), [])
    await service?.stop()
  })

  /** Looks at a page of the portal until it says this. */
  const until = async (path: string, said: RegExp): Promise<string> => {
    for (let look = 0; look < looksMax; look += 1) {
      const words = wordsOf(await reader.get(path))
      if (said.test(words)) return words
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`${path} does not say ${said.source}`)
  }
  const decide = async (path: string, fields: Readonly<Record<string, string>>): Promise<void> => {
    await until(path, /À vous de décider/)
    const answer = await reader.send(path, fields, `/portail/outils/decision/${path.slice(-36)}`)
    assert.equal(answer.status, 303, wordsOf(answer))
  }

  it('succeeds, and its payer is told so', async () => {
    const made = await call(service, linkPaymentCall(linkId, { phone: freshPhone('0005') }))
    assert.equal(made.status, 202, made.text)
    const path = `/portail/transactions/${made.json.data.id}`
    await decide(path, { fin: 'succeeded' })
    await until(path, /Paiement réussi/)
    const link = await until(`/portail/liens/${linkId}`, /Paiements 1 /)
    assert.match(link, /Encaissé 5 000 F CFA/)
  })

  it('is a payout as well, which succeeds or fails and does not expire', async () => {
    const { database } = service
    const { test } = merchant
    await giveBalance(database, { ...test, mode: 'sandbox' }, 100_000)
    const phone = await authorizePhone(database, test, freshPhone('0005'))
    const place = { id: test.serviceEnvId, mode: 'sandbox' } as const
    const { token } = await replaceApiKey(database, place, {
      kind: 'secret',
      oldWorkSeconds: 0,
      scopes: ['payments', 'payouts'],
    })
    const made = await call(service, payoutCall(token, { phone }))
    assert.equal(made.status, 202, made.text)
    const path = `/portail/retraits/${made.json.data.id}`
    const decision = `/portail/outils/decision/${path.slice(-36)}`
    await until(path, /À vous de décider/)
    assert.equal((await reader.send(path, { fin: 'expired' }, decision)).status, 400)
    const failed = { fin: 'failed', raison: 'recipient_cannot_receive' }
    assert.equal((await reader.send(path, failed, decision)).location, path)
    await until(path, /ne peut pas recevoir/)
  })

  it('fails for the reason that was chosen, or expires, a test payment of the portal as well', async () => {
    const rows = [
      [
        { fin: 'failed', raison: 'payer_account_blocked' },
        /Paiement échoué/,
        /compte du payeur est bloqué/,
      ],
      [{ fin: 'expired' }, /Paiement expiré/, /n’a pas validé la demande à temps/],
    ] as const
    for (const [fields, end, reason] of rows) {
      const asked = { montant: '1000', operateur: 'mtn-benin', numero: '0005' }
      const made = await reader.send('/portail/outils', asked, '/portail/outils/paiement')
      const path = made.location ?? ''
      await decide(path, fields)
      assert.match(await until(path, end), reason)
    }
    assert.match(wordsOf(await reader.get('/portail/outils')), /Rien n’attend/)
  })
})

const looksMax = 400
