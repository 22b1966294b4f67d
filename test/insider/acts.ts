import { randomUUID } from 'node:crypto'
import { addedVersion } from '#http/added-version.ts'
import type { Realm } from '#domain/people/person.ts'
import type { Schema } from '#test/fuzz/values.ts'
import type { Random } from '#test/support/random.ts'
import { typedCodes } from '#test/support/typed-codes.ts'
import { bodyOf, idOf, type Loot, sensible } from './values.ts'

/** A route as a table of routes has it: `:id` or `{id}` in its path. */
export interface Act {
  readonly method: string
  readonly path: string
  /** Of the body; null where there is a form, or none. */
  readonly schema: Schema
  /** By a page with a cookie, at the desk's API with a token, or at the merchants' with a key. */
  readonly by: 'page' | 'session' | 'key'
}

/** Forms that pages showed, by the route they go to: names with the values they offered. */
export type Forms = Map<string, Map<string, string[]>>

/** A session of the one who acts alone. */
export interface Session {
  readonly realm: Realm
  readonly token: string
  csrf: string
}

/** All acts of a description of an API. */
export function describedActs(description: Schema, by: 'session' | 'key'): Act[] {
  return Object.entries<Schema>(description.paths).flatMap(([path, methods]) =>
    Object.entries<Schema>(methods)
      .filter(([method]) => /^(get|post|patch|put|delete)$/.test(method))
      .map(([method, described]) => ({
        method: method.toUpperCase(),
        path,
        schema: described.requestBody?.content?.['application/json']?.schema ?? null,
        by,
      })),
  )
}

/** What an act comes to. */
export interface Tried {
  readonly status: number
  readonly text: string
}

export interface Hands {
  readonly baseUrl: string
  readonly session: Session
  readonly loot: Loot
  readonly forms: Forms
  readonly random: Random
}

/** Does it, with what this person has. */
export async function tryAct(act: Act, hands: Hands): Promise<Tried> {
  const path = act.path.replaceAll(/:[a-z]+|\{[a-z_]+\}/g, (name) =>
    encodeURIComponent(namedBy(act, name.replaceAll(/[:{}]/g, ''), hands)),
  )
  const { body, headers } = act.by === 'page' ? formOf(act, hands) : orderOf(act, path, hands)
  const response = await fetch(hands.baseUrl + path, {
    method: act.method,
    redirect: 'manual',
    headers,
    ...(body !== undefined && { body }),
  })
  // Streams of events never end.
  const isText = /json|html|csv|plain/.test(response.headers.get('Content-Type') ?? '')
  const text = isText ? await response.text() : ''
  if (!isText) await response.body?.cancel()
  return { status: response.status, text }
}

/** Mostly one of those that stand where the route leads. */
function namedBy(act: Act, name: string, { loot, random }: Hands): string {
  const near = loot.places.get(placeOf(act))
  if (name === 'id' && near !== undefined && random.below(4) > 0) return random.pick([...near])
  return sensible(name, loot, random) ?? idOf(loot, random)
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams
}

const takesKey = /(collections|payouts|checkouts|links)$/

/** To an API: a body as it is described. */
function orderOf({ by, schema }: Act, path: string, { loot, random, session }: Hands): Sent {
  const key = by === 'key' ? random.pick([...loot.keys]) : session.token
  const ofMerchant = {
    'Service-Version': addedVersion,
    ...(takesKey.test(path) && { 'Idempotency-Key': randomUUID() }),
  }
  const headers = { Authorization: `Bearer ${key}`, ...(by === 'key' && ofMerchant) }
  if (schema === null) return { headers }
  const body = JSON.stringify(bodyOf(schema, { loot, random }))
  return { headers: { ...headers, 'Content-Type': 'application/json' }, body }
}

/** To a page: the form as some page showed it, with what gets it on, and the marks of every form. */
function formOf({ method, path }: Act, { session, loot, forms, random }: Hands): Sent {
  const place = random.pick([...loot.ids])
  const headers = {
    Cookie: `${session.realm}_session=${session.token}; portal_place=${place}`,
    Accept: 'text/html',
  }
  if (method !== 'POST') return { headers }
  const likely = (name: string) => [name, sensible(name, loot, random) ?? ''] as const
  const shown = [...(forms.get(path) ?? [])].map(([name, values]) => {
    const value = random.below(4) > 0 ? values[random.below(values.length)] : undefined
    return value === undefined ? likely(name) : ([name, value] as const)
  })
  const fields = [...marks.map(likely), ...shown, ...sureOnes.map(likely)]
  const body = new URLSearchParams(Object.fromEntries(fields))
  body.set('csrf_token', session.csrf)
  return { headers, body }
}

