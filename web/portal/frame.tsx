import type { ComponentChildren } from 'preact'
import { hasPortalPermission } from '#domain/people/person.ts'
import type { Place } from '#use-cases/merchants/list-places.ts'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { Form } from '#web/design/form.tsx'
import { Frame } from '#web/design/frame.tsx'
import { MerchantHead } from '#web/design/merchant.tsx'
import { Menu } from '#web/design/navigation.tsx'
import { type Entry, navigation } from './navigation.ts'
import { paths } from './paths.ts'
import type { Portal } from './portal-page.ts'
import { roleNames } from './role-names.ts'

export interface PortalFrameProps {
  readonly portal: Portal
  readonly title: string
  /** Loads what refreshes parts of a page. */
  readonly isLive?: boolean
  /** A file of the design that this page alone needs. */
  readonly script?: string
  readonly children: ComponentChildren
}

/** The frame of the portal: whose books these are, in which mode, and where else to go. */
export function PortalFrame({ portal, title, isLive, script, children }: PortalFrameProps) {
  const { place } = portal
  return (
    <Frame
      title={`${title} · ${place.publicName}`}
      head={<Head portal={portal} />}
      menu={<Pages portal={portal} />}
      foot={<Foot portal={portal} />}
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

function Head({ portal }: { readonly portal: Portal }) {
  const { place, places } = portal
  const hasServices = places.some(({ serviceId }) => serviceId !== place.serviceId)
  return (
    <MerchantHead merchant={place} note={place.mode === 'live' ? 'Mode réel' : 'Mode test'}>
      {hasServices && (
        <ButtonLink href={paths.place} look="quiet">
          Services
        </ButtonLink>
      )}
      <ModeSwitch portal={portal} />
    </MerchantHead>
  )
}

/** The pages that this person may open. */
function Pages({ portal: { person, place } }: { readonly portal: Portal }) {
  const mayOpen = ({ permission, mode }: Entry): boolean =>
    (mode === undefined || mode === place.mode) &&
    (permission === undefined || hasPortalPermission(person, permission))
  const groups = navigation
    .map(({ label, entries }) => ({ label, entries: entries.filter(mayOpen) }))
    .filter(({ entries }) => entries.length > 0)
  return <Menu label="Portail" groups={groups} root={paths.home} />
}

/** One touch to the same service in its other mode. */
function ModeSwitch({ portal: { place, places } }: { readonly portal: Portal }) {
  const other = places.find(
    ({ serviceId, mode }) => serviceId === place.serviceId && mode !== place.mode,
  )
  if (other === undefined) return null
  return (
    <Form action={paths.place}>
      <Button look="quiet" name="vers" value={other.id}>
        {switchText(other)}
      </Button>
    </Form>
  )
}

function switchText({ mode }: Place): string {
  return mode === 'live' ? 'Passer en réel' : 'Passer en test'
}

function Foot({ portal: { person } }: { readonly portal: Portal }) {
  return (
    <Form action={paths.logOut}>
      <p>
        {person.name} · {roleNames[person.role]}
      </p>
      <Button look="quiet">Se déconnecter</Button>
    </Form>
  )
}
