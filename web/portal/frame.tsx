import type { ComponentChildren } from 'preact'
import { hasPortalPermission } from '#domain/people/person.ts'
import { unreadMax } from '#use-cases/notifications/read.ts'
import { Button } from '#web/design/button.tsx'
import { documentation } from '#web/design/documentation.ts'
import { Form } from '#web/design/form.tsx'
import { Frame, OtherLanguage } from '#web/design/frame.tsx'
import { Icon } from '#web/design/icon.tsx'
import { initialsOf, MerchantHead } from '#web/design/merchant.tsx'
import { Menu, type MenuEntry } from '#web/design/navigation.tsx'
import { useScope } from '#web/design/scope.ts'
import { SearchBox } from '#web/design/search.tsx'
import { cashierNavigation, type Entry, navigation } from './navigation.ts'
import { paths } from './paths.ts'
import { usePortal } from './portal-page.ts'
import { portalRoleNames } from '#domain/people/role-names.ts'
import { usePortalWords } from './words.tsx'

export interface PortalFrameProps {
  readonly title: string
  /** Loads the script that refreshes parts of a page. */
  readonly isLive?: boolean
  /** The last search, shown in the search box. */
  readonly searched?: string | undefined
  /** A file of the design that only this page needs. */
  readonly script?: string
  readonly children: ComponentChildren
}

/** The frame of the portal: the service, the mode, and the navigation. */
export function PortalFrame(props: PortalFrameProps) {
  const { place, counter } = usePortal()
  const { title, searched, isLive, script, children } = props
  return (
    <Frame
      title={`${title} · ${place.publicName}`}
      head={<Head searched={searched} />}
      menu={<Pages />}
      foot={counter === null && <Documentation />}
      isTest={place.mode === 'sandbox'}
      isPortal
      isWide
      {...(isLive && { isLive })}
      {...(script !== undefined && { script })}
    >
      {children}
    </Frame>
  )
}

function Documentation() {
  return (
    <a href={documentation[useScope().language].home}>{usePortalWords().frame.documentation}</a>
  )
}

function Head({ searched }: Pick<PortalFrameProps, 'searched'>) {
  const { place } = usePortal()
  const { assetPath } = useScope()
  const merchant = { ...place, logoPath: place.logoPath ?? assetPath('icon.svg') }
  return (
    <MerchantHead merchant={merchant} note={usePortalWords().modes[place.mode]}>
      <Find value={searched} />
      <Unread />
      <Account />
    </MerchantHead>
  )
}

/** Search for payers, amounts and references, for people who may see payments. */
function Find({ value }: { readonly value: string | undefined }) {
  const { person } = usePortal()
  const words = usePortalWords().frame
  if (!hasPortalPermission(person, 'payments.view')) return null
  return (
    <SearchBox
      action={paths.search}
      partPath={paths.searchPart}
      label={words.search}
      placeholder={words.searchExample}
      value={value}
    />
  )
}

/** The bell with the number of unread notifications. */
function Unread() {
  const { unread } = usePortal()
  const words = usePortalWords().frame
  const count = unread > unreadMax ? `${unreadMax}+` : `${unread}`
  return (
    <a class="bell" href={paths.notifications}>
      <Icon name="bell" />
      <span class="sr">
        {words.notifications}
        {unread > 0 && words.unread(count)}
      </span>
      {unread > 0 && <span aria-hidden="true">{count}</span>}
    </a>
  )
}

/** The pages that this person may open. */
function Pages() {
  const { person, place, counter } = usePortal()
  const mayOpen = ({ permission, mode }: Entry): boolean =>
    (mode === undefined || mode === place.mode) &&
    (permission === undefined || hasPortalPermission(person, permission))
  const words = usePortalWords().navigation
  const labelled = (entry: Entry): MenuEntry => ({ ...entry, label: words[entry.name] })
  const groups = (counter === null ? navigation : cashierNavigation)
    .map(({ name, entries, ...group }) => ({
      ...group,
      label: name && words[name],
      entries: entries.filter(mayOpen).map(labelled),
    }))
    .filter(({ entries }) => entries.length > 0)
  return <Menu label={words.title} groups={groups} root={paths.home} />
}

/** A link to the same service in its other mode. */
function ModeSwitch() {
  const { place, places } = usePortal()
  const words = usePortalWords().frame
  const other = places.find(
    ({ serviceId, mode }) => serviceId === place.serviceId && mode !== place.mode,
  )
  if (other === undefined) return null
  return (
    <Form action={paths.place}>
      <Button look="quiet" name="vers" value={other.id}>
        {other.mode === 'live' ? words.toLive : words.toTest}
      </Button>
    </Form>
  )
}

/** The person, their other services, and the log-out. */
function Account() {
  const { person, place, places } = usePortal()
  const words = usePortalWords().frame
  const roles = portalRoleNames[useScope().language]
  const hasServices = places.some(({ serviceId }) => serviceId !== place.serviceId)
  return (
    <details class="account" data-sheet>
      <summary>
        <span class="mark">{initialsOf(person.name)}</span>
        <span class="sr">{words.yourAccount(person.name)}</span>
      </summary>
      <div class="card stack">
        <p>
          <b>{person.name}</b>
          <br />
          <span class="soft small">{roles[person.role]}</span>
        </p>
        <a href={paths.account}>{words.account}</a>
        {hasServices && <a href={paths.place}>{words.changeService}</a>}
        <ModeSwitch />
        <OtherLanguage />
        <Form action={paths.logOut}>
          <Button look="quiet">{words.logOut}</Button>
        </Form>
      </div>
    </details>
  )
}
