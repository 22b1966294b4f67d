import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { spread } from '#test/faults/rounds.ts'
import { openRequests } from '#test/drills/requests.ts'
import type { ServiceProcess } from '#test/support/processes.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { type AlertTest, madeOnce, steadily } from './alert-test.ts'
import type { WatchedService } from './service.ts'

const folder = temporaryFolder('logs')

/** A command that prints what a process has printed so far. */
function logOf(process: ServiceProcess): string {
  const path = join(folder, process.name)
  writeFileSync(path, process.output())
  return `cat '${path}'`
}

const ask = ({ api, scene }: WatchedService, path: string, body?: object) =>
  fetch(api.baseUrl + path, {
    headers: {
      Authorization: `Bearer ${scene.tenant.keys.secret}`,
      'Content-Type': 'application/json',
      'Service-Version': '2.6.0',
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })

const createLink = (service: WatchedService) =>
  ask(service, '/v2/payment-links', { title: 'Pagne', amount: 5000, currency: 'XOF' })

export const serviceAnswersErrors: AlertTest = {
  alert: 'ServiceAnswersErrors',
  title: 'what the database raises is named by the log, and ends once it is removed',
  async fault(service) {
    await service.sql(`create function planted_link() returns trigger language plpgsql as
        $$ begin raise exception 'no link'; end $$;
      create trigger planted before insert on payment_link
        for each row execute function planted_link()`)
    assert.equal((await createLink(service)).status, 500)
    return steadily(() => createLink(service))
  },
  async follow(service, { annotations }) {
    assert.match(annotations.summary, /\/v2\/payment-links end with 500/)
    const said = await service.follow('ServiceAnswersErrors', { LOG: logOf(service.api) })
    assert.match(said, /\d+ \/v2\/payment-links \S+ P0001/)
    assert.match(said, /"request_id":"[\w-]{36}"/)
    await service.sql('drop function planted_link() cascade')
    assert.equal((await createLink(service)).status, 201)
  },
}

export const noApi: AlertTest = {
  alert: 'NoApi',
  title: 'the doctor finds nothing that is away, and it ends once an API answers',
  fault({ api }) {
    api.signal('SIGSTOP')
    return Promise.resolve(madeOnce)
  },
  async follow(service) {
    assert.match(await service.follow('NoApi'), /^ok +database: /m)
    service.api.signal('SIGCONT')
  },
}

export const databaseAway: AlertTest = {
  alert: 'DatabaseAway',
  title: 'the doctor names it, and nothing has to be repaired once it is back',
  fault(service) {
    service.gates.database.shut()
    service.gates.database.cut()
    return Promise.resolve(steadily(() => ask(service, '/v2/transactions')))
  },
  async follow(service) {
    assert.match(await service.follow('DatabaseAway'), /^FAILED {2}database/m)
    service.gates.database.open()
    const { scene, api } = service
    await scene.untilFinal([await scene.pay(api)])
  },
}

export const logInsFail: AlertTest = {
  alert: 'LogInsFail',
  title: 'the log says from where, and it ends with the guesses',
  fault(service) {
    const guess = (at: number) =>
      fetch(`${service.api.baseUrl}/staff/api/log-in`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: `p${at % 9}@example.com`, password: `guess ${at}` }),
      })
    return Promise.resolve(steadily(() => spread(50, 5, guess)))
  },
  async follow(service, _raised, end) {
    const said = await service.follow('LogInsFail', { LOG: logOf(service.api) })
    assert.match(said, /auth\.blocked:\n +\d+ +client ip-127\.0\.0\.0\/24/)
    assert.match(said, /tried log-in staff/)
    await end()
  },
}

export const limitsRefuse: AlertTest = {
  alert: 'LimitsRefuse',
  title: 'the log says from where, and it ends with the flood',
  async fault(service) {
    const { scene, ports } = service
    const api = await scene.startApi({
      RATE_LIMIT_IP_PER_MINUTE: '5',
      API_METRICS_PORT: String(ports.otherApi),
    })
    service.started.set('LimitsRefuse', api)
    return steadily(() => spread(200, 10, () => fetch(`${api.baseUrl}/docs`)))
  },
  async follow(service, _raised, end) {
    const api = service.started.get('LimitsRefuse')
    assert.ok(api)
    const said = await service.follow('LimitsRefuse', { LOG: logOf(api) })
    assert.match(said, /limit\.refused:\n +\d+ +client ip-127\.0\.0\.0\/24/)
    await end()
    await api.stop()
  },
}

export const apiLogDropped: AlertTest = {
  alert: 'ApiLogDropped',
  title: 'the missing day of the log is made',
  async fault(service) {
    const { rows } = await service.scene.database.pool.query<{ day: string }>(
      `select 'api_call_' || to_char(now() at time zone 'UTC', 'YYYYMMDD') as day`,
    )
    await service.sql(`drop table ${rows[0]?.day}`)
    return steadily(() => ask(service, '/v2/transactions'))
  },
  async follow(service) {
    const said = await service.follow('ApiLogDropped')
    assert.match(said, /Days of the log: \d+ before, \d+ now\./)
    await ask(service, '/v2/transactions')
  },
}

export const eventLoopHeld: AlertTest = {
  alert: 'EventLoopHeld',
  title: 'a processor that is taken away again and again: another process takes over',
  async fault(service) {
    const { scene, ports } = service
    const held = await scene.startApi({ API_METRICS_PORT: String(ports.otherApi) })
    service.started.set('EventLoopHeld', held)
    return steadily(async () => {
      held.signal('SIGSTOP')
      await pause(heldMs)
      held.signal('SIGCONT')
      await pause(freeMs)
    }, 0)
  },
  async follow(service, { labels }) {
    assert.equal(labels['instance'], `127.0.0.1:${service.ports.otherApi}`)
    const held = service.started.get('EventLoopHeld')
    assert.ok(held)
    const requests = openRequests()
    const port = String(service.ports.newApi)
    const entry = service.follow('EventLoopHeld', {
      START: requests.command('start'),
      READY: `http://127.0.0.1:${port}/readyz`,
      POINT: 'true',
      STOP: `kill -TERM ${held.pid}`,
    })
    await requests.meet('start', async () => {
      service.started.set('EventLoopHeld', await service.scene.startApi({ PORT: port }))
    })
    assert.match(await entry, /Requests go to another process\./)
    assert.equal(await held.exited, 0)
    // Whoever looks for an API later finds the first one alone.
    await service.started.get('EventLoopHeld')?.stop()
  },
}

/** More than the alert's half a second, less than a scrape waits; each scrape finds one. */
const heldMs = 650
const freeMs = 150
