import assert from 'node:assert/strict'
import { addAuthorizedAccount } from '#use-cases/authorized-accounts/add.ts'
import { tellStaff } from '#use-cases/notices/tell-staff.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { act, type AtDesk, atDesk } from '#test/support/staff.ts'
import { freshPhone } from '#test/support/tenant.ts'
import { type AlertTest, followed, madeOnce } from './alert-test.ts'
import type { WatchedService } from './service.ts'

/** Somebody writes past the rules of the schema. */
const shift = ({ untriggered }: WatchedService, by: number) =>
  untriggered(`update ledger_account set balance = balance + ${by} where kind = 'available'
    and id = (select min(id) from ledger_account where kind = 'available')`)

export const booksDoNotHold: AlertTest = {
  alert: 'BooksDoNotHold',
  title: 'the check lists what differs, and holds once the balance is right again',
  async fault(service) {
    await shift(service, -1)
    await assert.rejects(
      service.follow('BooksDoNotHold'),
      /The books do not hold:\nbalance_differs\|/,
    )
    return madeOnce
  },
  async follow(service) {
    await shift(service, 1)
    assert.match(await service.follow('BooksDoNotHold'), /The books hold\./)
  },
}

export const booksNotProven: AlertTest = {
  alert: 'BooksNotProven',
  title: 'a check by hand ends it',
  async fault(service) {
    await service.untriggered(
      `update ledger_proof set completed_at = completed_at - interval '37 hours'
       where completed_at is not null`,
    )
    return madeOnce
  },
  follow: followed('BooksNotProven', /The books hold\./),
}

export const moneyOutOverdue: AlertTest = {
  alert: 'MoneyOutOverdue',
  title: 'the operator is asked by its id, and a supervisor closes what it does not answer',
  async fault(service) {
    const [id] = service.silentPayouts
    await service.untriggered(
      `update transaction set created_at = created_at - interval '2 hours' where id = '${id}'`,
    )
    return madeOnce
  },
  async follow(service, { labels }) {
    assert.deepEqual([labels['kind'], labels['provider']], ['payout', 'mtn-benin'])
    const said = await service.follow('MoneyOutOverdue', { PROVIDER: 'mtn-benin' })
    const id = service.silentPayouts.shift() ?? ''
    const { rows } = await service.scene.database.pool.query<{ request: string }>(
      'select operator_request_id as request from transaction where id = $1',
      [id],
    )
    const request = rows[0]?.request ?? ''
    assert.ok(said.includes(request), said)
    assert.ok(service.mtn.memory.orders.some((order) => order.id === request))
    await closePayout(service, id)
  },
}

/** As a supervisor does, with the operator's word that it did not pay. */
export async function closePayout(service: WatchedService, id: string): Promise<void> {
  const { database } = service.scene
  const transactionId = asId<TransactionId>(id)
  await tellStaff(database, { transactionId, kind: 'payout_undecided', number: 1 })
  const desk: AtDesk = await atDesk(database, 'supervisor')
  const evidence = { operator_reference: `TICKET-${id}`, reason: 'their statement' }
  const body = { verdict: 'not_paid', ...evidence }
  const answer = await act(service.api, desk, { path: `/payouts/${id}/close`, body })
  assert.equal(answer.status, 200, answer.text)
  await service.scene.untilFinal([id])
}

export const deskWaits: AlertTest = {
  alert: 'DeskWaits',
  title: 'an account that waits for two days is verified by staff',
  async fault(service) {
    await waitingAccount(service)
    return madeOnce
  },
  async follow(service, { labels }) {
    assert.equal(labels['queue'], 'accounts')
    const desk = await atDesk(service.scene.database, 'supervisor')
    const { rows } = await service.scene.database.pool.query<{ id: string }>(
      `select id from authorized_account where status = 'pending'`,
    )
    for (const { id } of rows) {
      const path = `/authorized-accounts/${id}/verify`
      const answer = await act(service.api, desk, { path, body: { reason: 'seen' } })
      assert.equal(answer.status, 200, answer.text)
    }
  },
}

async function waitingAccount({ scene, live, untriggered }: WatchedService): Promise<void> {
  const phone = parsePhone(freshPhone(), {})
  assert.ok(phone.ok)
  const account = { type: 'mobile_money', provider: 'mtn-benin', phone: phone.value } as const
  const holderName = 'Rosine Hounsou'
  const id = await addAuthorizedAccount(scene.database, live.serviceEnvId, {
    ...account,
    holderName,
  })
  await untriggered(
    `update authorized_account set created_at = created_at - interval '2 days' where id = '${id}'`,
  )
}

export const deliveriesFail: AlertTest = {
  alert: 'DeliveriesFail',
  title: 'the receiver and its error are named, and what failed arrives once it is back',
  async fault(service) {
    service.gates.receiver.shut()
    // Each expires before its operator is back, and tells five endpoints.
    for (let at = 0; at < payments; at += 1) await service.payLive()
    return madeOnce
  },
  async follow(service) {
    const said = await service.follow('DeliveriesFail')
    assert.ok(said.includes(`https://${service.gates.receiver.address}/hook/`), said)
    assert.match(said, /Maison Essai +\| connection_/)
    service.gates.receiver.open()
  },
  check({ receiver }) {
    assert.ok(receiver.requests.length > 0)
    return Promise.resolve()
  },
}

const payments = 25
