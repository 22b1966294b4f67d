import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { examplesFile, readExamples } from '#api/docs/examples.ts'
import { exampleSecret } from '#api/docs/webhooks.ts'
import { webhookEventTypes } from '#domain/webhooks/events.ts'
import { openWithNode } from '#test/activities/webhooks/openssl-opener.ts'
import { verifyWebhook } from '#sdk/typescript/src/index.ts'
import { given } from '#test/support/given.ts'
import { sharedService } from '#test/support/service.ts'
import {
  asExample,
  bodiesOf,
  type Description,
  operationsOf,
  sealedExamples,
  send,
  sketch,
} from './examples.ts'
import { undescribed } from './undescribed.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import parsers from '@stoplight/spectral-parsers'
import { oas } from '@stoplight/spectral-rulesets'

const isWriting = process.env['WRITE_EXAMPLES'] !== undefined

describe('the description of the API', () => {
  let source: string
  let description: Description

  const service = given(() => sharedService())
  before(async () => {
    source = await (await fetch(`${service.baseUrl}/openapi.json`)).text()
    description = JSON.parse(source)
  })

  it('says of every operation, parameter, field, header and answer what it is', () => {
    assert.deepEqual(undescribed(description), [])
  })

  it('notices what is not described', () => {
    const planted = structuredClone(description)
    delete planted.paths['/v2/session'].get.description
    delete planted.components.schemas.Transaction.properties.amount.description
    delete planted.components.schemas.Transaction.properties.reference.examples
    assert.deepEqual(undescribed(planted), [
      'paths./v2/session.get: description',
      'components.schemas.Transaction.properties.reference: examples',
      'components.schemas.Transaction.properties.amount: description',
    ])
  })

  it('notices an example that its schema does not allow', async function () {
    this.timeout(60_000)
    const planted = structuredClone(description)
    const { content } = planted.paths['/v2/collections'].post.requestBody
    content['application/json'].examples.mobile_money.value.amount = 'mille'
    const [remark = ''] = await redoclyRemarks(JSON.stringify(planted))
    assert.match(remark, /no-invalid-media-type-examples.*amount|mobile_money/)
  })

  it('names operations as clients call them, each once, and leaves out what is not there yet', () => {
    const names = operationsOf(description).map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
    for (const name of names) assert.match(name, /^[a-z][A-Za-z]+$/)
    assert.ok(names.includes('createCollection') && names.includes('listTransactions'))
    assert.ok(!('/v2/refunds' in description.paths))
  })

  it('has no remark of Redocly and none of Spectral', async function () {
    this.timeout(180_000)
    assert.deepEqual(await redoclyRemarks(source), [])
    assert.deepEqual(await spectralRemarks(source), [])
  })

  it('shows what the running service answers to the bodies it gives (`WRITE_EXAMPLES=1` writes it)', async function () {
    this.timeout(240_000)
    const { answers } = readExamples()
    const written: Record<string, unknown> = {}
    for (const operation of operationsOf(description)) {
      for (const body of bodiesOf(operation)) {
        const answer = await send(service, operation, body)
        const { name, described } = operation
        assert.ok(answer.status < 300 && answer.status in described.responses, answer.text)
        written[name] ??= asExample(answer.json, service.baseUrl)
      }
    }
    if (!isWriting) assert.deepEqual(sketch(answers), sketch(written))
    if (isWriting) {
      const file = { answers: written, sealed: sealedExamples() }
      await writeFile(examplesFile, `${JSON.stringify(file, null, 1)}\n`)
    }
    assert.deepEqual(Object.keys(readExamples().answers), Object.keys(written))
  })

  it('shows its answers as this service gives them, at its own address', () => {
    const texts = Object.values(readExamples('https://pay.example').answers).map((one) =>
      JSON.stringify(one),
    )
    assert.ok(texts.some((text) => text.includes('"https://pay.example/sandbox/pay/')))
    for (const text of texts) assert.ok(!text.includes('127.0.0.1'), text)
  })

  it('shows each event sealed and signed as it is sent, and opened as its schema says', async () => {
    assert.deepEqual(readExamples().sealed, sealedExamples())
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    ajvFormats.default(ajv, ['uuid', 'date-time', 'date', 'uri', 'email', 'double'])
    ajv.addSchema({ $id: 'api', components: description.components })
    assert.deepEqual(
      Object.keys(description.webhooks),
      webhookEventTypes.map(({ code }) => code),
    )
    for (const { post } of Object.values<Description>(description.webhooks)) {
      const { schema, example } = post.requestBody.content['application/json']
      const [signature] = post.parameters
      const opened = openWithNode(JSON.stringify(example), signature.example, exampleSecret)
      assert.deepEqual(opened, post['x-opened-example'])
      await verified(post.parameters, JSON.stringify(example))
      const { $ref } = schema.properties.payload.contentSchema
      const validate = ajv.compile({ $ref: `api${$ref}` })
      assert.ok(validate(opened), `${post.operationId}: ${ajv.errorsText(validate.errors)}`)
    }
  })

  it('is there as YAML too', async () => {
    const response = await fetch(`${service.baseUrl}/openapi.yaml`)
    assert.equal(response.headers.get('Content-Type'), 'application/yaml')
    const { parse } = await import('yaml')
    assert.deepEqual(parse(await response.text()), description)
  })
})

/** By a library, from the example headers alone. */
async function verified(parameters: readonly Description[], body: string): Promise<void> {
  const headers = Object.fromEntries(parameters.map(({ name, example }) => [name, String(example)]))
  const now = new Date(Number(headers['webhook-timestamp']) * 1000)
  const event = await verifyWebhook(body, headers, { secrets: exampleSecret, now })
  assert.equal(event.id, headers['webhook-id'])
}

/** All that Redocly's recommended rules say of a description, one line a remark. */
async function redoclyRemarks(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], telemetry: 'off' })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return problems.map(
    ({ ruleId, message, location }) =>
      `${ruleId} ${message} ${location.map(({ pointer }) => pointer ?? '').join(' ')}`,
  )
}

/** All that Spectral's OpenAPI rules say of a description. */
async function spectralRemarks(source: string): Promise<string[]> {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({ extends: oas } as Parameters<typeof spectral.setRuleset>[0])
  const document = new spectralCore.Document(source, parsers.Json, '/openapi.json')
  const problems = await spectral.run(document)
  return problems.map(({ code, message, path }) => `${code} ${message} ${path.join('.')}`)
}
