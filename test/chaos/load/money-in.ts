import { collectionCall } from '#test/support/call.ts'
import { checkoutCall, scanCall } from '#test/support/checkouts.ts'
import { linkPaymentCall } from '#test/support/payment-links.ts'
import type { Random } from '#test/support/random.ts'
import { accepted, type Hand, type Movement, refused } from './hand.ts'

/** Of sandbox numbers: what their last digits do is in docs/payments.md#sandbox-numbers. */
const sandboxEndings = [
  '0001',
  '0002',
  '0003',
  '0004',
  '0006',
  '0007',
  '0008',
  '0009',
  '0010',
  '0011',
  '0012',
]
/**
 * Of the emulators: payers who never decide, several times, for operators that debit them after the end; errors, garbage,
 * lines cut, before and after an order is taken, at the request and at the look.
 */
const liveEndings = [
  '0003',
  '0003',
  '0003',
  '0001',
  '0002',
  '0003',
  '0004',
  '0008',
  '0009',
  '0010',
  '0011',
  '0101',
  '0102',
  '0103',
  '0104',
  '0105',
  '0106',
  '0107',
  '0108',
  '0109',
  '0110',
  '0111',
  '0112',
  '0121',
  '0122',
  '0123',
  '0124',
  '0125',
  '0126',
  '0127',
  '0128',
]
const plainShare = 0.5

/** A number of this operator, half of the time one where nothing special happens. */
function numberOf(random: Random, prefix: '97' | '95', endings: readonly string[]): string {
  const middle = String(random.below(100)).padStart(2, '0')
  return `22901${prefix}${middle}${random.chance(plainShare) ? '1234' : random.pick(endings)}`
}

export const sandboxCollection: Movement = async (hand) => {
  const { sandbox } = hand.world.merchants
  const phone = numberOf(hand.random, '97', sandboxEndings)
  const request = collectionCall(sandbox.keys.secret, { phone, amount: amountOf(hand) })
  await accepted(hand, { kind: 'sandbox collection', merchant: sandbox, request })
}

export const mtnCollection: Movement = (hand) => liveCollection(hand, '97')
export const moovCollection: Movement = (hand) => liveCollection(hand, '95')

async function liveCollection(hand: Hand, prefix: '97' | '95'): Promise<void> {
  const { live } = hand.world.merchants
  const phone = numberOf(hand.random, prefix, liveEndings)
  const changes = { provider: 'auto', phone, amount: amountOf(hand) }
  const request = collectionCall(live.keys.secret, changes)
  const kind = prefix === '97' ? 'MTN collection' : 'Moov collection'
  await accepted(hand, { kind, merchant: live, request })
}

export const linkPayment: Movement = async (hand) => {
  const { live, sandbox } = hand.world.merchants
  const merchant = hand.random.pick([live, sandbox])
  const endings = merchant === live ? liveEndings : sandboxEndings
  const phone = numberOf(hand.random, '97', endings)
  const request = linkPaymentCall(merchant.linkId, { phone })
  await accepted(hand, { kind: 'payment link', merchant, request })
}

/** A code of the desk, which is paid, or taken back. */
export const checkout: Movement = async (hand) => {
  const { counter, merchants, journal } = hand.world
  const merchant = hand.random.pick([merchants.live, merchants.sandbox])
  const made = await counter.ask(checkoutCall(merchant.keys.terminal, { amount: amountOf(hand) }))
  if (made === undefined) return
  if (made.status !== 201) return refused(hand, made)
  const id = String(made.json.data.id)
  if (hand.random.chance(0.25)) {
    const path = `/v2/checkouts/${id}/cancel`
    const answer = await counter.ask({ method: 'POST', path, key: merchant.keys.terminal })
    if (answer?.status === 200) journal.promise({ kind: 'checkout cancelled', id })
    return
  }
  const endings = merchant === merchants.live ? liveEndings : sandboxEndings
  const request = scanCall(id, { phone: numberOf(hand.random, '97', endings) })
  await accepted(hand, { kind: 'checkout', merchant, request })
}

function amountOf({ random }: Hand): number {
  return 500 + 5 * random.below(400)
}
