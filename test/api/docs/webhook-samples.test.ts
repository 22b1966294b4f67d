import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readGuides } from '#api/docs/guides.ts'
import { freePorts } from '#dev/ports.ts'
import { signWebhook } from '#sdk/typescript/src/index.ts'
import { startProgram } from '#test/sdk/program.ts'
import { shopSecret } from '#test/sdk/shop.ts'
import { eventually } from '#test/support/call.ts'
import { prepared, samplesIn } from './samples.ts'

describe('the shops of the guide on webhooks', function () {
  this.timeout(120_000)

  for (const language of ['en', 'fr'] as const) {
    const guides = readGuides(language, 'https://pay.example')
    const { source = '' } = guides.find(({ name }) => name === 'webhooks') ?? {}
    const shops = samplesIn(source).filter(({ kind }) => kind === 'server')

    it(`are there in three languages: ${language}`, () => {
      assert.deepEqual(
        shops.map((shop) => shop.language),
        ['js', 'python', 'php'],
      )
    })

    it(`fulfil the order that the guide on payment links makes a link for: ${language}`, () => {
      const links = guides.find(({ name }) => name === 'payment-links')?.source ?? ''
      const made = samplesIn(links).filter(({ kind }) => kind === 'sdk')
      assert.equal(made.length, shops.length)
      for (const { code } of [...made, ...shops]) {
        assert.match(code, /["']ORDER-1042["']/)
        assert.match(code, /amount["']?(?::| =>) 1000,/)
      }
    })

    for (const sample of shops) {
      it(`fulfil what is paid, once, and refuse what was changed: ${sample.language} (${language})`, async function () {
        const ready = prepared(sample)
        if (ready === undefined) return void this.skip()
        const [port = 0] = await freePorts(1)
        const [program, ...parts] = ready.command
        const url = `http://127.0.0.1:${port}`
        const shop = startProgram(
          [program, ...parts.map((part) => part.replace('PORT', String(port)))],
          {
            ...ready.environment,
            PORT: String(port),
            WEBHOOK_SECRET: `${shopSecret},${nextSecret}`,
          },
          ready.folder,
        )
        await eventually(() => fetch(url).catch(() => undefined))
        const send = async (body: string, headers: Readonly<Record<string, string>>) =>
          (await fetch(url, { method: 'POST', body, headers })).status
        const fulfilled = () => shop.output().split('fulfilled ORDER-1042').length - 1

        const other = await paid(999)
        assert.equal(await send(other.body, other.headers), 200)
        const { body, headers } = await paid(1000)
        assert.equal(await send(body.replace('"}', 'A"}'), headers), 400)
        assert.equal(fulfilled(), 0, shop.output())
        assert.equal(await send(body, headers), 200)
        assert.equal(await send(body, headers), 200)
        // Paid once more, in another event, which the next secret signs.
        const again = await paid(1000, nextSecret)
        assert.equal(await send(again.body, again.headers), 200)
        await eventually(async () => fulfilled() > 0)
        await shop.kill()
        assert.equal(fulfilled(), 1, shop.output())
      })
    }
  }
})

const nextSecret = randomUUID()

function paid(amount: number, secret = shopSecret) {
  const request = { amount, currency: 'XOF' }
  const data = { status: 'VALIDATED', externalId: 'ORDER-1042', payment: { request } }
  return signWebhook({ type: 'payment.success', data }, { secret, id: randomUUID() })
}
