import { randomUUID } from 'node:crypto'
import type { ComponentChildren } from 'preact'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import type { Portal } from './portal-page.ts'
import { errorAt } from '#web/http/refused.ts'

/** Names of what each form of a write carries besides its own fields. */
export const placeField = 'place'
export const formIdField = 'form_id'
export const passwordField = 'password'

export interface WriteFormProps {
  readonly portal: Pick<Portal, 'place'>
  readonly action: string
  readonly faults?: readonly FieldFault[]
  /** What its button says: what will be done. */
  readonly button: string
  readonly look?: 'quiet' | 'danger'
  /** Of a tool of test mode, which asks for no password. */
  readonly isTestTool?: boolean
  readonly children?: ComponentChildren
}

/** What the form of any write carries unseen: where it was opened, and its number. */
export function WriteMarks({ portal: { place } }: Pick<WriteFormProps, 'portal'>) {
  return (
    <>
      <input type="hidden" name={placeField} value={place.id} />
      <input type="hidden" name={formIdField} value={randomUUID()} />
    </>
  )
}

/** The form of a write (`portalWrite`): its own fields, then the password of who sends it. */
export function WriteForm(props: WriteFormProps) {
  const { portal, action, faults = [], button, look, isTestTool, children } = props
  return (
    <Form action={action}>
      <Faults faults={faults} />
      <WriteMarks portal={portal} />
      {children}
      {!isTestTool && (
        <TextField
          name={passwordField}
          label="Votre mot de passe"
          type="password"
          autocomplete="current-password"
          error={errorAt(faults, passwordField)}
          maxLength={128}
        />
      )}
      <Button {...(look && { look })}>{button}</Button>
    </Form>
  )
}

/** A write that takes something back, behind a button that opens it; open where it was refused. */
export function AskedWrite({ ask, children, ...write }: WriteFormProps & { readonly ask: string }) {
  return (
    <Ask button={ask} isDanger isOpen={write.faults !== undefined && write.faults.length > 0}>
      <p>{children}</p>
      <WriteForm {...write} look="danger" />
    </Ask>
  )
}
