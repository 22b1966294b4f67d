import { portalActKinds } from '#domain/audit/portal-acts.ts'
import type { PortalUser } from '#domain/people/person.ts'
import type { LoggedAct } from '#use-cases/audit/list.ts'
import { Badge } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { Filters } from '#web/portal/filters.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { addressOf, isNarrowed, type ListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { filterFields } from './filter.ts'
import { actText, detailText, outcomeOf, placeText } from './words.ts'

export interface ActivityProps extends ListPage<LoggedAct> {
  readonly portal: Portal
  readonly query: URLSearchParams
  readonly people: readonly PortalUser[]
}

export function ActivityList({ portal, query, rows, people, newer, older }: ActivityProps) {
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
        <div class="card">
          <Table
            caption="Actions, les plus récentes d’abord"
            columns={columnsIn(portal)}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </div>
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
    { title: 'Acte', cell: (line) => <ActCell line={line} /> },
    { title: 'Qui', cell: ({ actor }) => actor.name },
    { title: 'Quand', cell: ({ at }) => <Time at={at} /> },
    { title: 'Où', cell: (line) => placeText(line, places) },
    {
      title: 'Demande',
      cell: ({ requestId }) => <code title={requestId}>{requestId.slice(0, 8)}</code>,
    },
    { title: 'Issue', cell: (line) => <Outcome line={line} /> },
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
