import { randomUUID } from 'node:crypto'
import type { ComponentChildren } from 'preact'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { ConfirmField } from '#web/design/confirm.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { SeenField } from '#web/design/seen.tsx'
import { ListTime } from '#web/design/time.tsx'
import { usePortal } from './portal-page.ts'
import { mayBeTrusted } from './trusted-writes.ts'
import { errorAt } from '#web/http/refused.ts'
import { usePortalWords } from './words.tsx'

/** Fields that every write form carries besides its own. */
export const placeField = 'place'
export const formIdField = 'form_id'
export const passwordField = 'password'

export interface WriteFormProps {
  readonly action: string
  readonly faults?: readonly FieldFault[]
  /** The button's label: what will be done. */
  readonly button: string
  readonly look?: 'quiet' | 'danger'
  /** What the form shows (`seenOf`), so that what somebody else changes meanwhile is not overwritten unseen. */
  readonly seen?: string
  /** A test mode tool, which asks for no password. */
  readonly isTestTool?: boolean
  readonly children?: ComponentChildren
}

/** Hidden fields of every write form: the place it was opened in, and its id. */
export function WriteMarks() {
  const { place } = usePortal()
  return (
    <>
      <input type="hidden" name={placeField} value={place.id} />
      <input type="hidden" name={formIdField} value={randomUUID()} />
    </>
  )
}

/** The form of a write (`portalWrite`): its own fields, then the sender's password. */
export function WriteForm(props: WriteFormProps) {
  const { action, faults = [], button, look, seen, isTestTool, children } = props
  return (
    <Form action={action}>
      <Faults faults={faults} />
      <WriteMarks />
      {seen !== undefined && <SeenField value={seen} />}
      {children}
      {!isTestTool && <Confirmation {...props} />}
      <Button {...(look && { look })}>{button}</Button>
    </Form>
  )
}

/** The password field, or a note that it was given minutes ago; asked for again after a refusal. */
function Confirmation({ action, faults = [] }: WriteFormProps) {
  const { session } = usePortal()
  const words = usePortalWords().write
  const error = errorAt(faults, passwordField)
  const { trustedUntil } = session
  if (trustedUntil === null || error !== undefined || !mayBeTrusted(action))
    return <ConfirmField name={passwordField} error={error} />
  return <p class="soft small">{words.trustedUntil(<ListTime at={trustedUntil} />)}</p>
}

/** A write that undoes something, behind a button that opens it; open if it was refused. */
export function AskedWrite({ ask, children, ...write }: WriteFormProps & { readonly ask: string }) {
  return (
    <Ask button={ask} isDanger isOpen={write.faults !== undefined && write.faults.length > 0}>
      <p>{children}</p>
      <WriteForm {...write} look="danger" />
    </Ask>
  )
}
