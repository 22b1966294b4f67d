import { randomUUID } from 'node:crypto'
import { payoutCall } from '#test/support/payouts.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { asId, type ServiceEnvId, type TransactionId } from '#domain/ids.ts'
import { accepted, type Hand, type Movement } from './hand.ts'

export const sandboxPayout: Movement = async (hand) => {
  const { sandbox } = hand.world.merchants
  const phone = hand.random.pick(sandbox.phones.mtn)
  const request = payoutCall(sandbox.keys.secret, { phone, amount: amountOf(hand) })
  await accepted(hand, { kind: 'sandbox payout', merchant: sandbox, request })
}

export const mtnPayout: Movement = async (hand) => {
  const { live } = hand.world.merchants
  const phone = hand.random.pick(live.phones.mtn)
  const request = payoutCall(live.keys.secret, { phone, amount: amountOf(hand) })
  await accepted(hand, { kind: 'MTN payout', merchant: live, request })
}

export const moovPayout: Movement = async (hand) => {
  const { live } = hand.world.merchants
  const phone = hand.random.pick(live.phones.moov)
  const changes = { provider: 'moov-benin', phone, amount: amountOf(hand) }
  const request = payoutCall(live.keys.secret, changes)
  await accepted(hand, { kind: 'Moov payout', merchant: live, request })
}

/** A transfer by bank, which staff makes, with a second of them where it is large, or the merchant takes back. */
export const bankTransfer: Movement = async (hand) => {
  const { world, random } = hand
  const merchant = world.merchants.live
  const isLarge = random.chance(0.3)
  const changes = { provider: 'uba-benin', amount: isLarge ? 8000 : 1000 }
  const request = payoutCall(merchant.keys.secret, changes)
  const id = await accepted(hand, { kind: 'bank transfer', merchant, request })
  if (id === undefined) return
  if (random.chance(0.2)) {
    const path = `/v2/transactions/${id}/cancel`
    const answer = await world.counter.ask({ method: 'POST', path, key: merchant.keys.secret })
    if (answer?.status === 200) world.journal.promise({ kind: 'transfer cancelled', id })
  } else if (random.chance(0.8)) {
    await processTransfer(hand, id)
  }
}

/** What staff does with a transfer that waits; of what was done already it is told so. */
export async function processTransfer({ world, random }: Hand, id: string): Promise<void> {
  const { counter } = world
  const path = `/bank-transfers/${id}`
  await counter.act('agent', `${path}/take`)
  if (random.chance(0.2)) {
    for (const who of ['agent', 'supervisor'] as const)
      await counter.act(who, `${path}/reject`, { reason: 'Compte fermé' })
    return
  }
  const transferred = { bank_reference: `VIR-${id.slice(-8)}`, transfer_on: today() }
  if (await counter.act('agent', `${path}/transferred`, transferred)) return
  await counter.act('supervisor', `${path}/approve`)
  await counter.act('agent', `${path}/transferred`, transferred)
}

/** A part of a paid collection goes back, if staff agrees. */
export const refund: Movement = async (hand) => {
  const { world, random } = hand
  const [paid] = await world.rows<{ id: TransactionId; serviceEnvId: ServiceEnvId }>(
    `select t.id, t.service_env_id as "serviceEnvId" from transaction t
     where t.type = 'collection' and t.status = 'succeeded' and t.refunded_amount = 0
       and t.funds_status is distinct from 'withheld'
       and not exists (select from refund r where r.transaction_id = t.id)
     order by t.completed_at desc offset $1 limit 1`,
    random.below(20),
  )
  if (paid === undefined) return
  const id = asId<never>(randomUUID())
  const wish = { id, transactionId: paid.id, amount: BigInt(100 + 5 * random.below(20)) }
  const made = await refundOf(world, paid, wish).catch(() => undefined)
  if (made === undefined) return
  world.journal.promise({ kind: 'refund', id })
  if (random.chance(0.7)) await decideRefund(hand, id)
}

/** What staff says to a refund that waits. */
export async function decideRefund({ world, random }: Hand, id: string): Promise<void> {
  const { counter } = world
  const isAgreed = random.chance(0.8)
  if (!isAgreed) {
    await counter.act('agent', `/refunds/${id}/reject`, { reason: 'Montant inexact' })
    return
  }
  await counter.act('agent', `/refunds/${id}/approve`)
  // Above the limit a second one must agree; else this is refused.
  await counter.act('supervisor', `/refunds/${id}/approve`)
}

function amountOf({ random }: Hand): number {
  return 500 + 5 * random.below(400)
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
