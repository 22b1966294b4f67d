import { noteAct } from '#use-cases/audit/note.ts'
import { listActivity, type LoggedAct, type LogPage } from '#use-cases/audit/list.ts'
import { listPeople } from '#use-cases/people/find.ts'
import type { WebContext } from '#web/context.ts'
import { file, html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { addressOf, isNarrowed, type ListPage, readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { actsOfKind, portalActKinds, portalActNames } from '#domain/audit/portal-acts.ts'
import type { PortalUser } from '#domain/people/person.ts'
import { Badge } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { Filters } from '#web/portal/filters.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { isUuid, type MerchantId } from '#domain/ids.ts'
import { startOfLocalDay } from '#domain/text/local-day.ts'
import { localTime } from '#domain/text/text.ts'
import type { Place } from '#use-cases/merchants/list-places.ts'
import { type ExportColumn, tableLines } from '#web/portal/export-table.ts'
import { isCurrencyCode } from '#domain/money/currency.ts'
import { type ErrorCode, errorMessage, errorTable } from '#domain/errors/errors.ts'
import { parseAmount } from '#domain/money/money.ts'
import { isPortalRole } from '#domain/people/portal-roles.ts'
import { moneyText } from '#web/design/money.tsx'
import type { Tone } from '#web/design/tone.ts'
import { portalWords } from '#web/portal/words.tsx'
import { providerName } from '#web/portal/payouts/detail.tsx'
import { portalRoleNames } from '#domain/people/role-names.ts'

const permission = 'activity.view'

/**
 * The log of what the merchant's people did, in all services and modes
 * (docs/people-and-roles.md#writes-in-the-portal).
 */
export function activityPages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, permission)
  return [
    page(paths.activity, (input) => showList(context, input)),
    page(paths.activityFile, (input) => giveFile(context, input)),
  ]
}

async function showList(context: WebContext, { session, query }: PortalInput) {
  const { database } = context
  const { merchantId } = session.person
  const filter = readFilter(query)
  const [page, people] = await Promise.all([
    readListPage<LoggedAct, string>(context, {
      name: 'portal-activity',
      path: paths.activity,
      place: { id: merchantId },
      query,
      fields: filterFields,
      read: ({ limit, position: before }) =>
        listActivity(database, merchantId, { ...filter, limit, before }),
      toCursor: ({ id }) => [id],
      fromCursor: ([id = '']) => id,
    }),
    listPeople(database, { realm: 'portal', merchantId }),
  ])
  return html(<ActivityList portal={session} query={query} people={people} {...page} />)
}

async function giveFile({ database }: WebContext, { session, query, requestId }: PortalInput) {
  const { person, places } = session
  const { merchantId } = person
  await noteAct(database, person, { act: 'activity.export', cause: { requestId } })
  return file({
    content: exportLines(database, { merchantId, places, filter: readFilter(query) }),
    contentType: 'text/csv; charset=utf-8',
    fileName: 'journal-activite.csv',
    isSaved: true,
  })
}

interface ActivityProps extends ListPage<LoggedAct> {
  readonly portal: Portal
  readonly query: URLSearchParams
  readonly people: readonly PortalUser[]
}

