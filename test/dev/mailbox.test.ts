import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { startMailbox } from '#dev/mailbox.ts'

describe('the mailbox of this machine', () => {
  it('refuses what is no message, and shows each letter of one that comes in pieces', async () => {
    const mailbox = await startMailbox()
    try {
      for (const wrong of ['', 'null', '{}', '{"id":"1","to":"+229","text":3}']) {
        const refused = await fetch(mailbox.smsUrl, { method: 'POST', body: wrong })
        assert.equal(refused.status, 400, wrong)
      }
      assert.equal((await fetch(mailbox.url)).status, 200)
      const bytes = Buffer.from(JSON.stringify({ id: '1', to: '+229', text: 'é' }))
      const cut = bytes.indexOf('é') + 1
      const sent = request(mailbox.smsUrl, { method: 'POST' })
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>
      sent.write(bytes.subarray(0, cut), () => setImmediate(() => sent.end(bytes.subarray(cut))))
      const [{ statusCode }] = await answered
      assert.equal(statusCode, 204)
      assert.match(await (await fetch(mailbox.url)).text(), /<pre>é<\/pre>/)
    } finally {
      await mailbox.close()
    }
  })
})
