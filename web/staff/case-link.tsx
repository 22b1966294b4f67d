import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** The query of the list that a case is opened from. */
const CaseQuery = createContext('')

/** Links to cases within it carry this query. */
export const InList = CaseQuery.Provider

/** The filters of a list of differences; of the list on the page of a statement, which one. */
export const differenceFields = { kind: 'sorte', state: 'etat', statement: 'releve' } as const

/** What the address of a case keeps of its list: the view, and its filters. */
const keptFields = ['vue', 'par', 'marchand', ...Object.values<string>(differenceFields)]

export function keptQuery(query: URLSearchParams): string {
  const kept = [...query].filter(([name, value]) => keptFields.includes(name) && value !== '')
  return new URLSearchParams(kept).toString()
}

/** The address of a list or of a case, with a query. */
export function addressIn(query: string, path: string): string {
  return query === '' ? path : `${path}?${query}`
}

/** The link to a case, or back to its list. */
export function CaseLink({ href, name }: { readonly href: string; readonly name: string }) {
  return <a href={addressIn(useContext(CaseQuery), href)}>{name}</a>
}
