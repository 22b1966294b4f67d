import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { acceptCollection } from '#use-cases/collections/accept.ts'
import { findReplay, type IdempotencyScope } from '#db/idempotency.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { onPool } from '#db/sql.ts'
import { acceptanceOf, createMerchant, openBooks } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'

describe('the answer kept for an idempotency key is sealed', () => {
  const canary = `receipt-token-${randomUUID()}`
  let scope: IdempotencyScope
  let sealed: Buffer

  const books = given(() => openBooks())
  before(async () => {
    const merchant = await createMerchant(books)
    const acceptance = acceptanceOf(merchant, { body: JSON.stringify({ token: canary }) })
    await acceptCollection(books.database, books.outbox, acceptance)
    scope = acceptance.idempotency
    const [row] = await books.rows<{ response: Buffer }>(
      'select response from idempotency_record where key = $1',
      scope.key,
    )
    assert.ok(row)
    sealed = row.response
  })

  it('and unreadable in the table', async () => {
    const [row] = await books.rows<{ text: string }>(
      `select r::text || encode(response, 'escape') || encode(response, 'base64') as text
       from idempotency_record r where key = $1`,
      scope.key,
    )
    assert.ok(row !== undefined && row.text.length > 100)
    for (const spelling of ['utf8', 'hex', 'base64'] as const) {
      const spelled = Buffer.from(canary).toString(spelling).slice(0, 20)
      assert.ok(!row.text.includes(spelled), spelling)
      assert.ok(!sealed.toString('latin1').includes(spelled), spelling)
    }
  })

  it('and opens for its own purpose alone, and by its own master key alone', async () => {
    const { keyring } = books.database
    const { serviceEnvId, holderId, route, key } = scope
    const row = `${serviceEnvId} ${holderId} ${route} ${key}`
    const { answer, ...others } = sealedColumns
    assert.match(keyring.open(answer, row, sealed).toString(), new RegExp(canary))
    assert.throws(() => keyring.open(answer, `${row}x`, sealed))
    for (const column of Object.values(others)) {
      assert.throws(() => keyring.open(column, row, sealed), column.table)
    }
  })

  it('and is not replayed when somebody changed a bit of it', async () => {
    await books.rows(
      'update idempotency_record set response = set_byte(response, 40, get_byte(response, 40) # 1) where key = $1',
      scope.key,
    )
    const sql = onPool(books.database.pool)
    await assert.rejects(findReplay(sql, books.database.keyring, scope))
    await books.rows(
      'update idempotency_record set response = $2 where key = $1',
      scope.key,
      sealed,
    )
    assert.ok(await findReplay(sql, books.database.keyring, scope))
  })
})
