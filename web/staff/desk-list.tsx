import type { ComponentChild, ComponentChildren } from 'preact'
import { Empty } from '#web/design/empty.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { StaffFrame } from './frame.tsx'
import { Heading, Next } from './parts.tsx'
import type { Desk } from './staff-page.ts'

/** One part of a list, as its page is handed it. */
export interface ListProps<Row, View extends string = never> {
  readonly desk: Desk
  readonly rows: readonly Row[]
  /** Where it goes on; null at its end. */
  readonly next: string | null
  /** What it is narrowed to, where it has views; empty for the first. */
  readonly view: View | ''
}

interface DeskListProps<Row> extends Omit<ListProps<Row>, 'view'> {
  readonly title: string
  /** What stands beside the title: its views, or what may be made here. */
  readonly aside?: ComponentChild
  /** What the table lists, and in which order; read aloud. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  /** Said where nothing is listed; below it, what will be. */
  readonly emptyTitle: string
  readonly children?: ComponentChildren
}

/** The page of a list of the desk. */
export function DeskList<Row extends { readonly id: string }>(props: DeskListProps<Row>) {
  const { desk, rows, next, title, aside, caption, columns, emptyTitle, children } = props
  return (
    <StaffFrame desk={desk} title={title}>
      <Heading title={title}>{aside}</Heading>
      {rows.length === 0 ? (
        <Empty title={emptyTitle}>{children}</Empty>
      ) : (
        <div class="card">
          <Table caption={caption} columns={columns} rows={rows} keyOf={({ id }) => id} />
        </div>
      )}
      <Next href={next} />
    </StaffFrame>
  )
}
