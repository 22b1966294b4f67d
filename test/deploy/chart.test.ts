import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { parse, parseAllDocuments } from 'yaml'
import { readEnv } from '#platform/env.ts'
import { workerQueues } from '#platform/env-worker.ts'
import { keda } from './keda.ts'
import { commands, root, textOf, unknownVariables } from './read.ts'
import { kubernetesSchemas, toolOr } from './tools.ts'

interface Values {
  readonly environment: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<'files' | 'migrateFiles', Readonly<Record<string, string>>>>
  readonly workers: Readonly<
    Record<string, { readonly queues: readonly string[]; readonly replicas: number }>
  >
}

interface Container {
  readonly command: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
}

/** What KEDA scales by. */
interface Trigger {
  readonly type: 'temporal' | 'prometheus'
  readonly metadata: Readonly<Record<string, string>>
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly triggers?: readonly Trigger[]
    readonly template?: { readonly spec: { readonly containers: readonly Container[] } }
  }
}

const templates = ['api', 'migrate', 'network-policy', 'workers'].map(
  (name) => `deploy/chart/templates/${name}.yaml`,
)
const helpers = 'deploy/chart/templates/_helpers.tpl'

describe('the chart', () => {
  const values = parse(textOf('deploy/chart/values.yaml')) as Values

  it('runs commands of package.json', () => {
    const written = templates.flatMap((path) => [
      ...textOf(path).matchAll(/^ *command: \[(node, .*)\]$/gm),
    ])
    const known = commands().map((words) => words.join(', '))
    assert.equal(written.length, 3)
    for (const [, command = ''] of written) assert.ok(known.includes(command), command)
  })

  it('sets variables that the service knows, and hands over secrets as files', () => {
    const texts = [helpers, ...templates].map(textOf).join('\n')
    const named = [
      ...texts.matchAll(/\{ name: ([A-Z_]+),|dict "([A-Z_]+)"|" "?([A-Z_]{6,})" "\d/g),
    ].flatMap(([, ...names]) => names.filter(Boolean))
    assert.ok(named.length > 4)
    const set = [...named, ...Object.keys(values.environment), ...Object.keys(values.secrets.files)]
    assert.deepEqual(unknownVariables(set), [])
    for (const name of Object.keys(values.secrets.files)) assert.match(name, /_FILE$/)
  })

  it('gives processes an environment that production starts with', () => {
    const url = 'postgresql://payments_serve@db.example/payments?sslmode=verify-full'
    const secrets = { DATABASE_URL: url, MASTER_KEY: 'ab'.repeat(32) }
    const given = { NODE_ENV: 'production', PUBLIC_URL: 'https://pay.example.com' }
    readEnv({ ...given, ...values.environment, ...secrets })
  })

  it('gives the account that owns the tables to the migration alone', () => {
    const { files, migrateFiles } = values.secrets
    assert.notEqual(migrateFiles['DATABASE_URL_FILE'], files['DATABASE_URL_FILE'])
    const named = templates.filter((path) => textOf(path).includes('migrateFiles'))
    assert.deepEqual(named, ['deploy/chart/templates/migrate.yaml'])
  })

  it('uses values that values.yaml has', () => {
    const texts = [helpers, ...templates].map(textOf).join('\n')
    const used = [...texts.matchAll(/\.Values\.([a-zA-Z_.]+)/g)].map(([, path = '']) => path)
    assert.ok(used.length > 20)
    const isThere = (path: string): boolean => {
      const found = path
        .split('.')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], values)
      return found !== undefined
    }
    assert.deepEqual(
      used.filter((path) => !isThere(path)),
      [],
    )
    assert.ok(!isThere('image.tagg'))
  })

  it('has workers for every queue, two of each', () => {
    const groups = Object.values(values.workers)
    assert.deepEqual(
      groups.flatMap(({ queues }) => queues).toSorted(),
      [...workerQueues].toSorted(),
    )
    assert.ok(groups.every(({ replicas }) => replicas >= 2))
  })

  it('asks for health where the processes answer, on ports that they have', () => {
    for (const name of ['api', 'workers']) {
      const text = textOf(`deploy/chart/templates/${name}.yaml`)
      const port = /\{ name: (probes), containerPort: (\d+) \}/.exec(text)
      const [, own] = /"(?:API|WORKER)_METRICS_PORT" "(\d+)"/.exec(text) ?? []
      assert.equal(port?.[2], own)
      assert.match(text, new RegExp(`prometheus.io/port: '${own}'`))
      assert.match(
        textOf('deploy/chart/templates/network-policy.yaml'),
        new RegExp(`port: ${own} `),
      )
      const probes = [...text.matchAll(/httpGet: \{ path: (\S+), port: (\w+) \}/g)]
      assert.deepEqual(
        probes.map(([, path, on]) => [path, on]),
        [
          ['/healthz', port?.[1]],
          ['/healthz', port?.[1]],
          ['/readyz', port?.[1]],
        ],
      )
    }
  })

  describe('as Helm renders it', () => {
    let program: string
    before(async function () {
      this.timeout(300_000)
      program = await toolOr('helm', this)
    })

    it('is whole: each object has its kind, each deployment all it is to have', () => {
      const rendered = render()
      const names = rendered.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
      assert.equal(new Set(names).size, names.length)
      for (const name of ['p-api', 'p-worker-books', 'p-worker-operators']) {
        for (const kind of ['Deployment', 'PodDisruptionBudget', 'HorizontalPodAutoscaler']) {
          assert.ok(names.includes(`${kind} ${name}`), `${kind} ${name}`)
        }
      }
      const scaled = render('--set', 'autoscaling.keda=true').map(({ kind }) => kind)
      assert.equal(scaled.filter((kind) => kind === 'ScaledObject').length, 2)
    })

    it('gives each process its variables, each once', () => {
      const own = ['--set', 'workers.operators.secretFiles.MTN_COLLECTION_API_KEY_FILE=mtn_key']
      for (const { metadata, spec } of render(...own)) {
        const [container] = spec.template?.spec.containers ?? []
        if (container === undefined) continue
        const set = container.env.map(({ name }) => name)
        assert.deepEqual(unknownVariables(set), [])
        assert.equal(new Set(set).size, set.length)
        assert.equal(
          set.includes('MTN_COLLECTION_API_KEY_FILE'),
          metadata.name === 'p-worker-operators',
        )
      }
    })

    it('is what Kubernetes takes, of versions old and new, and no field that it does not know', async function () {
      this.timeout(300_000)
      const ways = [[], ['--set', 'api.replicas=3'], ['--set', 'ingress.enabled=false']]
      const schemas = await kubernetesSchemas(['1.28.0', '1.30.0', '1.37.0'])
      for (const [version, schemaOf] of schemas) {
        for (const object of ways.flatMap((way) => render(...way))) {
          const validate = schemaOf(object) ?? assert.fail(`${version} has no ${object.kind}`)
          assert.ok(validate(object), `${object.kind} ${JSON.stringify(validate.errors)}`)
          assert.ok(!validate({ ...object, speck: {} }), 'an unknown field is found')
        }
      }
    })

    it('is what KEDA takes: no field and no setting of a trigger that it does not know, and none is missing', function () {
      this.timeout(120_000)
      const judge = keda()
      // Told by the reporter among what was skipped: there is no Go, or its modules cannot be had.
      if (judge === undefined) return this.skip()
      const scaled = render('--set', 'autoscaling.keda=true').filter(
        ({ kind }) => kind === 'ScaledObject',
      )
      for (const object of scaled) {
        assert.deepEqual(judge.faultsOf(object), [])
        assert.notDeepEqual(judge.faultsOf({ ...object, spec: { ...object.spec, speck: 1 } }), [])
        for (const { type, metadata } of object.spec.triggers ?? assert.fail('no triggers')) {
          const { known, required } = judge.settingsOf(type)
          const given = Object.keys(metadata)
          assert.deepEqual(
            given.filter((name) => !known.has(name)),
            [],
          )
          assert.ok(required.length > 1)
          for (const name of required) assert.ok(given.includes(name), `${type}: ${name}`)
        }
      }
    })

    it('passes its linter', () => {
      const words = ['lint', '--strict', 'deploy/chart', '--set', 'image.tag=4f1c2a9']
      execFileSync(program, words, { cwd: root, stdio: 'pipe' })
    })

    it('wants to know which build it runs', () => {
      assert.throws(
        () =>
          execFileSync(program, [...asked, '--kube-version', '1.30.0'], {
            cwd: root,
            stdio: 'pipe',
          }),
        /image\.tag/,
      )
    })

    const asked = ['template', 'p', 'deploy/chart']
    function render(...changes: readonly string[]): readonly Manifest[] {
      const words = [...asked, '--kube-version', '1.30.0', '--set', 'image.tag=4f1c2a9', ...changes]
      const text = execFileSync(program, words, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
      return parseAllDocuments(text).map((document) => document.toJS() as Manifest)
    }
  })
})
