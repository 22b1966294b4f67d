import { Frame } from '#web/design/frame.tsx'
import { useScope } from '#web/design/scope.ts'
import { Verdict } from '#web/design/verdict.tsx'
import { SearchBox } from '#web/design/search.tsx'
import { useErrorWords } from './words.ts'
import { paths as portal } from '#web/portal/paths.ts'
import { paths as staff } from '#web/staff/paths.ts'

export interface ErrorPageProps {
  readonly status: number
  readonly title: string
  readonly text: string
  readonly requestId: string
}

/** The page shown instead of the requested one, with a link onwards; the request id lets us find what happened. */
export function ErrorPage({ status, title, text, requestId }: ErrorPageProps) {
  const isOurs = status >= 500
  const desk = deskOf(useScope().path)
  const words = useErrorWords()
  return (
    <Frame title={title} isPortal={desk === 'portal'} isStaff={desk === 'staff'}>
      <div class="card stack">
        <Verdict tone={isOurs ? 'wait' : 'still'} icon={isOurs ? 'alert' : 'search'} title={title}>
          <p class="soft">{text}</p>
        </Verdict>
      </div>
      <WaysOut desk={desk} />
      <p class="soft small center">
        {words.number(String(status))}
        <br />
        <code>{requestId}</code>
      </p>
    </Frame>
  )
}

type Desk = 'portal' | 'staff'

/** The area that an address belongs to; null for pages without a log-in. */
export function deskOf(path: string): Desk | null {
  const isUnder = (root: string) => path === root || path.startsWith(`${root}/`)
  if (isUnder(portal.home)) return 'portal'
  return isUnder(staff.home) ? 'staff' : null
}

/** A link onwards, chosen by the path because the session may be unknown. */
function WaysOut({ desk }: { readonly desk: Desk | null }) {
  const words = useErrorWords()
  const way = desk && { ...ways[desk], ...(desk === 'portal' ? words.portal : ofStaff) }
  return (
    <>
      {way && <Search way={way} />}
      <p class="center">
        <a href={way?.href ?? '/'}>{way?.home ?? words.home}</a>
      </p>
    </>
  )
}

/** The search of the area, or the way to it: only the form of a known session is taken. */
function Search({ way }: { readonly way: Way }) {
  const words = useErrorWords()
  if (useScope().csrfToken === null) {
    return (
      <p class="center">
        <a href={way.action}>{way.search}</a>
      </p>
    )
  }
  return (
    <SearchBox
      action={way.action}
      partPath={way.partPath}
      label={way.search}
      placeholder={words.search}
    />
  )
}

interface Way {
  readonly action: string
  readonly partPath: string
  readonly search: string
}

const ways = {
  portal: { href: portal.home, action: portal.search, partPath: portal.searchPart },
  staff: { href: staff.home, action: staff.search, partPath: staff.searchPart },
}

/** The desk is in French only. */
const ofStaff = {
  home: 'Retour à l’espace de l’équipe',
  search: 'Chercher un marchand, un paiement, une référence',
}