/** Never as a page showed them: a form counts once. */
const sureOnes = ['form_id', 'password']
const marks = ['place', 'reason', 'motif', 'session']

interface Kept extends Pick<Hands, 'loot' | 'forms'> {
  readonly acts: readonly Act[]
  /** What was answered so. */
  readonly by: Act
}

/** What a route is about: its path before the first thing that it names. */
function placeOf({ path }: Act): string {
  return path.split(/\/[:{]/)[0] ?? path
}

/** Keeps what an answer shows: ids, keys, codes, tokens, and forms with the values they offer. */
export function keep({ text: whole }: Tried, { by, loot, forms, acts }: Kept): void {
  const text = whole.replaceAll(passing, '')
  keepPlace(text, loot, by)
  for (const name of ['ids', 'keys', 'codes', 'tokens'] as const)
    for (const [found] of [...text.matchAll(shapes[name])].slice(0, foundMax))
      remember(loot[name], found)
  for (const [, action = '', inside = ''] of text.matchAll(formShape)) {
    const act = acts.find((one) => isFormOf(one, action))
    if (act !== undefined) keepForm(forms, act, inside)
  }
}

function keepPlace(text: string, { places }: Loot, by: Act): void {
  const near = places.get(placeOf(by)) ?? new Set<string>()
  const shown = new RegExp(`(?<=${placeOf(by)}/|\\{"id":")${uuid}(?="(?!,"name)|[?/])`, 'g')
  for (const [id] of text.matchAll(shown)) remember(near, id)
  if (near.size > 0) places.set(placeOf(by), near)
}

/** What was seen last stands last; what was not seen for long is forgotten. */
function remember(seen: Set<string>, one: string): void {
  seen.delete(one)
  seen.add(one)
  const [oldest] = seen
  if (seen.size > lootMax && oldest !== undefined) seen.delete(oldest)
}

/** Ids of requests and of forms name nothing. */
const passing = /(?<=request_id":"|name="form_id" value=")[^"]*/g

const formShape = /<form action="([^"?]*)[^"]*" method="post"[^>]*>(.*?)<\/form>/gs

function isFormOf({ method, path, by }: Act, action: string): boolean {
  return method === 'POST' && by === 'page' && matches(path, action)
}

function keepForm(forms: Forms, { path }: Act, inside: string): void {
  const form = forms.get(path) ?? new Map<string, string[]>()
  forms.set(path, form)
  for (const [name, value] of [...inputsIn(inside), ...choicesIn(inside)]) {
    const values = form.get(name) ?? []
    form.set(name, values)
    if (value !== '' && !values.includes(value) && values.length < valuesMax) values.push(value)
  }
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const shapes = {
  ids: new RegExp(`\\b${uuid}\\b`, 'g'),
  keys: /\bSK(?:LIVE|SANDBOX)_\w{20,}/g,
  codes: typedCodes,
  tokens: /session_(?:portal|staff)_[\w-]{20,}/g,
}
const foundMax = 30
const lootMax = 200
const valuesMax = 12

function matches(route: string, path: string): boolean {
  const pattern = route.replaceAll(/:[a-z]+/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(path)
}

type Field = readonly [name: string, value: string]

function inputsIn(form: string): Field[] {
  const tags = [...form.matchAll(/<(?:input|textarea|button)\b[^>]*\bname="([^"]+)"[^>]*>/g)]
  return tags.map(([tag, name = '']) => [name, /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? ''])
}

function choicesIn(form: string): Field[] {
  const selects = [...form.matchAll(/<select\b[^>]*\bname="([^"]+)"[^>]*>(.*?)<\/select>/gs)]
  return selects.flatMap(([, name = '', options = '']) =>
    [...options.matchAll(/value="([^"]*)"/g)].map(([, value = '']): Field => [name, value]),
  )
}
