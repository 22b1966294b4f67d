import { TOTP } from 'otpauth'
import { beginOneTimeCodes } from '#use-cases/sessions/begin-one-time-codes.ts'
import { confirmOneTimeCodes } from '#use-cases/sessions/confirm-one-time-codes.ts'
import { createMerchant } from '#use-cases/merchants/create.ts'
import { invitePerson } from '#use-cases/people/invite.ts'
import { orderProof } from '#use-cases/ledger-proofs/order.ts'
import { setOperatorState } from '#use-cases/operators/change.ts'
import { disablePerson } from '#use-cases/people/manage.ts'
import { readOperatorStates } from '#use-cases/operators/read-states.ts'
import { createMerchant as createPayee } from '#test/support/books.ts'
import { lateDebit, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { outboxTo } from '#test/support/orders.ts'
import { payFor } from '#test/support/paid.ts'
import { acceptedTransfer, authorizeBank, giveBalance } from '#test/support/payouts.ts'
import { cause, codeMailed, createStaffMember, password, tryLogIn } from '#test/support/people.ts'
import type { TestService } from '#test/support/service.ts'
import { silentRefundRun } from '#test/support/silence.ts'
import { act, type AtDesk, atDesk, freshEmail } from '#test/support/staff.ts'
import {
  freshReference,
  importOne,
  reconciled,
  statementOf,
  today,
} from '#test/support/statements.ts'
import { installRate } from '#test/support/tariffs.ts'
import { createTenant } from '#test/support/tenant.ts'
import type { Place, WithId } from './place.ts'
import { accountChangeSamples } from './staff-samples-accounts.ts'
import { contradictionSamples } from './staff-samples-contradictions.ts'
import { closing, payoutSamples } from './staff-samples-payouts.ts'
import { termsSamples } from './staff-samples-terms.ts'
import type { FundsAtSettlement } from '#domain/transactions/transaction.ts'
import { about, type Sample } from './table.ts'

const reason = 'vérifié par téléphone'

/** One good request to each route, with all that must be there before it. */
export const staffSamples: Readonly<Record<string, (place: Place) => Promise<Sample> | Sample>> = {
  'POST /staff/api/log-in': ({ desk }) => ({ body: { email: desk.member.email, password } }),
  'POST /staff/api/log-in/code': codeAsked,
  'POST /staff/api/invitation': async ({ service }) => {
    const { id, email } = await invited(service)
    return { body: { email, code: await codeMailed(service.database, { id }), password } }
  },
  'POST /staff/api/log-out': () => ({ body: {} }),
  'GET /staff/api/session': nothing,
  'POST /staff/api/password': () => ({
    body: { current_password: password, new_password: 'la pluie vient du sud' },
  }),
  'POST /staff/api/one-time-codes': () => ({ body: { password } }),
  'POST /staff/api/one-time-codes/confirm': async ({ service, desk }) => ({
    body: { code: new TOTP({ secret: await begun(service, desk.member) }).generate() },
  }),
  'POST /staff/api/one-time-codes/remove': () => ({ body: { password } }),
  'GET /staff/api/bank-transfers': nothing,
  'GET /staff/api/bank-transfers/{id}': someTransfer,
  'GET /staff/api/bank-transfers/{id}/account': someTransfer,
  'POST /staff/api/bank-transfers/{id}/take': about(someTransfer, {}),
  'POST /staff/api/bank-transfers/{id}/approve': async (place) => ({
    ...(await takenTransfer(place, 5_000_000)),
    body: { password },
  }),
  'POST /staff/api/bank-transfers/{id}/transferred': async (place) => {
    const transfer_on = new Date().toISOString().slice(0, 10)
    const { params } = await takenTransfer(place)
    return { params, body: { bank_reference: `VIR-${params.id}`, transfer_on, password } }
  },
  'POST /staff/api/bank-transfers/{id}/reject': about(takenTransfer, { reason }),
  'POST /staff/api/bank-transfers/{id}/returned': about(madeTransfer, { reason, password }),
  'GET /staff/api/refunds': nothing,
  'GET /staff/api/refunds/{id}': async (place) => ({ params: (await askedRefund(place)).params }),
  'POST /staff/api/refunds/{id}/approve': about(askedRefund, { password }),
  'POST /staff/api/refunds/{id}/reject': askedRefund,
  'POST /staff/api/refunds/{id}/close': closing(openRefund),
  ...payoutSamples,
  ...contradictionSamples,
  ...termsSamples,
  'GET /staff/api/funds': nothing,
  'POST /staff/api/funds/{id}/hold': (place) => waitingFunds(place, 'available'),
  'POST /staff/api/funds/{id}/confirm': async (place) => ({
    ...(await waitingFunds(place, 'pending_confirmation')),
    body: { reason, password },
  }),
  'POST /staff/api/funds/{id}/release': async (place) => ({
    ...(await waitingFunds(place, 'held')),
    body: { reason, password },
  }),
  'POST /staff/api/funds/{id}/withhold': (place) => waitingFunds(place, 'held'),
  'GET /staff/api/late-outcomes': nothing,
  'POST /staff/api/late-outcomes/{id}/refund': async (place) => ({
    params: { id: await lateDebit(booksOf(place.service)) },
    body: {},
  }),
  'POST /staff/api/search': () => ({ body: { q: 'CMD-1' } }),
  'GET /staff/api/transactions/{id}': async ({ service }) => {
    const { transaction } = await payFor(service, { mode: 'live' })
    return { params: { id: transaction.id } }
  },
  'GET /staff/api/merchants': nothing,
  'POST /staff/api/merchants': () => ({
    body: { name: 'Maison', service: { name: 'Boutique' }, owner: person(), password },
  }),
  'GET /staff/api/merchants/{id}': ownedMerchant,
  'POST /staff/api/merchants/{id}/owner': async (place) => ({
    ...(await ownedMerchant(place)),
    body: { ...person(), reason, password },
  }),
  'POST /staff/api/merchants/{id}/owner/reset': about(ownedMerchant, { reason, password }),
  'GET /staff/api/operators': nothing,
  'POST /staff/api/operators/{provider}/close': (place) => operatorThat(place, true),
  'POST /staff/api/operators/{provider}/open': (place) => operatorThat(place, false),
  'GET /staff/api/exchange-rates': nothing,
  'POST /staff/api/exchange-rates': async ({ service }) => {
    await installRate(service.database, 'USD', '565.25')
    return { body: { currency: 'USD', rate: '565.25', source: 'BCEAO', at: moment(), password } }
  },
  'POST /staff/api/exchange-rates/import': async ({ service }) => {
    await installRate(service.database, 'USD', '565.25')
    return { body: { csv: `currency,rate,source,at\nUSD,565.25,BCEAO,${moment()}\n`, password } }
  },
  'POST /staff/api/reconciliations': () => ({
    body: { provider: 'mtn-benin', from: today, to: today, csv: strangeStatement() },
  }),
  'GET /staff/api/reconciliations': nothing,
  'GET /staff/api/reconciliations/{id}': async (place) => ({
    params: { id: await importedStatement(place) },
  }),
  'GET /staff/api/differences': nothing,
  'POST /staff/api/differences/{id}/close': async ({ service }) => {
    const [found] = await reconciled(booksOf(service), strangeStatement())
    return { params: { id: found?.id ?? 'none' }, body: { reason } }
  },
  'POST /staff/api/ledger-proofs': () => ({ body: {} }),
  'GET /staff/api/ledger-proofs': nothing,
  'GET /staff/api/ledger-proofs/{id}': async ({ service, desk: { member } }) => {
    const { database, outbox } = booksOf(service)
    return { params: { id: (await orderProof(database, outbox, { member, cause: cause() })).id } }
  },
  'GET /staff/api/audit': nothing,
  'GET /staff/api/members': nothing,
  'POST /staff/api/members': () => ({ body: { ...person(), role: 'agent', password } }),
  'GET /staff/api/members/{id}': someMember,
  'POST /staff/api/members/{id}/role': about(someMember, { role: 'supervisor', password }),
  'POST /staff/api/members/{id}/disable': onSomeMember,
  'POST /staff/api/members/{id}/enable': async ({ service }) => {
    const { id } = await createStaffMember(service.database)
    const manager = await createStaffMember(service.database, 'administrator')
    await disablePerson(service.database, { realm: 'staff', manager, id, cause: cause() })
    return { params: { id }, body: { password } }
  },
  'POST /staff/api/members/{id}/invitation': onSomeMember,
  'POST /staff/api/members/{id}/one-time-codes/reset': onSomeMember,
  ...accountChangeSamples,
}

let moments = 0

/** A date nobody has entered a rate for. */
function moment(): string {
  moments += 1
  return new Date(Date.UTC(2026, 0, 1) + moments * 60_000).toISOString()
}

function nothing(): Sample {
  return {}
}

function person() {
  return { name: 'Sena Dossou', email: freshEmail() }
}

async function invited({ database }: TestService) {
  const inviter = await createStaffMember(database, 'administrator')
  const given = { ...person(), role: 'agent' as const, cause: cause() }
  return invitePerson(database, { realm: 'staff', inviter }, given)
}

/** The secret of one-time codes that wait for the first code. */
async function begun({ database }: TestService, member: AtDesk['member']): Promise<string> {
  const { secret } = await beginOneTimeCodes(
    database,
    { person: member },
    { password, issuer: 'essai' },
  )
  return secret
}

/** A log-in that waits for its code. */
async function codeAsked({ service }: Place): Promise<Sample> {
  const { database } = service
  const member = await createStaffMember(database)
  const opened = await tryLogIn(database, 'staff', member)
  if (opened.step !== 'open') throw new Error('no code is asked for yet')
  const code = new TOTP({ secret: await begun(service, member) }).generate()
  const { recoveryCodes } = await confirmOneTimeCodes(database, opened.session, {
    code,
    cause: cause(),
  })
  const { token } = await tryLogIn(database, 'staff', member)
  return { body: { token, code: recoveryCodes[0] } }
}

async function someMember({ service }: Place): Promise<WithId> {
  return { params: { id: (await createStaffMember(service.database)).id } }
}

async function onSomeMember(place: Place): Promise<Sample> {
  return { ...(await someMember(place)), body: { password } }
}

async function ownedMerchant({ service }: Place): Promise<Sample> {
  const member = await createStaffMember(service.database, 'administrator')
  const id = await createMerchant(service.database, member, {
    name: 'Maison',
    service: { name: 'Boutique', publicName: 'Boutique', currency: 'XOF' },
    owner: person(),
    cause: cause(),
  })
  return { params: { id } }
}

/** A transfer of a merchant nobody else has, that waits. */
async function someTransfer({ service }: Place, amount = 1000): Promise<WithId> {
  const tenant = await createTenant(service.database, { mode: 'live' })
  await giveBalance(service.database, tenant, 10_000_000)
  await authorizeBank(service.database, tenant)
  return { params: { id: await acceptedTransfer(service, tenant, { amount }) } }
}

/** The same, taken by somebody else. */
async function takenTransfer(place: Place, amount?: number): Promise<WithId> {
  const sample = await someTransfer(place, amount)
  const other = await atDesk(place.service.database, 'agent')
  const path = `/bank-transfers/${sample.params.id}/take`
  const { status } = await act(place.service, other, { path })
  if (status !== 200) throw new Error(`taking is answered ${status}`)
  return sample
}

/** The same, made at the bank. */
async function madeTransfer(place: Place): Promise<WithId> {
  const sample = await takenTransfer(place)
  const other = await atDesk(place.service.database, 'agent')
  const path = `/bank-transfers/${sample.params.id}/transferred`
  const transfer_on = new Date().toISOString().slice(0, 10)
  const body = { bank_reference: `VIR-${sample.params.id}`, transfer_on }
  const { status } = await act(place.service, other, { path, body })
  if (status !== 200) throw new Error(`making it is answered ${status}`)
  return sample
}

function booksOf({ database, temporal: client }: TestService) {
  return { database, outbox: outboxTo({ database, client }) }
}

/** A statement of one order that nobody knows. */
function strangeStatement(): string {
  return statementOf([{ operator_reference: freshReference() }])
}

function importedStatement({ service }: Place): Promise<string> {
  return importOne(booksOf(service), strangeStatement())
}

/** Funds of a payment that wait for the staff's word. */
async function waitingFunds({ service }: Place, funds: FundsAtSettlement) {
  const books = booksOf(service)
  const id = await paidCollection(books, await createPayee(books), { funds })
  return { params: { id }, body: { reason } }
}

/** A refund that a merchant asks for. */
async function askedRefund({ service }: Place) {
  const books = booksOf(service)
  const merchant = await createPayee(books)
  const transactionId = await paidCollection(books, merchant)
  const { id } = await refundOf(books, merchant, { transactionId, amount: 400n })
  return { params: { id }, body: { reason } }
}

async function openRefund({ service }: Place): Promise<WithId> {
  return { params: { id: await silentRefundRun(service) } }
}

/** Moov in live, which stands so before. */
async function operatorThat({ service }: Place, isOpen: boolean): Promise<Sample> {
  const { database } = service
  const [provider, mode] = ['moov-benin', 'live'] as const
  const states = await readOperatorStates(database)
  const state = states.find((each) => each.provider === provider && each.mode === mode)
  if (state?.isOpen !== isOpen) {
    const member = await createStaffMember(database, 'supervisor')
    const change = { provider, mode, isOpen, cause: { ...cause(), reason } }
    await setOperatorState(database, member, change)
  }
  return { params: { provider }, body: { mode, reason } }
}
