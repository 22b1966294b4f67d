import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import type { Person } from '#domain/people/person.ts'
import { acceptInvitation } from '#use-cases/people/accept-invitation.ts'
import { csrfToken } from '#use-cases/sessions/sessions.ts'
import { portalPages } from '#web/portal/routes.ts'
import { staffPages } from '#web/staff/routes.ts'
import type { WebContext } from '#web/context.ts'
import { cause, codeMailed, loggedIn, password } from '#test/support/people.ts'
import type { TestService } from '#test/support/service.ts'
import { type Act, describedActs, type Forms, keep, type Session, tryAct } from './acts.ts'
import { type Insider, insiderOf, insiderScene } from './scene.ts'
import { standing, wrongs } from './standing.ts'
import { type Random, seeded } from '#test/support/random.ts'
import type { Loot } from './values.ts'

/** What came of a search. */
export interface Found {
  /** What one person brought about that takes two, with the acts that led there; none where all held. */
  readonly wrong: readonly string[]
  readonly last: readonly string[]
  readonly tried: number
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<number, number>
  /** The same of each route. */
  readonly answers: ReadonlyMap<string, number>
  /** Routes that were never tried. */
  readonly untried: ReadonlySet<string>
}

interface Search {
  readonly seed: number
  readonly sequences: number
  /** Each is looked at when it is done. */
  readonly actsEach: number
  /** Half of the acts are of these paths; without it all are alike. */
  readonly near?: RegExp
}

/** All acts that people of a realm may try: from the tables of routes themselves. */
async function actsOf({ baseUrl, database }: TestService, { realm }: Insider): Promise<Act[]> {
  const context = { database, passkeySite: null, apiRoutes: [] } as unknown as WebContext
  const routes = realm === 'portal' ? portalPages(context) : staffPages(context)
  const pages = routes.map(({ method, path }) => ({
    method,
    path,
    schema: null,
    by: 'page' as const,
  }))
  const file = realm === 'portal' ? '/openapi.json' : '/staff/openapi.json'
  const described = (await (await fetch(baseUrl + file)).json()) as object
  return [...pages, ...describedActs(described, realm === 'portal' ? 'key' : 'session')]
}

/** Lets one person try everything in random order, until something is wrong or the sequences are over. */
export async function searchAlone(
  service: TestService,
  insider: Insider,
  { seed, sequences, actsEach, near }: Search,
): Promise<Found> {
  const { database } = service
  const scene = await insiderScene(service, insider)
  const person = await insiderOf(service, insider, scene)
  const acts = await actsOf(service, insider)
  const sessions = [await sessionOf(database, person)]
  const loot = lootOf(person, scene.ids)
  const forms: Forms = new Map()
  const trier: Trier = { service, person, acts, sessions, loot, forms, random: seeded(seed), near }
  const own = new Set<string>([person.id])
  const before = await standing(database)
  const found = {
    tried: 0,
    statuses: new Map<number, number>(),
    answers: new Map<string, number>(),
    untried: new Set(acts.map(nameOf)),
  }
  // Each once in the order of the table, pages before forms, and from then on by chance.
  const queue = [...acts.filter(({ method }) => method === 'GET'), ...acts]
  for (let sequence = 0; sequence < sequences; sequence += 1) {
    const last = await trySome(trier, queue.splice(0, actsEach), actsEach)
    for (const { name, status } of last) {
      found.tried += 1
      found.untried.delete(name)
      const line = lineOf({ name, status })
      found.answers.set(line, (found.answers.get(line) ?? 0) + 1)
      found.statuses.set(status, (found.statuses.get(status) ?? 0) + 1)
    }
    sessions.push(...(await ownAccounts(database, { person, own })))
    const wrong = wrongs(before, await standing(database), { person, own })
    if (wrong.length > 0) return { ...found, wrong, last: last.map(lineOf) }
  }
  return { ...found, wrong: [], last: [] }
}

interface Trier {
  readonly service: TestService
  readonly person: Person
  readonly acts: readonly Act[]
  readonly sessions: readonly Session[]
  readonly loot: Loot
  readonly forms: Forms
  readonly random: Random
  readonly near: RegExp | undefined
}

interface Line {
  readonly name: string
  readonly status: number
}

const lineOf = ({ name, status }: Line): string => `${name} ${status}`

/** A sequence: these, then any. */
async function trySome(trier: Trier, first: readonly Act[], count: number): Promise<Line[]> {
  const { service, person, acts, sessions, loot, forms, random } = trier
  const lines: Line[] = []
  for (let at = 0; at < count; at += 1) {
    const act = first[at] ?? pickAct(acts, trier)
    if (act.by === 'key' && loot.keys.size === 0) continue
    const session = random.pick(sessions)
    const { baseUrl } = service
    const answer = await tryAct(act, { baseUrl, session, loot, forms, random })
    keep(answer, { by: act, loot, forms, acts })
    lines.push({ name: nameOf(act), status: answer.status })
    if (isOut(act, answer.status)) await keepIn(service.database, session, person)
  }
  return lines
}

/** The session may have ended by this. */
function isOut({ by }: Act, status: number): boolean {
  return status === 401 || (by === 'page' && status === 303)
}

const nameOf = ({ by, method, path }: Act): string => `${by} ${method} ${path}`

function pickAct(acts: readonly Act[], { random, near }: Pick<Trier, 'random' | 'near'>): Act {
  const close = near === undefined ? [] : acts.filter(({ path }) => near.test(path))
  const among = close.length > 0 && random.below(2) > 0 ? close : acts
  const writes = among.filter(({ method }) => method !== 'GET')
  return random.pick(random.below(4) > 0 ? writes : among)
}

async function sessionOf(database: Database, person: Person): Promise<Session> {
  const { token, session } = await loggedIn(database, person.realm, person)
  return { realm: person.realm, token, csrf: csrfToken(database, session) }
}

/** A session that ended is replaced by another of the same account. */
async function keepIn(database: Database, session: Session, person: Person): Promise<void> {
  Object.assign(session, await sessionOf(database, person))
}

function lootOf({ id }: Person, ids: readonly string[]): Loot {
  let emails = 0
  return {
    ids: new Set([id, ...ids]),
    places: new Map(),
    keys: new Set(),
    codes: new Set(),
    tokens: new Set(),
    newEmail: () => `moi.${(emails += 1)}.${id}@example.com`,
  }
}

/** Invitations to addresses of one's own are accepted: accounts that one person has come by. */
async function ownAccounts(
  database: Database,
  { person, own }: { readonly person: Person; readonly own: Set<string> },
): Promise<Session[]> {
  const invited = await onPool(database.pool).rows<Person>(
    `select p.id, p.realm, p.email, p.role from person p where p.status = 'invited' and p.email like $1
       and exists (select from mail m where m.person_id = p.id and m.code_sealed is not null) limit 3`,
    [`moi.%.${person.id}@example.com`],
  )
  const sessions: Session[] = []
  for (const one of invited) {
    if (one.realm !== person.realm) continue
    const code = await codeMailed(database, one)
    const given = { email: one.email, code, password, address: one.id, cause: cause() }
    await acceptInvitation(database, one.realm, given)
    own.add(one.id)
    sessions.push(await sessionOf(database, one))
  }
  return sessions
}
