import { randomUUID } from 'node:crypto'
import { addedVersion } from '#http/added-version.ts'
import type { Realm } from '#domain/people/person.ts'
import type { Schema } from '#test/fuzz/values.ts'
import { bodyOf, type Dice, type Loot, sensible } from './values.ts'

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
  readonly random: Dice
}

/** Does it, with what this person has. */
export async function tryAct(act: Act, hands: Hands): Promise<Tried> {
  const { baseUrl, session, loot, random } = hands
  const path = act.path.replaceAll(/:[a-z]+|\{[a-z_]+\}/g, (name) =>
    encodeURIComponent(namedBy(name.replace(/^[:{]|\}$/g, ''), hands)),
  )
  if (act.by === 'page') return page(act, path, hands)
  const key = act.by === 'key' ? random.pick([...loot.keys]) : session.token
  const body = act.schema === null ? undefined : bodyOf(act.schema, loot, random)
  const response = await fetch(baseUrl + path, {
    method: act.method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(act.by === 'key' && { 'Service-Version': addedVersion }),
      ...(act.by === 'key' && /POST .*(collections|payouts|checkouts|links)$/.test(`POST ${path}`)
        ? { 'Idempotency-Key': randomUUID() }
        : {}),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

function namedBy(name: string, { loot, random }: Hands): string {
  return sensible(name, loot, random) ?? random.pick([...loot.ids])
}

async function page(act: Act, path: string, hands: Hands): Promise<Tried> {
  const { baseUrl, session, loot, forms, random } = hands
  const cookie = `${session.realm}_session=${session.token}; portal_place=${random.pick([...loot.ids])}`
  const fields = new URLSearchParams({ csrf_token: session.csrf })
  if (act.method === 'POST') {
    const offered = forms.get(act.path) ?? new Map<string, string[]>()
    for (const [name, values] of offered) {
      const value = random.below(4) > 0 && values.length > 0 ? random.pick(values) : undefined
      fields.set(name, value ?? sensible(name, loot, random) ?? values[0] ?? '1000')
    }
    for (const name of ['password', 'form_id', 'place', 'reason', 'motif', 'session'])
      if (!offered.has(name) || name === 'form_id' || name === 'password')
        fields.set(name, sensible(name, loot, random) ?? '')
    fields.set('csrf_token', session.csrf)
  }
  const response = await fetch(baseUrl + path, {
    method: act.method,
    redirect: 'manual',
    headers: { Cookie: cookie, Accept: 'text/html' },
    ...(act.method === 'POST' && { body: fields }),
  })
  // Streams of events never end.
  const isPage = /html|csv|plain/.test(response.headers.get('Content-Type') ?? '')
  const text = isPage ? await response.text() : ''
  if (!isPage) await response.body?.cancel()
  return { status: response.status, text }
}

interface Kept extends Pick<Hands, 'loot' | 'forms'> {
  readonly acts: readonly Act[]
}

/** Keeps what an answer shows: ids, keys, codes, tokens, and forms with the values they offer. */
export function keep({ text }: Tried, { loot, forms, acts }: Kept): void {
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([whole]) => whole)
  for (const id of found(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g).slice(0, 30))
    if (loot.ids.size < idsMax) loot.ids.add(id)
  for (const key of found(/\bSK(?:LIVE|SANDBOX)_\w{20,}/g)) loot.keys.add(key)
  for (const code of found(/\b[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}\b/g)) loot.codes.add(code)
  for (const token of found(/session_(?:portal|staff)_[\w-]{20,}/g)) loot.tokens.add(token)
  for (const [, action = '', inside = ''] of text.matchAll(
    /<form action="([^"?]*)[^"]*" method="post"[^>]*>(.*?)<\/form>/gs,
  )) {
    const act = acts.find(
      ({ method, path, by }) => method === 'POST' && by === 'page' && matches(path, action),
    )
    if (act !== undefined) keepForm(forms, act, inside)
  }
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

const idsMax = 120
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
