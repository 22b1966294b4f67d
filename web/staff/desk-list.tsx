import type { ComponentChild } from 'preact'
import { Empty } from '#web/design/empty.tsx'
import type { IconName } from '#web/design/icon.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { StaffFrame } from './frame.tsx'
import { Heading, Next } from './parts.tsx'
import type { Desk } from './staff-page.ts'

/** What is said where nothing is listed: that, and what will be. */
export interface EmptyList {
  readonly title: string
  readonly icon?: IconName
  readonly text?: ComponentChild
}

interface DeskTableProps<Row> {
  readonly rows: readonly Row[]
  /** Where it goes on; null at its end. */
  readonly next: string | null
  /** What the table lists, and in which order; read aloud. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly empty: EmptyList
}

/** One part of a list of the desk, and the way to the next. */
export function DeskTable<Row extends { readonly id: string }>(props: DeskTableProps<Row>) {
  const { rows, next, caption, columns, empty } = props
  const { title, text, ...icon } = empty
  return (
    <>
      {rows.length === 0 ? (
        <Empty title={title} {...icon}>
          {text && <p>{text}</p>}
        </Empty>
      ) : (
        <CardTable caption={caption} columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
      <Next href={next} />
    </>
  )
}

interface DeskListProps<Row> extends DeskTableProps<Row> {
  readonly desk: Desk
  readonly title: string
  /** What stands beside the title: its views, or what may be made here. */
  readonly aside?: ComponentChild
  /** What stands above the table. */
  readonly above?: ComponentChild
  /** And under it. */
  readonly below?: ComponentChild
}

/** The page of a list of the desk. */
export function DeskList<Row extends { readonly id: string }>(props: DeskListProps<Row>) {
  const { desk, title, aside, above, below, ...table } = props
  return (
    <StaffFrame desk={desk} title={title}>
      <Heading title={title}>{aside}</Heading>
      {above}
      <DeskTable<Row> {...table} />
      {below}
    </StaffFrame>
  )
}
