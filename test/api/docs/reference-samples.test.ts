import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { slugOf } from '#api/docs/words.ts'
import { languages } from '#test/sdk/languages.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { type Description, type Operation, operationsOf } from './examples.ts'

const run = promisify(execFile)
const key = 'SKSANDBOX_0123456789'

/** By the title of a sample: how its files are called, and a program that runs all of them, one after the other. */
const runners: Readonly<Record<string, { readonly file: string; readonly program: string[] }>> = {
  curl: {
    file: 'sh',
    program: ['bash', '-ec', 'for each in *.sh; do bash -e "$each"; echo; done'],
  },
  TypeScript: {
    file: 'mts',
    program: [
      process.execPath,
      '--input-type=module',
      '-e',
      `const { readdirSync } = await import('node:fs')
       for (const each of readdirSync('.').toSorted()) await import(process.cwd() + '/' + each)`,
    ],
  },
  PHP: {
    file: 'php',
    program: [
      'php',
      '-d',
      'display_errors=stderr',
      '-r',
      'foreach (glob("*.php") as $each) { include $each; echo "\n"; }',
    ],
  },
  Python: {
    file: 'py',
    program: [
      'python3',
      '-c',
      'import glob, runpy\nfor each in sorted(glob.glob("*.py")): runpy.run_path(each)',
    ],
  },
}

describe('the samples of the reference', function () {
  this.timeout(120_000)
  const api = given(() => sharedApiAlone())
  let operations: Operation[]

  before(async () => {
    operations = operationsOf(await (await fetch(`${api.baseUrl}/openapi.json`)).json())
  })

  for (const [language, { file, program }] of Object.entries(runners)) {
    it(`send what their operation describes, and take its answer: ${language}`, async function () {
      if (!isHere(language)) return void this.skip()
      const folder = temporaryFolder('reference')
      for (const [at, operation] of operations.entries()) {
        const code = await sampleOf(api.baseUrl, operation, language)
        writeFileSync(join(folder, `${String(at).padStart(3, '0')}.${file}`), code)
      }
      const service = await answering(operations)
      const [command = '', ...parts] = program
      const env = {
        ...process.env,
        BASE_URL: service.baseUrl,
        KEY: key,
        PYTHONDONTWRITEBYTECODE: '1',
      }
      const { stdout, stderr } = await run(command, parts, { cwd: folder, env })
      await service.stop()
      assert.equal(stderr, '')
      assert.equal(service.asked.length, operations.length)
      for (const [at, operation] of operations.entries()) {
        assert.deepEqual(service.asked[at], expected(operation), operation.name)
        assert.ok(stdout.includes(answerOf(operation).body), operation.name)
      }
    })
  }
})

/** What is asked for, as far as a description speaks of it. */
interface Asked {
  readonly method: string
  readonly url: string
  readonly key: string | undefined
  readonly version: string | undefined
  readonly hasIdempotencyKey: boolean
  readonly body: unknown
}

function expected({ method, template, described }: Operation): Asked {
  const { parameters, requestBody, security } = described
  const needed = parameters.filter(({ required }: Description) => required)
  const valueOf = (name: string) =>
    needed.find((each: Description) => each.name === name)?.example as unknown
  const query = needed.filter((each: Description) => each.in === 'query')
  const search = query.map(({ name, example }: Description) => `${name}=${example}`).join('&')
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(valueOf(name)))
  const [example] = Object.values<Description>(
    requestBody?.content['application/json'].examples ?? {},
  )
  return {
    method,
    url: search === '' ? path : `${path}?${search}`,
    key: security.length > 0 ? `Bearer ${key}` : undefined,
    version: valueOf('Service-Version') as string | undefined,
    hasIdempotencyKey: parameters.some(({ name }: Description) => name === 'Idempotency-Key'),
    body: example?.value,
  }
}

async function sampleOf(baseUrl: string, { name, described }: Operation, language: string) {
  const page = await fetch(`${baseUrl}/docs/en/reference/${slugOf(described.tags[0])}`)
  const [, section = ''] = (await page.text()).split(`<section id="${name}"`)
  const [, tab = ''] = section.split(new RegExp(`<summary>${language}</summary>`))
  const [, code] = /<code>(.*?)<\/code>/s.exec(tab) ?? []
  assert.ok(code, `${name} ${language}`)
  return code.replaceAll(/&(#39|quot|lt|gt|amp);/g, (_, sign: string) => signs[sign] ?? '')
}

const signs: Readonly<Record<string, string>> = {
  '#39': "'",
  quot: '"',
  lt: '<',
  gt: '>',
  amp: '&',
}

/** The answer that an operation describes. */
function answerOf({ described }: Operation): { readonly status: number; readonly body: string } {
  const entries = Object.entries<Description>(described.responses)
  const [status = '200', success] = entries.find(([each]) => each.startsWith('2')) ?? []
  const example = success?.content?.['application/json'].example
  return { status: Number(status), body: example === undefined ? '' : JSON.stringify(example) }
}

/** A service that is asked for each operation in turn. */
async function answering(operations: readonly Operation[]) {
  const asked: Asked[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const operation = operations[asked.length]
    asked.push(askedOf(request, await text(request)))
    const { status, body } =
      operation === undefined ? { status: 500, body: '' } : answerOf(operation)
    response.writeHead(status, body === '' ? {} : { 'Content-Type': 'application/json' }).end(body)
  }
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    asked,
    baseUrl: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

function askedOf({ method = '', url = '', headers }: IncomingMessage, body: string): Asked {
  return {
    method,
    url,
    key: headers.authorization,
    version: headers['service-version'] as string | undefined,
    hasIdempotencyKey: headers['idempotency-key'] !== undefined,
    body: body === '' ? undefined : JSON.parse(body),
  }
}

function isHere(name: string): boolean {
  const language = languages.find((each) => each.name === name)
  return language === undefined || language.isHere()
}
