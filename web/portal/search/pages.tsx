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
import { useScope } from '#web/design/scope.ts'
import { hitsOf } from './hits.ts'
import { searchWords, useSearchWords } from './words.ts'

/** Search of a service in the current mode: a page, and the part that answers while the person types. */
export function searchPages(context: WebContext): readonly PageRoute[] {
  const page = (path: string, handler: Parameters<typeof portalPage>[1]['handler']) =>
    portalPage(context, { method: 'GET', path, permission: 'payments.view', handler })
  const search = ({ session, query }: PortalInput) =>
    searchService(context.database, session.place.id, query.get(searchField) ?? '')
  return [
    page(paths.search, async (input) => {
      const found = await search(input)
      const { title } = searchWords[input.language]
      return html(
        <PortalFrame portal={input.session} title={title} searched={searchedIn(input)}>
          <h1>{title}</h1>
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
  const { language } = useScope()
  const words = useSearchWords()
  if (found === 'too_long') {
    return (
      <Empty title={words.tooLong} icon="search">
        <p>{words.tooLongText(searchLengthMax)}</p>
      </Empty>
    )
  }
  const hits = found === 'nothing' ? [] : hitsOf(found, language)
  if (hits.length === 0) {
    return (
      <Empty title={found === 'nothing' ? words.whatFor : words.nothingFor(text)} icon="search">
        <p>{words.whatToType}</p>
      </Empty>
    )
  }
  return (
    <>
      <div class="card">
        <HitList hits={hits} label={words.results} />
      </div>
      {found !== 'nothing' && found.hasMore && <p class="soft">{words.narrower}</p>}
    </>
  )
}

/** Results below the box while the person types. */
function Quick({ found, text }: ResultsProps) {
  const { language } = useScope()
  const words = useSearchWords()
  if (found === 'too_long') return <p>{words.tooLongLine}</p>
  if (found === 'nothing') return <p class="soft">{words.whatToType}</p>
  const hits = hitsOf(found, language)
  if (hits.length === 0) {
    return (
      <p>
        {words.nothingFor(text)} <span class="soft small">{words.whatToType}</span>
      </p>
    )
  }
  return (
    <>
      <HitList hits={hits} label={words.results} />
      {found.hasMore && <p class="soft small">{words.narrower}</p>}
    </>
  )
}
