import { More } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { SelectField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import type { ComponentChildren } from 'preact'
import { DayFields, dayFields, PeriodChips, withoutDays } from './days.tsx'
import { ExportLinks } from './export-links.tsx'
import { addressOf, isNarrowed } from './list-page.ts'
import { usePortalWords } from './words.tsx'

/** The query field for a state. */
export const statusField = 'statut'
/** The query fields of a list that is filtered by state and days. */
export const stateFields: readonly string[] = [statusField, ...dayFields]

/** The title of a list, its action, and the export links. */
export function ListHead({
  title,
  exportPath,
  query,
  fields = stateFields,
  children,
}: {
  readonly title: string
  /** Null if there is no export. */
  readonly exportPath: string | null
  readonly query: URLSearchParams
  /** Those that filter the list. */
  readonly fields?: readonly string[]
  readonly children?: ComponentChildren
}) {
  return (
    <div class="row spread">
      <h1>{title}</h1>
      <div class="row">
        {children}
        {exportPath && <ExportLinks href={addressOf(exportPath, query, { fields })} />}
      </div>
    </div>
  )
}

/** Filters a list by days, by state, and by what else `children` choose; folded while unused. */
export function ListFilters({
  path,
  query,
  options,
  fields = stateFields,
  children,
}: {
  readonly path: string
  readonly query: URLSearchParams
  /** The states. */
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly fields?: readonly string[]
  readonly children?: ComponentChildren
}) {
  const words = usePortalWords().list
  const undated = fields.filter((name) => name !== 'periode')
  const isOpen = isNarrowed(query, undated)
  const period = query.get('periode') ?? ''
  return (
    <>
      <PeriodChips path={path} query={query} fields={withoutDays(fields)} />
      <More title={words.filter} isOpen={isOpen}>
        <div class="card">
          <Form action={path} method="get">
            {period !== '' && <input type="hidden" name="periode" value={period} />}
            <div class="grid">
              <SelectField
                name={statusField}
                label={words.status}
                value={query.get(statusField) ?? ''}
                options={[['', words.all], ...options]}
                isFilter
              />
              {children}
              <DayFields query={query} />
            </div>
            <div class="row">
              <Button icon="search">{words.filter}</Button>
              {isOpen && <a href={path}>{words.showAll}</a>}
            </div>
          </Form>
        </div>
      </More>
    </>
  )
}
