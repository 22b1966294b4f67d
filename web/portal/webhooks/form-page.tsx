import type { ComponentChildren } from 'preact'
import type { EndpointRecord } from '#use-cases/webhooks/find-endpoints.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { endpointName } from './words.tsx'

/** What every page of a form shows. */
export interface FormPageProps {
  readonly portal: Portal
  readonly faults: readonly FieldFault[]
}
/** Of a form about one webhook. */
export type OneProps = FormPageProps & { readonly endpoint: EndpointRecord }

/** A form of its own page, with the way back. */
export function FormPage({
  portal,
  title,
  back,
  children,
}: {
  readonly portal: Portal
  readonly title: string
  readonly back: { readonly href: string; readonly label: string }
  readonly children: ComponentChildren
}) {
  return (
    <PortalFrame portal={portal} title={title}>
      <p>
        <a href={back.href}>{back.label}</a>
      </p>
      <h1>{title}</h1>
      <section class="card stack narrow">{children}</section>
    </PortalFrame>
  )
}

/** Ways back. */
export const toList = { href: paths.webhooks, label: 'Tous les webhooks' }
export const toOne = (endpoint: EndpointRecord) => ({
  href: `${paths.webhooks}/${endpoint.id}`,
  label: endpointName(endpoint),
})
