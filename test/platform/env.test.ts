import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommandEnv } from '#platform/command-env.ts'
import { readEnv, requireServices } from '#platform/env.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { problemsOf } from './problems.ts'

const key = 'ab'.repeat(32)
/** What production asks for, besides a master key. */
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://pay.example',
  TRUST_PROXY_HOPS: '1',
}

describe('environment', () => {
  it('has the defaults of the contract when nothing is set', () => {
    const env = readEnv({})
    assert.equal(env.publicUrl, 'http://127.0.0.1:3000')
    assert.equal(env.databaseUrl, undefined)
    assert.equal(env.temporalAddress, undefined)
    assert.equal(env.postgresPort, 54_329)
    assert.equal(env.rateLimitKeyPerMinute, 120)
    assert.equal(env.rateLimitIpPerMinute, 600)
    assert.equal(env.sandboxCreationsPerMinute, 60)
    assert.equal(env.sandboxCreationsPerDay, 1000)
    assert.equal(env.sandboxOperatorDelayMs, 1500)
    assert.equal(env.collectionExpiryMs, 900_000)
    assert.equal(env.staffApprovalAbove, 1_000_000n)
    assert.deepEqual(
      env.webhookRetryScheduleMs,
      [1, 5, 30, 120, 360].map((minutes) => minutes * 60_000),
    )
    assert.deepEqual(env.fraud, {
      pendingPerNumber: 5,
      requestsPerNumber: 10,
      requestsPerNumberWindowMs: 600_000,
      requestsPerMerchantPerMinute: 300,
      requestsPerLinkPerMinute: 120,
      requestsPerLinkAndAddressPerMinute: 30,
    })
    assert.equal(env.webhookPrivateHosts.size, 0)
    assert.equal(env.logLevel, 'info')
    assert.equal(env.trustedProxyHops, 0)
  })

  it('has a worker serve all queues, unless it is given some', () => {
    const all = ['payments', 'webhooks', 'operator-mtn', 'operator-moov', 'mail']
    assert.deepEqual(readEnv({}).worker.queues, all)
    const some = readEnv({ WORKER_QUEUES: ' operator-moov, payments' })
    assert.deepEqual(some.worker.queues, ['payments', 'operator-moov'])
  })

  it('has a deployment where it is named, and heeds a build id only then', () => {
    const named = { TEMPORAL_DEPLOYMENT_NAME: 'payments' }
    assert.equal(readEnv({ BUILD_ID: 'not ours: 7.1' }).temporalDeployment, undefined)
    assert.deepEqual(readEnv(named).temporalDeployment, { name: 'payments', buildId: undefined })
    const both = readEnv({ ...named, BUILD_ID: '4f1c2a9' })
    assert.deepEqual(both.temporalDeployment, { name: 'payments', buildId: '4f1c2a9' })
    const wrong = 'BUILD_ID must be up to 64 letters, digits, _ or -.'
    assert.deepEqual(problemsOf({ ...named, BUILD_ID: '7.1' }), [wrong])
  })

  it('takes a variable left empty for one that is not set', () => {
    assert.deepEqual(readEnv({ PORT: '', MASTER_KEY: ' ', DATABASE_URL: '' }), readEnv({}))
  })

  const wrong: readonly (readonly [string, string])[] = [
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['TEMPORAL_PORT', '1e3'],
    ['SUPPORT_EMAIL', 'nobody'],
    ['SUPPORT_EMAIL', 'Nous <nous@example.com>'],
    ['PUBLIC_URL', 'ftp://x'],
    ['DATABASE_URL', 'mysql://x'],
    ['TEMPORAL_ADDRESS', 'temporal'],
    ['TEMPORAL_TLS', 'perhaps'],
    ['WORKER_QUEUES', 'payments,operator-orange'],
    ['WORKER_QUEUES', 'webhooks,webhooks'],
    ['WORKER_WORKFLOW_SLOTS', '1'],
    ['WORKER_WEBHOOKS_SLOTS', '0'],
    ['WORKER_OPERATOR_MTN_PER_SECOND', '0.5'],
    ['WORKER_POLLERS', 'many'],
    ['MASTER_KEY', 'ab'],
    ['RATE_LIMIT_KEY_PER_MINUTE', '0'],
    ['SANDBOX_OPERATOR_DELAY', '1500'],
    ['COLLECTION_EXPIRY', '15 minutes'],
    ['COLLECTION_EXPIRY', '0s'],
    ['FRAUD_NUMBER_WINDOW', '10x'],
    ['WEBHOOK_RETRY_SCHEDULE', '1m,5m,30m,2h'],
    ['WEBHOOK_RETRY_SCHEDULE', '1m,5m,30m,2h,6h,1d'],
    ['WEBHOOK_RETRY_SCHEDULE', '1m,5m,30m,2h,'],
    ['WEBHOOK_PRIVATE_HOSTS', 'localhost'],
    ['WEBHOOK_PRIVATE_HOSTS', 'localhost:0'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY_HOPS', '-1'],
    ['TEMPORAL_CODEC_KEYS', 'a:b'],
    ['TEMPORAL_CODEC_KEYS', 'c'.repeat(64)],
    ['TEMPORAL_CODEC_KEYS', `Ä:${'c'.repeat(64)}`],
    ['TEMPORAL_CODEC_KEYS', `a:${'c'.repeat(64)},a:${'d'.repeat(64)}`],
    ['CODEC_SERVER_TOKEN', 'short'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://127.0.0.1:4317'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a-name-alone'],
  ]
  for (const [name, value] of wrong) {
    it(`refuses ${name}=${value} in one line that names it`, () => {
      const problems = problemsOf({ [name]: value })
      assert.equal(problems.length, 1)
      assert.match(problems[0] ?? '', new RegExp(`^${name} must be [^\\n]+\\.$`))
    })
  }

  it('opens the codec server to other machines with a token of ours alone', () => {
    const host = { CODEC_SERVER_HOST: '0.0.0.0' }
    assert.deepEqual(problemsOf(host), [
      'CODEC_SERVER_TOKEN must be set where CODEC_SERVER_HOST is not this machine.',
    ])
    assert.deepEqual(problemsOf({ ...host, CODEC_SERVER_TOKEN: 'x'.repeat(20) }), [])
  })

  it('says all that is wrong at once, and repeats no secret', () => {
    const problems = problemsOf({
      PORT: 'x',
      MASTER_KEY: 'hunter2',
      DATABASE_URL: 'hunter2://hunter2',
      LOG_LEVEL: 'loud',
      TEMPORAL_CODEC_KEYS: 'first:hunter2',
      OTEL_EXPORTER_OTLP_HEADERS: 'hunter2',
    })
    assert.deepEqual(problems.map((line) => line.split(' ')[0] ?? '').toSorted(), [
      'DATABASE_URL',
      'LOG_LEVEL',
      'MASTER_KEY',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'PORT',
      'TEMPORAL_CODEC_KEYS',
    ])
    assert.ok(!problems.join('').includes('hunter2'))
  })

  it('demands a master key in production, and lets no private webhook host through there', () => {
    assert.match(problemsOf(production).join(), /^MASTER_KEY/)
    assert.deepEqual(problemsOf({ ...production, MASTER_KEY: key }), [])
    const open = { ...production, MASTER_KEY: key, WEBHOOK_PRIVATE_HOSTS: 'localhost:4000' }
    assert.match(problemsOf(open).join(), /^WEBHOOK_PRIVATE_HOSTS/)
  })

  it('does not start in production without https, the number of proxies, and TLS to other machines', () => {
    const safe = { ...production, MASTER_KEY: key }
    const firstWords = (changes: Record<string, string>) =>
      problemsOf({ ...safe, ...changes }).map((problem) => problem.split(' ')[0])
    assert.deepEqual(firstWords({ PUBLIC_URL: '', TRUST_PROXY_HOPS: '' }), [
      'PUBLIC_URL',
      'TRUST_PROXY_HOPS',
    ])
    assert.deepEqual(firstWords({ PUBLIC_URL: 'http://pay.example' }), ['PUBLIC_URL'])
    const far = 'postgres://user@db.example/payments'
    assert.deepEqual(firstWords({ DATABASE_URL: far }), ['DATABASE_URL'])
    assert.deepEqual(firstWords({ DATABASE_URL: `${far}?sslmode=require` }), ['DATABASE_URL'])
    assert.deepEqual(firstWords({ TEMPORAL_ADDRESS: 'temporal.example:7233' }), ['TEMPORAL_TLS'])
    const others = { PRIVATE_NETWORK_HOSTS: 'example,postgres' }
    assert.deepEqual(firstWords({ DATABASE_URL: far, ...others }), ['DATABASE_URL'])
    assert.deepEqual(firstWords({ DATABASE_DIRECT_URL: far }), ['DATABASE_DIRECT_URL'])
    const fine = [
      { TRUST_PROXY_HOPS: '0' },
      { DATABASE_URL: `${far}?sslmode=verify-full` },
      { DATABASE_URL: 'postgres://user@127.0.0.1/payments' },
      { DATABASE_URL: 'postgres://user@[::1]:5432/payments' },
      { DATABASE_URL: 'postgres:///payments?host=/run/postgresql' },
      { TEMPORAL_ADDRESS: 'temporal.example:7233', TEMPORAL_TLS: 'true' },
      { TEMPORAL_ADDRESS: 'localhost:7233' },
      {
        DATABASE_URL: 'postgres://user@postgres:5432/payments',
        TEMPORAL_ADDRESS: 'temporal:7233',
        PRIVATE_NETWORK_HOSTS: 'postgres, temporal',
      },
    ]
    for (const changes of fine) assert.deepEqual(firstWords(changes), [], JSON.stringify(changes))
  })

  it('reads the master key as hexadecimal digits and as base64', () => {
    const bytes = Buffer.from(key, 'hex')
    const forms = [key, key.toUpperCase(), bytes.toString('base64'), bytes.toString('base64url')]
    for (const text of forms) assert.deepEqual(readEnv({ MASTER_KEY: text }).masterKeys, [bytes])
    const two = readEnv({ MASTER_KEY: `${'cd'.repeat(32)}, ${key}` }).masterKeys
    assert.deepEqual(two, [Buffer.alloc(32, 0xcd), bytes])
    for (const bad of [`${key},`, `${key},${key}`, `${key},short`]) {
      assert.throws(() => readEnv({ MASTER_KEY: bad }), /MASTER_KEY must be 32 bytes/, bad)
    }
  })

  it('knows private hosts by host and port, in lower case', () => {
    const env = readEnv({ WEBHOOK_PRIVATE_HOSTS: 'LocalHost:4000, [::1]:4001,localhost:4000' })
    assert.deepEqual([...env.webhookPrivateHosts], ['localhost:4000', '[::1]:4001'])
  })

  it('derives links from host and port, and believes PUBLIC_URL without its last slash', () => {
    assert.equal(readEnv({ HOST: '0.0.0.0', PORT: '80' }).publicUrl, 'http://127.0.0.1:80')
    assert.equal(readEnv({ HOST: '::1' }).publicUrl, 'http://[::1]:3000')
    assert.equal(readEnv({ PUBLIC_URL: 'https://pay.example/' }).publicUrl, 'https://pay.example')
  })

  it('speaks TLS to Temporal with an API key or a certificate, and plainly when told to', () => {
    assert.equal(readEnv({ TEMPORAL_ADDRESS: 'localhost:7233' }).temporalTls, undefined)
    assert.ok(readEnv({ TEMPORAL_API_KEY: 'k' }).temporalTls)
    assert.ok(readEnv({ TEMPORAL_TLS: 'true' }).temporalTls)
    assert.equal(readEnv({ TEMPORAL_API_KEY: 'k', TEMPORAL_TLS: 'off' }).temporalTls, undefined)
    const half = problemsOf({ TEMPORAL_TLS_CLIENT_CERT_PATH: 'c.pem' })
    assert.match(half.join(), /TEMPORAL_TLS_CLIENT_KEY_PATH/)
  })

  it('tells the production processes which service they lack', () => {
    const databaseUrl = 'postgres://localhost/x'
    const complete = { DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: 'localhost:7233' }
    assert.equal(requireServices(readEnv(complete)).databaseUrl, databaseUrl)
    assert.throws(
      () => requireServices(readEnv({})),
      /^EnvError: DATABASE_URL .*\nTEMPORAL_ADDRESS/,
    )
  })

  it('gives a command what it does not name from the start that runs on its data, never in production', () => {
    const folder = temporaryFolder('services')
    const lack = { DATA_DIR: folder }
    assert.throws(() => readCommandEnv(lack), /none runs on .*\nTEMPORAL_ADDRESS must be set/)
    const own = {
      databaseUrl: 'postgres://own/x',
      temporalAddress: 'own:1',
      temporalNamespace: 'n',
      publicUrl: 'http://127.0.0.1:4960',
    }
    writeFileSync(join(folder, 'services.json'), JSON.stringify(own))
    const { databaseUrl, temporalAddress, temporalNamespace, publicUrl } = readCommandEnv(lack)
    assert.deepEqual({ databaseUrl, temporalAddress, temporalNamespace, publicUrl }, own)
    const ownUrl = { ...lack, PUBLIC_URL: 'https://pay.example.com' }
    assert.equal(readCommandEnv(ownUrl).publicUrl, ownUrl.PUBLIC_URL)
    const elsewhere = readCommandEnv({ ...lack, DATABASE_URL: 'postgres://other/x' })
    assert.equal(elsewhere.publicUrl, 'http://127.0.0.1:3000')
    const named = readCommandEnv({ ...lack, TEMPORAL_ADDRESS: 'cloud:7233' })
    assert.deepEqual([named.temporalAddress, named.temporalNamespace], ['cloud:7233', 'default'])
    assert.equal(named.databaseUrl, own.databaseUrl)
    const live = { ...lack, ...production, MASTER_KEY: key }
    assert.throws(() => readCommandEnv(live), /DATABASE_URL must be set/)
  })

  it('is listed whole in .env.example, with values that it accepts', () => {
    const lines = readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_]+)=(.*)$/gm)
    const example = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
    const asked = new Set<string>()
    readEnv(
      new Proxy<Record<string, string>>(
        {},
        { get: (_, name) => (asked.add(String(name)), undefined) },
      ),
    )
    const own = [...asked].filter((name) => !name.endsWith('_FILE'))
    assert.deepEqual(Object.keys(example).toSorted(), own.toSorted())
    assert.deepEqual(problemsOf(example), [])
  })

  it('opens an operator only with a whole account, and names what is missing of a half one', () => {
    assert.deepEqual(readEnv({}).operatorAccounts, [])
    const product = {
      MTN_COLLECTION_SUBSCRIPTION_KEY: 'a',
      MTN_COLLECTION_API_USER: 'b',
      MTN_COLLECTION_API_KEY: 'c',
    }
    assert.deepEqual(readEnv(product).operatorAccounts, [
      {
        provider: 'mtn-benin',
        baseUrl: 'https://proxy.momoapi.mtn.com',
        targetEnvironment: 'mtnbenin',
        callbackUrl: null,
        collection: { subscriptionKey: 'a', apiUser: 'b', apiKey: 'c' },
        disbursement: null,
      },
    ])
    const { MTN_COLLECTION_API_KEY: _, ...half } = product
    assert.deepEqual(problemsOf(half), [
      'MTN_COLLECTION_API_KEY must be set where the rest of the account is.',
    ])
    const moov = { MOOV_USERNAME: 'a', MOOV_PASSWORD: 'b', MOOV_ENCRYPTION_KEY: 'too short' }
    assert.deepEqual(problemsOf(moov), ['MOOV_ENCRYPTION_KEY must be 32 characters.'])
    assert.equal(problemsOf({ MOOV_USERNAME: 'a' }).length, 2)
  })

  it('takes no operator in plain HTTP in production', () => {
    const plain = { MTN_BASE_URL: 'http://127.0.0.1:1', MOOV_URL: 'http://127.0.0.1:1' }
    assert.deepEqual(problemsOf(plain), [])
    const problems = problemsOf({ ...plain, ...production, MASTER_KEY: key })
    assert.deepEqual(
      problems.map((problem) => problem.split(' ')[0]),
      ['MTN_BASE_URL', 'MOOV_URL'],
    )
  })
})
