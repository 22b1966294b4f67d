import assert from 'node:assert/strict'
import { SettingsService } from '@simplewebauthn/server'
import {
  askForSignature,
  type PasskeySite,
  readPasskeyAnswer,
  verifyNew,
  verifySignature,
} from '#platform/passkey.ts'
import { softDevice } from '#test/support/passkeys.ts'

const formats = ['android-key', 'android-safetynet', 'apple', 'fido-u2f', 'packed', 'tpm'] as const

const site: PasskeySite = { id: 'pay.example', origin: 'https://pay.example' }
const challenge = Buffer.alloc(32, 5).toString('base64url')

describe('an answer of a passkey', () => {
  it('has no certificate of its device followed: none leads to a root, and none to the address in it', async () => {
    // The library is loaded, and told so, when it is first needed.
    await askForSignature(site, Buffer.alloc(32, 5), [])
    for (const identifier of formats) {
      assert.deepEqual(SettingsService.getRootCertificates({ identifier }), [], identifier)
    }
  })

  const device = softDevice(site.origin)
  const made = device.make({ challenge, rp: site, user: { id: 'c29tZWJvZHk' } })
  const signed = device.sign({ challenge, rpId: site.id })

  it('is not read where it claims a length instead of a text, which would cost that much memory', () => {
    const claimed = { length: 40_000_000 }
    for (const change of [
      { id: claimed },
      { response: { clientDataJSON: claimed } },
      { response: { userHandle: claimed } },
    ]) {
      const isRefused = readPasskeyAnswer(changed(signed, change)) === null
      assert.ok(isRefused, JSON.stringify(change))
    }
  })

  it('is refused or taken, never a failure, with any part of another type', async () => {
    const others = [{ length: 3 }, 7, [], [1], null, true, '']
    for (const good of [made, signed]) {
      const { response } = JSON.parse(good) as { response: Readonly<Record<string, unknown>> }
      for (const part of Object.keys(response)) {
        for (const other of others) await judged(changed(good, { response: { [part]: other } }))
      }
      for (const other of others) await judged(changed(good, { response: other }))
    }
  })

  it('keeps the transports that are known, and makes nothing of any others', async () => {
    const answer = readPasskeyAnswer(changed(made, { response: { transports: { length: 1 } } }))
    assert.ok(answer !== null)
    const kept = await verifyNew(site, answer)
    assert.deepEqual(typeof kept === 'string' ? kept : kept.transports, [])
  })
})

async function judged(text: string): Promise<void> {
  const answer = readPasskeyAnswer(text)
  if (answer === null) return
  await verifyNew(site, answer)
  assert.equal(typeof (await verifySignature(site, answer, new Uint8Array(77))), 'string')
}

/** The answer with these parts instead of its own. */
function changed(text: string, change: { readonly id?: unknown; readonly response?: unknown }) {
  const answer = JSON.parse(text) as { response: object }
  const { response } = change
  const isParts = typeof response === 'object' && response !== null && !Array.isArray(response)
  return JSON.stringify({
    ...answer,
    ...change,
    ...(isParts && { response: { ...answer.response, ...response } }),
  })
}