function ActivityList({ portal, query, rows, people, newer, older }: ActivityProps) {
  const isFiltered = isNarrowed(query, filterFields)
  return (
    <PortalFrame portal={portal} title="Journal d’activité">
      <div class="row spread">
        <h1>Journal d’activité</h1>
        {rows.length > 0 && (
          <ButtonLink
            href={addressOf(paths.activityFile, query, { fields: filterFields })}
            look="quiet"
            icon="download"
          >
            Exporter en CSV
          </ButtonLink>
        )}
      </div>
      <p class="soft">
        Ce que fait votre équipe, dans tous vos services, en réel et en test. Rien ne s’y efface.
      </p>
      <Filters action={paths.activity} isOpen={isFiltered}>
        <Choices query={query} people={people} />
      </Filters>
      {rows.length === 0 ? (
        <Empty title="Rien à cette période" icon="search">
          <p>
            Aucune action ne correspond. <a href={paths.activity}>Voir tout le journal</a>
          </p>
        </Empty>
      ) : (
        <CardTable
          caption="Actions, les plus récentes d’abord"
          columns={columnsIn(portal)}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function Choices({ query, people }: Pick<ActivityProps, 'query' | 'people'>) {
  const value = (name: (typeof filterFields)[number]) => query.get(name) ?? ''
  const kinds = Object.entries(portalActKinds).map(([kind, { label }]) => [kind, label] as const)
  return (
    <>
      <SelectField
        name="qui"
        label="Qui"
        value={value('qui')}
        options={[['', 'Tout le monde'], ...people.map(({ id, name }) => [id, name] as const)]}
        isFilter
      />
      <SelectField
        name="genre"
        label="Genre"
        value={value('genre')}
        options={[['', 'Tous'], ...kinds]}
        isFilter
      />
      <TextField name="du" label="Du" type="date" value={value('du')} isFilter />
      <TextField name="au" label="Au" type="date" value={value('au')} isFilter />
    </>
  )
}

function columnsIn({ places }: Portal): readonly Column<LoggedAct>[] {
  return [
    { title: 'Action', cell: (line) => <ActCell line={line} /> },
    { title: 'Qui', cell: ({ actor }) => actor.name },
    { title: 'Quand', cell: ({ at }) => <Time at={at} /> },
    { title: 'Service', cell: (line) => placeText(line, places) },
    {
      title: 'Requête',
      cell: ({ requestId }) => <code title={requestId}>{requestId.slice(0, 8)}</code>,
    },
    { title: 'Résultat', cell: (line) => <Outcome line={line} /> },
  ]
}

function ActCell({ line }: { readonly line: LoggedAct }) {
  const notes = [detailText(line), line.reason ?? ''].filter((text) => text !== '')
  return (
    <span>
      {actText(line)}
      {notes.length > 0 && <span class="soft small"> {notes.join(' · ')}</span>}
    </span>
  )
}

function Outcome({ line }: { readonly line: LoggedAct }) {
  const { tone, word, sentence } = outcomeOf(line)
  return (
    <span>
      <Badge tone={tone}>{word}</Badge>
      {sentence && <span class="soft small"> {sentence}</span>}
    </span>
  )
}

/** Query fields of the log; each may be missing, and an invalid value counts as missing. */
const filterFields = ['qui', 'genre', 'du', 'au'] as const

const dayMs = 86_400_000

/** The filter that the query asks for. */
function readFilter(query: URLSearchParams): Omit<LogPage, 'limit' | 'before'> {
  const text = (name: (typeof filterFields)[number]): string => query.get(name)?.trim() ?? ''
  const lastDay = startOfLocalDay(text('au'))
  return {
    actorId: isUuid(text('qui')) ? text('qui') : undefined,
    acts: actsOfKind(text('genre')),
    from: startOfLocalDay(text('du')),
    to: lastDay && new Date(lastDay.getTime() + dayMs),
  }
}

interface Export {
  readonly merchantId: MerchantId
  readonly places: readonly Place[]
  readonly filter: Omit<LogPage, 'limit' | 'before'>
}

/** The log as a table, newest first, read while it is written. */
function exportLines(
  database: Pick<WebContext['database'], 'pool'>,
  { merchantId, places, filter }: Export,
): AsyncGenerator<string> {
  return tableLines<LoggedAct, string>({
    columns: sheetColumnsIn(places),
    read: ({ limit, position: before }) =>
      listActivity(database, merchantId, { ...filter, limit, before }),
    positionOf: ({ id }) => id,
  })
}

function sheetColumnsIn(places: readonly Place[]): readonly ExportColumn<LoggedAct>[] {
  return [
    ['Date', ({ at }) => localTime(at)],
    ['Qui', ({ actor }) => actor.name],
    ['Action', actText],
    ['Code', ({ act }) => act],
    ['Détail', detailText],
    ['Motif', ({ reason }) => reason],
    ['Service', (line) => placeText(line, places)],
    ['Résultat', (line) => outcomeOf(line).word],
    ['Explication', (line) => outcomeOf(line).sentence],
    ['Requête', ({ requestId }) => requestId],
  ]
}

/** The name of the action; a line may be older than this version, and its action removed since. */
function actText({ act }: Pick<LoggedAct, 'act'>): string {
  return portalActNames[act] ?? act
}

/** Whom or what it was done to, and the details that have a name. */
export function detailText({ subjectName, details }: LoggedAct): string {
  const known = Object.entries(details).map(([name, value]) => detailWords[name]?.(value) ?? null)
  const texts = [subjectName, sumText(details), ...known]
  return texts.filter((text) => text !== null).join(' · ')
}

/** An amount with its currency; a currency alone is a setting. */
function sumText({ amount, currency }: LoggedAct['details']): string | null {
  if (!isCurrencyCode(currency)) return null
  if (typeof amount !== 'number') return `devise\u00A0: ${currency}`
  const sum = parseAmount(String(amount), currency)
  return sum.ok ? moneyText(sum.value) : null
}

const detailWords: Readonly<Record<string, (value: unknown) => string | null>> = {
  by: (value) => (value === 'passkey' ? 'clé d’accès' : null),
  device: (value) => (value === 'new' ? 'nouvel appareil' : null),
  role: (value) => (isPortalRole(value) ? portalRoleNames.fr[value] : null),
  kind: (value) => portalWords.fr.keys[value as keyof typeof portalWords.fr.keys] ?? null,
  public_name: (value) => `nom\u00A0: ${String(value)}`,
  provider: (value) => providerName(String(value)),
  fee_payer: (value) => {
    if (value === null) return 'frais selon le tarif'
    return `frais payés par ${value === 'merchant' ? 'vous' : 'le client'}`
  },
}

/** The outcome in a word, and in a sentence if it was refused. */
function outcomeOf({ outcome }: Pick<LoggedAct, 'outcome'>): {
  readonly tone: Tone
  readonly word: string
  readonly sentence: string | null
} {
  if (outcome === 'done') return { tone: 'ok', word: 'Réussi', sentence: null }
  if (outcome === null) return { tone: 'wait', word: 'Sans suite connue', sentence: null }
  if (outcome in errorTable)
    return { tone: 'bad', word: 'Refusé', sentence: errorMessage(outcome as ErrorCode) }
  return { tone: 'bad', word: 'Échec', sentence: 'Un incident de notre côté l’a interrompu.' }
}

/** The service and mode; empty for what concerns the whole merchant. */
function placeText({ serviceEnvId }: LoggedAct, places: readonly Place[]): string {
  const place = places.find(({ id }) => id === serviceEnvId)
  if (place === undefined) return ''
  return `${place.publicName}, ${place.mode === 'live' ? 'réel' : 'test'}`
}
