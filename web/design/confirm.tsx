import { Icon } from './icon.tsx'
import { TextField } from './field.tsx'
import { useScope } from './scope.ts'
import { useDesignWords } from './words.tsx'

/** Names of what a form carries besides where a passkey may confirm it: the answer, and which field it stands for. */
export const passkeyAnswerField = 'passkey_answer'
export const passkeyForField = 'passkey_for'

/** The password of who sends a form; beside it a passkey of theirs, where they have one and a script runs. */
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
      <TextField
        name={name}
        label={words.password}
        type="password"
        autocomplete="current-password"
        error={error}
        maxLength={128}
      />
      {passkeyPath && <ByPasskey name={name} passkeyPath={passkeyPath} />}
    </>
  )
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
