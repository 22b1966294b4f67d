import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { openBalance } from '#use-cases/balance/open.ts'
import {
  findPayoutFile,
  forgetUnsentFiles,
  listPayoutFileLines,
} from '#use-cases/payouts/find-file.ts'
import {
  approvePayoutFile,
  cancelPayoutFile,
  pausePayoutFile,
  resumePayoutFile,
  sendPayoutFile,
} from '#use-cases/payouts/move-file.ts'
import { payNextLine } from '#use-cases/payouts/pay-line.ts'
import { onPool } from '#db/sql.ts'
import type { PayoutFileId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { given } from '#test/support/given.ts'
import { createMerchant, type Merchant, openBooks } from '#test/support/books.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { accountsOf } from '#test/support/payouts.ts'
import { authorizeAll, check, csv, memberOf, numbersOf, payingContext, sentFile } from './files.ts'

const [one = '', two = '', three = ''] = numbersOf(3)

describe('a file of payouts', function () {
  this.timeout(60_000)
  const books = given(() => openBooks())
  booksHoldAfterEach(() => books.database)

  async function merchantWith(xof: bigint): Promise<Merchant> {
    const merchant = await createMerchant(books)
    if (xof > 0n) await openBalance(books.database, merchant, money(xof, 'XOF'))
    await authorizeAll(books.database, merchant, [one, two, three])
    return merchant
  }
  const pay = (id: PayoutFileId) => payNextLine(payingContext(books), id)
  const codesOf = async (merchant: Merchant, text: string | Uint8Array) => {
    const checked = await check(books.database, merchant, { text })
    if ('whole' in checked) return checked.whole.code
    return 'id' in checked ? 'right' : checked.faults.map(({ line, code }) => `${line} ${code}`)
  }

  it('whose amounts are cut at a comma pays none of them: a line has no more values than there are titles', async () => {
    const merchant = await merchantWith(0n)
    const cut = `numero,montant\n${one},150,000\n${two},"1000"\n${three},1000,,\n`
    assert.deepEqual(await codesOf(merchant, cut), ['2 cells_too_many'])
  })

  it('is read as spreadsheets save it: marks, encodings, separators, quotes, line ends', async () => {
    const merchant = await merchantWith(0n)
    const accented = `Numéro;Montant;Libellé\r\n${one};1000;Été à Cotonou\r\n`
    const asUtf16 = Buffer.from(`\uFEFF${accented}`, 'utf16le')
    for (const bytes of [
      Buffer.from(accented),
      Buffer.from(`\uFEFF${accented}`),
      Buffer.from(accented, 'latin1'),
      asUtf16,
      Buffer.from(asUtf16).swap16(),
      Buffer.from(accented.replaceAll(';', ',').replaceAll('\r\n', '\r')),
      Buffer.from(`numero;montant;libelle\n\n"${one}";"1000";"Été à ""Cotonou"""\n;;\n`),
    ]) {
      const checked = await check(books.database, merchant, { text: bytes })
      assert.ok('id' in checked, inspect(checked))
      const part = { id: checked.id, after: 0, limit: 10, isWrong: false }
      const [line] = await listPayoutFileLines(books.database, part)
      assert.match(line?.description ?? '', /^Été à "?Cotonou"?$/)
    }
  })

  it('that is none is told in a word', async () => {
    const merchant = await merchantWith(0n)
    assert.equal(await codesOf(merchant, ''), 'empty')
    assert.equal(await codesOf(merchant, Buffer.from('PK\u0003\u0004\u0000\u0000')), 'no_text')
    assert.equal(await codesOf(merchant, 'numero;montant\n'), 'no_lines')
    assert.equal(await codesOf(merchant, 'numero;nom\n1;2\n'), 'column_missing')
    assert.equal(await codesOf(merchant, 'numero;montant;montant\n1;2;3\n'), 'column_twice')
    const long = `numero;montant\n${`${one};1000\n`.repeat(50_001)}`
    assert.equal(await codesOf(merchant, long), 'too_many_lines')
    assert.deepEqual(await codesOf(merchant, `numero;montant\n${one};"10`), ['2 unreadable'])
  })

  it('of UTF-16 with a NUL in it is no text either', async () => {
    const merchant = await merchantWith(100_000n)
    const text = `\uFEFFnumero;montant;libelle\n${one};1000;a\u0000b\n`
    const checked = await check(books.database, merchant, { text: Buffer.from(text, 'utf16le') })
    assert.deepEqual(checked, { whole: { code: 'no_text' } })
  })

  it('with a thousand wrong lines says what is wrong with each, and keeps nothing', async () => {
    const merchant = await merchantWith(0n)
    const strangers = numbersOf(1000, '77').map((phone) => `${phone};1000;`)
    const found = await codesOf(merchant, csv(...strangers, `${one};12,50;`, `${two};1;`))
    assert.ok(Array.isArray(found))
    assert.equal(found.length, 1002)
    assert.deepEqual(found.slice(-3), [
      '1001 phone_unknown',
      '1002 amount_decimals',
      '1003 amount_small',
    ])
    assert.deepEqual(
      await books.rows(
        'select id from payout_file where service_env_id = $1',
        merchant.serviceEnvId,
      ),
      [],
    )
  })

  it('pays to active accounts of this service alone, under the name that they have', async () => {
    const merchant = await merchantWith(0n)
    const other = await createMerchant(books)
    assert.deepEqual(await codesOf(other, csv(`${one};1000;`)), ['2 phone_unknown'])
    const named = `numero;montant;nom\n${one};1000;Awa Dossou\n${two};1000;Hounsou`
    assert.deepEqual(await codesOf(merchant, named), ['2 name_other'])
    await books.rows(
      `update authorized_account set own_name = 'Fournisseur Dossou' where phone = $1 and service_env_id = $2`,
      one,
      merchant.serviceEnvId,
    )
    assert.equal(await codesOf(merchant, named), 'right')
    await books.rows(
      `update authorized_account set status = 'revoked', revoked_at = now() where phone = $1`,
      one,
    )
    assert.deepEqual(await codesOf(merchant, csv(`${one};1000;`)), ['2 phone_unknown'])
  })

  it('that was sent is not sent again: by its references, and without them for days', async () => {
    const merchant = await merchantWith(100_000n)
    const text = csv(`${one};1000;A-1`, `${two};1000;`)
    const first = await sentFile(books, merchant, { text })
    assert.deepEqual(await codesOf(merchant, text), ['2 reference_used', '3 line_repeated'])
    while ((await pay(first)).state === 'running');
    assert.deepEqual(await codesOf(merchant, text), ['2 reference_used', '3 line_repeated'])
    assert.equal(await codesOf(merchant, csv(`${one};1000;A-2`, `${two};1001;`)), 'right')
    const unnamed = csv(`${one};1000;`, `${two};1000;B-1`)
    assert.deepEqual(await codesOf(merchant, unnamed), ['2 line_repeated'])
    await books.database.pool.query(
      `begin; set local session_replication_role = replica;
       update transaction set created_at = created_at - interval '7 days'
       where id in (select payout_id from payout_file_line where file_id = '${first}'); commit`,
    )
    assert.equal(await codesOf(merchant, csv(`${two};1000;`)), 'right')
  })

  it('is sent once where two of the same are checked side by side', async () => {
    const merchant = await merchantWith(100_000n)
    const member = await memberOf(books.database, merchant)
    const { serviceEnvId } = merchant
    const ids = await Promise.all(
      [1, 2].map(() => check(books.database, merchant, { text: csv(`${one};1000;`), member })),
    )
    const sends = ids.map((checked) => {
      assert.ok('id' in checked)
      return sendPayoutFile(books, { serviceEnvId, id: checked.id, member })
    })
    const ends = await Promise.allSettled(sends)
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
    assert.deepEqual(refused, ['payout_file_repeated'])
  })

  it('goes above the threshold once another person has agreed', async () => {
    const merchant = await merchantWith(100_000n)
    const { serviceEnvId } = merchant
    const member = await memberOf(books.database, merchant)
    const text = csv(`${one};1000;`, `${two};1000;`)
    const given = { text, member, approvalAbove: 1999n }
    const checked = await check(books.database, merchant, given)
    assert.ok('id' in checked)
    const own = { serviceEnvId, id: checked.id, member }
    await sendPayoutFile(books, own)
    assert.equal((await pay(checked.id)).state, 'awaiting_approval')
    await assert.rejects(approvePayoutFile(books, own), { code: 'second_approver_required' })
    await assert.rejects(resumePayoutFile(books, own), { code: 'action_not_allowed' })
    const second = await memberOf(books.database, merchant)
    const fresh = { ...second, approvesFrom: new Date(Date.now() + 60_000) }
    await assert.rejects(approvePayoutFile(books, { ...own, member: fresh }), {
      code: 'account_too_fresh',
    })
    await approvePayoutFile(books, { ...own, member: second })
    await assert.rejects(approvePayoutFile(books, { ...own, member: second }), {
      code: 'action_not_allowed',
    })
    assert.deepEqual(await pay(checked.id), {
      state: 'running',
      sent: 1,
      refused: 0,
      total: 2,
      waitMs: 0,
    })
  })

  it('is refused where the balance does not suffice, and pauses where it no longer does', async () => {
    const poor = await merchantWith(1500n)
    const text = csv(`${one};1000;`, `${two};1000;`)
    await assert.rejects(sentFile(books, poor, { text }), { code: 'insufficient_balance' })
    const merchant = await merchantWith(2000n)
    const id = await sentFile(books, merchant, { text })
    const other = await sentFile(books, merchant, { text: csv(`${three};1500;`) })
    assert.equal((await pay(other)).sent, 1)
    assert.equal((await pay(id)).state, 'paused')
    const { file } = await findPayoutFile(books.database, merchant.serviceEnvId, id)
    assert.deepEqual([file.pauseCode, file.linesSent], ['insufficient_balance', 0])
    assert.deepEqual(await accountsOf(books.database, merchant), { available: 500, reserved: 1500 })
  })

  it('is paused, resumed and stopped between two lines; another service’s is not found', async () => {
    const merchant = await merchantWith(100_000n)
    const id = await sentFile(books, merchant, {
      text: csv(`${one};1000;`, `${two};1000;`, `${three};1000;`),
    })
    const member = await memberOf(books.database, merchant)
    const order = { serviceEnvId: merchant.serviceEnvId, id, member }
    const { serviceEnvId } = await createMerchant(books)
    await assert.rejects(pausePayoutFile(books, { ...order, serviceEnvId }), {
      code: 'payout_file_not_found',
    })
    await pay(id)
    await pausePayoutFile(books, order)
    assert.deepEqual(await pay(id), { state: 'paused', sent: 1, refused: 0, total: 3, waitMs: 0 })
    await resumePayoutFile(books, order)
    assert.equal((await pay(id)).sent, 2)
    await cancelPayoutFile(books, order)
    assert.deepEqual(await pay(id), {
      state: 'cancelled',
      sent: 2,
      refused: 0,
      total: 3,
      waitMs: 0,
    })
    assert.deepEqual(await accountsOf(books.database, merchant), {
      available: 98_000,
      reserved: 2000,
    })
  })

  it('leaves a line out that a rule refuses, and pays the others', async () => {
    const merchant = await merchantWith(100_000n)
    const id = await sentFile(books, merchant, { text: csv(`${one};1000;`, `${two};1000;`) })
    await books.rows(
      `update authorized_account set status = 'revoked', revoked_at = now() where phone = $1 and service_env_id = $2`,
      one,
      merchant.serviceEnvId,
    )
    await pay(id)
    await pay(id)
    assert.deepEqual(await pay(id), { state: 'done', sent: 1, refused: 1, total: 2, waitMs: 0 })
    const part = { id, after: 0, limit: 10, isWrong: true }
    const wrong = await listPayoutFileLines(books.database, part)
    assert.deepEqual(
      wrong.map(({ number, refusal }) => [number, refusal]),
      [[2, 'recipient_not_authorized']],
    )
  })

  it('pays a line once, whoever takes it up at once, and after its answer was forgotten', async () => {
    const merchant = await merchantWith(100_000n)
    const id = await sentFile(books, merchant, { text: csv(`${one};1000;`) })
    const steps = await Promise.allSettled(Array.from({ length: 8 }, () => pay(id)))
    assert.ok(steps.some(({ status }) => status === 'fulfilled'))
    const count = 'select count(*)::int as payouts from transaction where service_env_id = $1'
    assert.deepEqual(await books.rows(count, merchant.serviceEnvId), [{ payouts: 1 }])
    // As if the worker had died before it wrote the line down, days ago.
    const again = await sentFile(books, merchant, { text: csv(`${two};1000;`) })
    await books.rows('alter table payout_file_line disable trigger user')
    await pay(again)
    await books.rows(`update payout_file_line set state = 'waiting' where file_id = $1`, again)
    await books.rows(`update payout_file set lines_sent = 0 where id = $1`, again)
    await books.rows('alter table payout_file_line enable trigger user')
    await books.rows(
      'delete from idempotency_record where service_env_id = $1',
      merchant.serviceEnvId,
    )
    assert.equal((await pay(again)).sent, 1)
    assert.deepEqual(await books.rows(count, merchant.serviceEnvId), [{ payouts: 2 }])
  })

  it('that nobody sends is forgotten after a day; what was sent is kept', async () => {
    const merchant = await merchantWith(100_000n)
    await check(books.database, merchant, { text: csv(`${one};1000;`) })
    await sentFile(books, merchant, { text: csv(`${two};1000;`) })
    const { serviceEnvId } = merchant
    await books.rows(
      `update payout_file set created_at = now() - interval '2 days' where service_env_id = $1`,
      serviceEnvId,
    )
    await forgetUnsentFiles(onPool(books.database.pool))
    const left = await books.rows(
      'select state from payout_file where service_env_id = $1',
      serviceEnvId,
    )
    assert.deepEqual(left, [{ state: 'running' }])
    await assert.rejects(
      books.rows('delete from payout_file where service_env_id = $1', serviceEnvId),
    )
  })
})
