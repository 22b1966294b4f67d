import { randomUUID } from 'node:crypto'
import {
  approvePayoutFile,
  cancelPayoutFile,
  pausePayoutFile,
  resumePayoutFile,
  sendPayoutFile,
} from '#use-cases/payouts/move-file.ts'
import { payNextLine } from '#use-cases/payouts/pay-line.ts'
import { asId, type PayoutFileId, type PortalUserId } from '#domain/ids.ts'
import { type PayoutFileCause, payoutFileMoves } from '#domain/payouts/file.ts'
import { next, type Place, type Step, type View, view, type World } from './world.ts'

/** What two people of the merchant can do with a file, and the turns of its run. */
export const payoutFileActs = {
  file: ['send 0', 'approve 0', 'approve 1', 'pause 1', 'resume 0', 'cancel 1'],
  line: [''],
  line_again: [''],
} as const

const works = {
  send: sendPayoutFile,
  approve: approvePayoutFile,
  pause: pausePayoutFile,
  resume: resumePayoutFile,
  cancel: cancelPayoutFile,
} as const

/** A checked file of two lines; of some the second is more than the merchant has left. */
export async function payoutFileWorld(place: Place): Promise<World> {
  const id = asId<PayoutFileId>(randomUUID())
  const people = [randomUUID(), randomUUID()] as const
  await place.rows(
    `with a as (
       insert into authorized_account (id, service_env_id, type, provider, holder_name, phone, country, status, verified_at)
       values ($6, $2, 'mobile_money', 'mtn-benin', 'Rosine', $7, 'BJ', 'active', now())
     ), p as (
       insert into person (id, realm, merchant_id, role, name, email)
       select person, 'portal', s.merchant_id, 'administrator', 'Afi Mensah', 'afi.' || person || '@example.com'
       from unnest($3::uuid[]) person, service_env e join service s on s.id = e.service_id where e.id = $2
     ), f as (
       insert into payout_file (id, service_env_id, name, lines_total, amount, charged, needs_approval, checked_by)
       values ($1, $2, 'Salaires', 2, 1000, 1000, $4, ($3::uuid[])[1])
     )
     insert into payout_file_line (file_id, number, account_id, amount, payout_id)
     values ($1, 2, $6, 1000, gen_random_uuid()), ($1, 3, $6, $5, gen_random_uuid())`,
    id,
    place.merchant.serviceEnvId,
    people,
    place.approvals === 2,
    secondOf(place),
    randomUUID(),
    `2290197${place.phone.slice(-6)}`,
  )
  return new PayoutFile(place, id, people)
}

function secondOf({ isDelayed }: Place): bigint {
  return isDelayed ? 9000n : 500n
}

class PayoutFile implements World {
  readonly #place: Place
  readonly #id: PayoutFileId
  readonly #people: readonly [string, string]

  constructor(place: Place, id: PayoutFileId, people: readonly [string, string]) {
    this.#place = place
    this.#id = id
    this.#people = people
  }

  async look(): Promise<View> {
    const [row] = await this.#place.rows<Record<string, string | null>>(
      `select f.state as file, (f.lines_sent + f.lines_refused)::text as "linesOpen",
         (select count(*)::text from transaction t join payout_file_line l on l.payout_id = t.id
          where l.file_id = f.id) as "payoutsSent"
       from payout_file f where f.id = $1`,
      this.#id,
    )
    return view(row ?? {})
  }

  take({ act, say }: Step): () => Promise<unknown> {
    const { database, outbox, merchant } = this.#place
    if (act !== 'file') return () => payNextLine(this.#place.worker('taken', 'hidden'), this.#id)
    const { kind, memberId } = this.#orderOf(say)
    const member = { id: memberId, approvesFrom: null }
    const order = { serviceEnvId: merchant.serviceEnvId, id: this.#id, member }
    return () => works[kind]({ database, outbox }, order)
  }

  expect({ act, say }: Step, before: View): View {
    return act === 'file' ? this.#expectOrder(say, before) : this.#expectLine(before)
  }

  #expectOrder(say: string, { file }: View): View {
    const { kind, memberId } = this.#orderOf(say)
    const isLarge = this.#place.approvals === 2
    if (kind === 'send')
      return file === 'checked' ? { file: isLarge ? 'awaiting_approval' : 'running' } : {}
    if (kind === 'approve' && memberId === this.#people[0]) return {}
    return view({ file: next(payoutFileMoves, file, kind) })
  }

  #expectLine({ file, linesOpen = '0' }: View): View {
    if (file !== 'running') return {}
    const done = Number(linesOpen)
    if (done === 2) return { file: 'done' }
    if (done === 1 && secondOf(this.#place) > 4000n) return { file: 'paused' }
    return { linesOpen: String(done + 1), payoutsSent: String(done + 1) }
  }

  heal(): Promise<void> {
    return Promise.resolve()
  }

  faults({ linesOpen = '0', payoutsSent = '0' }: View): string[] {
    return payoutsSent === linesOpen ? [] : [`${payoutsSent} payouts of ${linesOpen} lines`]
  }

  #orderOf(say: string) {
    const [kind = '', who] = say.split(' ')
    const memberId = asId<PortalUserId>(this.#people[who === '1' ? 1 : 0])
    return { kind: kind as keyof typeof works & PayoutFileCause, memberId }
  }
}
