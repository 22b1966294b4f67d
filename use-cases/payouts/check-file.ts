import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { ServiceError } from '#domain/errors/errors.ts'
import {
  asId,
  type AuthorizedAccountId,
  type PayoutFileId,
  type ServiceEnvId,
  type TransactionId,
} from '#domain/ids.ts'
import { needsSecondPerson, unsentLinesMax } from '#domain/payouts/file.ts'
import { isSameName } from '#domain/payouts/file-columns.ts'
import type { PayoutLine, PayoutLineFault, PayoutLineFaultCode } from '#domain/payouts/file-line.ts'
import type { PortalUser } from '#domain/people/person.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { anyOf, patiently } from '#db/functions.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { automaticProvider, type OfferBasis, readBasis } from '#use-cases/pricing/offer.ts'
import { makePayoutOffer } from '#use-cases/pricing/payout-offer.ts'
import { countUnsentLines } from './find-file.ts'
import { insertPayoutLines, type NewPayoutLine, repeatedLines } from './file-lines.ts'
import { type PayoutFileFault, readPayoutFile } from './read-file.ts'

/** A file as somebody uploads it. */
export interface GivenPayoutFile {
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  readonly member: PortalUser
  readonly name: string
  readonly bytes: Uint8Array
}

/** The sums of the valid lines, in XOF. */
export interface PayoutFileSums {
  readonly lines: number
  readonly amount: bigint
  readonly charged: bigint
}

export type PayoutFileChecked =
  | { readonly id: PayoutFileId }
  | { readonly whole: PayoutFileFault }
  | { readonly faults: readonly PayoutLineFault[]; readonly right: PayoutFileSums }

type Context = Pick<UseCaseContext, 'database' | 'isOpen' | 'staffApprovalAbove'>

/**
 * Checks each line of a file as its payout will be checked: number, account, name, operator, amount, references,
 * duplicates. If no line is wrong, the file is stored for a day, to be sent; otherwise nothing is. No money moves.
 */
export async function checkPayoutFile(
  context: Context,
  given: GivenPayoutFile,
): Promise<PayoutFileChecked> {
  if ((await countUnsentLines(context.database, given.serviceEnvId)) >= unsentLinesMax)
    return { whole: { code: 'too_many_unsent' } }
  const read = await readPayoutFile(given.bytes)
  if (read.whole !== null) return { whole: read.whole }
  const wrong = new Set(read.faults.map(({ line }) => line))
  const priced = await priceLines(
    context,
    given,
    read.lines.filter(({ number }) => !wrong.has(number)),
  )
  return keep(context, given, { lines: priced.lines, faults: [...read.faults, ...priced.faults] })
}

interface PricedLine extends NewPayoutLine {
  readonly charged: bigint
}

interface Priced {
  readonly lines: readonly PricedLine[]
  readonly faults: readonly PayoutLineFault[]
}

const linesBetweenBreaths = 200

async function priceLines(
  context: Context,
  given: GivenPayoutFile,
  lines: readonly PayoutLine[],
): Promise<Priced> {
  const { database } = context
  const basis = await readBasis(context, given.serviceEnvId)
  const accounts = await accountsOf(database, given, lines)
  const asked = { database, isOpen: onceEach(context.isOpen) }
  const priced: PricedLine[] = []
  const faults: PayoutLineFault[] = []
  for (const [at, line] of lines.entries()) {
    if (at % linesBetweenBreaths === 0) await breathe()
    const found = await priceLine(
      asked,
      { given, basis, account: accounts.get(line.phone.phone) },
      line,
    )
    if ('code' in found) faults.push({ line: line.number, ...found })
    else priced.push(found)
  }
  return { lines: priced, faults }
}

type Account = NonNullable<ReturnType<typeof phoneAccounts>['~row']>

interface Grounds {
  readonly given: GivenPayoutFile
  readonly basis: OfferBasis
  readonly account: Account | undefined
}

type LineFault = Omit<PayoutLineFault, 'line'>

async function priceLine(
  context: Pick<UseCaseContext, 'database' | 'isOpen'>,
  { given, basis, account }: Grounds,
  line: PayoutLine,
): Promise<PricedLine | LineFault> {
  const { serviceEnvId, mode } = given
  if (account === undefined) return { column: 'numero', code: 'phone_unknown' }
  if (account.status !== 'active') return { column: 'numero', code: 'phone_pending' }
  if (line.name !== null && !isNameOf(line.name, account))
    return { column: 'nom', code: 'name_other', what: account.holderName }
  const seller = { serviceEnvId, mode, channel: 'dashboard', terminalId: null } as const
  try {
    const wish = { seller, provider: automaticProvider, phone: line.phone, amount: line.amount }
    const { pricing } = await makePayoutOffer(context, wish, basis)
    return {
      number: line.number,
      accountId: account.id,
      amount: line.amount.minor,
      charged: pricing.amountCharged.minor,
      reference: line.reference,
      description: line.description,
      payoutId: asId<TransactionId>(randomUUIDv7()),
    }
  } catch (error) {
    return refusedAs(error)
  }
}

