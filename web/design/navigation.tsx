import { ButtonLink } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { useScope } from './scope.ts'
import { useDesignWords } from './words.tsx'

export interface MenuEntry {
  readonly href: string
  readonly label: string
  /** For the few pages that are also in the bar on a phone. */
  readonly icon?: IconName
}

export interface MenuGroup {
  /** None for entries above all groups. */
  readonly label: string | null
  /** Entries that few people need: unfolded if the open page is one of them. */
  readonly isFolded?: boolean
  readonly entries: readonly MenuEntry[]
}

export interface MenuProps {
  readonly label: string
  readonly groups: readonly MenuGroup[]
  /** The start page, above all others: marked only when it is open itself. */
  readonly root: string
}

/**
 * The pages of a desk, beside its page; on a phone those with an icon are a bar at the bottom, from which the others
 * unfold. The one that is open, or the one it is under, is marked.
 */
export function Menu(props: MenuProps) {
  const open = useOpenEntry(props)
  const words = useDesignWords().menu
  const main = props.groups.flatMap(({ entries }) => entries.filter(({ icon }) => icon))
  return (
    <>
      {main.length > 0 ? (
        <Bar {...props} main={main} open={open} />
      ) : (
        <details class="fold">
          <summary>
            <span class="soft">{words.title}</span> {open?.label}
          </summary>
          <Groups {...props} open={open} label={words.folded(props.label)} />
        </details>
      )}
      <div class="side">
        <Groups {...props} open={open} />
      </div>
    </>
  )
}

/** As many as fit under a thumb; the last one unfolds all. */
const barEntriesMax = 4

interface OpenMenuProps extends MenuProps {
  readonly open: MenuEntry | undefined
}

function Bar({ main, ...props }: OpenMenuProps & { readonly main: readonly MenuEntry[] }) {
  const { label, open } = props
  const shown = main.slice(0, barEntriesMax)
  const words = useDesignWords().menu
  return (
    <div class="bar">
      <nav aria-label={words.bar(label)}>
        {shown.map((entry) => (
          <a key={entry.href} href={entry.href} aria-current={entry === open ? 'page' : undefined}>
            {entry.icon && <Icon name={entry.icon} />}
            <span>{entry.label}</span>
          </a>
        ))}
      </nav>
      <details class="fold" data-sheet>
        <summary class={open && !shown.includes(open) ? 'here' : undefined}>
          <Icon name="more" />
          <span>{words.more}</span>
        </summary>
        <Groups {...props} label={words.all(label)} />
      </details>
    </div>
  )
}

function useOpenEntry({ groups, root }: MenuProps): MenuEntry | undefined {
  const { path } = useScope()
  return groups
    .flatMap(({ entries }) => entries)
    .filter(({ href }) => path === href || (href !== root && path.startsWith(`${href}/`)))
    .toSorted((a, b) => b.href.length - a.href.length)[0]
}

function Groups({ label, groups, open }: OpenMenuProps) {
  return (
    <nav class="menu" aria-label={label}>
      {groups.map((group) =>
        group.isFolded ? (
          <details
            key={group.label ?? ''}
            class="group"
            open={group.entries.some((entry) => entry === open)}
          >
            <summary class="soft small">{group.label}</summary>
            <Entries {...group} label={null} open={open} />
          </details>
        ) : (
          <Entries key={group.label ?? ''} {...group} open={open} />
        ),
      )}
    </nav>
  )
}

function Entries({ label, entries, open }: MenuGroup & Pick<OpenMenuProps, 'open'>) {
  return (
    <ul>
      {label !== null && <li class="soft small">{label}</li>}
      {entries.map((entry) => (
        <li key={entry.href}>
          <a href={entry.href} aria-current={entry === open ? 'page' : undefined}>
            {entry.icon && <Icon name={entry.icon} />}
            {entry.label}
          </a>
        </li>
      ))}
    </ul>
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
  const words = useDesignWords().list
  if (newer === null && older === null) return null
  return (
    <nav class="pages row spread" aria-label={words.pages}>
      {newer === null ? (
        <span />
      ) : (
        <ButtonLink href={newer} look="quiet" icon="left">
          {words.newer}
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink href={older} look="quiet" iconAfter="right">
          {words.older}
        </ButtonLink>
      )}
    </nav>
  )
}
