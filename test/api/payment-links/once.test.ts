import assert from 'node:assert/strict'
import type { NewPaymentLink } from '#use-cases/payment-links/create.ts'
import { changePaymentLink } from '#use-cases/payment-links/change.ts'
import { setPaymentLinkState } from '#use-cases/payment-links/set-state.ts'
import type { PaymentLinkRecord } from '#domain/payment-links/payment-link.ts'
import { givenCheckedScene, refusalOf, startSecondApi } from '#test/support/api-scene.ts'
import { waitUntilFinal } from '#test/support/call.ts'
import { createLink, linkPaymentCall } from '#test/support/payment-links.ts'
import { freshPhone } from '#test/support/tenant.ts'

describe('a payment link that may be paid a number of times', () => {
  const scene = givenCheckedScene()

  const linkOf = (changes: Partial<NewPaymentLink> = {}) =>
    createLink(scene.service.database, scene.tenant, { maxPayments: 1, ...changes })
  const pay = (id: string, ending?: string) =>
    scene.callUntilServed(linkPaymentCall(id, { phone: freshPhone(ending) }))
  const read = (id: string) => scene.call({ path: `/v2/payment-links/${id}` })
  const ended = (id: string) => waitUntilFinal(scene.service, scene.tenant.keys.secret, id)
  const placeOf = ({ id }: PaymentLinkRecord) => ({
    serviceEnvId: scene.tenant.serviceEnvId,
    id,
  })
  const inProgress = { status: 409, code: 'payment_link_in_progress' }
  const alreadyPaid = { status: 409, code: 'payment_link_already_paid' }

  it('is paid by one of many phones at once, on two processes; the others are told of it', async () => {
    const second = await startSecondApi(scene)
    try {
      const link = await linkOf()
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          scene.callUntilServed(
            linkPaymentCall(link.id),
            at % 2 === 0 ? scene.baseUrl : second.baseUrl,
          ),
        ),
      )
      const [accepted, ...more] = answers.filter(({ status }) => status === 202)
      assert.ok(accepted)
      assert.deepEqual(more, [])
      for (const answer of answers) {
        if (answer === accepted) continue
        // One that comes late finds it paid.
        const refusal = refusalOf(answer)
        const isLate = refusal.code === alreadyPaid.code
        assert.deepEqual(refusal, isLate ? alreadyPaid : inProgress)
      }
      await ended(accepted.json.data.id)
      assert.deepEqual(refusalOf(await pay(link.id)), alreadyPaid)
      assert.deepEqual(refusalOf(await read(link.id)), alreadyPaid)
    } finally {
      await second.stop()
    }
  })

  it('is never taken more often than it may be, however many try', async () => {
    const link = await linkOf({ maxPayments: 3 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(link.id)))
    const accepted = answers.filter(({ status }) => status === 202)
    assert.equal(accepted.length, 3)
    for (const { json } of accepted) await ended(json.data.id)
    assert.deepEqual(refusalOf(await pay(link.id)), alreadyPaid)
  })

  it('is open again after a payment that failed', async () => {
    const link = await linkOf()
    const failed = await pay(link.id, '0001')
    assert.equal((await ended(failed.json.data.id)).status, 'failed')
    assert.equal((await read(link.id)).json.data.status, 'active')
    const paid = await pay(link.id)
    assert.equal((await ended(paid.json.data.id)).status, 'succeeded')
  })

  it('lets a payment accepted before its end go to its own end', async () => {
    const [expiring, cancelled] = [await linkOf(), await linkOf()]
    const [one, two] = [await pay(expiring.id), await pay(cancelled.id)]
    const { database } = scene.service
    await changePaymentLink(database, placeOf(expiring), { expiresAt: new Date() })
    await setPaymentLinkState(database, placeOf(cancelled), 'cancelled')
    assert.equal((await ended(one.json.data.id)).status, 'succeeded')
    assert.equal((await ended(two.json.data.id)).status, 'succeeded')
    assert.deepEqual(refusalOf(await read(expiring.id)), alreadyPaid)
    assert.deepEqual(refusalOf(await read(cancelled.id)), alreadyPaid)
  })

  it('counts the payments that succeeded, and those alone', async () => {
    const link = await linkOf({ maxPayments: null })
    for (const ending of ['0001', '1234', '1234']) {
      const { json } = await pay(link.id, ending)
      await ended(json.data.id)
    }
    assert.equal((await read(link.id)).json.data.payments_count, 2)
  })
})
