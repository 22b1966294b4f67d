import { acceptPayout } from '#use-cases/payouts/accept.ts'
import { moveTransfer } from '#use-cases/transfers/move.ts'
import { recordTransferAct } from '#use-cases/transfers/orders.ts'
import type { TransactionId } from '#domain/ids.ts'
import {
  endOfTransfer,
  type TransferActKind,
  transferMoves,
  type TransferState,
} from '#domain/transfers/transfer.ts'
import { bankTexts, payoutAcceptanceTo } from '#test/use-cases/payouts/payouts.ts'
import { next, type Place, type Step, type View, view, type World } from './world.ts'

/** Nobody decides on so much in a day. */
const approvalAbove = 1_000_000_000_000n

/** What the staff and the merchant can do with a bank transfer, as whom of the staff. */
export const transferActs = {
  transfer: [
    'take 0',
    'take 1',
    'approve 0',
    'approve 1',
    'mark_transferred 0',
    'mark_transferred 1',
    'reject 0',
    'reject 1',
    'cancel',
  ],
  // A worker that was lost right after leaves an act that is done again.
  transfer_again: [''],
} as const

export async function transferWorld(place: Place): Promise<World> {
  const recipient = { type: 'bank', bank: 'uba-benin', accountId: place.bankAccountId } as const
  const acceptance = payoutAcceptanceTo(place.merchant, recipient, {
    needsApproval: place.approvals === 2,
  })
  await acceptPayout(place.database, place.outbox, acceptance)
  return new Transfer(place, acceptance.draft.record.id)
}

class Transfer implements World {
  readonly #place: Place
  readonly #id: TransactionId
  #last: (Parameters<typeof moveTransfer>[2] & { readonly say: string }) | undefined

  constructor(place: Place, id: TransactionId) {
    this.#place = place
    this.#id = id
  }

  async look(): Promise<View> {
    const [row] = await this.#place.rows<Record<string, string | null>>(
      `select b.state as transfer, t.status as payment, b.taken_by as taken, b.approved_by as approved,
         (select a.staff_id from transfer_act a where a.transaction_id = b.transaction_id and a.kind = 'reject'
           and a.done_at is not null order by a.done_at, a.id limit 1) as rejected,
         (select 'yes' from transfer_act a where a.id = $2 and a.done_at is not null) as done
       from bank_transfer b join transaction t on t.id = b.transaction_id where t.id = $1`,
      this.#id,
      this.#last?.actId ?? null,
    )
    return view(row ?? {})
  }

  take({ act, say }: Step): (() => Promise<unknown>) | undefined {
    const { database, outbox } = this.#place
    if (act === 'transfer_again') {
      const last = this.#last
      return last && (() => moveTransfer(database, outbox, last))
    }
    const { kind, person } = this.#orderOf(say)
    const texts = kind === 'mark_transferred' ? bankTexts : {}
    const reason = kind === 'reject' ? { reason: 'compte clos' } : {}
    return async () => {
      const transactionId = this.#id
      const wanted = { transactionId, kind, staffId: person, ...texts, ...reason }
      const actId = await recordTransferAct(database, wanted)
      this.#last = { transactionId, actId, say, approvalAbove }
      await moveTransfer(database, outbox, this.#last)
    }
  }

  expect({ act, say }: Step, before: View): View {
    if (act === 'transfer') return this.#expectOrder(say, before)
    if (this.#last === undefined || before['done'] === 'yes') return {}
    return this.#expectOrder(this.#last.say, before)
  }

  #expectOrder(say: string, before: View): View {
    const { kind, person } = this.#orderOf(say)
    if (kind === 'approve') return this.#expectApproval(person, before)
    if (kind === 'mark_transferred' && this.#isUnapproved(before)) return {}
    const to = next(transferMoves, before['transfer'], kind)
    if (to === before['transfer']) return {}
    if (kind === 'reject') return this.#expectRejection(person, before)
    const payment = endOfTransfer(to as TransferState)
    return view({ transfer: to, payment, taken: kind === 'take' ? person : undefined })
  }

  /** Of two, the first word is kept, and the same person says it in vain. */
  #expectRejection(person: string | null, { rejected }: View): View {
    const isByTwo = this.#place.approvals === 2
    if (isByTwo && rejected === undefined) return view({ rejected: person })
    if (isByTwo && rejected === person) return {}
    const first = rejected === undefined ? person : undefined
    return view({ transfer: 'rejected', payment: 'failed', rejected: first })
  }

  #isUnapproved({ approved }: View): boolean {
    return this.#place.approvals === 2 && approved === undefined
  }

  #expectApproval(person: string | null, before: View): View {
    const { transfer, taken } = before
    const mayBe = transfer === 'in_progress' && person !== taken && this.#isUnapproved(before)
    return view({ approved: mayBe ? person : undefined })
  }

  heal(): Promise<void> {
    return Promise.resolve()
  }

  faults({ transfer, payment }: View): string[] {
    const end = endOfTransfer(transfer as TransferState) ?? 'pending'
    return payment === end
      ? []
      : [`a transfer that is ${transfer} of a transaction that is ${payment}`]
  }

  #orderOf(say: string) {
    const [kind, who] = say.split(' ')
    const person = who === undefined ? null : this.#place.staff[who === '1' ? 1 : 0]
    return { kind: kind as TransferActKind, person }
  }
}
