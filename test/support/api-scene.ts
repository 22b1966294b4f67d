import assert from 'node:assert/strict'
import type { DestinationStream } from 'pino'
import { startApi } from '#server/start-api.ts'
import { createOutbox } from '#db/outbox.ts'
import { onPool } from '#db/sql.ts'
import { type ErrorCode, errorMessage, errorTable } from '#domain/errors/errors.ts'
import { type Env, requireServices } from '#platform/env.ts'
import { createLog, type Log } from '#platform/log.ts'
import { call, type Call, type CallAnswer, callUntilServed, collectionCall } from './call.ts'
import { given } from './given.ts'
import { checkInvariants } from './invariants.ts'
import {
  hearShared,
  openDatabase,
  sharedLog,
  sharedService,
  startTestService,
  type TestService,
} from './service.ts'
import { checkShared } from './shared.ts'
import { createTenant, type Tenant } from './tenant.ts'

/** A whole service, a merchant with a key of each kind, and a log that is checked at the end. */
export interface ApiScene {
  readonly baseUrl: string
  readonly service: TestService
  readonly tenant: Tenant
  /** The log that is checked at the end. */
  readonly log: Log
  /**
   * Makes one call; secrets and personal data in it must not appear in the log. `at` is another process's base URL.
   */
  call(request: Call, at?: string): Promise<CallAnswer>
  /** The same, repeated while the service is too busy to take it: for requests that all come at once. */
  callUntilServed(request: Call, at?: string): Promise<CallAnswer>
  /** A valid collection with the tenant's secret key, with these changes to its body; fails if it is refused. */
  accept(changes?: Readonly<Record<string, unknown>>, key?: string): Promise<CallAnswer>
  /** Adds a text that the log must not contain. */
  keepSecret(text: string): void
  /** Stops everything; fails if a log line contains a key, a phone number, an e-mail address or a secret. */
  stop(): Promise<void>
}

/** Starts it; call `stop` in `after`. `changes` are variables of `.env.example`. */
export async function startApiScene(
  changes: Readonly<Record<string, string>> = {},
): Promise<ApiScene> {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const service = await startTestService({ LOG_LEVEL: 'debug', ...changes }, destination)
  return sceneOf(service, { lines, destination, secrets: new Set() })
}

/**
 * The same with this process's shared service, which keeps running. Lines it logs after the scene has stopped are
 * checked at the end of each later scene, of the file and of the service: none may contain a secret of any scene.
 */
export async function sharedApiScene(): Promise<ApiScene> {
  const service = await sharedService()
  if (!isHeard) {
    hearShared((line) => void ofShared.lines.push(line))
    checkShared(() => checkLines(ofShared))
    isHeard = true
  }
  return sceneOf(service, ofShared)
}

/** A scene for the surrounding tests; after them the books must keep their invariants, and it stops. */
export function givenCheckedScene(): ApiScene {
  return given(async () => {
    const scene = await startApiScene()
    return {
      ...scene,
      async stop() {
        assert.deepEqual(await checkInvariants(scene.service.database), [])
        await scene.stop()
      },
    }
  })
}

interface Watched {
  readonly lines: string[]
  readonly destination: DestinationStream
  /** What no line may contain. */
  readonly secrets: Set<string>
}

const ofShared: Watched = { lines: [], destination: sharedLog, secrets: new Set() }
let isHeard = false

async function sceneOf(service: TestService, watched: Watched): Promise<ApiScene> {
  const { lines, destination, secrets } = watched
  await noteAnnounced(service)
  const tenant = await createTenant(service.database)
  const scene: ApiScene = {
    baseUrl: service.baseUrl,
    service,
    tenant,
    log: createLog({ level: 'debug', name: 'test', destination }),
    async call(request, at = service.baseUrl) {
      for (const secret of secretsOf(request)) secrets.add(secret)
      return call({ baseUrl: at }, request)
    },
    async callUntilServed(request, at = service.baseUrl) {
      for (const secret of secretsOf(request)) secrets.add(secret)
      return callUntilServed({ baseUrl: at }, request)
    },
    async accept(body = {}, key = tenant.keys.secret) {
      const answer = await scene.call(collectionCall(key, body))
      assert.equal(answer.status, 202, answer.text)
      secrets.add(answer.json.data.receipt_token)
      return answer
    },
    keepSecret: (text) => void secrets.add(text),
    async stop() {
      await service.stop()
      assert.ok(
        lines.some((line) => line.includes('"request"')),
        'the log holds the requests',
      )
      checkLines(watched)
    },
  }
  return scene
}

