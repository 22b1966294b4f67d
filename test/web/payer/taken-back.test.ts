import assert from 'node:assert/strict'
import { createReceiptCodes } from '#use-cases/receipts/codes.ts'
import { onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { call } from '#test/support/call.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { createLink, settleLatestOf } from '#test/support/payment-links.ts'
import { PayerBrowser, wordsOf } from '#test/support/payer.ts'
import { createPortalMerchant, testModeReader } from '#test/support/portal.ts'
import { operatorSays } from '#test/use-cases/closings/closings.ts'

describe('a payment that succeeded, and that its operator took back', () => {
  const api = given(() => startApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))

  /** A payer who paid, their payment's page, and the operator that says of it what it likes. */
  const paidBy = async (language = 'fr') => {
    const link = await createLink(api.database, merchant.test, {
      successMessage: 'Votre commande part demain.',
      redirectUrl: 'https://boutique.example/merci',
    })
    const payer = new PayerBrowser({ ...api, language })
    const path = `/sandbox/pay/${link.id}`
    const { location } = await payer.pay(path)
    await settleLatestOf(api.database, link.id, success)
    const { id } = await onPool(api.database.pool).one<{ id: TransactionId }>(
      'select id from transaction where payment_link_id = $1',
      [link.id],
    )
    const verifyPath = `/verification/${createReceiptCodes(api.database.keyring).encode('verify', id)}`
    const says = async (said: 'paid' | 'not_paid') =>
      assert.ok(await operatorSays(api, { transactionId: id }, said))
    return { id, payer, path, location, verifyPath, says }
  }

  it('is no longer “paid” on its payer’s page, which says what the operator answered and whom to ask', async () => {
    const { payer, path, location, says } = await paidBy()
    assert.match(wordsOf(await payer.get(location)), /Payé \(test\)/)
    await says('not_paid')
    const words = wordsOf(await payer.get(location))
    assert.match(words, /Paiement annulé par l’opérateur/)
    assert.match(words, /MTN Mobile Money .*n’a pas pris l’argent, ou l’a rendu/)
    assert.match(words, /Réf. opérateur/)
    assert.doesNotMatch(words, /Payé \(test\)|Total payé|part demain|boutique\.example|Imprimer/)
    const opened = wordsOf(await payer.get(path))
    assert.match(opened, /Votre paiement a été annulé par l’opérateur/)
    assert.doesNotMatch(opened, /Vous avez déjà payé/)
    const inEnglish = await paidBy('en')
    await inEnglish.says('not_paid')
    const told = wordsOf(await inEnglish.payer.get(inEnglish.location))
    assert.match(told, /Payment cancelled by the operator/)
  })

  it('is not verified as paid, and its receipt says so on paper, in the PDF and in a message', async () => {
    const { id, payer, verifyPath, says } = await paidBy()
    const receipt = () =>
      call(api, { path: `/v2/transactions/${id}/receipt?width=32`, key: merchant.test.keys.secret })
    assert.doesNotMatch((await receipt()).json.data.text, /ANNUL/)
    await says('not_paid')
    const page = await payer.get(verifyPath)
    assert.equal(page.status, 200)
    const words = wordsOf(page)
    assert.match(words, /Paiement annulé par l’opérateur/)
    assert.match(words, /Ne remettez rien sur la foi de ce reçu/)
    assert.match(words, /décide de la suite/)
    assert.doesNotMatch(words, /Total payé|Paiement de test|Paiement authentique/)
    assert.match(page.text, /og:title" content="Paiement annulé par l’opérateur"/)
    assert.match((await receipt()).json.data.text, /ANNULÉ PAR L’OPÉRATEUR/)
  })

  it('is shown to its merchant as well', async () => {
    const { id, says } = await paidBy()
    const reader = await testModeReader(api, merchant)
    const page = async () => wordsOf(await reader.get(`/portail/transactions/${id}`))
    assert.doesNotMatch(await page(), /annulé/)
    await says('not_paid')
    assert.match(await page(), /L’opérateur a annulé ce paiement/)
  })

  it('is paid again once the operator goes back on it', async () => {
    const { payer, location, verifyPath, says } = await paidBy()
    await says('not_paid')
    await says('paid')
    assert.match(wordsOf(await payer.get(location)), /Payé \(test\)/)
    assert.doesNotMatch(wordsOf(await payer.get(verifyPath)), /annulé/)
  })
})
