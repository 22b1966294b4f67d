import assert from 'node:assert/strict'
import Type from 'typebox'
import { idParameter } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { payHeaders, readJson, refusal, startToyService, type ToyService } from './toy-service.ts'

const uuid = () => Type.String({ code: 'invalid_field', format: 'uuid' })
const echo = route({
  method: 'POST',
  path: '/v2/things/:id/parts',
  keys: ['secret'],
  summary: 'Nommer',
  idempotency: 'required',
  params: Type.Object({ id: idParameter('transaction_not_found') }),
  query: Type.Object({ terminal_id: Type.Optional(uuid()) }),
  body: Type.Object({ quote_id: uuid(), lines: Type.Array(Type.Object({ id: uuid() })) }),
  handler: ({ params, query, body, canonicalRequest }) => ({
    body: { data: { params, query, body, canonicalRequest } },
  }),
})

const id = '0197a3c2-5b1e-7d44-8f0a-3c9e1b7d2a10'

describe('ids', () => {
  let service: ToyService
  before(async () => (service = await startToyService([echo])))
  after(() => service.close())

  const ask = (spelling: string) =>
    fetch(`${service.url}/v2/things/${spelling}/parts?terminal_id=${spelling}`, {
      method: 'POST',
      headers: payHeaders,
      body: JSON.stringify({ quote_id: spelling, lines: [{ id: spelling }] }),
    })

  it('are read in either case, as RFC 9562 says, and are one id to all that follows', async () => {
    const usual = await readJson<{ data: object }>(ask(id))
    assert.equal(usual.status, 200)
    for (const spelling of [id.toUpperCase(), id.replace('d', 'D')]) {
      const { status, json } = await readJson<{ data: object }>(ask(spelling))
      assert.equal(status, 200, spelling)
      assert.deepEqual(json.data, usual.json.data)
    }
    assert.ok(!JSON.stringify(usual.json.data).includes(id.toUpperCase()))
  })

  it('in another form than with dashes are none', async () => {
    for (const spelling of [id.replaceAll('-', ''), `%7B${id}%7D`, `urn:uuid:${id}`, `${id}0`]) {
      const answer = await refusal(ask(spelling))
      assert.equal(answer.status, 422, spelling)
      assert.equal(answer.code, 'validation_failed')
    }
  })
})