/** The holder's, or what the merchant calls the account. */
function isNameOf(name: string, { holderName, ownName }: Account): boolean {
  return isSameName(name, holderName) || (ownName !== null && isSameName(name, ownName))
}

const faultsOfRefusals: Readonly<Record<string, readonly [PayoutLineFaultCode, string?]>> = {
  provider_not_detected: ['operator_none'],
  provider_unavailable: ['operator_closed'],
  payout_amount_too_small: ['amount_small', 'min_amount'],
  payout_amount_too_large: ['amount_large', 'max_amount'],
}

function refusedAs(error: unknown): LineFault {
  const known = error instanceof ServiceError ? faultsOfRefusals[error.code] : undefined
  if (known === undefined || !(error instanceof ServiceError)) throw error
  const [code, bound] = known
  const what = bound === undefined ? {} : { what: String(error.details[bound]) }
  return { column: bound === undefined ? 'numero' : 'montant', code, ...what }
}

/** Looked up once per operator, however many lines use it. */
function onceEach(isOpen: UseCaseContext['isOpen']): UseCaseContext['isOpen'] {
  const asked = new Map<string, Promise<boolean>>()
  return (provider, scope) => {
    const known = asked.get(provider) ?? isOpen(provider, scope)
    asked.set(provider, known)
    return known
  }
}

async function accountsOf(
  { pool }: Database,
  { serviceEnvId }: GivenPayoutFile,
  lines: readonly PayoutLine[],
): Promise<ReadonlyMap<string, Account>> {
  const phones = [...new Set(lines.map(({ phone }) => phone.phone))]
  const rows = await onPool(pool).all(phoneAccounts({ serviceEnvId, phones }))
  return new Map(rows.map((row) => [row.phone ?? '', row]))
}

const phoneAccounts = prepared(
  (p: Params<{ serviceEnvId: ServiceEnvId; phones: readonly string[] }>) =>
    db
      .selectFrom('authorizedAccount')
      .select(['id', 'phone', 'holderName', 'ownName', 'status'])
      .where('serviceEnvId', '=', p.serviceEnvId)
      .where('type', '=', 'mobile_money')
      .where('status', '<>', 'revoked')
      .where('phone', '=', anyOf<string | null>(p.phones)),
)

function sumsOf(lines: readonly PricedLine[]): PayoutFileSums {
  return {
    lines: lines.length,
    amount: lines.reduce((sum, { amount }) => sum + amount, 0n),
    charged: lines.reduce((sum, { charged }) => sum + charged, 0n),
  }
}

/** Rolls the transaction back and carries what it found. */
class WrongLines extends Error {
  readonly faults: readonly PayoutLineFault[]

  constructor(faults: readonly PayoutLineFault[]) {
    super('lines of a file are wrong')
    this.faults = faults
  }
}

/**
 * Stores the file, unless a line is wrong. Lines that would pay twice are found among stored lines, so the file is
 * stored and rolled back even if other lines are wrong: all errors are reported at once.
 */
async function keep(
  { database, staffApprovalAbove }: Context,
  { serviceEnvId, member, name }: GivenPayoutFile,
  { lines, faults: others }: Priced,
): Promise<PayoutFileChecked> {
  if (lines.length === 0) return wrongOf(others, lines)
  const id = asId<PayoutFileId>(randomUUIDv7())
  const { lines: linesTotal, ...sums } = sumsOf(lines)
  const payees = lines.map(({ accountId, amount }) => ({
    payee: accountId as AuthorizedAccountId,
    amount,
  }))
  const needsApproval = needsSecondPerson(payees, staffApprovalAbove)
  const row = { id, serviceEnvId, name, linesTotal, ...sums, needsApproval, checkedBy: member.id }
  try {
    await inTransaction(database.pool, async (books) => {
      await books.all(patiently)
      await books.run(db.insertInto('payoutFile').values(row))
      await insertPayoutLines(books, id, lines)
      const faults = [...others, ...(await repeatedLines(books, { id, serviceEnvId }))]
      if (faults.length > 0) throw new WrongLines(faults)
    })
  } catch (error) {
    if (!(error instanceof WrongLines)) throw error
    return wrongOf(error.faults, lines)
  }
  return { id }
}

function wrongOf(
  faults: readonly PayoutLineFault[],
  lines: readonly PricedLine[],
): PayoutFileChecked {
  const wrong = new Set(faults.map(({ line }) => line))
  const right = sumsOf(lines.filter(({ number }) => !wrong.has(number)))
  return { faults: faults.toSorted((a, b) => a.line - b.line), right }
}
