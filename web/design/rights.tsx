import { Icon } from './icon.tsx'
import { type Column, Table } from './table.tsx'

/** What may be done, and which roles may do it, as the code that enforces it says. */
export interface Right<Role extends string> {
  readonly text: string
  readonly roles: readonly Role[]
}

/** Who may do what: a row for each right, a column for each role. */
export function Rights<Role extends string>({
  caption,
  heading,
  held,
  roles,
  names,
  rights,
}: {
  readonly caption: string
  /** Of the column of rights. */
  readonly heading: string
  /** What a tick says aloud. */
  readonly held: string
  readonly roles: readonly Role[]
  readonly names: Readonly<Record<Role, string>>
  readonly rights: readonly Right<Role>[]
}) {
  const columns: readonly Column<Right<Role>>[] = [
    { title: heading, cell: ({ text }) => text },
    ...roles.map((role) => ({
      title: names[role],
      cell: (right: Right<Role>) =>
        right.roles.includes(role) ? (
          <Icon name="check" label={held} />
        ) : (
          <span class="soft">—</span>
        ),
    })),
  ]
  return (
    <div class="rights">
      <Table caption={caption} columns={columns} rows={rights} keyOf={({ text }) => text} isGrid />
    </div>
  )
}
