import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { standardSecret } from '#domain/webhooks/standard-secret.ts'
import { newWebhookSecret, sealPayload } from '#db/seal.ts'
import { languages } from '#domain/text/language.ts'
import { samples } from '#web/portal/webhooks/verification.tsx'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { needsOpenssl } from './certificates.ts'
import { type Received, type Receiver, startReceiver } from './receiver.ts'
import { sendTo } from './sends.ts'

const run = promisify(execFile)
const data = '{"status":"VALIDATED","nom":"Ọlájùmọ̀kẹ́ « & » 👩🏾‍🌾"}'

describe('webhooks: the headers of Standard Webhooks', () => {
  before(needsOpenssl)

  let receiver: Receiver
  beforeEach(async () => {
    receiver = await startReceiver((request, response) =>
      response.end(`echo ${String(request.headers['webhook-signature'])}`),
    )
  })
  afterEach(() => receiver.close())

  async function sent(secrets: readonly string[], attempts: readonly Date[] = [new Date()]) {
    const [secret = ''] = secrets
    const eventId = randomUUID()
    const sealed = sealPayload({ event: 'payment.success', data, secret })
    const results = []
    for (const [index, at] of attempts.entries()) {
      const request = { ...sealed, eventId, secrets, attempt: index + 1 }
      results.push(await sendTo(receiver, request, { clock: () => at }))
    }
    return { eventId, results, requests: receiver.requests }
  }

  it('sign id, time and body under the key that whsec_ stands for; the id stays, the time is that of the attempt', async () => {
    const secret = newWebhookSecret()
    const times = [new Date('2026-11-22T08:30:00.900Z'), new Date('2026-11-22T08:31:00Z')]
    const { eventId, requests } = await sent([secret], times)
    const key = Buffer.from(standardSecret(secret).replace('whsec_', ''), 'base64')
    assert.equal(key.toString('utf8'), secret)
    assert.deepEqual(
      requests.map(({ headers }) => [headers['webhook-id'], headers['webhook-timestamp']]),
      [
        [eventId, '1795336200'],
        [eventId, '1795336260'],
      ],
    )
    for (const request of requests)
      assert.equal(request.headers['webhook-signature'], signatureOf(request, secret))
    assert.notEqual(
      requests[0]?.headers['webhook-signature'],
      requests[1]?.headers['webhook-signature'],
    )
  })

  it('carry a signature of each secret while two are valid', async () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    const { requests } = await sent(secrets)
    const signatures = String(requests[0]?.headers['webhook-signature']).split(' ')
    assert.equal(signatures.length, 2)
    const [request] = requests
    assert.ok(request)
    const expected = secrets.map((secret) => signatureOf(request, secret))
    assert.deepEqual(signatures, expected)
  })

  it('do not stand in the history where a receiver echoes them', async () => {
    const { results } = await sent([newWebhookSecret(), newWebhookSecret()])
    assert.match(results[0]?.extract ?? '', /^echo v1,\*\*\* v1,\*\*\*$/)
  })

  describe('are checked, and the payload opened, by what the portal shows', () => {
    const commands = { node: 'node', php: 'php', python: 'python3' } as const
    const programs = languages.flatMap((language) =>
      (['node', 'php', 'python'] as const).map((name) => ({ language, name })),
    )

    for (const { language, name } of programs) {
      it(`in ${name}, for who reads ${language}`, async function () {
        const command = commands[name]
        const code = `${samples[language][name]}\n${namesIn[language][name]}`
        if (!(await isThere(command))) return this.skip()
        const secret = newWebhookSecret()
        const { requests } = await sent([newWebhookSecret(), secret])
        const [other] = requests
        assert.ok(other)
        assert.equal((await judged({ command, code, secret }, other)).isOurs, true)
        const own = await startReceiver((_, response) => response.end())
        const sealed = sealPayload({ event: 'payment.success', data, secret })
        await sendTo(own, { ...sealed, secrets: [secret] })
        await own.close()
        const [request] = own.requests
        assert.ok(request)
        assert.deepEqual(await judged({ command, code, secret }, request), {
          isOurs: true,
          opened: { event: 'payment.success', data: JSON.parse(data) },
        })
        const forged = { ...request, body: Buffer.from(request.body) }
        forged.body.writeUInt8(forged.body.readUInt8(40) ^ 1, 40)
        assert.equal((await judged({ command, code, secret }, forged)).isOurs, false)
        assert.equal(
          (await judged({ command, code, secret: newWebhookSecret() }, request)).isOurs,
          false,
        )
        const old = { ...request.headers, 'webhook-timestamp': '1795336200' }
        assert.equal(
          (await judged({ command, code, secret }, { ...request, headers: old })).isOurs,
          false,
        )
      })
    }
  })
})

/** As any receiver makes it. */
function signatureOf({ headers, body }: Received, secret: string): string {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body.toString('utf8')}`
  return `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`
}

async function isThere(command: string): Promise<boolean> {
  const check = command === 'python3' ? ['-c', 'import cryptography'] : ['--version']
  return run(command, check).then(
    () => true,
    () => false,
  )
}

/** What the code of the portal makes of a request, in its own language. */
async function judged(
  { command, code, secret }: Readonly<Record<'command' | 'code' | 'secret', string>>,
  { headers, body }: Pick<Received, 'headers' | 'body'>,
): Promise<{ readonly isOurs: boolean; readonly opened?: unknown }> {
  const folder = temporaryFolder('samples')
  writeFileSync(join(folder, 'body'), body)
  writeFileSync(join(folder, 'headers'), JSON.stringify(headers))
  const file = join(folder, { node: 'a.mjs', php: 'a.php', python3: 'a.py' }[command] ?? 'a')
  writeFileSync(file, `${code}\n${endings[command]}`)
  const { stdout } = await run(command, [file, folder, secret])
  return JSON.parse(stdout) as { isOurs: boolean }
}

/** What the functions of each sample are called. */
const namesIn = {
  fr: {
    node: 'const functions = [estDeNous, ouvre]',
    php: '$functions = ["est_de_nous", "ouvre"];',
    python: 'functions = [est_de_nous, ouvre]',
  },
  en: {
    node: 'const functions = [isFromUs, openEvent]',
    php: '$functions = ["is_from_us", "open_event"];',
    python: 'functions = [is_from_us, open_event]',
  },
} as const

const endings: Readonly<Record<string, string>> = {
  node: `
import { readFileSync } from "node:fs"
const [, , folder, secret] = process.argv
const given = readFileSync(folder + "/body", "utf8"), heads = JSON.parse(readFileSync(folder + "/headers", "utf8"))
const isOurs = functions[0](given, heads, secret)
let opened
try { opened = isOurs ? functions[1](given, secret) : undefined } catch { opened = undefined }
console.log(JSON.stringify({ isOurs, opened }))`,
  php: `
[, $folder, $secret] = $argv; [$isFromUs, $open] = $functions;
$given = file_get_contents("$folder/body"); $heads = json_decode(file_get_contents("$folder/headers"), true);
$answer = ['isOurs' => $isFromUs($given, $heads, $secret)];
try { if ($answer['isOurs']) $answer['opened'] = @$open($given, $secret); } catch (\\Throwable $e) {}
echo json_encode($answer);`,
  python3: `
import sys
folder, secret = sys.argv[1:]
given = open(folder + "/body", "rb").read(); heads = json.load(open(folder + "/headers"))
answer = {"isOurs": functions[0](given, heads, secret)}
try:
    if answer["isOurs"]: answer["opened"] = functions[1](given, secret)
except Exception: pass
print(json.dumps(answer))`,
}
