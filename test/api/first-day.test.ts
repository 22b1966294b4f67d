import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { createTenant } from '#test/support/tenant.ts'

const invalidJson = 'The request body is not valid JSON'
const nested = `{"a":${'['.repeat(8)}${']'.repeat(8)}}`

/** A body as it is sent, what is said of it, and the detail that says it to programs. */
const bodies: readonly [
  name: string,
  sent: string | Uint8Array<ArrayBuffer>,
  says: string,
  details: object,
][] = [
  ['no body', '', `${invalidJson}: it is empty.`, { fault: 'empty' }],
  ['spaces only', ' \n', `${invalidJson}: it is empty.`, { fault: 'empty' }],
  [
    'a key twice',
    '{"amount":1,"amount":2}',
    `${invalidJson}: a key appears twice in one object.`,
    { fault: 'repeated_key' },
  ],
  [
    'eight lists in an object',
    nested,
    `${invalidJson}: it is nested too deeply.`,
    { fault: 'too_deep' },
  ],
  [
    'another character set',
    Uint8Array.of(0x7b, 0xe9, 0x7d),
    `${invalidJson}: it is not UTF-8.`,
    { fault: 'not_utf8' },
  ],
  [
    'a comma too many',
    '{"amount":1000,}',
    `${invalidJson} (line 1, column 16).`,
    { line: 1, column: 16 },
  ],
  ['no number', '{"amount":NaN}', `${invalidJson} (line 1, column 11).`, { line: 1, column: 11 }],
  [
    'a word of Python',
    '{\n "amount": 1000,\n "card": None\n}',
    `${invalidJson} (line 3, column 10).`,
    { line: 3, column: 10 },
  ],
  [
    'a word that begins like one of JSON',
    '{"a":tru}',
    `${invalidJson} (line 1, column 9).`,
    { line: 1, column: 9 },
  ],
  [
    'a form',
    'amount=1000&currency=XOF',
    `${invalidJson} (line 1, column 1).`,
    { line: 1, column: 1 },
  ],
  ['half a body', '{"amount":1000', `${invalidJson} (line 1, column 15).`, { line: 1, column: 15 }],
]

const unknownKey = 'The API key is unknown or disabled'
const noKey = `${unknownKey}: it does not look like a key, and a secret key begins with SKSANDBOX_ or SKLIVE_.`

/** What somebody sends as a key who copied a sample, or the key of another service; then what has the look of ours. */
const keys: readonly [key: string, says: string][] = [
  ['$KEY', noKey],
  ['"SKSANDBOX_1"', noKey],
  ['sk_test_4eC39HqLyjWDarjtT1zdp7dc', noKey],
  ['SKSANDBOX_1', `${unknownKey}.`],
  ['tk_test_1', `${unknownKey}.`],
]

const missing = 'No API key was given: Authorization must be "Bearer" followed by the key.'

interface Asked {
  readonly method?: string
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

describe('the mistakes of a first day', () => {
  const api = given(() => sharedApiAlone())
  const tenant = given(() => createTenant(api.database))

  const ask = async (path: string, init: Asked) => {
    const headers = { 'Accept-Language': 'en', 'Content-Type': 'application/json', ...init.headers }
    const answer = await fetch(api.baseUrl + path, { ...init, headers })
    return (await answer.json()).error
  }
  const own = () => ({ Authorization: `Bearer ${tenant.keys.secret}` })

  for (const [name, body, says, details] of bodies) {
    it(`a body: ${name}`, async () => {
      const headers = { ...own(), 'Idempotency-Key': 'first-day' }
      const error = await ask('/v2/collections', { method: 'POST', body, headers })
      assert.equal(error.code, 'invalid_json')
      assert.equal(error.message, says)
      assert.deepEqual(error.details, details)
    })
  }

  it('a body, in French', async () => {
    const headers = { ...own(), 'Idempotency-Key': 'first-day', 'Accept-Language': 'fr' }
    const { message } = await ask('/v2/collections', { method: 'POST', body: '', headers })
    assert.equal(message, 'Le corps de la requête n’est pas un JSON valide\u00A0: il est vide.')
  })

  for (const [key, says] of keys) {
    it(`a key: ${key}`, async () => {
      const error = await ask('/v2/session', { headers: { Authorization: `Bearer ${key}` } })
      assert.equal(error.code, 'invalid_api_key')
      assert.equal(error.message, says)
    })
  }

  it('no key, or a key elsewhere', async () => {
    for (const headers of [
      {},
      { 'X-Api-Key': tenant.keys.secret },
      { Authorization: tenant.keys.secret },
    ])
      assert.equal((await ask('/v2/session', { headers })).message, missing)
  })

  it('a refund by the API: where it is requested instead', async () => {
    for (const [language, says] of [
      [
        'en',
        'This is not available through the API yet: refunds are requested in the portal (/portail), on the page of the payment.',
      ],
      [
        'fr',
        'Cette fonction n’est pas encore disponible par l’API\u00A0: un remboursement se demande dans le portail (/portail), sur la page du paiement.',
      ],
    ] as const) {
      const headers = { ...own(), 'Accept-Language': language }
      const { message } = await ask('/v2/refunds', { method: 'POST', body: '{}', headers })
      assert.equal(message, says)
    }
  })

  it('a cursor that is none: how to go on', async () => {
    for (const path of ['/v2/transactions?cursor=2', '/v2/webhook_deliveries?cursor=2']) {
      const { code, message } = await ask(path, {
        headers: { ...own(), 'Service-Version': '2.6.0' },
      })
      assert.equal(code, 'invalid_cursor')
      assert.equal(
        message,
        'This cursor is not valid: send it exactly as the list gave it, or start again without it.',
      )
    }
  })

  it('a parameter given twice', async () => {
    const path = `/v2/transactions/${randomUUID()}?wait=5&wait=5`
    const error = await ask(path, { headers: own() })
    assert.equal(
      error.message,
      'The value of this parameter is not valid: "wait" (given more than once).',
    )
    assert.equal(error.details.fault, 'given_twice')
  })

  it('an address that is none, or the version alone: where the documentation is', async () => {
    for (const path of ['/v2', '/v2/', '/V2', '/v2//', '/v2/merchant-of-record']) {
      const { code, message, details } = await ask(path, { headers: own() })
      assert.equal(code, 'route_not_found')
      assert.equal(message, 'This address does not exist; the documentation is at /docs.', path)
      assert.deepEqual(details, { docs_path: '/docs' })
    }
  })
})
