import assert from 'node:assert/strict'
import { setServiceLogo } from '#use-cases/settings/set-logo.ts'
import { findLogo } from '#use-cases/settings/read.ts'
import { readReceiptMerchant } from '#use-cases/receipts/read.ts'
import { readLogoName } from '#domain/settings/logo.ts'
import { given } from '#test/support/given.ts'
import { jpegOf, pngOf } from '#test/support/pictures.ts'
import { createMerchant, openBooks } from '#test/support/books.ts'
import { refusalCode } from '#test/support/outcome.ts'

describe('the logo of a service', () => {
  const books = given(() => openBooks())
  const merchant = given(() => createMerchant(books))

  const set = (file: Buffer | null, of = merchant) =>
    setServiceLogo(books.database, of.serviceId, file)
  const shown = async (of = merchant) =>
    (await readReceiptMerchant(books.database, of.serviceEnvId)).logoPath
  const find = async (path: string | null) => {
    const name = readLogoName(path?.split('/').at(-1) ?? '')
    return name && findLogo(books.database, name)
  }

  it('is kept and shown under an address that changes with it', async () => {
    const first = await set(pngOf())
    assert.match(first ?? '', /^\/logos\/[0-9a-f]{64}\.png$/)
    assert.deepEqual([await shown(), await find(first)], [first, pngOf()])
    const second = await set(jpegOf())
    assert.match(second ?? '', /\.jpg$/)
    assert.equal(await shown(), second)
    assert.equal(await find(first), undefined, 'the one before is gone')
  })

  it('is the same when it is given twice, and one of them when two come at once', async () => {
    const path = await set(pngOf())
    const [before] = await books.rows('select changed_at from service_logo')
    assert.equal(await set(pngOf()), path)
    assert.deepEqual(await books.rows('select changed_at from service_logo'), [before])
    const paths = await Promise.all([set(jpegOf()), set(pngOf()), set(jpegOf()), set(pngOf())])
    assert.ok(paths.includes(await shown()))
  })

  it('may be taken away, and is nobody else’s', async () => {
    const other = await createMerchant(books)
    const path = await set(pngOf({ colour: 2 }))
    assert.equal(await shown(other), null)
    assert.equal(await set(pngOf({ colour: 2 }), other), path, 'two may have the same')
    assert.equal(await set(null), null)
    assert.deepEqual([await shown(), await shown(other)], [null, path])
    assert.ok(await find(path))
  })

  it('is refused where it is no picture, and the one before stays', async () => {
    const path = await set(pngOf())
    assert.equal(await refusalCode(set(Buffer.from('<svg/>'))), 'invalid_logo')
    assert.equal(await refusalCode(set(Buffer.alloc(0))), 'invalid_logo')
    assert.equal(await shown(), path)
  })

  it('is what it says it is in the database too', async () => {
    const { serviceId } = await createMerchant(books)
    const write = (content: Buffer, type: string, width = 16) =>
      books.rows(
        `insert into service_logo (service_id, digest, type, width, height, content)
         values ($1, encode(sha256($2), 'hex'), $3, $4, 16, $2)`,
        serviceId,
        content,
        type,
        width,
      )
    await assert.rejects(write(Buffer.from('<svg/>'), 'svg'), /service_logo_is_what_it_says/)
    await assert.rejects(write(jpegOf(), 'png'), /service_logo_is_what_it_says/)
    await assert.rejects(write(pngOf(), 'png', 5000), /service_logo_width_check/)
    await assert.rejects(write(Buffer.alloc(204_801), 'png'), /service_logo_content_check/)
    await write(pngOf(), 'png')
  })
})
