import type { ComponentChild } from 'preact'
import { Empty } from '#web/design/empty.tsx'
import type { IconName } from '#web/design/icon.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { StaffFrame } from './frame.tsx'
import { Heading, Next } from './parts.tsx'

/** Shown if nothing is listed: that it is empty, and what will appear. */
export interface EmptyList {
  readonly title: string
  readonly icon?: IconName
  readonly text?: ComponentChild
}

interface DeskTableProps<Row> {
  readonly rows: readonly Row[]
  /** Address of the next page; null at the end. */
  readonly next: string | null
  /** What the table lists, and in which order; for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly empty: EmptyList
}

/** One page of a desk list, with the link to the next. */
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
  readonly title: string
  /** Content beside the title: its views, or what can be created here. */
  readonly aside?: ComponentChild
  /** Content above the table. */
  readonly above?: ComponentChild
  /** Content below the table. */
  readonly below?: ComponentChild
}

/** The page of a desk list. */
export function DeskList<Row extends { readonly id: string }>(props: DeskListProps<Row>) {
  const { title, aside, above, below, ...table } = props
  return (
    <StaffFrame title={title}>
      <Heading title={title}>{aside}</Heading>
      {above}
      <DeskTable<Row> {...table} />
      {below}
    </StaffFrame>
  )
}
