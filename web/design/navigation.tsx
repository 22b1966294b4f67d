import { ButtonLink } from './button.tsx'
import { useScope } from './scope.ts'

export interface MenuEntry {
  readonly href: string
  readonly label: string
}

export interface MenuGroup {
  /** None for what stands above all groups. */
  readonly label: string | null
  readonly entries: readonly MenuEntry[]
}

export interface MenuProps {
  readonly label: string
  readonly groups: readonly MenuGroup[]
  /** The page that all others stand under: marked when it is open itself. */
  readonly root: string
}

/** The pages of a desk, beside its page, on a phone folded above it; the one that is open, or the one it is under, is marked. */
export function Menu(props: MenuProps) {
  const open = useOpenEntry(props)
  return (
    <>
      <details class="fold">
        <summary>
          <span class="soft">Menu</span> {open?.label}
        </summary>
        <Groups {...props} open={open} label={`${props.label}, replié`} />
      </details>
      <div class="side">
        <Groups {...props} open={open} />
      </div>
    </>
  )
}

function useOpenEntry({ groups, root }: MenuProps): MenuEntry | undefined {
  const { path } = useScope()
  return groups
    .flatMap(({ entries }) => entries)
    .filter(({ href }) => path === href || (href !== root && path.startsWith(`${href}/`)))
    .toSorted((a, b) => b.href.length - a.href.length)[0]
}

function Groups({ label, groups, open }: MenuProps & { readonly open: MenuEntry | undefined }) {
  return (
    <nav class="menu" aria-label={label}>
      {groups.map((group) => (
        <ul key={group.label ?? ''}>
          {group.label !== null && <li class="soft small">{group.label}</li>}
          {group.entries.map((entry) => (
            <li key={entry.href}>
              <a href={entry.href} aria-current={entry === open ? 'page' : undefined}>
                {entry.label}
              </a>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

/** Older and newer pages of a list; an end has no link. */
export function Pagination({
  newer,
  older,
}: {
  readonly newer: string | null
  readonly older: string | null
}) {
  if (newer === null && older === null) return null
  return (
    <nav class="pages row spread" aria-label="Pages de la liste">
      {newer === null ? (
        <span />
      ) : (
        <ButtonLink href={newer} look="quiet" icon="left">
          Plus récents
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink href={older} look="quiet" iconAfter="right">
          Plus anciens
        </ButtonLink>
      )}
    </nav>
  )
}
