import { fail } from '#domain/errors/errors.ts'
import type { PaymentLinkId, ServiceEnvId } from '#domain/ids.ts'
import { isFreeWord, isLinkWord, linkWordsMax } from '#domain/payment-links/word.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { rowCount } from '#db/functions.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { lockServiceEnv } from '#use-cases/settings/lock-service-env.ts'
import { lockPaymentLink, type PaymentLinkPlace } from './change.ts'

/**
 * Sets the word of a link's short address, once and for good; the same word again changes nothing. Refusals:
 * payment_link_not_found, invalid_link_word, link_word_taken, link_words_too_many, action_not_allowed if the link has
 * another one.
 */
export async function chooseLinkWord(
  { pool }: Pick<Database, 'pool'>,
  place: PaymentLinkPlace,
  word: string,
): Promise<void> {
  if (!isLinkWord(word)) throw fail('invalid_link_word')
  await inTransaction(pool, async (tx) => {
    const { id } = await lockPaymentLink(tx, place)
    const own = await tx.first(wordOf({ id }))
    if (own?.word === word) return
    if (own !== undefined) throw fail('action_not_allowed')
    if (!isFreeWord(word)) throw fail('invalid_link_word')
    await requireRoom(tx, place)
    if ((await tx.first(take({ id, word }))) === undefined) throw fail('link_word_taken')
  })
}

async function requireRoom(tx: Sql, { serviceEnvId }: PaymentLinkPlace): Promise<void> {
  const { mode } = await tx.only(lockServiceEnv({ serviceEnvId }))
  const { count } = await tx.only(wordsOf({ serviceEnvId }))
  if (count >= linkWordsMax[mode]) throw fail('link_words_too_many')
}

const wordsOf = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('paymentLink as l')
    .innerJoin('paymentLinkWord as w', 'w.paymentLinkId', 'l.id')
    .select(rowCount.as('count'))
    .where('l.serviceEnvId', '=', p.serviceEnvId),
)

/** A link's word; undefined if none was chosen. */
export async function findLinkWord(
  { pool }: Pick<Database, 'pool'>,
  id: PaymentLinkId,
): Promise<string | undefined> {
  return (await onPool(pool).first(wordOf({ id })))?.word
}

/** The link with this word, and its mode; undefined if there is none. */
export async function findByLinkWord(
  { pool }: Pick<Database, 'pool'>,
  word: string,
): Promise<{ readonly id: PaymentLinkId; readonly mode: Mode } | undefined> {
  return isLinkWord(word) ? onPool(pool).first(ofWord({ word })) : undefined
}

const wordOf = prepared((p: Params<{ id: PaymentLinkId }>) =>
  db.selectFrom('paymentLinkWord').select('word').where('paymentLinkId', '=', p.id),
)

const take = prepared((p: Params<{ id: PaymentLinkId; word: string }>) =>
  db
    .insertInto('paymentLinkWord')
    .values({ word: p.word, paymentLinkId: p.id })
    .onConflict((conflict) => conflict.column('word').doNothing())
    .returning('word'),
)

const ofWord = prepared((p: Params<{ word: string }>) =>
  db
    .selectFrom('paymentLinkWord as w')
    .innerJoin('paymentLink as l', 'l.id', 'w.paymentLinkId')
    .innerJoin('serviceEnv as e', 'e.id', 'l.serviceEnvId')
    .select(['l.id', 'e.mode'])
    .where('w.word', '=', p.word),
)
