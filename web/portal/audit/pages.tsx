import { noteAct } from '#use-cases/audit/note.ts'
import { listActivity, type LoggedAct, type LogPage } from '#use-cases/audit/list.ts'
import { listPeople } from '#use-cases/people/find.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { addressOf, isNarrowed, type ListPage, readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalReads, usePortal } from '#web/portal/portal-page.ts'
import { actsOfKind, portalActWords } from '#domain/audit/portal-acts.ts'
import type { PortalUser } from '#domain/people/person.ts'
import { Badge } from '#web/design/badge.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { useScope } from '#web/design/scope.ts'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { Filters } from '#web/portal/filters.tsx'
import { ExportLinks } from '#web/portal/export-links.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { isUuid, type MerchantId } from '#domain/ids.ts'
import { dayMs, startOfLocalDay } from '#domain/text/local-day.ts'
import type { Language } from '#domain/text/language.ts'
import { localTime } from '#domain/text/text.ts'
import type { Place } from '#use-cases/merchants/list-places.ts'
import {
  type ExportColumn,
  tableFile,
  type TableLines,
  tableLines,
} from '#web/portal/export-table.ts'
import { actText, detailText, outcomeOf, placeText } from './line.ts'
import { activityWords, useActivityWords } from './words.ts'

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
  return html(<ActivityList query={query} people={people} {...page} />)
}

async function giveFile({ database, exportTurns }: WebContext, input: PortalInput) {
  const { session, query, requestId, language } = input
  const { person, places } = session
  const { merchantId } = person
  await noteAct(database, person, { act: 'activity.export', cause: { requestId } })
  const filter = readFilter(query)
  const lines = exportLines(database, { merchantId, places, language, filter })
  const turn = exportTurns.take(merchantId)
  return tableFile(query, { name: activityWords[language].file.name, lines, language, turn })
}

interface ActivityProps extends ListPage<LoggedAct> {
  readonly query: URLSearchParams
  readonly people: readonly PortalUser[]
}

function ActivityList({ query, rows, people, newer, older }: ActivityProps) {
  const portal = usePortal()
  const isFiltered = isNarrowed(query, filterFields)
  const words = useActivityWords()
  const columns = columnsIn(portal, useScope().language)
  return (
    <PortalFrame title={words.title}>
      <div class="row spread">
        <h1>{words.title}</h1>
        {rows.length > 0 && (
          <ExportLinks href={addressOf(paths.activityFile, query, { fields: filterFields })} />
        )}
      </div>
      <p class="soft">{words.intro}</p>
      <Filters action={paths.activity} isOpen={isFiltered}>
        <Choices query={query} people={people} />
      </Filters>
      {rows.length === 0 ? (
        <Empty title={words.none} icon="search">
          <p>
            {words.noneText} <a href={paths.activity}>{words.seeAll}</a>
          </p>
        </Empty>
      ) : (
        <CardTable caption={words.caption} columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function Choices({ query, people }: Pick<ActivityProps, 'query' | 'people'>) {
  const { language } = useScope()
  const { filters } = useActivityWords()
  const value = (name: (typeof filterFields)[number]) => query.get(name) ?? ''
  const kinds = Object.entries(portalActWords[language])
  const named = kinds.map(([kind, { label }]) => [kind, label] as const)
  return (
    <>
      <SelectField
        name="qui"
        label={filters.who}
        value={value('qui')}
        options={[['', filters.everybody], ...people.map(({ id, name }) => [id, name] as const)]}
        isFilter
      />
      <SelectField
        name="genre"
        label={filters.kind}
        value={value('genre')}
        options={[['', filters.everyKind], ...named]}
        isFilter
      />
      <TextField name="du" label={filters.from} type="date" value={value('du')} isFilter />
      <TextField name="au" label={filters.to} type="date" value={value('au')} isFilter />
    </>
  )
}

function columnsIn({ places }: Portal, language: Language): readonly Column<LoggedAct>[] {
  const { columns } = activityWords[language]
  return [
    { title: columns.act, cell: (line) => <ActCell line={line} /> },
    { title: columns.who, cell: ({ actor }) => actor.name },
    { title: columns.when, cell: ({ at }) => <Time at={at} /> },
    { title: columns.service, cell: (line) => placeText(line, places, language) },
    {
      title: columns.request,
      cell: ({ requestId }) => <code title={requestId}>{requestId.slice(0, 8)}</code>,
    },
    { title: columns.result, cell: (line) => <Outcome line={line} /> },
  ]
}

function ActCell({ line }: { readonly line: LoggedAct }) {
  const { language } = useScope()
  const notes = [detailText(line, language), line.reason ?? ''].filter((text) => text !== '')
  return (
    <span>
      {actText(line, language)}
      {notes.length > 0 && <span class="soft small"> {notes.join(' · ')}</span>}
    </span>
  )
}

function Outcome({ line }: { readonly line: LoggedAct }) {
  const { tone, word, sentence } = outcomeOf(line, useScope().language)
  return (
    <span>
      <Badge tone={tone}>{word}</Badge>
      {sentence && <span class="soft small"> {sentence}</span>}
    </span>
  )
}

/** Query fields of the log; each may be missing, and an invalid value counts as missing. */
const filterFields = ['qui', 'genre', 'du', 'au'] as const

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
  readonly language: Language
  readonly filter: Omit<LogPage, 'limit' | 'before'>
}

/** The log as a table, newest first, read while it is written. */
function exportLines(
  database: Pick<WebContext['database'], 'pool'>,
  { merchantId, places, language, filter }: Export,
): TableLines {
  return tableLines<LoggedAct, string>({
    columns: sheetColumnsIn(places, language),
    language,
    read: ({ limit, position: before }) =>
      listActivity(database, merchantId, { ...filter, limit, before }),
    positionOf: ({ id }) => id,
  })
}

function sheetColumnsIn(
  places: readonly Place[],
  language: Language,
): readonly ExportColumn<LoggedAct>[] {
  const { columns, file: sheet } = activityWords[language]
  return [
    [sheet.date, ({ at }) => localTime(at), 'time'],
    [columns.who, ({ actor }) => actor.name],
    [columns.act, (line) => actText(line, language)],
    [sheet.code, ({ act }) => act],
    [sheet.detail, (line) => detailText(line, language)],
    [sheet.reason, ({ reason }) => reason],
    [columns.service, (line) => placeText(line, places, language)],
    [columns.result, (line) => outcomeOf(line, language).word],
    [sheet.explanation, (line) => outcomeOf(line, language).sentence],
    [columns.request, ({ requestId }) => requestId],
  ]
}
