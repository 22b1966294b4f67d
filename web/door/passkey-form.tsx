import type { ComponentChildren } from 'preact'
import { Icon } from '#web/design/icon.tsx'
import { Form } from '#web/design/form.tsx'
import { useDoorWords } from './words.ts'

/** The file of the design that pages with such a form load. */
export const passkeyScript = 'passkey.js'

/** Name of the field with the browser's answer. */
export const answerField = 'answer'

/** A form whose button asks the device for a passkey, and sends its answer. */
export function PasskeyForm({
  action,
  kind,
  ask,
  button,
  isQuiet = false,
  children,
}: {
  readonly action: string
  /** Creates a passkey, or signs with an existing one. */
  readonly kind: 'make' | 'sign'
  /** The request to the browser. */
  readonly ask: object
  readonly button: string
  readonly isQuiet?: boolean
  readonly children?: ComponentChildren
}) {
  const words = useDoorWords().passkey
  return (
    <Form action={action}>
      {children}
      <input type="hidden" name={answerField} value="" />
      <button
        class={isQuiet ? 'button full quiet' : 'button full'}
        type="submit"
        data-passkey={kind}
        data-ask={JSON.stringify(ask)}
      >
        <Icon name="lock" />
        <span>{button}</span>
      </button>
      <p class="small" role="status" data-said={words.nothingCame} data-unknown={words.unknown} />
    </Form>
  )
}
