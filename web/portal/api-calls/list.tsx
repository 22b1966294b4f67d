import type { ApiCallRecord } from '#use-cases/api-calls/list.ts'
import type { ApiKeyRecord } from '#use-cases/keys/list.ts'
import type { ApiRoute } from '#web/context.ts'
import { Badge } from '#web/design/badge.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Filters } from '#web/portal/filters.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { keyText } from '#web/portal/key-names.ts'
import { isNarrowed, type ListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { daysShown, filterFields, results } from './filter.ts'

export interface ListProps extends ListPage<ApiCallRecord> {
  readonly portal: Portal
  readonly query: URLSearchParams
  readonly keys: readonly ApiKeyRecord[]
  readonly routes: readonly ApiRoute[]
}

export function ApiCallList({ portal, query, rows, newer, older, ...choices }: ListProps) {
  const isFiltered = isNarrowed(query, filterFields)
  return (
    <PortalFrame portal={portal} title="Journaux API">
      <h1>Journaux API</h1>
      <p class="soft">
        Les appels de vos clés, sans leur contenu. L’identifiant d’un appel est dans sa réponse,
        sous <code>request_id</code>, et dans l’en-tête <code>X-Request-Id</code>.
      </p>
      <Filters action={paths.apiCalls} isOpen={isFiltered}>
        <Choices query={query} {...choices} />
      </Filters>
      {rows.length === 0 ? <Nothing isFiltered={isFiltered} /> : <ApiCallTable rows={rows} />}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function Choices({ query, keys, routes }: Pick<ListProps, 'query' | 'keys' | 'routes'>) {
  const value = (name: (typeof filterFields)[number]) => query.get(name) ?? ''
  const resultOptions = Object.entries(results).map(([name, { label }]) => [name, label] as const)
  const routeOptions = routes.map(({ method, path }) => {
    const text = `${method} ${path}`
    return [text, text] as const
  })
  return (
    <>
      <TextField
        name="q"
        label="Identifiant d’appel"
        type="search"
        value={value('q')}
        maxLength={64}
        isFilter
      />
      <SelectField
        name="resultat"
        label="Résultat"
        value={value('resultat')}
        options={[['', 'Tous'], ...resultOptions]}
        isFilter
      />
      <SelectField
        name="route"
        label="Route"
        value={value('route')}
        options={[['', 'Toutes'], ...routeOptions]}
        isFilter
      />
      <SelectField
        name="cle"
        label="Clé"
        value={value('cle')}
        options={[['', 'Toutes'], ...keys.map((key) => [key.id, keyText(key)] as const)]}
        isFilter
      />
      <TextField name="jour" label="Jour" type="date" value={value('jour')} isFilter />
    </>
  )
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="Aucun appel ne correspond" icon="search">
        <p>
          Les appels sont gardés 30 jours, chacun dans son service et son mode.{' '}
          <a href={paths.apiCalls}>Voir les derniers appels</a>
        </p>
      </Empty>
    )
  }
  return (
    <Empty title={`Aucun appel depuis ${daysShown} jours`}>
      <p>
        Appelez l’API avec l’une de vos clés{'\u00A0'}: l’appel apparaît ici dans la seconde.{' '}
        <a href="/docs">Lire la documentation</a>
      </p>
    </Empty>
  )
}

/** Calls under one another, each a link to what is known of it. */
export function ApiCallTable({ rows }: { readonly rows: readonly ApiCallRecord[] }) {
  return (
    <div class="card">
      <Table
        caption="Appels, les plus récents d’abord"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
      />
    </div>
  )
}

const columns: readonly Column<ApiCallRecord>[] = [
  {
    title: 'Appel',
    cell: ({ id, method, route }) => (
      <a href={`${paths.apiCalls}/${id}`}>
        <code>
          {method} {route}
        </code>
      </a>
    ),
  },
  { title: 'Quand', cell: ({ at }) => <Time at={at} /> },
  { title: 'Réponse', cell: (call) => <ResultBadge call={call} /> },
  { title: 'Clé', cell: ({ key }) => keyText(key) },
  { title: 'Durée', isNumber: true, cell: ({ durationMs }) => `${durationMs}\u00A0ms` },
]

/** The status of the answer, and the code of a refusal. */
export function ResultBadge({
  call: { status, errorCode },
}: {
  readonly call: Pick<ApiCallRecord, 'status' | 'errorCode'>
}) {
  return (
    <Badge tone={toneOf(status)}>
      {errorCode === null ? String(status) : `${status} ${errorCode}`}
    </Badge>
  )
}

function toneOf(status: number): Tone {
  if (status < 400) return 'ok'
  return status < 500 ? 'wait' : 'bad'
}
