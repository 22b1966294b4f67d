import { Icon } from './icon.tsx'
import { type FieldProps, TextField } from './field.tsx'
import { useScope } from './scope.ts'
import { useDesignWords } from './words.tsx'

/** Names of the extra fields of a form that a passkey may confirm: the answer, and the field that it replaces. */
export const passkeyAnswerField = 'passkey_answer'
export const passkeyForField = 'passkey_for'

/** The sender's password field; with a passkey button, if they have a passkey and JavaScript runs. */
export function ConfirmField({
  name,
  error,
}: {
  readonly name: string
  readonly error: string | undefined
}) {
  const { passkeyPath } = useScope()
  const words = useDesignWords().confirm
  return (
    <>
      <CurrentPassword name={name} label={words.password} error={error} />
      {passkeyPath && <ByPasskey name={name} passkeyPath={passkeyPath} />}
    </>
  )
}

/** The password alone, under its own words. */
export function CurrentPassword(
  field: Pick<FieldProps, 'name' | 'label'> & { readonly error: string | undefined },
) {
  return <TextField {...field} type="password" autocomplete="current-password" maxLength={128} />
}

function ByPasskey({ name, passkeyPath }: { readonly name: string; readonly passkeyPath: string }) {
  const words = useDesignWords().confirm
  return (
    <div>
      <input type="hidden" name={passkeyAnswerField} value="" />
      <input type="hidden" name={passkeyForField} value={name} />
      <button
        class="button quiet"
        type="button"
        data-passkey="confirm"
        data-question={passkeyPath}
        hidden
      >
        <Icon name="lock" />
        <span>{words.byPasskey}</span>
      </button>
      <p class="small" role="status" data-said={words.nothingCame} data-unknown={words.unknown} />
    </div>
  )
}
