import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { createCursorCodec } from '#http/cursor.ts'
import { page } from '#http/page.ts'
import { ServiceError } from '#domain/errors/errors.ts'

const codecOf = (secret: string) =>
  createCursorCodec((message) => createHmac('sha256', secret).update(message).digest())
const cursors = codecOf('a')
const place = { list: 'transactions', scope: 'env-1/sandbox' }
const position = ['2026-01-31T10:00:00.123Z', '0190b6a0-0000-7000-8000-000000000001']

function refuses(cursor: string, codec = cursors, at = place): void {
  assert.throws(
    () => codec.decode(at, cursor),
    (error) =>
      error instanceof ServiceError &&
      error.code === 'invalid_cursor' &&
      error.details['field'] === 'cursor',
    cursor,
  )
}

describe('cursors', () => {
  it('give back what they were made of', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 4 }), (values) => {
        assert.deepEqual(cursors.decode(place, cursors.encode(place, values)), values)
      }),
    )
    assert.match(cursors.encode(place, position), /^[A-Za-z0-9._-]{20,200}$/)
  })

  it('every change of a single bit or character is refused, in 100 cursors', () => {
    for (let round = 0; round < 100; round += 1) {
      const cursor = cursors.encode(place, [`${round}`, ...position])
      for (let at = 0; at < cursor.length; at += 1) {
        for (let bit = 0; bit < 8; bit += 1) {
          const changed = String.fromCharCode(cursor.charCodeAt(at) ^ (1 << bit))
          refuses(cursor.slice(0, at) + changed + cursor.slice(at + 1))
        }
        refuses(cursor.slice(0, at) + cursor.slice(at + 1))
      }
    }
  })

  it('belong to one list, one scope and one secret', () => {
    const cursor = cursors.encode(place, position)
    refuses(cursor, cursors, { ...place, list: 'webhook_endpoints' })
    refuses(cursor, cursors, { ...place, scope: 'env-2/sandbox' })
    refuses(cursor, codecOf('b'))
    const shifted = cursors.encode({ list: 'a', scope: 'b","c' }, position)
    refuses(shifted, cursors, { list: 'a","b', scope: 'c' })
  })

  it('anything else is refused', () => {
    const cursor = cursors.encode(place, position)
    const [payload, signature] = cursor.split('.')
    const odd = [
      '',
      '.',
      'a',
      'a.b',
      '..',
      `${payload}`,
      `.${signature}`,
      `${payload}.`,
      `${cursor}.`,
      ` ${cursor}`,
      `${cursor}=`,
      `${cursor}\n`,
      cursor.toLowerCase(),
      'é.é',
      '\0',
      'a'.repeat(100_000),
    ]
    for (const text of odd) refuses(text)
  })
})

describe('page of a list', () => {
  const rows = ['a', 'b', 'c'].map((id) => ({ id }))
  const list = (of: readonly { readonly id: string }[], limit: number) =>
    page(
      { cursors },
      {
        place,
        asked: { limit },
        read: async (part) => of.slice(0, part.limit),
        positionOf: ({ id }) => [id],
        present: (row) => row,
      },
    )

  it('leaves out the row too many, and leads on from the last one shown', async () => {
    const { data, meta } = await list(rows, 2)
    assert.deepEqual(data, [{ id: 'a' }, { id: 'b' }])
    assert.equal(meta?.['has_more'], true)
    assert.deepEqual(cursors.decode(place, String(meta?.['next_cursor'])), ['b'])
    assert.equal(meta?.['limit'], 2)
  })

  it('ends with null when nothing is left', async () => {
    const end = { has_more: false, next_cursor: null }
    assert.deepEqual((await list(rows, 3)).meta, { ...end, limit: 3 })
    assert.deepEqual(await list([], 20), { data: [], meta: { ...end, limit: 20 } })
  })
})
