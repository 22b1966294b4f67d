import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** The view of the list that a case is opened from; empty for the first. */
const CaseView = createContext('')

/** Links to cases within it lead on in this view. */
export const InView = CaseView.Provider

/** The address of a list or of a case, in a view. */
export function addressIn(view: string, path: string): string {
  return view === '' ? path : `${path}?${new URLSearchParams({ vue: view })}`
}

/** The link to a case. */
export function CaseLink({ href, name }: { readonly href: string; readonly name: string }) {
  return <a href={addressIn(useContext(CaseView), href)}>{name}</a>
}
