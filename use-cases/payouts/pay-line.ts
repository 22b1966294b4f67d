import { type ErrorCode, ServiceError } from '#domain/errors/errors.ts'
import type { PayoutFileId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { pausingCodes, waitingCodes } from '#domain/payouts/file.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { type Changes, db, type Params, prepared, sql as text } from '#db/statements.ts'
import { automaticProvider } from '#use-cases/pricing/offer.ts'
import { requestIdOfLine } from './drawn-ids.ts'
import { endPayoutFile, pauseShortFile } from './move-file.ts'
import { requestPayout } from './request.ts'
import type { PayoutFileStanding } from '#workflows/contract/results.ts'

type Context = Parameters<typeof requestPayout>[0]

/**
 * Makes the next line of a running file into a payout through the same use case as any payout, which marks the line
 * as sent in its own transaction: if the file was moved or another worker decided the line meanwhile, nothing is
 * paid. A refusal that concerns only this line is stored with it; one that concerns all lines pauses the file; a
 * limit is waited for.
 */
export async function payNextLine(context: Context, id: PayoutFileId): Promise<PayoutFileStanding> {
  const { pool } = context.database
  const waitMs = await advance(context, id)
  const { state, linesSent, linesRefused, linesTotal } = await onPool(pool).only(standing({ id }))
  return { state, sent: linesSent, refused: linesRefused, total: linesTotal, waitMs }
}

/** Milliseconds to wait before the next line; 0 if it may be paid at once, or if there is none. */
async function advance(context: Context, id: PayoutFileId): Promise<number> {
  const books = onPool(context.database.pool)
  const { state } = await books.only(standing({ id }))
  if (state !== 'running') return 0
  const line = await books.first(nextLine({ id }))
  if (line === undefined) {
    await endPayoutFile(books, id)
    return 0
  }
  // Made by a version that wrote the line down afterwards.
  if (line.isThere) {
    await decide(context, line, null)
    return 0
  }
  return pay(context, line)
}

type Line = NonNullable<ReturnType<typeof nextLine>['~row']>

async function pay(context: Context, line: Line): Promise<number> {
  try {
    await ask(context, line)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { code, details } = error
    if (code === 'action_not_allowed') return 0
    if (oneOf(waitingCodes, code)) return Number(details['retry_after_seconds'] ?? 1) * 1000
    if (oneOf(pausingCodes, code)) {
      await pauseShortFile(onPool(context.database.pool), line.fileId, code)
      return 0
    }
    await decide(context, line, code)
  }
  return 0
}

function oneOf<Code extends string>(codes: readonly Code[], code: string): code is Code {
  return codes.some((each) => each === code)
}

async function ask(context: Context, line: Line): Promise<void> {
  const { serviceEnvId, mode, fileId, number, payoutId } = line
  const phone = parsePhone(`+${line.phone ?? ''}`)
  if (!phone.ok) throw new RangeError('an authorised number is none')
  const key = `${fileId}/${number}`
  const request = {
    requestId: fileId,
    // Nobody waits for the answer.
    respond: () => ({ status: 202, body: '' }),
    idempotency: { serviceEnvId, holderId: serviceEnvId, route: 'payout file', key },
    canonicalRequest: key,
  }
  await requestPayout(context, request, {
    id: payoutId,
    operatorRequestId: requestIdOfLine(fileId, number),
    seller: { serviceEnvId, mode, channel: 'dashboard', terminalId: null },
    apiKeyId: null,
    provider: automaticProvider,
    phone: phone.value,
    accountId: line.accountId,
    amount: money(line.amount, 'XOF'),
    reference: line.reference ?? undefined,
    description: line.description ?? undefined,
    knownSince: line.createdAt,
    takeUp: async (tx) => {
      const { state } = await tx.only(lock({ id: fileId }))
      return state === 'running' && (await write(tx, line, null))
    },
  })
}

/** Records the result of a line, once. */
async function decide(context: Context, line: Line, refusal: ErrorCode | null): Promise<void> {
  await inTransaction(context.database.pool, async (tx) => {
    await tx.only(lock({ id: line.fileId }))
    await write(tx, line, refusal)
  })
}

/** The same while the file is locked; false if the line was decided before. */
async function write(tx: Sql, line: Line, refusal: ErrorCode | null): Promise<boolean> {
  const { fileId, number } = line
  if ((await tx.run(decideLine({ fileId, number, refusal }))) === 0) return false
  await tx.run(count({ fileId, isSent: refusal === null }))
  return true
}

const standing = prepared((p: Params<{ id: PayoutFileId }>) =>
  db
    .selectFrom('payoutFile')
    .select(['state', 'linesSent', 'linesRefused', 'linesTotal'])
    .where('id', '=', p.id),
)

const lock = prepared((p: Params<{ id: PayoutFileId }>) =>
  db.selectFrom('payoutFile').select('state').where('id', '=', p.id).forUpdate(),
)

const nextLine = prepared((p: Params<{ id: PayoutFileId }>) =>
  db
    .selectFrom('payoutFileLine as l')
    .innerJoin('payoutFile as f', 'f.id', 'l.fileId')
    .innerJoin('serviceEnv as s', 's.id', 'f.serviceEnvId')
    .innerJoin('authorizedAccount as a', 'a.id', 'l.accountId')
    .select(['l.fileId', 'l.number', 'l.amount', 'l.reference', 'l.description', 'l.payoutId'])
    .select(['l.accountId', 'f.serviceEnvId', 'f.createdAt', 's.mode', 'a.phone'])
    .select((eb) =>
      eb
        .exists(
          eb.selectFrom('transaction as t').select('t.id').whereRef('t.id', '=', 'l.payoutId'),
        )
        .$castTo<boolean>()
        .as('isThere'),
    )
    .where('l.fileId', '=', p.id)
    .where('l.state', '=', 'waiting')
    .orderBy('l.number')
    .limit(1),
)

const decideLine = prepared(
  (p: Params<{ fileId: PayoutFileId; number: number; refusal: ErrorCode | null }>) =>
    db
      .updateTable('payoutFileLine')
      .set({
        state: text<
          'sent' | 'refused'
        >`case when ${p.refusal}::text is null then 'sent' else 'refused' end`,
        refusal: p.refusal,
      })
      .where('fileId', '=', p.fileId)
      .where('number', '=', p.number)
      .where('state', '=', 'waiting'),
)

const count = prepared((p: Params<{ fileId: PayoutFileId; isSent: boolean }>) =>
  db
    .updateTable('payoutFile')
    .set((eb): Changes<'payoutFile'> => ({
      linesSent: text<number>`${eb.ref('linesSent')} + ${p.isSent}::boolean::int`,
      linesRefused: text<number>`${eb.ref('linesRefused')} + (not ${p.isSent}::boolean)::int`,
    }))
    .where('id', '=', p.fileId),
)
