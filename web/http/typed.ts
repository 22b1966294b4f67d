import type { WebContext } from '#web/context.ts'
import type { Form } from './form.ts'

/**
 * The field of an address with what was typed into the page's search or filters, sealed: names and numbers would
 * otherwise stay in the browser's history and in the logs of everything between (docs/security.md).
 */
export const sealedField = 'recherche'

/** The fields of all searches and filters that people type freely; an address never has them in plain text. */
const typedNames: ReadonlySet<string> = new Set(['q', 'nom', 'cherche', 'min', 'max'])

/** Longer texts find nothing, and an address is only so long. */
const typedLengthMax = 200

/** What was typed is opened again only on the same page, for the same person, in the same place. */
export interface TypedPlace {
  /** The path of its route. */
  readonly page: string
  readonly scope: string
}

type Keys = Pick<WebContext['database'], 'keyring'>

// Nothing that is stored, so a rotation of the master key has nothing to reseal.
const column = { purpose: 'typed', table: 'address', column: 'typed' }

/** The address of a page for a search that was sent: these fields of its form, what was typed sealed. */
export function searchedPath(
  { keyring }: Keys,
  place: TypedPlace,
  { to, form, fields }: Search,
): string {
  const filled = fields
    .map((name) => [name, form.text(name).slice(0, typedLengthMax)] as const)
    .filter(([, text]) => text)
  const query = new URLSearchParams(
    filled.filter(([name]) => !isTyped(name)).map((pair) => [...pair]),
  )
  const typed = filled.filter(([name]) => isTyped(name))
  if (typed.length > 0) {
    const sealed = keyring.seal(column, rowOf(place), JSON.stringify(typed))
    query.set(sealedField, sealed.toString('base64url'))
  }
  return query.size === 0 ? to : `${to}?${query}`
}

interface Search {
  /** The path of the page. */
  readonly to: string
  readonly form: Form
  /** All fields of the form. */
  readonly fields: readonly string[]
}

/**
 * The query of a page, with what was typed beside its sealed form. What does not open here (changed, of somebody else,
 * sealed under a key that is gone) counts as missing, as does a text that an address has in plain.
 */
export function openedQuery(
  keys: Keys,
  place: TypedPlace,
  query: URLSearchParams,
): URLSearchParams {
  const opened = addressable(query)
  const sealed = query.get(sealedField)
  if (sealed === null) return opened
  const typed = open(keys, place, sealed)
  if (typed === null) opened.delete(sealedField)
  for (const [name, text] of typed ?? []) opened.set(name, text)
  return opened
}

/** The fields of a query that may stand in an address. */
export function addressable(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !isTyped(name)))
}

function isTyped(name: string): boolean {
  return typedNames.has(name)
}

function open(
  { keyring }: Keys,
  place: TypedPlace,
  sealed: string,
): readonly (readonly [name: string, text: string])[] | null {
  try {
    const text = keyring.open(column, rowOf(place), Buffer.from(sealed, 'base64url')).toString()
    return JSON.parse(text) as [string, string][]
  } catch {
    return null
  }
}

function rowOf({ page, scope }: TypedPlace): string {
  return `${page} ${scope}`
}
