import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  readonly title: string
  /** Amounts and counts: right-aligned, with tabular figures. */
  readonly isNumber?: boolean
  /** A number that is in the second line if a row has two lines. */
  readonly isLater?: boolean
  /** Not clear by itself: if a row has two lines, its title is shown with it. */
  readonly isNamed?: boolean
  readonly cell: (row: Row) => ComponentChildren
}

export interface TableProps<Row> {
  /** What the table lists; read aloud, not shown. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Figures to compare: stays a table on a phone, and scrolls within its place. */
  readonly isGrid?: boolean
  readonly keyOf: (row: Row) => string
  /** The ids of its body and of its rows, if rows come in while it is shown. */
  readonly live?: LiveRows<Row>
}

export interface LiveRows<Row> {
  readonly id: string
  readonly rowId: (row: Row) => string
}

/**
 * Rows under one another; on a phone or a tablet each is two lines: its first cell with its amounts, then the others.
 */
export function Table<Row>({ caption, columns, rows, isGrid, ...of }: TableProps<Row>) {
  return (
    <div class={isGrid ? 'scroll' : 'list'} {...(isGrid && scrolling(caption))}>
      <table role="table">
        <caption class="sr">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, isNumber }) => (
              <th key={title} role="columnheader" scope="col" class={isNumber ? 'num' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody id={of.live?.id} role="rowgroup">
          {rows.map((row) => (
            <TableRow key={of.keyOf(row)} row={row} columns={columns} id={of.live?.rowId(row)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** One row; with `swap` it takes the place of the row with its id in an open page. */
export function TableRow<Row>({
  row,
  columns,
  id,
  swap,
}: Pick<TableProps<Row>, 'columns'> & {
  readonly row: Row
  readonly id: string | undefined
  readonly swap?: 'true'
}) {
  return (
    <tr id={id} role="row" hx-swap-oob={swap}>
      {columns.map(({ title, isNumber, isLater, isNamed, cell }) => (
        <td
          key={title}
          role="cell"
          class={isNumber ? (isLater ? 'num later' : 'num') : undefined}
          data-name={isNamed ? title : undefined}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** The same on a card of its own. */
export function CardTable<Row>(props: TableProps<Row>) {
  return (
    <div class="card">
      <Table {...props} />
    </div>
  )
}

/** Content that scrolls can be reached by keyboard. */
function scrolling(caption: string) {
  return { tabIndex: 0, role: 'region', 'aria-label': caption } as const
}
