import { type Found, searchService } from '#use-cases/search/at-service.ts'
import { searchLengthMax } from '#domain/search/reading.ts'
import type { WebContext } from '#web/context.ts'
import { HitList, searchField } from '#web/design/search.tsx'
import { Empty } from '#web/design/empty.tsx'
import { html, part } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { hitsOf } from './hits.ts'

/** Search of a service in the current mode: a page, and the part that answers while the person types. */
export function searchPages(context: WebContext): readonly PageRoute[] {
  const page = (path: string, handler: Parameters<typeof portalPage>[1]['handler']) =>
    portalPage(context, { method: 'GET', path, permission: 'payments.view', handler })
  const search = ({ session, query }: PortalInput) =>
    searchService(context.database, session.place.id, query.get(searchField) ?? '')
  return [
    page(paths.search, async (input) => {
      const found = await search(input)
      return html(
        <PortalFrame portal={input.session} title="Recherche" searched={searchedIn(input)}>
          <h1>Recherche</h1>
          <Results found={found} text={searchedIn(input)} />
        </PortalFrame>,
      )
    }),
    page(paths.searchPart, async (input) => {
      const found = await search(input)
      return part(<Quick found={found} text={searchedIn(input)} />)
    }),
  ]
}

/** The search text, cut to the length that is shown again. */
function searchedIn({ query }: PortalInput): string {
  return (query.get(searchField) ?? '').trim().slice(0, searchLengthMax)
}

interface ResultsProps {
  readonly found: Found | 'nothing' | 'too_long'
  readonly text: string
}

function Results({ found, text }: ResultsProps) {
  if (found === 'too_long') {
    return (
      <Empty title="Votre recherche est trop longue" icon="search">
        <p>
          {searchLengthMax} signes suffisent{'\u00A0'}: un numéro, un nom ou une référence.
        </p>
      </Empty>
    )
  }
  const hits = found === 'nothing' ? [] : hitsOf(found)
  if (hits.length === 0) {
    return (
      <Empty
        title={found === 'nothing' ? 'Que cherchez-vous\u00A0?' : nothingFor(text)}
        icon="search"
      >
        <p>{whatToType}</p>
      </Empty>
    )
  }
  return (
    <>
      <div class="card">
        <HitList hits={hits} label="Résultats" />
      </div>
      {found !== 'nothing' && found.hasMore && <p class="soft">{narrower}</p>}
    </>
  )
}

/** Results below the box while the person types. */
function Quick({ found, text }: ResultsProps) {
  if (found === 'too_long') return <p>Votre recherche est trop longue.</p>
  if (found === 'nothing') return <p class="soft">{whatToType}</p>
  const hits = hitsOf(found)
  if (hits.length === 0) {
    return (
      <p>
        {nothingFor(text)} <span class="soft small">{whatToType}</span>
      </p>
    )
  }
  return (
    <>
      <HitList hits={hits} label="Résultats" />
      {found.hasMore && <p class="soft small">{narrower}</p>}
    </>
  )
}

function nothingFor(text: string): string {
  return `Rien pour «\u00A0${text}\u00A0».`
}

const whatToType =
  'Tapez un numéro entier ou ses quatre derniers chiffres, un nom, un montant, une référence (la vôtre ou celle de l’opérateur) ou un numéro de reçu.'

const narrower =
  'Il y en a d’autres\u00A0: ajoutez un mot, ou tapez le numéro entier pour trouver le bon.'
