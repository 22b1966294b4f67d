import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { success } from '#test/support/ends.ts'
import { given, givenEach } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { createPortalMerchant, makePayment } from '#test/support/portal.ts'
import { actsOf } from '#test/support/staff.ts'
import { type DeskAnswer, type DeskBrowser, deskBrowser } from '#test/support/staff-pages.ts'
import { act, refundOf } from '#test/use-cases/refunds/refunds.ts'

const queue = '/staff/remboursements'
const mine = `${queue}?vue=moi`

describe('cases of the desk', () => {
  const api = given(() => sharedApiAlone())
  const shop = given(() => createPortalMerchant(api.database))
  const desk = givenEach(() => deskBrowser(api, 'agent', 'Sena Dossou'))
  const other = givenEach(() => deskBrowser(api, 'supervisor', 'Afi Mensah'))

  /** A refund that waits. */
  const newCase = async () => {
    const { database } = api
    const outbox = outboxOf(database)
    const reference = `C-${randomUUID().slice(0, 8)}`
    const transactionId = await makePayment(database, shop.live, { reference, outcome: success })
    const wish = { transactionId, amount: 1_000n }
    const { id } = await refundOf({ database, outbox }, shop.live, wish)
    await outbox.drain()
    return { id, reference, transactionId, page: `${queue}/${id}` }
  }
  const logOf = async ({ member }: DeskBrowser) =>
    (await actsOf(api.database, { member, token: '' })).map(
      ({ act, outcome }) => `${act} ${outcome}`,
    )
  const note = (by: DeskBrowser, page: string, text: string): Promise<DeskAnswer> =>
    by.send(page, `${page}/note`, { note: text })
  const take = (by: DeskBrowser, page: string) => by.send(page, `${page}/a-moi`)

  it('lead each to the one that waits next, once they are decided too; the last to the oldest', async () => {
    const nextOf = async (page: string) =>
      /href="([^"]+)" rel="next">Dossier suivant</.exec((await desk.get(page)).text)?.[1]
    const [first, second, third] = [await newCase(), await newCase(), await newCase()]
    assert.equal(await nextOf(first.page), second.page)
    const { database } = api
    await act({ database, outbox: outboxOf(database) }, { refundId: second.id, act: 'reject' })
    assert.equal(await nextOf(second.page), third.page)
    assert.equal(await nextOf(first.page), third.page)
    const oldest = (await nextOf(third.page)) ?? ''
    assert.ok(oldest.startsWith(`${queue}/`) && oldest !== third.page, oldest)
  })

  describe('notes', () => {
    it('are read by the staff alone, with who wrote them and when; the log says that there is one, not what it says', async () => {
      const { page, id } = await newCase()
      const text = 'Appelé <b>la boutique</b>\nRappeler mardi'
      const added = await note(desk, page, text)
      assert.deepEqual([added.status, added.location], [303, page])
      const shown = await other.get(page)
      assert.match(shown.text, /Appelé &lt;b>la boutique|Appelé &lt;b&gt;la boutique/)
      assert.match(shown.text, /Sena Dossou, <time/)
      assert.deepEqual(await logOf(desk), ['case.note done'])
      const { rows } = await api.database.pool.query<{ line: string }>(
        'select a::text as line from staff_audit a where subject_id = $1',
        [id],
      )
      assert.equal(rows.length, 1)
      assert.ok(rows.every(({ line }) => !line.includes('boutique')))
    })

    it('stay as they were written', async () => {
      const { page, id } = await newCase()
      await note(desk, page, 'Vu')
      for (const act of ['update staff_note set text = text', 'delete from staff_note'])
        await assert.rejects(
          api.database.pool.query(`${act} where case_id = '${id}'`),
          /append-only/,
        )
    })

    it('a form that is sent twice is one note, and its id writes nothing else', async () => {
      const { page } = await newCase()
      const fields = { note: 'Une fois', note_id: randomUUID() }
      const twice = await Promise.all([1, 2].map(() => desk.post(`${page}/note`, fields)))
      assert.deepEqual(
        twice.map(({ status }) => status),
        [303, 303],
      )
      assert.equal((await desk.get(page)).text.split('Une fois').length, 2)
      const stolen = await other.post(`${page}/note`, { ...fields, note: 'Autre' })
      assert.equal(stolen.status, 409)
      assert.doesNotMatch((await desk.get(page)).text, /Autre</)
    })

    it('what is empty, too long or a hundred thousand signs is refused in words, and kept in its field', async () => {
      const { page } = await newCase()
      for (const text of ['', '   ', 'é'.repeat(2_001)]) {
        const refused = await note(desk, page, text)
        assert.equal(refused.status, 422)
        assert.match(
          refused.text,
          /href="#champ-note">Écrivez la note, en 2 000 caractères au plus/,
        )
        assert.ok(refused.text.includes(text.trim()))
      }
      assert.equal((await note(desk, page, 'é'.repeat(2_000))).status, 303)
      assert.ok([413, 422].includes((await note(desk, page, 'x'.repeat(100_000))).status))
      assert.equal((await desk.post(`${page}/note`, { note: 'a', note_id: 'x' })).status, 422)
    })

    it('are on what is in the queue alone', async () => {
      const { id, transactionId } = await newCase()
      const fields = { note: 'Ici', note_id: randomUUID() }
      const elsewhere = [`/staff/fonds/${id}`, `/staff/debits-tardifs/${transactionId}`]
      for (const path of [...elsewhere, `/staff/virements/${transactionId}`, `${queue}/x`])
        assert.equal((await desk.post(`${path}/note`, fields)).status, 404, path)
    })

    it('are written on merchants and by administrators too', async () => {
      const page = `/staff/marchands/${shop.merchantId}`
      const administrator = await deskBrowser(api, 'administrator', 'Akouvi Hounsou')
      assert.equal((await note(administrator, page, 'Contrat signé')).location, page)
      assert.match((await desk.get(page)).text, /Contrat signé/)
    })
  })

  describe('who looks after one', () => {
    it('is seen in its queue and on its page, has it in a view of their own, and gives it back', async () => {
      const { page, reference, id } = await newCase()
      assert.equal((await take(desk, page)).location, page)
      assert.match((await desk.get(page)).text, /Vous, <time/)
      assert.match((await other.get(page)).text, /Sena Dossou, <time/)
      assert.ok((await desk.get(mine)).text.includes(reference))
      assert.ok(!(await other.get(mine)).text.includes(reference))
      const list = (await desk.get(mine)).text
      assert.match(list, new RegExp(`Moi<input type="checkbox"[^>]* value="${id}"`))
      assert.ok(!list.includes('/a-moi'), 'none to take: its box is for deciding')
      assert.equal((await desk.send(page, `${page}/plus-a-moi`)).location, page)
      assert.match((await other.get(page)).text, /Personne pour l’instant/)
      assert.deepEqual(await logOf(desk), ['case.give_back done', 'case.take done'])
    })

    it('of two who take it at once one has it, and the other reads so', async () => {
      const { page } = await newCase()
      const desks = [desk, other]
      const shown = await Promise.all(desks.map(async (each) => (await each.get(page)).text))
      const answers = await Promise.all(
        desks.map((each, at) => each.sendShown(shown[at] ?? '', `${page}/a-moi`)),
      )
      assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['303', '409'])
      const late = answers.find(({ status }) => status === 409)?.text ?? ''
      assert.match(late, /Quelqu’un d’autre s’occupe déjà de ce dossier/)
    })

    it('is taken over from whom the page named, and from nobody else', async () => {
      const { page } = await newCase()
      const third = await deskBrowser(api, 'agent', 'Yao Koffi')
      await take(desk, page)
      const { text: old } = await third.get(page)
      assert.match(old, /Prendre le relais/)
      assert.equal((await take(other, page)).status, 303)
      const late = await third.sendShown(old, `${page}/a-moi`)
      assert.equal(late.status, 409)
      assert.match(late.text, /Afi Mensah, <time/)
      assert.equal((await desk.post(`${page}/plus-a-moi`)).status, 409)
      assert.match((await third.get(page)).text, /Afi Mensah, <time/)
      assert.deepEqual(await logOf(third), ['case.take case_taken'])
    })

    it('has the right to: who manages people does not take cases', async () => {
      const { page, id } = await newCase()
      const administrator = await deskBrowser(api, 'administrator')
      assert.doesNotMatch((await administrator.get(page)).text, /\/a-moi"/)
      for (const path of [`${page}/a-moi`, `${page}/plus-a-moi`, `${queue}/a-moi`])
        assert.equal((await administrator.post(path, { choix: id })).status, 403, path)
    })
  })

  describe('several at once', () => {
    it('are taken in one act, each with its line in the log; those of somebody else are counted', async () => {
      const [one, two, taken] = [await newCase(), await newCase(), await newCase()]
      await take(other, taken.page)
      const choix = [one.id, two.id, taken.id, one.id]
      const done = await desk.post(`${queue}/a-moi?vue=`, { choix })
      assert.equal(done.location, `${queue}?vue=`)
      const { text } = await desk.get(mine)
      assert.match(text, /2 dossiers sont à vous. Déjà suivis par quelqu’un d’autre\u00A0: 1\./)
      assert.ok(text.includes(one.reference) && text.includes(two.reference))
      assert.deepEqual((await logOf(desk)).toSorted(), [
        'case.take case_taken',
        'case.take done',
        'case.take done',
      ])
    })

    it('none ticked is told, and what is no case is refused', async () => {
      assert.equal((await desk.post(`${queue}/a-moi`)).location, queue)
      assert.match((await desk.get(queue)).text, /Cochez d’abord des lignes/)
      for (const choix of [randomUUID(), "' or 1=1", 'x'.repeat(1_000)])
        assert.equal((await desk.post(`${queue}/a-moi`, { choix })).status, 404)
    })
  })
})
