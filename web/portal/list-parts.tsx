import { Button } from '#web/design/button.tsx'
import { SelectField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import type { ComponentChildren } from 'preact'
import { ExportLinks } from './export-links.tsx'
import { addressOf } from './list-page.ts'
import { usePortalWords } from './words.tsx'

/** The only query field of lists that are filtered by a state. */
export const statusField = 'statut'

/** The title of a list, its action, and the export links. */
export function ListHead({
  title,
  exportPath,
  query,
  children,
}: {
  readonly title: string
  /** Null if there is no export. */
  readonly exportPath: string | null
  readonly query: URLSearchParams
  readonly children?: ComponentChildren
}) {
  return (
    <div class="row spread">
      <h1>{title}</h1>
      <div class="row">
        {children}
        {exportPath && (
          <ExportLinks href={addressOf(exportPath, query, { fields: [statusField] })} />
        )}
      </div>
    </div>
  )
}

/** Filters a list by one state. */
export function StatusFilter({
  path,
  query,
  options,
}: {
  readonly path: string
  readonly query: URLSearchParams
  readonly options: readonly (readonly [value: string, label: string])[]
}) {
  const words = usePortalWords().list
  const value = query.get(statusField) ?? ''
  return (
    <details class="more" open={value !== ''}>
      <summary>{words.filter}</summary>
      <div class="card narrow">
        <Form action={path} method="get">
          <SelectField
            name={statusField}
            label={words.status}
            value={value}
            options={[['', words.all], ...options]}
            isFilter
          />
          <div class="row">
            <Button icon="search">{words.filter}</Button>
            {value !== '' && <a href={path}>{words.showAll}</a>}
          </div>
        </Form>
      </div>
    </details>
  )
}
