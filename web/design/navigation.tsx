import { ButtonLink } from './button.tsx'
import { useScope } from './scope.ts'

export interface Tab {
  readonly href: string
  readonly label: string
}

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** The first stands at the root of all others, and is marked on its own page alone. */
  readonly isRooted?: boolean
}

/** The pages of a desk; the one that is open, or the one it is under, is marked. */
export function Tabs({ label, tabs, isRooted }: TabsProps) {
  const { path } = useScope()
  const open = tabs
    .filter(
      ({ href }, at) => path === href || (!(isRooted && at === 0) && path.startsWith(`${href}/`)),
    )
    .toSorted((a, b) => b.href.length - a.href.length)[0]
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab === open ? 'page' : undefined}>
          {tab.label}
        </a>
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
