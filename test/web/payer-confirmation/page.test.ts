import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { accepted, cardCall, cards, debitCall, visit } from '#test/support/cards.ts'
import { given } from '#test/support/given.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

describe('/sandbox/3ds and /sandbox/mandats, where a payer lets a payment happen', () => {
  const api = given(() => startApiAlone({ COLLECTION_EXPIRY: '10m' }))
  const tenant = given(() => createTenant(api.database))

  const card = async () => {
    const made = await accepted(api, cardCall(tenant.keys.secret, cards.challenged))
    return { id: made.id as string, url: made.next_action.url as string }
  }
  const callbacks = async (id: string): Promise<number> => {
    const { count } = await onPool(api.database.pool).one<{ count: number }>(
      `select count(*)::int as count from outbox where subject_id = $1 and signal is not null`,
      [id],
    )
    return count
  }

  it('says in French what is asked, of which card, and for how much', async () => {
    const { url } = await card()
    const { status, headers, text } = await visit(api, url)
    assert.equal(status, 200)
    assert.match(headers.get('Content-Type') ?? '', /^text\/html; charset=utf-8/)
    assert.match(text, /<html lang="fr">/)
    assert.match(text, /1\s020\s<span class="unit">F\sCFA/)
    assert.match(text, /•••• 3220/)
    assert.match(text, /Valider le paiement/)
    assert.match(text, /Refuser/)
    const phone = freshPhone('0012')
    const debit = await accepted(api, debitCall(tenant.keys.secret, phone))
    const mandate = await visit(api, debit.next_action.url)
    assert.match(mandate.text, /Autoriser le prélèvement/)
    assert.ok(!mandate.text.includes('••••') && !mandate.text.includes(phone.slice(3)))
  })

  it('runs no script but our own and needs none, loads nothing from elsewhere, is neither framed, kept nor found by search engines', async () => {
    const { url } = await card()
    const { headers, text } = await visit(api, url)
    const policy = headers.get('Content-Security-Policy') ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.match(policy, /form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/)
    assert.equal(headers.get('Cache-Control'), 'no-store')
    assert.equal(headers.get('Referrer-Policy'), 'no-referrer')
    assert.match(text, /<meta name="robots" content="noindex"/)
    assert.doesNotMatch(text, /<script(?! src="\/assets\/)|style="| on[a-z]+="/)
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? []
    assert.equal((await fetch(new URL(style, api.baseUrl))).status, 200)
  })

  it('takes an answer once: doubled, or another one later, it changes nothing', async () => {
    const { id, url } = await card()
    const both = await Promise.all(['accepted', 'accepted'].map((word) => visit(api, url, word)))
    for (const { status, headers } of both) {
      assert.deepEqual([status, headers.get('Location')], [303, new URL(url).pathname])
    }
    assert.equal((await visit(api, url, 'refused')).status, 303)
    const { text } = await visit(api, url)
    assert.match(text, /Paiement validé/)
    assert.doesNotMatch(text, /<form/)
    assert.equal(await callbacks(id), 1)
  })

  it('of an acceptance and a refusal at once one holds, and the payment hears of it once', async () => {
    const { id, url } = await card()
    await Promise.all(['refused', 'accepted', 'refused'].map((word) => visit(api, url, word)))
    const { text } = await visit(api, url)
    assert.match(text, /Paiement (validé|refusé)/)
    assert.equal(await callbacks(id), 1)
  })

  it('takes nothing too late, and says so', async () => {
    const { id, url } = await card()
    await onPool(api.database.pool).rows(
      'update sandbox_operator.authorisation set closes_at = now() where page_id = $1',
      [url.slice(-36)],
    )
    assert.match((await visit(api, url)).text, /Ce paiement a expiré/)
    assert.equal((await visit(api, url, 'accepted')).status, 303)
    assert.match((await visit(api, url)).text, /Ce paiement a expiré/)
    assert.equal(await callbacks(id), 0)
  })

  it('takes nothing that no button says, and no form too large', async () => {
    const { id, url } = await card()
    for (const word of ['', 'succeeded', 'ACCEPTED', 'a'.repeat(2000)]) {
      assert.equal((await visit(api, url, word)).status, 303, word.slice(0, 9))
    }
    assert.match((await visit(api, url)).text, /Valider le paiement/)
    assert.equal(await callbacks(id), 0)
  })

  it('is not there under another id, another kind of page, or another method', async () => {
    const { url } = await card()
    const pageId = url.slice(-36)
    const elsewhere = [randomUUID(), pageId.toUpperCase(), 'x', '..%2f', `${pageId}0`]
    for (const id of elsewhere) {
      for (const decision of [undefined, 'accepted']) {
        const answer = await visit(api, `${api.baseUrl}/sandbox/3ds/${id}`, decision)
        assert.equal(answer.status, 404, id)
        assert.match(answer.text, /Page introuvable|route_not_found/)
      }
    }
    const asMandate = await visit(api, `${api.baseUrl}/sandbox/mandats/${pageId}`, 'accepted')
    assert.equal(asMandate.status, 404)
    const deleted = await fetch(`${api.baseUrl}/sandbox/3ds/${pageId}`, { method: 'DELETE' })
    assert.equal(deleted.status, 405)
    assert.match((await visit(api, url)).text, /Valider le paiement/)
  })

  it('counts in the request limit of its address', async () => {
    const limited = await startApiAlone({ RATE_LIMIT_IP_PER_MINUTE: '3' })
    const url = `${limited.baseUrl}/sandbox/3ds/${randomUUID()}`
    const statuses: number[] = []
    for (let asked = 0; asked < 4; asked += 1) statuses.push((await visit(limited, url)).status)
    await limited.stop()
    assert.deepEqual(statuses, [404, 404, 404, 429])
  })
})
