import assert from 'node:assert/strict'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'

describe('browsers', () => {
  let api: ApiAlone | undefined
  afterEach(() => api?.stop())

  async function toldBy(publicUrl: string): Promise<readonly (string | null)[]> {
    api = await startApiAlone({ PUBLIC_URL: publicUrl })
    const { baseUrl } = api
    const answers = await Promise.all(
      ['/portail/connexion', '/v2/session', '/nowhere'].map((path) => fetch(baseUrl + path)),
    )
    return answers.map(({ headers }) => headers.get('Strict-Transport-Security'))
  }

  it('are told to come by https alone, where the service is reached so', async () => {
    assert.deepEqual(new Set(await toldBy('https://pay.example')), new Set(['max-age=31536000']))
  })

  it('are told nothing of the kind by a service on one’s own machine', async () => {
    assert.deepEqual(new Set(await toldBy('http://localhost:4446')), new Set([null]))
  })
})
