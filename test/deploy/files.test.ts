import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { workerQueues } from '#platform/env-worker.ts'
import { readEnv } from '#platform/env.ts'
import { hasProgram } from '#test/support/debian-program.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import {
  type ComposeService,
  isCommand,
  knownVariables,
  readCompose,
  root,
  textOf,
  unknownVariables,
} from './read.ts'
import { ofCompose } from './written.ts'

const ours = ['migrate', 'api', 'worker-books', 'worker-operators']

describe('the files of deploy/', () => {
  it('name no registry: images come from where the machine gets its images', () => {
    const images = [
      ...Object.values(readCompose().services).map(({ image }) => image ?? ''),
      ...[...textOf('deploy/Dockerfile').matchAll(/^(?:FROM|ARG NODE_IMAGE=)\s*(\S+)/gm)].map(
        ([, image = '']) => image,
      ),
    ]
    assert.ok(images.length > 8)
    // The host of a registry has a dot or a port before the first slash.
    assert.deepEqual(
      images.filter((image) => /^[^/${]*[.:][^/]*\//.test(image)),
      [],
    )
  })

  describe('compose.yaml', () => {
    it('is what the specification of Compose allows', () => {
      // Of github.com/compose-spec/compose-spec, schema/compose-spec.json, by the Apache licence 2.0; it names its own draft as
      // another address than Ajv knows it by.
      const { $schema: _, ...schema } = JSON.parse(
        textOf('test/deploy/compose-spec.json'),
      ) as Record<string, unknown>
      const ajv = new Ajv({ strict: false, validateFormats: false })
      const isAllowed = ajv.compile(schema)
      const compose = readCompose()
      assert.ok(isAllowed(compose), ajv.errorsText(isAllowed.errors))
      const planted = { ...compose, services: { ...compose.services, api: { comand: [] } } }
      assert.ok(!isAllowed(planted))
    })

    it('runs commands of package.json, with variables that the service knows and secrets from files that are there', () => {
      const { services, secrets } = readCompose()
      for (const name of ours) {
        const { command, environment, secrets: given } = { ...nothing, ...services[name] }
        assert.ok(isCommand(command), `${name}: ${command.join(' ')}`)
        assert.deepEqual(unknownVariables(Object.keys(environment)), [], name)
        for (const [variable, path] of Object.entries(environment)) {
          if (variable.endsWith('_FILE'))
            assert.ok(given.includes(path.replace('/run/secrets/', '')), variable)
        }
      }
      const made = textOf('deploy/secrets.sh')
      for (const [name, { file }] of Object.entries(secrets)) {
        assert.equal(file, `./secrets/${name}`)
        assert.match(made, new RegExp(`^make ${name} `, 'm'))
      }
    })

    it('is an environment that production starts with, of each process', () => {
      const machine = { secrets: '/no', operators: {} }
      const url = 'postgresql://payments_serve:x@postgres:5432/payments'
      for (const name of ours) {
        const given = Object.entries(ofCompose(name, machine).environment)
        const plain = given.filter(([variable]) => !variable.endsWith('_FILE'))
        const secrets = { DATABASE_URL: url, MASTER_KEY: 'ab'.repeat(32) }
        readEnv({ ...Object.fromEntries(plain), ...secrets })
      }
    })

    it('has connections for all processes, twice over, and for Temporal', () => {
      const { services } = readCompose()
      const [, most] =
        /max_connections=(\d+)/.exec(services['postgres']?.command?.join(' ') ?? '') ?? []
      const pool = readEnv({}).databasePool
      const ofTemporal = 4 * (20 + 10)
      const serving = ours.filter((name) => name !== 'migrate').length
      assert.ok(2 * serving * (pool + 1) + ofTemporal <= Number(most))
    })

    it('gives the account that owns the tables to the migration alone', () => {
      const { services } = readCompose()
      const holders = Object.entries(services)
        .filter(([, { secrets: given = [] }]) => given.includes('database_url_migrate'))
        .map(([name]) => name)
      assert.deepEqual(holders, ['migrate', 'roles'])
      for (const name of ours) assert.ok(!services[name]?.secrets?.includes('postgres_password'))
    })

    it('asks each process for its health where it listens, and waits for what it stands on', () => {
      const { services } = readCompose()
      for (const name of ours) {
        const { environment, healthcheck, depends_on: waits } = { ...nothing, ...services[name] }
        for (const each of Object.keys(waits)) assert.ok(services[each], `${name}: ${each}`)
        if (healthcheck.disable !== true)
          assertProbe(
            healthcheck.test ?? [],
            environment[name === 'api' ? 'API_METRICS_PORT' : 'WORKER_METRICS_PORT'],
          )
      }
    })

    function assertProbe(
      [, program, script = '', port, path = '/healthz']: readonly string[],
      listens?: string,
    ): void {
      assert.equal(program, 'node')
      assert.ok(existsSync(join(root, script)), script)
      assert.equal(port, listens)
      assert.ok(['/healthz', '/readyz'].includes(path))
    }

    it('has a worker for every queue', () => {
      const { services } = readCompose()
      const served = Object.values(services).flatMap(
        ({ environment }) => environment?.['WORKER_QUEUES']?.split(',') ?? [],
      )
      assert.deepEqual(served.toSorted(), [...workerQueues].toSorted())
    })

    it('lets nobody in but by the proxy, and the books out to nobody', () => {
      const { services, networks } = readCompose()
      const open = Object.entries(services).filter(([, { ports = [] }]) =>
        ports.some((port) => !port.startsWith('127.0.0.1:')),
      )
      assert.deepEqual(
        open.map(([name]) => name),
        ['proxy'],
      )
      assert.equal(networks['inside']?.internal, true)
      assert.deepEqual(services['postgres']?.networks, ['inside'])
      for (const name of ours) assert.equal(services[name]?.read_only, true, name)
    })

    it('hands the proxy on to the port on which the API listens', () => {
      const upstream = /\{\$API_UPSTREAM:api:(\d+)\}/.exec(textOf('deploy/Caddyfile'))?.[1]
      assert.equal(upstream, readCompose().services['api']?.environment?.['PORT'])
      assert.ok(
        Object.keys(readCompose().services['proxy']?.environment ?? {}).includes('PUBLIC_HOST'),
      )
    })

    it('gives Temporal the dynamic configuration that `npm start` gives it, as far as turns among services go', () => {
      const names = (text: string) =>
        [...text.matchAll(/(matching\.\w+)/g)].map(([, name = '']) => name).toSorted()
      assert.deepEqual(
        names(textOf('deploy/temporal/dynamic-config.yaml')),
        names(textOf('temporal-dev.yml')),
      )
    })
  })

  describe('the units of systemd', () => {
    const folder = join(root, 'deploy/systemd')
    const units = readdirSync(folder).filter((name) => name.endsWith('.service'))
    const isOurs = (name: string) => !name.startsWith('temporal.')

    it('run commands of package.json, with variables that the service knows', () => {
      assert.equal(units.filter(isOurs).length, 3)
      for (const unit of units.filter(isOurs)) {
        const text = readFileSync(join(folder, unit), 'utf8')
        const [, line = ''] = /^ExecStart=\/usr\/bin\/env (.*)$/m.exec(text) ?? []
        assert.ok(isCommand(line.split(' ')), line)
        assert.deepEqual(
          unknownVariables(
            [...text.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name),
          ),
          [],
        )
      }
    })

    it('have settings that the service knows, and workers for every queue on ports of their own', () => {
      const files = readdirSync(folder).filter((name) => name.endsWith('.env') && isOurs(name))
      const settings = files.flatMap((name) => [
        ...readFileSync(join(folder, name), 'utf8').matchAll(/^(\w+)=(.*)$/gm),
      ])
      assert.deepEqual(unknownVariables(settings.map(([, name = '']) => name)), [])
      const of = (wanted: string) =>
        settings.filter(([, name]) => name === wanted).map(([, , value = '']) => value)
      assert.deepEqual(
        of('WORKER_QUEUES')
          .flatMap((value) => value.split(','))
          .toSorted(),
        [...workerQueues].toSorted(),
      )
      const ports = ['PORT', 'API_METRICS_PORT', 'WORKER_METRICS_PORT'].flatMap(of)
      assert.equal(new Set(ports).size, 4)
    })

    it('are units as systemd reads them', function () {
      this.timeout(30_000)
      if (!hasProgram('systemd-analyze')) return this.skip()
      assert.equal(
        unitFaults((text) => text),
        '',
      )
      assert.match(
        unitFaults((text) => text.replace('Restart=always', 'Restrat=always')),
        /Restrat/,
      )
    })

    function unitFaults(change: (text: string) => string): string {
      const copies = temporaryFolder('units')
      for (const unit of units) {
        const text = readFileSync(join(folder, unit), 'utf8')
        mkdirSync(copies, { recursive: true })
        writeFileSync(join(copies, unit.replace('@.', '@books.')), change(text))
      }
      const paths = readdirSync(copies).map((name) => join(copies, name))
      // It tells of most faults, and ends well.
      return spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' })
        .stderr
    }
  })

  it('are told of every queue by the runbook, with the variables for its slots', () => {
    const [, table = ''] = /## Workers\n([^]*?)\n\nA send /.exec(textOf('docs/runbook.md')) ?? []
    const rows = table.split('\n').filter((line) => line.startsWith('| `'))
    const queues = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
    )
    assert.deepEqual(queues, workerQueues)
    for (const queue of queues)
      assert.ok(table.includes(`WORKER_${queue.toUpperCase().replace('-', '_')}_SLOTS`), queue)
  })

  it('know a variable that does not exist from one that does', () => {
    assert.deepEqual(unknownVariables(['MASTER_KEY_FILE', 'PORT', 'NO_SUCH_VARIABLE']), [
      'NO_SUCH_VARIABLE',
    ])
    assert.ok(knownVariables().has('MASTER_KEY'))
    assert.ok(!isCommand(['node', 'server/no-main.ts']))
  })
})

/** What a service may leave out. */
const nothing: Pick<
  Required<ComposeService>,
  'command' | 'environment' | 'secrets' | 'healthcheck' | 'depends_on'
> = {
  command: [],
  environment: {},
  secrets: [],
  healthcheck: {},
  depends_on: {},
}