/** Checks each line once, for all secrets so far. */
function checkLines({ lines, secrets }: Watched): void {
  const read = lines.splice(0)
  const text = read.join('\n')
  const told = [...secrets].flatMap((secret) => {
    if (!text.includes(secret)) return []
    const pattern = patternOf(secret)
    return read.filter((line) => pattern.test(line)).map((line) => ({ secret, line }))
  })
  assert.deepEqual(told, [], 'the log holds no secret and no person')
}

/**
 * Another process on the same database, with a different environment if `changes` say so; it writes to the scene's
 * log.
 */
export async function startSecondApi(
  { service: { env, temporal }, log }: Pick<ApiScene, 'service' | 'log'>,
  changes: Partial<Env> = {},
): Promise<{ readonly baseUrl: string; stop(): Promise<void> }> {
  const services = requireServices(env)
  const database = await openDatabase(services.databaseUrl)
  const outbox = createOutbox({
    pool: database.pool,
    call: (work) => work(temporal),
    isEager: false,
    onError: () => {},
  })
  const server = await startApi({
    env: { ...services, ...changes, port: 0 },
    log,
    database,
    outbox,
    temporal: { call: (work) => work(temporal), isReachable: () => Promise.resolve(true) },
  })
  return {
    baseUrl: `http://127.0.0.1:${server.port}`,
    async stop() {
      await server.close()
      await outbox.drain()
      await database.close()
    },
  }
}

/** The parts of a refusal that a program tests; type and sentence are checked against the table of errors. */
export function refusalOf({ status, json }: CallAnswer): {
  readonly status: number
  readonly code: string
  readonly field?: string
} {
  const { error } = json
  const code = error.code as ErrorCode
  assert.equal(error.type, errorTable[code].type)
  assert.equal(error.message, errorMessage(code, error.details))
  assert.match(error.message, /^\p{Lu}.*(?:\.|\u00A0\?)$/u)
  // Nothing is left to be filled in but the id of a path.
  assert.doesNotMatch(error.message.replaceAll('/{id}', ''), / [:;!?»]|« |[{}]/u)
  const { field } = error.details
  return { status, code, ...(field !== undefined && { field }) }
}

/** Hints that may follow the sentence of a refused field. */
const taught = new RegExp(
  [
    String.raw`^(?: \(donné plusieurs fois\))?(?:\u00A0: (?:voyez «\u00A0[^»]+\u00A0»|envoyez [\d.]+, sans guillemets))?`,
    String.raw`(?:, un entier de \d+ à \d+)?(?:, par exemple [\w:-]+)?(?: \(décimales en [A-Z]{3}\u00A0: \d\))?`,
    String.raw`\.(?: Un texte est attendu, entre guillemets\.| Une liste est attendue\.| Un objet est attendu\.)?`,
    String.raw`(?: Vouliez-vous dire «\u00A0[^»]+\u00A0»\u00A0\?)?(?: (?:Valeurs admises|Champs admis|Paramètres admis)\u00A0: .+\.)?$`,
  ].join(''),
)

/** The refused fields of an answer with their codes. */
export function refusedFields({ json }: CallAnswer): Readonly<Record<string, string>> {
  const fields: { field: string; code: ErrorCode; message: string }[] = json.error.details.fields
  for (const { field, code, message } of fields) {
    const sentence = errorMessage(code, { field }).slice(0, -1)
    assert.ok(message.startsWith(sentence), message)
    assert.match(message.slice(sentence.length), taught)
  }
  return Object.fromEntries(fields.map(({ field, code }) => [field, code]))
}

/**
 * Counts what the database stores of collections: rows, stored answers, and workflows ever announced in the outbox.
 */
export async function recordedIn({ database }: TestService): Promise<object> {
  return onPool(database.pool).one(
    `select (select count(*)::int from transaction) as transactions,
       (select count(*)::int from idempotency_record) as responses,
       (select count(*)::int from announced) as announced`,
  )
}

/** Outbox rows are deleted once Temporal has them, so the test's database records each announced collection. */
async function noteAnnounced({ database }: TestService): Promise<void> {
  await database.pool.query(
    `create table if not exists announced (subject_id uuid not null);
     create or replace function note_announced() returns trigger language plpgsql as $$
       begin insert into announced values (new.subject_id); return null; end $$;
     create or replace trigger note_announced after insert on outbox for each row
       when (new.kind = 'collection' and new.signal is null) execute function note_announced();`,
  )
}

/** A short number may occur by chance among the digits of a duration, but not as a number of its own. */
function patternOf(secret: string): RegExp {
  const text = secret.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  return /^\d+$/.test(secret) ? new RegExp(`(?<![\\d.])${text}(?!\\d)`) : new RegExp(text)
}

function* secretsOf({ key, body }: Call): Iterable<string> {
  if (key !== undefined) yield key
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '')
  yield* text.match(/[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,190}/g) ?? []
  yield* text.match(/(?<=")\+?\d{8,15}(?=")/g) ?? []
}
