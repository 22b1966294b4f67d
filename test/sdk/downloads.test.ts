import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import Koa from 'koa'
import { downloadsRoot, libraryFiles, wheelName } from '#api/docs/downloads/libraries.ts'
import { downloads } from '#api/docs/downloads/serve.ts'
import { readGuides } from '#api/docs/guides.ts'
import { freePorts } from '#dev/ports.ts'
import { signWebhook } from '#sdk/typescript/src/index.ts'
import { type ApiAlone, sharedApiAlone } from '#test/support/api-alone.ts'
import { hasProgram } from '#test/support/debian-program.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { composerCommand } from './composer.ts'
import { languages } from './languages.ts'
import { shopSecret } from './shop.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
/** Where nobody answers: what an installation asks of it fails. */
const nobody = 'http://127.0.0.1:1'

describe('the libraries that the service hands out', function () {
  this.timeout(180_000)
  let api: ApiAlone
  /** A delivery of `payment.success`, as a shop gets it. */
  let delivery: Readonly<Record<string, string>>

  before(async () => {
    api = await sharedApiAlone()
    const { body, headers } = await signWebhook(
      { type: 'payment.success', data: { transactionId: 'T-1' } },
      { secret: shopSecret, id: 'event-1' },
    )
    delivery = { BODY: body, HEADERS: JSON.stringify(headers), SECRET: shopSecret }
  })
  after(() => api?.stop())

  const addressOf = (name: string) => `${api.baseUrl}${downloadsRoot}/${name}`

  /** What a program prints. */
  async function said(
    [program, ...parts]: readonly [string, ...string[]],
    folder: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const { stdout } = await run(program, parts, { cwd: folder, env: { ...process.env, ...more } })
    return stdout.trim()
  }

  describe('from npm', () => {
    let folder: string
    let npm: Record<string, string>

    before(async function () {
      if (!hasProgram('npm')) return void this.skip()
      folder = temporaryFolder('npm')
      npm = { npm_config_cache: join(folder, 'cache'), npm_config_registry: nobody }
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
      const install = [
        'npm',
        'install',
        '--no-audit',
        addressOf('payment-service-sdk.tgz'),
      ] as const
      await said(install, folder, npm)
    })

    it('verify a webhook', async () => {
      const program = `import { webhooks } from 'payment-service-sdk'
        const { BODY, HEADERS, SECRET } = process.env
        const event = await webhooks.verify(BODY, JSON.parse(HEADERS), { secrets: SECRET })
        console.log(event.type, event.data.transactionId)`
      writeFileSync(join(folder, 'shop.js'), program)
      const output = await said([process.execPath, 'shop.js'], folder, delivery)
      assert.equal(output, 'payment.success T-1')
    })

    it('are found by a CommonJS program, and by tools that only know main and types', async () => {
      const program = `const { verifyWebhook } = require('payment-service-sdk')
        const { BODY, HEADERS, SECRET } = process.env
        verifyWebhook(BODY, JSON.parse(HEADERS), { secrets: SECRET }).then(({ type }) => console.log(type))`
      writeFileSync(join(folder, 'shop.cjs'), program)
      assert.equal(await said([process.execPath, 'shop.cjs'], folder, delivery), 'payment.success')
      const installed = join(folder, 'node_modules/payment-service-sdk')
      const { main, types } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
      for (const named of [main, types]) readFileSync(join(installed, String(named)))
    })

    it('tell TypeScript their types, strictly', async () => {
      const program = (
        amount: string,
      ) => `import { PaymentService, verifyWebhook } from 'payment-service-sdk'
        const payments = new PaymentService({ apiKey: 'k', baseUrl: 'u' })
        const end = await payments.transactions.waitForFinal('T-1')
        export const amount: ${amount} = end.amount
        const event = await verifyWebhook('', {}, { secrets: 's' })
        export const paid: ${amount} =
          event.type === 'payment.success' ? event.data.payment.request.amount : 0`
      writeFileSync(join(folder, 'right.ts'), program('number'))
      writeFileSync(join(folder, 'wrong.ts'), program('boolean'))
      const options = '--noEmit --strict --ignoreConfig --target es2022 --module nodenext'
      const check = [process.execPath, compiler, ...options.split(' ')] as const
      await said([...check, 'right.ts'], folder)
      await assert.rejects(said([...check, 'wrong.ts'], folder), (error: { stdout: string }) =>
        /'number' is not assignable to type 'boolean'/.test(error.stdout),
      )
    })

    it('bring the command line, installed or by its address', async () => {
      for (const command of [
        [join(folder, 'node_modules/.bin/payments')],
        ['npx', '--yes', addressOf('payment-service-sdk.tgz')],
      ] as const) {
        const empty = temporaryFolder('terminal')
        assert.match(await said([...command, '--help'], empty, npm), /listen --forward-to URL/)
      }
    })
  })

  it('from pip: verify a webhook, and say what they need', async function () {
    const python = languages.find(({ name }) => name === 'Python')
    if (python?.isHere() !== true) return void this.skip()
    const folder = temporaryFolder('pip')
    const [interpreter] = python.command
    const flags = ['--quiet', '--no-deps', '--no-index', '--no-cache-dir', '--target', folder]
    const install = [interpreter, '-m', 'pip', 'install', ...flags, addressOf(wheelName())] as const
    await said(install, folder)
    const program = `import json, os
from importlib.metadata import requires
from payment_service import webhooks
event = webhooks.verify(os.environ["BODY"], json.loads(os.environ["HEADERS"]), os.environ["SECRET"])
print(event.type, event.data["transactionId"], requires("payment-service"))`
    const own = { ...delivery, PYTHONPATH: folder }
    const output = await said([interpreter, '-c', program], folder, own)
    assert.equal(output, "payment.success T-1 ['httpx>=0.25,<1', 'cryptography>=41']")
    // pip compares each file with the record of the wheel when it lists them.
    const listed = await said(
      [interpreter, '-m', 'pip', 'show', '-f', 'payment-service'],
      folder,
      own,
    )
    assert.match(listed, /payment_service\/webhooks\.py/)
  })

  const phpProgram = (autoload: string) => `<?php require '${autoload}';
    $event = PaymentService\\Webhooks::verify(getenv('BODY'), json_decode(getenv('HEADERS'), true), getenv('SECRET'));
    echo $event->type, ' ', $event->data['transactionId'];`

  it('from Composer, by the lines of the guide: verify a webhook', async function () {
    const composer = composerCommand()
    if (composer === undefined) return void this.skip()
    const [port = 0] = await freePorts(1)
    const app = new Koa().use(downloads(`http://127.0.0.1:${port}`))
    const server = app.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const folder = temporaryFolder('composer')
    // Its interfaces stand in the public registry, which this test leaves alone.
    const psr = ['psr/http-client', 'psr/http-factory', 'psr/http-message']
    const replace = Object.fromEntries(psr.map((name) => [name, '1.0.1']))
    const home = { COMPOSER_HOME: join(folder, 'home'), COMPOSER_ALLOW_SUPERUSER: '1' }
    const file = join(folder, 'composer.json')
    const [guide] = readGuides('en', `http://127.0.0.1:${port}`).filter(
      ({ name }) => name === 'libraries',
    )
    const [init = '', ...lines] = guide?.source.match(/^composer .*$/gm) ?? []
    const runLine = (line: string) =>
      said(
        [...composer, ...line.replace(' guzzlehttp/guzzle', '').split(' ').slice(1)],
        folder,
        home,
      )
    try {
      await runLine(init)
      const project = JSON.parse(readFileSync(file, 'utf8'))
      const repositories = { packagist: false }
      writeFileSync(file, JSON.stringify({ ...project, require: undefined, replace, repositories }))
      assert.equal(lines.length, 3)
      for (const line of lines) await runLine(line)
    } finally {
      server.close()
      server.closeAllConnections()
    }
    const known = JSON.parse(readFileSync(join(folder, 'composer.json'), 'utf8'))
    assert.match(known.require['payment-service/sdk'], /^\^0\.1/)
    writeFileSync(join(folder, 'shop.php'), phpProgram('vendor/autoload.php'))
    assert.equal(await said(['php', 'shop.php'], folder, delivery), 'payment.success T-1')
  })

  it('unpacked by hand in PHP: verify a webhook, with nothing beside them', async function () {
    if (!hasProgram('php')) return void this.skip()
    const folder = temporaryFolder('zip')
    const archive = await fetch(addressOf('payment-service-sdk-php.zip'))
    for (const [path, content] of Object.entries(unzipSync(await archive.bytes()))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    writeFileSync(join(folder, 'shop.php'), phpProgram('payment-service-sdk/autoload.php'))
    assert.equal(await said(['php', 'shop.php'], folder, delivery), 'payment.success T-1')
  })

  it('are at the addresses that guides and READMEs name, and no page sends to a public registry', async () => {
    const guides = (['fr', 'en'] as const).flatMap((language) => readGuides(language, api.baseUrl))
    const llms = await (await fetch(`${api.baseUrl}/llms.txt`)).text()
    const texts = [...guides.map(({ source }) => source), llms.replaceAll(nobody, api.baseUrl)]
    const readmes = [...readmesBelow('sdk'), ...readmesBelow('examples'), 'docs/sdk.md']
    texts.push(...readmes.map((path) => readFileSync(join(root, path), 'utf8')))
    const named = texts.flatMap((text) => [...text.matchAll(/\/docs\/downloads[\w./-]*/g)])
    assert.ok(named.length > 20, `${named.length}`)
    for (const [path] of new Set(named)) {
      const isFolder = /downloads\/?$/.test(path)
      const address = isFolder ? addressOf('packages.json') : api.baseUrl + path.replace(/\.$/, '')
      assert.equal((await fetch(address)).status, 200, path)
    }
    const elsewhere = /(?:npm install|npx(?: --yes)?|pip install) (?:--global )?payment[-_]service/
    for (const text of texts) assert.doesNotMatch(text, elsewhere)
  })

  it('are the same bytes each time, and are not sent again to who has them', async () => {
    assert.deepEqual(libraryFiles('https://pay.example'), libraryFiles('https://pay.example'))
    const first = await fetch(addressOf(wheelName()))
    const tag = first.headers.get('ETag') ?? ''
    const again = await fetch(addressOf(wheelName()), {
      headers: { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' },
    })
    assert.deepEqual([first.status, again.status], [200, 304])
    assert.equal((await fetch(addressOf('payment-service-sdk-9.tgz'))).status, 404)
  })

  it('compile under the strict settings of their own project', () => {
    execFileSync(process.execPath, [compiler, '-p', join(root, 'sdk/typescript'), '--noEmit'])
  })
})

function readmesBelow(folder: string): string[] {
  const names = readdirSync(join(root, folder)).map((name) => `${folder}/${name}/README.md`)
  return names.filter((path) => /\/(?:typescript|node|python|php|woocommerce)\//.test(path))
}
